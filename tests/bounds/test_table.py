"""What no release can go below, as users ask for it."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1, patients

LEAST = 2.65 / 14  # He et al.'s Table 2, which no other release beats


def test_the_bound_of_a_small_table_is_its_least_loss():
    found = shoal.bound(he_table1().frame, k=2, quasi=["Age", "Zip"])
    assert found.loss == pytest.approx(LEAST, abs=1e-9)
    assert found.loss <= LEAST
    assert (found.exact, found.rows, found.sampled, found.interval) == (True, 7, None, None)
    assert max(found.parts.values()) == found.loss


def test_the_bound_is_worked_out_by_hand():
    # Two pairs at the ends of the range and nothing between: each pair costs 1 of 10.
    found = shoal.bound(pl.DataFrame({"x": [0, 1, 9, 10]}), k=2, quasi="x")
    assert found.loss == pytest.approx(0.1, abs=1e-9)


def test_weights_hierarchies_and_kinds_count():
    frame = pl.DataFrame({"x": [0, 1, 9, 10], "job": ["a", "b", "a", "b"]})
    call = {"k": 2, "quasi": ["x", "job"]}
    both, one = shoal.bound(frame, **call), shoal.bound(frame, weights={"job": 0}, **call)
    assert (both.loss, one.loss) == (pytest.approx(0.45), pytest.approx(0.1))
    trees = {"job": {"*": {"ab": ["a", "b"], "cd": ["c", "d"]}}}
    assert shoal.bound(frame, hierarchies=trees, **call).loss == pytest.approx((0.1 + 0.5) / 2)
    text = shoal.bound(frame, k=2, quasi="x", kinds={"x": "categorical"})
    assert text.loss == pytest.approx(1.0), "without a hierarchy, two labels can only become *"


def test_rows_that_may_be_dropped_lower_the_bound():
    frame = pl.DataFrame({"x": [0, 0, 0, 0, 0, 0, 0, 0, 0, 9]})
    kept, dropped = (shoal.bound(frame, k=2, quasi="x", suppress=share).loss for share in (0.0, 0.1))
    assert kept == pytest.approx(0.2, abs=1e-9)
    assert dropped <= 0.1 + 1e-12


def test_it_reads_what_anonymize_reads_and_the_file_of_its_run(tmp_path):
    he_table1().frame.write_csv(tmp_path / "he.csv", separator="|")
    roles = {"sensitive": "Disease", "identifiers": "Name", "read": {"separator": "|"}}
    release = shoal.anonymize(tmp_path / "he.csv", k=2, quasi=["Age", "Zip"], method="mondrian", **roles)
    release.save_schema(tmp_path / "shoal.toml")
    found = shoal.bound(tmp_path / "he.csv", schema=tmp_path / "shoal.toml", effort="best")
    assert found.loss == pytest.approx(release.loss)
    assert shoal.bound(tmp_path / "he.csv", schema=tmp_path / "shoal.toml", k=7).loss > found.loss


@pytest.mark.parametrize("effort", ["fast", 0.001])
def test_no_method_goes_below_it(effort):
    data = patients(60, seed=4)
    call = {"k": 4, "quasi": data.quasi, "hierarchies": data.hierarchies}
    least = shoal.bound(data.frame, effort=effort, **call)
    for method in ("mondrian", "cb", "k_member"):
        roles = {"sensitive": data.sensitive, "identifiers": data.identifiers}
        assert shoal.anonymize(data.frame, method=method, seed=1, **roles, **call).loss >= least.loss > 0


def test_it_tells_where_it_is_and_gives_plain_facts():
    steps = []
    found = shoal.bound(he_table1().frame, k=2, quasi=["Age", "Zip"], progress=steps.append)
    assert (steps[0].stage, steps[-1].stage, steps[-1].bound) == ("encode", "done", found.loss)
    assert all(step.bound is None or step.bound <= LEAST for step in steps)
    facts = found.to_dict()
    assert facts.keys() == {"loss", "exact", "parts", "sampled", "interval", "rows", "seconds"}
    assert facts["seconds"] > 0
    assert facts["loss"] == 0.189 <= found.loss, "few digits, and never more than it is"


def test_a_column_that_tells_people_apart_is_no_matter_where_nothing_leaves():
    frame = he_table1().frame
    assert shoal.bound(frame, k=2, quasi="Age").loss > 0  # a warning would be an error here


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"k": None}, shoal.SettingError, "k is not given"),
        ({"k": 8}, shoal.InfeasibleError, "7 rows"),
        ({"quasi": "Aeg"}, shoal.SchemaError, "did you mean 'Age'"),
        ({"effort": "bets"}, shoal.SettingError, "did you mean 'best'"),
        ({"suppress": 2}, shoal.SettingError, "from 0 to 1"),
        ({"missing": "drop"}, shoal.SettingError, "value, error"),
    ],
)
def test_a_wrong_argument_is_explained(change, error, words):
    with pytest.raises(error, match=words):
        shoal.bound(he_table1().frame, **{"k": 2, "quasi": ["Age", "Zip"], **change})
