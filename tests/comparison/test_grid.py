from __future__ import annotations

import json

import pandas as pd
import polars as pl
import pytest

import shoal
from shoal import released
from shoal.comparison import grid
from shoal.datasets import he_table1
from shoal.errors import InputError, SchemaError, SettingError

HE = {"quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}


def compared(**changes):
    return shoal.compare(he_table1().frame, **{"k": [2, 3], "methods": ["mondrian"], **HE, **changes})


@pytest.fixture
def runs(monkeypatch):
    """Return the list of runs that are really made, warming up aside."""
    made = []
    real = released.release_of

    def counted(table, asked, **call):
        made.append((asked.run["method"], asked.run["k"]))
        return real(table, asked, **call)

    monkeypatch.setattr(released, "release_of", counted)
    monkeypatch.setattr(grid, "_warm_up", lambda *_: None)
    return made


def test_each_method_meets_each_k_in_order():
    found = compared(methods=["mondrian", "cb", "mondrian"], k=[3, 2, 2])
    assert found.select("method", "k").rows() == [("mondrian", 2), ("mondrian", 3), ("cb", 2), ("cb", 3)]
    assert found["verified"].all()
    assert found["error"].null_count() == 4


def test_a_line_says_what_anonymize_says():
    line = compared(k=[2]).row(0, named=True)
    release = shoal.anonymize(he_table1().frame, k=2, method="mondrian", seed=0, **HE)
    assert line["loss"] == release.reported.measures.gcp == pytest.approx(release.loss, rel=0.01)
    assert (line["groups"], line["smallest"], line["largest"]) == (3, 2, 3)
    assert (line["dm"], line["c_avg"], line["suppressed"]) == (release.measures.dm, release.measures.c_avg, 0)


def test_what_comes_in_as_pandas_goes_out_as_pandas():
    found = shoal.compare(he_table1().frame.to_pandas(), k=[2], methods="mondrian", **HE)
    assert isinstance(found, pd.DataFrame)


def test_a_method_that_cannot_run_gets_a_line_with_its_error():
    found = compared(methods=["incognito", "mondrian"], k=[2, 99])
    lines = {(row["method"], row["k"]): row for row in found.iter_rows(named=True)}
    assert not lines["mondrian", 99]["verified"]
    assert "99" in lines["mondrian", 99]["error"]
    assert lines["mondrian", 2]["verified"]
    assert lines["mondrian", 99]["loss"] is None


def test_an_effort_goes_to_the_methods_that_search_only(runs):
    compared(methods=["mondrian", "mondrian+improve"], k=[3], effort="fast")
    assert runs == [("mondrian", 3), ("mondrian+improve", 3)]


def test_the_bound_of_one_method_holds_for_the_others():
    found = compared(methods=["mondrian", "mondrian+improve"], k=[2], effort="fast")
    assert found["bound"][0] == found["bound"][1]
    assert found["gap"][0] == pytest.approx(found["loss"][0] / found["bound"][0] - 1, rel=0.01)


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_a_comparison_goes_on_where_it_was_interrupted(tmp_path, runs, monkeypatch, suffix):
    place = tmp_path / f"runs{suffix}"
    real = released.release_of

    def interrupted(table, asked, **call):
        if asked.run["k"] == 4:
            raise KeyboardInterrupt
        return real(table, asked, **call)

    monkeypatch.setattr(released, "release_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compared(k=[2, 3, 4], resume=place)
    monkeypatch.setattr(released, "release_of", real)
    assert runs == [("mondrian", 2), ("mondrian", 3)]
    found = compared(k=[2, 3, 4], resume=place)
    assert runs == [("mondrian", 2), ("mondrian", 3), ("mondrian", 4)]
    assert found["k"].to_list() == [2, 3, 4]
    assert [path.name for path in tmp_path.iterdir()] == [place.name]


def test_what_is_kept_reads_back_as_it_was(tmp_path):
    first = compared(k=[2, 99], resume=tmp_path / "runs.csv")
    again = compared(k=[2, 99], resume=tmp_path / "runs.csv")
    assert first.equals(again)


def test_another_table_seed_or_setting_is_another_run(tmp_path, runs):
    place = tmp_path / "runs.json"
    compared(k=[2], resume=place)
    compared(k=[2], resume=place)
    assert len(runs) == 1
    compared(k=[2], resume=place, seed=1)
    compared(k=[2], resume=place, weights={"Age": 2.0})
    compared(k=[2], resume=place, suppress=0.1)
    shoal.compare(he_table1().frame.head(6), k=[2], methods="mondrian", resume=place, **HE)
    assert len(runs) == 5
    assert len(json.loads(place.read_text())["rows"]) == 5


@pytest.mark.parametrize("methods", ["auto", "mondrian", "mondrian+improve"])
def test_a_search_that_was_stopped_is_no_fair_line(tmp_path, methods):
    cancel = shoal.Cancel()

    def stop(step):
        if step.loss is not None or methods == "mondrian":
            cancel.stop()

    with pytest.raises(shoal.Cancelled):
        compared(methods=methods, resume=tmp_path / "runs.csv", progress=stop, cancel=cancel)
    assert not (tmp_path / "runs.csv").exists()


def test_what_ends_a_comparison_ends_the_search_inside_it(monkeypatch):
    real, given, cancel = released.release_of, [], shoal.Cancel()

    def noted(table, asked, **call):
        given.append(call["cancel"])
        return real(table, asked, **call)

    monkeypatch.setattr(released, "release_of", noted)
    compared(k=[2], cancel=cancel)
    assert given == [cancel] * 2, "one to warm up, one that counts"


def test_the_file_holds_no_cell(tmp_path):
    compared(resume=tmp_path / "runs.csv", methods=["mondrian", "mdav"])
    text = (tmp_path / "runs.csv").read_text()
    for cell in ("Flu", "Andy", "Gastritis"):
        assert cell not in text


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"methods": ["mondrain"]}, SettingError),
        ({"methods": []}, SettingError),
        ({"k": []}, SettingError),
        ({"k": [0]}, SettingError),
        ({"quasi": ["Agee"]}, SchemaError),
        ({"quasi": None}, SchemaError),
        ({"seed": -1}, SettingError),
    ],
)
def test_what_no_run_can_do_is_refused_at_once(changes, error, runs):
    with pytest.raises(error):
        compared(**changes)
    assert runs == []


def test_a_table_without_rows_is_refused():
    with pytest.raises(InputError, match="no rows"):
        shoal.compare(he_table1().frame.head(0), k=[2], methods="mondrian", **HE)


def test_progress_tells_which_run_it_is():
    steps = []
    compared(progress=steps.append)
    stages = [step.stage for step in steps]
    assert "mondrian, k = 3" in stages
    assert (stages[-1], steps[-1].done) == ("done", 1.0)


def test_too_little_memory_is_an_error_of_that_run(monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr(released, "release_of", full)
    assert compared(k=[2])["error"].to_list() == [grid.NO_MEMORY]


def test_no_frame_is_changed():
    frame = he_table1().frame
    before = frame.clone()
    compared()
    assert frame.equals(before)
    assert isinstance(compared(), pl.DataFrame)


def test_a_single_k_and_a_single_method_need_no_list():
    assert compared(k=5, methods="mondrian").select("method", "k").rows() == [("mondrian", 5)]


def test_k_may_be_one_or_several_and_its_old_name_goes_on_with_a_warning():
    with pytest.warns(DeprecationWarning, match="ks is now k"):
        found = shoal.compare(he_table1().frame, ks=[2], methods="mondrian", **HE)
    assert found["k"].to_list() == compared(k=2)["k"].to_list() == [2]
    with pytest.warns(DeprecationWarning, match="ks"), pytest.raises(SettingError, match="k and ks are both given"):
        compared(k=2, ks=3)
