"""From a table to a verified release, end to end."""

from __future__ import annotations

import datetime as dt
import json
import stat
import warnings

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal

import shoal
from shoal.datasets import he_table1, ni_table4, patients
from shoal.partition import registry
from shoal.partition.base import Partition
from shoal.partition.mondrian import Mondrian

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name", "method": "mondrian"}
TABLE_2 = pl.DataFrame(
    {
        "Age": ["20", "20", "[30 - 40]", "[30 - 40]", "[50 - 60]", "[50 - 60]", "[50 - 60]"],
        "Zip": ["[25 - 30]"] * 4 + ["[5 - 10]"] * 3,
        "Disease": ["Flu", "Bronchitis", "Gastritis", "Pneumonia", "Flu", "Bronchitis", "Gastritis"],
    }
)


def as_text(frame):
    return frame.with_columns(pl.all().cast(pl.String))


def in_order(*args, **kwargs):
    """Return a release that keeps the order of its rows, without the warning that belongs to it."""
    with pytest.warns(shoal.PrivacyWarning, match="original order"):
        return shoal.anonymize(*args, keep_order=True, **kwargs)


@pytest.mark.parametrize(("method", "seed"), [("mondrian", 0), ("cb", 1)])
def test_he_table_1_becomes_table_2(method, seed):
    release = in_order(he_table1().frame, seed=seed, **{**HE, "method": method})
    assert_frame_equal(as_text(release.frame), TABLE_2)
    assert release.loss == pytest.approx(0.18928571428571428, abs=1e-12)
    assert (release.groups, release.verdict.k, release.suppressed, release.rows) == (3, 2, 0, 7)


KINDS = {
    "polars": lambda frame: frame,
    "lazy": lambda frame: frame.lazy(),
    "pandas": lambda frame: frame.to_pandas(),
    "shuffled index": lambda frame: frame.to_pandas().set_index(pd.Index([5, 5, 5, 1, 0, 9, 9])),
    "arrow": lambda frame: frame.to_arrow(),
    "narwhals": nw.from_native,
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_kind_of_frame_comes_back(kind):
    given = KINDS[kind](he_table1().frame)
    found = in_order(given, **HE).frame
    assert type(found) is type(given)
    back = found.collect() if isinstance(found, pl.LazyFrame) else found
    rows = (
        pl.from_pandas(back.astype(str)) if isinstance(back, pd.DataFrame) else nw.from_native(back, pass_through=True)
    )
    rows = rows.to_polars() if isinstance(rows, nw.DataFrame) else rows
    rows = pl.from_arrow(rows) if isinstance(rows, pa.Table) else rows
    assert as_text(rows).rows() == TABLE_2.rows()


def test_the_callers_table_is_left_untouched():
    frame = he_table1().frame.to_pandas()
    before = frame.copy(deep=True)
    shoal.anonymize(frame, **HE)
    pd.testing.assert_frame_equal(frame, before)


def test_rows_are_shuffled_whatever_the_seed():
    data = patients(400, seed=1)
    call = {"k": 5, "quasi": data.quasi, "identifiers": data.identifiers, "hierarchies": data.hierarchies}
    call |= {"sensitive": data.sensitive, "method": "mondrian", "seed": 1}
    first, second = (shoal.anonymize(data.frame, **call).frame for _ in range(2))
    assert not first.equals(second)
    columns = first.columns
    assert sorted(map(str, as_text(first).rows())) == sorted(map(str, as_text(second).rows()))
    assert columns == [name for name in data.frame.columns if name in (*data.quasi, *data.sensitive)]


def test_the_release_holds_exactly_the_promised_columns_and_no_identifier():
    data = patients(200, seed=2)
    release = shoal.anonymize(
        data.frame,
        k=4,
        method="mondrian",
        quasi=data.quasi,
        sensitive=data.sensitive,
        identifiers=data.identifiers,
        hierarchies=data.hierarchies,
    )
    assert set(data.identifiers).isdisjoint(release.frame.columns)
    for name in data.sensitive:
        assert sorted(release.frame[name].cast(pl.String).fill_null("")) == sorted(
            data.frame[name].cast(pl.String).fill_null("")
        )


class Careless(Mondrian):
    """A method that breaks its promise: it puts the first row in a group of its own."""

    def partition(self, problem):
        labels = np.ones(problem.rows, np.int32)
        labels[0] = 0
        return Partition(labels, 2)


def test_a_sabotaged_method_cannot_release(monkeypatch, tmp_path):
    monkeypatch.setitem(registry.PARTITIONERS, "mondrian", Careless)
    with pytest.raises(shoal.VerificationError, match="at least 2 rows"):
        shoal.anonymize(he_table1().frame, mapping=tmp_path / "map.csv", **HE)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("style", ["interval", "bounds", "midpoint", "mean"])
def test_every_style_is_verified_on_what_it_shows(style):
    data = ni_table4()
    release = shoal.anonymize(
        data.frame, k=3, quasi=data.quasi, sensitive=data.sensitive, style=style, hierarchies=data.hierarchies
    )
    assert release.verdict.k >= 3
    shown = [name for name in release.frame.columns if name != "Workclass"]
    assert shoal.check(release.frame, quasi=shown).k == release.verdict.k
    assert release.frame.group_by(shown).len()["len"].min() == release.verdict.k


def test_dates_booleans_and_missing_cells_pass():
    frame = pl.DataFrame(
        {
            "born": [dt.date(1980, 1, 1), dt.date(1981, 5, 5), None, None],
            "smoker": [True, False, None, True],
            "height": [1.8, 1.7, float("nan"), 1.6],
        }
    )
    release = in_order(frame, k=2, quasi=["born", "smoker", "height"])
    assert release.frame["born"].to_list() == ["[1980-01-01 - 1981-05-05]"] * 2 + [None] * 2
    assert release.frame["smoker"].to_list() == ["*"] * 4
    assert release.frame["height"].to_list() == ["[1.7 - 1.8]"] * 2 + ["*"] * 2


def test_missing_cells_can_be_refused():
    frame = pl.DataFrame({"a": [1, None, 2]})
    with pytest.raises(shoal.SchemaError, match="1 missing"):
        shoal.anonymize(frame, k=2, quasi="a", missing="error")


def test_too_few_rows_are_infeasible_unless_all_may_go():
    frame = pl.DataFrame({"a": [1, 2]})
    with pytest.raises(shoal.InfeasibleError, match="2 rows"):
        shoal.anonymize(frame, k=3, quasi="a")
    release = shoal.anonymize(frame, k=3, quasi="a", suppress=1.0)
    assert (release.frame.shape, release.suppressed, release.loss) == ((0, 1), 2, 1.0)


def test_no_rows_are_refused():
    with pytest.raises(shoal.InputError, match="no rows"):
        shoal.anonymize(pl.DataFrame({"a": []}), k=2, quasi="a")


def test_suppression_drops_outliers_within_its_budget():
    ages = [20, 21, 22, 23] * 24 + [90, 10, 95, 99]
    frame = pl.DataFrame({"age": ages})
    call = {"k": 4, "quasi": "age", "method": "mondrian"}
    kept, dropped = (shoal.anonymize(frame, suppress=share, **call) for share in (0.0, 0.04))
    assert (kept.suppressed, dropped.suppressed, dropped.frame.height) == (0, 4, 96)
    assert dropped.measures.gcp_released < kept.measures.gcp_released
    assert "[10 - 99]" not in dropped.frame["age"].cast(pl.String).to_list()


def test_labels_seen_only_in_dropped_rows_do_not_leave_in_a_dictionary():
    rare = ["common"] * 96 + ["rare"] * 4
    frame = pl.DataFrame(
        {"age": [20, 21, 22, 23] * 24 + [90, 10, 95, 99], "note": pl.Series(rare, dtype=pl.Enum(["rare", "common"]))}
    )
    release = shoal.anonymize(frame, k=4, quasi="age", keep="note", suppress=0.04, method="mondrian")
    assert release.suppressed == 4
    assert release.frame["note"].dtype == pl.Enum(["common"])


def test_a_run_from_its_file_gives_the_same_groups(tmp_path):
    data = patients(300, seed=3)
    first = in_order(
        data.frame, k=5, quasi=data.quasi, sensitive=data.sensitive, identifiers=data.identifiers, method="cb",
        hierarchies=data.hierarchies, weights={"age": 2.0} if "age" in data.quasi else None, options={"rounds": 7},
    )  # fmt: skip
    first.save_schema(tmp_path / "shoal.toml")
    with pytest.warns(shoal.PrivacyWarning):
        second = shoal.anonymize(data.frame, schema=tmp_path / "shoal.toml")
    assert_frame_equal(first.frame, second.frame)
    assert second.settings == first.settings
    assert second.schema == first.schema


def test_arguments_win_over_the_file(tmp_path):
    first = shoal.anonymize(he_table1().frame, seed=5, **HE)
    first.save_schema(tmp_path / "shoal.toml")
    second = shoal.anonymize(he_table1().frame, schema=tmp_path / "shoal.toml", k=3)
    assert (second.settings.k, second.settings.seed) == (3, 5)


def test_pseudonyms_and_mapping_are_made_only_when_asked_for(tmp_path):
    call = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease"}
    path = tmp_path / "mapping.csv"
    with pytest.warns(shoal.PrivacyWarning, match="share a pseudonym"):
        release = shoal.anonymize(he_table1().frame, pseudonymize="Name", mapping=path, **call)
    assert set(release.frame["Name"]).isdisjoint(he_table1().frame["Name"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    mapping = pl.read_csv(path)
    assert mapping.columns == ["row", "group", "Name"]
    assert sorted(mapping["Name"]) == sorted(release.frame["Name"])
    age = dict(zip(release.frame["Name"], release.frame["Age"], strict=True))
    assert [age[name] for name in mapping["Name"]] == TABLE_2["Age"].to_list()


def test_the_seed_is_drawn_and_recorded():
    seeds = {shoal.anonymize(he_table1().frame, **HE).settings.seed for _ in range(3)}
    assert len(seeds) == 3


def test_progress_is_told_to_a_callback():
    steps = []
    shoal.anonymize(he_table1().frame, progress=steps.append, **HE)
    assert steps[0].stage == "encode"
    assert steps[-1].stage == "done"
    assert steps[-1].loss == 0.189  # of 0.1893


def test_further_criteria_are_kept():
    release = shoal.anonymize(he_table1().frame, criteria=[shoal.KAnonymity(3)], **HE)
    assert release.verdict.k >= 3


def test_a_criterion_without_a_column_is_for_every_sensitive_column():
    people = he_table1().frame.with_columns(pl.Series("Town", ["A", "B"] * 3 + ["A"]))
    asked = {**HE, "sensitive": ["Disease", "Town"]}
    release = shoal.anonymize(people, criteria=shoal.LDiversity(2), **asked)
    assert release.criteria == (shoal.LDiversity(2, column="Disease"), shoal.LDiversity(2, column="Town"))
    assert release.settings.criteria == (shoal.LDiversity(2),)
    groups = release.frame.group_by("Age", "Zip").agg(pl.col("Disease", "Town").n_unique())
    assert groups.select("Disease", "Town").min().row(0) >= (2, 2)
    assert [(c["model"], c["column"]) for c in release.to_dict()["criteria"]] == [
        ("l-diversity", "Disease"),
        ("l-diversity", "Town"),
    ]


def test_criteria_go_through_a_file_and_an_argument_replaces_them(tmp_path):
    path = tmp_path / "shoal.toml"
    criteria = [shoal.LDiversity(2, "entropy"), shoal.AlphaK(0.6, "Disease", ["Flu"])]
    shoal.anonymize(he_table1().frame, criteria=criteria, **HE).save_schema(path)
    again = shoal.anonymize(he_table1().frame, schema=path)
    assert again.settings.criteria == tuple(criteria)
    other = shoal.anonymize(he_table1().frame, schema=path, criteria=[shoal.TCloseness(0.7)])
    assert other.settings.criteria == (shoal.TCloseness(0.7, "Disease", "equal"),)
    assert shoal.anonymize(he_table1().frame, schema=path, criteria=[]).criteria == ()


BAD_CALLS = [
    ({"k": 0}, shoal.SettingError, "1 or more"),
    ({"k": None}, shoal.SettingError, "k is not given"),
    ({"quasi": []}, shoal.SchemaError, "no quasi column"),
    ({"quasi": ["Age", "Zap"]}, shoal.SchemaError, "did you mean 'Zip'"),
    ({"sensitive": "Age"}, shoal.SchemaError, "two roles"),
    ({"style": "intervall"}, shoal.SettingError, "did you mean 'interval'"),
    ({"method": "mondrain"}, shoal.SettingError, "did you mean 'mondrian'"),
    ({"suppress": 1.5}, shoal.SettingError, "from 0 to 1"),
    ({"seed": -1}, shoal.SettingError, "0 or more"),
    ({"loss": "entropy"}, shoal.SettingError, "one of: ncp"),
    ({"missing": "drop"}, shoal.SettingError, "value, error"),
    ({"weights": {"Zap": 1}}, shoal.SchemaError, "Zap"),
    ({"weights": {"Zip": -1}}, shoal.SchemaError, "0, or a number from"),
    ({"kinds": {"Zip": "number"}}, shoal.SchemaError, "one of: numeric, categorical, date"),
    ({"method": "incognito", "style": "mean"}, shoal.SettingError, "knows no style"),
    ({"method": "nh", "style": "mean"}, shoal.SettingError, "knows no style .mean."),
    ({"method": "nh", "suppress": 0.1}, shoal.SettingError, "cannot suppress"),
    ({"options": {"depth": 1}}, shoal.SettingError, "no option 'depth'"),
    ({"method": "oka+improv"}, shoal.SettingError, "did you mean 'oka\\+improve'"),
    ({"method": "auto", "effort": "bset"}, shoal.SettingError, "did you mean 'best'"),
    ({"criteria": "l-diversity"}, shoal.SettingError, "is no criterion"),
    ({"criteria": shoal.LDiversity(2, column="Age")}, shoal.SchemaError, "'Age', which is no sensitive column"),
    (
        {"criteria": shoal.LDiversity(2), "sensitive": (), "identifiers": ["Name", "Disease"]},
        shoal.SchemaError,
        "no column is sensitive",
    ),
    ({"criteria": shoal.LDiversity(5)}, shoal.InfeasibleError, "l can be at most 4"),
    ({"effort": "best"}, shoal.SettingError, "use 'mondrian\\+improve' or 'auto'"),
]


@pytest.mark.parametrize(("change", "error", "words"), BAD_CALLS)
def test_a_wrong_argument_is_explained(change, error, words):
    with pytest.raises(error, match=words):
        shoal.anonymize(he_table1().frame, **{**HE, **change})


def test_check_agrees_with_a_group_by_on_any_table():
    verdict = shoal.check(he_table1().frame, quasi="Age", sensitive="Disease")
    assert (verdict.k, verdict.groups, verdict.largest) == (1, 5, 2)
    with pytest.raises(shoal.SchemaError, match="no column"):
        shoal.check(he_table1().frame, quasi="Height")


def test_methods_are_listed_from_the_registry():
    assert [method.name for method in shoal.methods()] == sorted(registry.PARTITIONERS)


def test_a_release_is_saved_and_read_back(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        release = shoal.anonymize(he_table1().frame, keep_order=True, **HE)
    release.save(tmp_path / "out.csv")
    assert_frame_equal(pl.read_csv(tmp_path / "out.csv", infer_schema=False), TABLE_2)


def test_the_report_has_the_promised_fields():
    report = shoal.anonymize(he_table1().frame, **HE).to_dict()
    assert set(report) >= {
        "rows",
        "groups",
        "k",
        "method",
        "seed",
        "seconds",
        "suppressed",
        "loss",
        "columns",
        "verified",
        "effort",
        "bound",
        "gap",
        "stopped",
        "criteria",
    }
    assert report["criteria"] == []
    assert (report["effort"], report["bound"], report["gap"], report["stopped"]) == (None, None, None, None)
    assert set(report["loss"]) == {"gcp", "gcp_released", "ncp", "il", "diversity", "lm", "dm", "c_avg", "prec"}
    assert report["columns"] == {"Age": {"loss": 0.179}, "Zip": {"loss": 0.2}}  # of 0.17857142857


def test_the_public_names_are_all_there():
    assert sorted(shoal.__all__) == list(shoal.__all__)
    assert all(getattr(shoal, name) is not None for name in shoal.__all__)
    assert set(dir(shoal)) == set(shoal.__all__)
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = shoal.nothing_like_it


@pytest.mark.parametrize("pseudonyms", [(), ("id",)])
def test_quasi_columns_may_be_all_that_leaves_beside_pseudonyms(pseudonyms):
    frame = pl.DataFrame({"id": ["a", "b", "c"], "q": [1, 2, 3]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        release = shoal.anonymize(frame, k=3, quasi="q", identifiers="id", pseudonymize=pseudonyms, method="mondrian")
    assert release.frame.columns == [*pseudonyms, "q"]
    assert release.frame.height == 3


def test_labels_that_are_numbered_as_they_first_occur_are_warned_of():
    values = ["c", "a", "c", "b", "a", "b"]
    call = {"k": 3, "quasi": "q", "sensitive": "s", "method": "mondrian"}
    by_rows, by_name = pl.Enum(["c", "a", "b", "d"]), pl.Enum(["a", "b", "c"])
    frame = pl.DataFrame({"q": range(6), "s": values})
    with pytest.warns(shoal.PrivacyWarning, match="numbered as they first occur"):
        shoal.anonymize(frame.with_columns(pl.col("s").cast(by_rows)), **call)
    shoal.anonymize(frame.with_columns(pl.col("s").cast(by_name)), **call)


def test_a_file_is_read_as_anonymize_reads_it(tmp_path):
    path, settings = tmp_path / "people.csv", tmp_path / "shoal.toml"
    path.write_text("age;zip\n31;01234\nNA;01299\n", "utf-8")
    frame = shoal.read_table(path, null="NA")
    assert frame.equals(pl.DataFrame({"age": ["31", None], "zip": ["01234", "01299"]}))
    settings.write_text('[columns]\nage.role = "quasi"\n[run]\nread = {null = ["NA", "01299"]}\n', "utf-8")
    assert shoal.read_table(path, request=settings)["zip"].null_count() == 1
    assert shoal.read_table(path, schema=settings, null=["-"])["age"].null_count() == 0


def test_what_is_no_table_is_refused_by_reading(tmp_path):
    with pytest.raises(shoal.InputError, match="there is no file"):
        shoal.read_table(tmp_path / "none.csv")
    with pytest.raises(shoal.SettingError, match="formats are"):
        shoal.read_table(tmp_path / "none.csv", format="xls")
    (tmp_path / "t.csv").write_text("age\n31\n", "utf-8")
    with pytest.raises(shoal.SettingError, match="a sheet was named"):
        shoal.read_table(tmp_path / "t.csv", sheet="People")


def test_the_originals_need_not_be_counted_for_a_report(tmp_path, monkeypatch):
    monkeypatch.setattr("shoal.api.tally", lambda *_: pytest.fail("the originals were counted"))
    frame = pl.DataFrame({"age": [31, 34, 52, 58], "sex": ["f", "m", "f", "m"]})
    release = shoal.anonymize(frame, k=2, quasi=["age", "sex"], method="mondrian", for_report=False)
    release.report(tmp_path / "report.json")
    facts = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert facts["risk"]["before"] is None
    assert facts["risk"]["after"] is not None
