"""Levels of sensitive columns, through `check` and in the verdict on a release."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness
from shoal.datasets import he_table1, patients
from shoal.table.write import write_table

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name", "method": "mondrian"}
RELEASED = pl.DataFrame(
    {
        "Age": ["20", "20", "[30 - 40]", "[30 - 40]", "[50 - 60]", "[50 - 60]", "[50 - 60]"],
        "Disease": ["Flu", "Bronchitis", "Gastritis", "Pneumonia", "Flu", "Bronchitis", "Gastritis"],
    }
)
SENSITIVE = ["diagnosis", "length_of_stay"]


def test_check_reports_the_levels_of_sensitive_columns():
    verdict = shoal.check(RELEASED, quasi="Age", sensitive="Disease")
    # Groups of two, two and three, no value twice in any of them.
    levels = verdict.levels["Disease"]
    assert (levels.values, levels.distinct_l, levels.frequency_l, levels.alpha) == (4, 2, 2.0, 0.5)
    assert levels.recursive_c == {2: 1.0}
    assert verdict.to_dict()["sensitive"] == {"Disease": levels.to_dict()}


def test_check_reads_numbers_in_a_text_file_and_hierarchies_from_a_folder(tmp_path):
    (tmp_path / "in.csv").write_text("a,pay,job\n1,10,nurse\n1,9,cook\n2,100,cook\n2,9,nurse\n")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "job.csv").write_text("nurse;*\ncook;*\n")
    call = {"quasi": "a", "sensitive": ["pay", "job"]}
    levels = shoal.check(tmp_path / "in.csv", **call).levels
    assert (list(levels["pay"].t), list(levels["job"].t)) == (["equal", "ordered"], ["equal"])
    levels = shoal.check(tmp_path / "in.csv", **call, hierarchies=tmp_path / "trees").levels
    assert list(levels["job"].t) == ["equal", "hierarchical"]
    levels = shoal.check(tmp_path / "in.csv", **call, hierarchies={"job": {"*": ["cook", "nurse"]}, "a": "flat"}).levels
    assert list(levels["job"].t) == ["equal", "hierarchical"]
    levels = shoal.check(tmp_path / "in.csv", **call, kinds={"pay": "categorical"}).levels
    assert list(levels["pay"].t) == ["equal"]
    with pytest.raises(shoal.SchemaError, match="'wage'"):
        shoal.check(tmp_path / "in.csv", **call, hierarchies={"wage": "flat"})


def test_check_says_which_criteria_are_broken():
    asked = [LDiversity(3), TCloseness(1.0, "Disease")]
    verdict = shoal.check(RELEASED, quasi="Age", sensitive="Disease", criteria=asked)
    assert verdict.broken == ((LDiversity(3, column="Disease"), 2),)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_the_verdict_on_a_release_has_the_levels_that_check_finds_in_its_file(tmp_path, form):
    data = patients(200, seed=3)
    quasi = ["age", "sex", "zip"]
    write_table(data.frame.select(*quasi, *SENSITIVE), tmp_path / f"in.{form}")
    release = shoal.anonymize(
        tmp_path / f"in.{form}", k=4, quasi=quasi, sensitive=SENSITIVE, method="mondrian", seed=0, suppress=0.05
    )  # fmt: skip
    release.save(tmp_path / f"out.{form}")
    found = shoal.check(tmp_path / f"out.{form}", quasi=quasi, sensitive=SENSITIVE)
    assert release.verdict == found
    assert list(found.levels) == SENSITIVE
    assert "ordered" in found.levels["length_of_stay"].t
    assert release.to_dict()["sensitive"] == found.to_dict()["sensitive"]


def test_sensitive_lists_leave_as_they_are_and_have_no_levels():
    frame = he_table1().frame.with_columns(pl.Series("Visits", [[1, 2]] * 7))
    release = shoal.anonymize(frame, seed=0, **{**HE, "sensitive": ["Disease", "Visits"]})
    assert list(release.verdict.levels) == ["Disease"]


def test_a_hierarchy_that_lacks_sensitive_values_is_refused_before_the_search():
    steps = []
    with pytest.raises(shoal.HierarchyError, match="'Disease'"):
        shoal.anonymize(he_table1().frame, hierarchies={"Disease": {"*": ["Flu"]}}, progress=steps.append, **HE)
    assert steps == []


@pytest.mark.parametrize("method", ["nh", "anatomy", "condensation"])
def test_forms_without_groups_of_equal_rows_have_no_levels(method):
    release = shoal.anonymize(he_table1().frame, **{**HE, "method": method})
    assert release.form in {"ring", "two tables", "synthetic"}
    assert release.verdict.levels == {}
