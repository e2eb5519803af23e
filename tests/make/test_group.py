"""Efforts, searches that were stopped, and the bound of a release; the search itself is a stand-in here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1
from shoal.partition.base import About
from shoal.partition.mondrian import Mondrian
from shoal.partition.registry import PARTITIONERS
from shoal.progress import Step

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}
LEAST = 2.65 / 14  # He et al.'s Table 2, which no other release beats
EFFORTS = []


@dataclass(frozen=True, slots=True)
class Search:
    """Mondrian under the name of the search: it notes the effort that it is given, and why it ended."""

    about: ClassVar[About] = About("a stand-in", "none", "n log n", "for tests")
    steps: int | None = None
    stopped: str = "done"

    def partition(self, problem):
        EFFORTS.append(problem.effort)
        problem.progress(Step("search", 0.5, 0.2, 0.1))
        return replace(Mondrian().partition(problem), notes={"stopped": self.stopped, "steps": 3})


@pytest.fixture(autouse=True)
def stand_in(monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "auto", Search)
    EFFORTS.clear()


@pytest.mark.parametrize(("given", "got"), [(None, "balanced"), ("best", "best"), ("10", 10.0), (3, 3.0)])
def test_the_method_is_given_the_effort_and_the_report_tells_it(given, got):
    release = shoal.anonymize(he_table1().frame, effort=given, **HE)
    assert [got if isinstance(got, str) else pytest.approx(0.8 * got, rel=0.1)] == EFFORTS, "a fifth is for the bound"
    assert release.effort == release.to_dict()["effort"] == got


def test_an_effort_is_kept_in_the_file_of_the_run(tmp_path):
    shoal.anonymize(he_table1().frame, effort=7.5, **HE).save_schema(tmp_path / "shoal.toml")
    again = shoal.anonymize(he_table1().frame, schema=tmp_path / "shoal.toml")
    assert (again.settings.effort, EFFORTS) == (7.5, [pytest.approx(6.0, rel=0.1)] * 2)
    other = shoal.anonymize(he_table1().frame, schema=tmp_path / "shoal.toml", method="mondrian")
    assert (other.settings.method, other.effort) == ("mondrian", None)


def test_an_effort_may_stand_in_a_file_as_a_text(tmp_path):
    shoal.anonymize(he_table1().frame, effort="best", **HE).save_schema(tmp_path / "shoal.toml")
    text = (tmp_path / "shoal.toml").read_text("utf-8")
    (tmp_path / "shoal.toml").write_text(text.replace('effort = "best"', 'effort = "9"'), "utf-8")
    assert shoal.anonymize(he_table1().frame, schema=tmp_path / "shoal.toml").effort == 9.0


def test_the_callback_hears_loss_bound_and_seconds():
    steps = []
    shoal.anonymize(he_table1().frame, progress=steps.append, **HE)
    search = next(step for step in steps if step.stage == "search")
    assert (search.loss, search.bound) == (0.2, 0.1)
    assert [step.seconds for step in steps] == sorted(step.seconds for step in steps)
    assert (steps[-1].stage, steps[-1].loss, steps[-1].bound) == ("done", round(LEAST, 3), round(LEAST, 3))


@pytest.mark.parametrize("stopped", ["done", "out of time", "interrupted"])
def test_the_report_says_why_the_search_ended(stopped):
    release = shoal.anonymize(he_table1().frame, options={"stopped": stopped}, **HE)
    assert release.stopped == release.to_dict()["stopped"] == stopped
    assert release.notes["steps"] == 3


def test_what_the_method_learnt_outlives_suppression():
    frame = pl.DataFrame({"age": [20, 21, 22, 23] * 24 + [90, 10, 95, 99]})
    release = shoal.anonymize(frame, k=4, quasi="age", suppress=0.04, options={"stopped": "interrupted"}, effort=60)
    assert (release.suppressed, release.stopped) == (4, "interrupted")
    assert [pytest.approx(36.0, rel=0.1), "fast"] == EFFORTS, "after Ctrl-C nobody waits for a second search"


def test_a_release_of_a_small_table_has_its_least_loss_as_the_bound():
    release = shoal.anonymize(he_table1().frame, **HE)
    assert release.bound == pytest.approx(LEAST, abs=1e-9)
    assert release.bound <= release.loss
    assert release.gap == pytest.approx(0, abs=1e-9)
    assert (release.to_dict()["bound"], release.to_dict()["gap"]) == (round(LEAST, 3), 0.0)


@pytest.mark.parametrize("loss", ["height", "lm", "order"])
def test_the_bound_is_on_the_gcp_whichever_loss_the_method_works_against(loss):
    release = shoal.anonymize(he_table1().frame, loss=loss, **HE)
    assert release.bound == pytest.approx(LEAST, abs=1e-9)


def test_rows_that_may_be_dropped_lower_the_bound():
    frame = pl.DataFrame({"age": [1, 1, 1, 1, 1, 1, 1, 1, 1, 100]})
    kept, dropped = (shoal.anonymize(frame, k=2, quasi="age", suppress=share) for share in (0.0, 0.1))
    assert kept.bound == pytest.approx(0.2), "two rows must share the whole range"
    assert (dropped.suppressed, dropped.loss) == (1, pytest.approx(0.1))
    assert dropped.bound <= dropped.loss + 1e-12


def test_a_method_that_does_not_search_has_no_bound_and_no_effort():
    release = shoal.anonymize(he_table1().frame, method="mondrian", **HE)
    assert (release.bound, release.gap, release.effort, release.stopped) == (None, None, None, None)


def test_a_table_that_loses_nothing_has_a_bound_and_no_gap():
    release = shoal.anonymize(pl.DataFrame({"age": [1, 1, 2, 2]}), k=2, quasi="age")
    assert (release.loss, release.bound, release.gap) == (0.0, 0.0, None)


def test_a_run_that_is_stopped_while_the_bound_is_sought_does_without_it(monkeypatch):
    cancel = shoal.Cancel()

    def interrupted(*_, progress, **__):
        progress(Step("bound", 0.0))
        cancel.stop()
        progress(Step("bound", 0.5))
        pytest.fail("the bound was sought all the same")

    monkeypatch.setattr("shoal.make.bound._warm", lambda *_: None)
    monkeypatch.setattr("shoal.make.bound.bound_within", interrupted)
    release = shoal.anonymize(he_table1().frame, cancel=cancel, **HE)
    assert (release.bound, release.stopped, release.verdict.k) == (None, "interrupted", 2)


def test_an_improved_method_goes_through_the_whole_call(tmp_path):
    release = shoal.anonymize(he_table1().frame, method="mondrian+improve", effort="fast", seed=1, **HE)
    assert (release.form, release.effort, release.verdict.k) == ("box", "fast", 2)
    assert release.loss == pytest.approx(LEAST)
    release.save_schema(tmp_path / "shoal.toml")
    again = shoal.anonymize(he_table1().frame, schema=tmp_path / "shoal.toml")
    assert again.settings == release.settings
