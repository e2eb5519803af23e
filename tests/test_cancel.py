"""A run that is ended from outside, end to end; signals are none of the library's business."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1
from shoal.jit.ahead import Ahead
from shoal.progress import Step

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}
QUASI = ["c0", "c1", "c2"]
LONG = 600
"""Seconds of a search that somebody must end."""


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(7)
    return pl.DataFrame({name: rng.integers(0, 60, 200) for name in QUASI})


class Ender:
    """Ends a run from another thread as soon as it is at a stage, and waits until that is said."""

    def __init__(self, stage, way):
        self.cancel, self.stage, self.way = shoal.Cancel(), stage, way
        self.told = []

    def __call__(self, step):
        self.told.append(step.stage)
        if step.stage.startswith(self.stage):
            thread = threading.Thread(target=getattr(self.cancel, self.way))
            thread.start()
            thread.join()


def ended(verb, table, stage, way, **asked):
    ender = Ender(stage, way)
    return getattr(shoal, verb)(table, progress=ender, cancel=ender.cancel, **asked)


@pytest.mark.parametrize("method", ["auto", "mondrian+improve"])
def test_a_search_that_is_stopped_gives_the_best_release_so_far(table, method):
    release = ended("anonymize", table, "search", "stop", k=3, quasi=QUASI, method=method, effort=LONG)
    assert (release.stopped, release.bound) == ("interrupted", None)
    assert release.verdict.k >= 3


@pytest.mark.parametrize("method", ["auto", "mondrian+improve"])
@pytest.mark.parametrize("stage", ["encode", "search", "bound", "publish", "verify"])
def test_a_run_that_is_dropped_gives_nothing_and_writes_nothing(table, method, stage, tmp_path):
    mapping = tmp_path / "mapping.csv"
    with pytest.raises(shoal.Cancelled):
        ended("anonymize", table, stage, "drop", k=3, quasi=QUASI, method=method, effort="balanced", mapping=mapping)
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_is_stopped_while_its_first_groups_are_built_is_released(table):
    release = ended("anonymize", table, "group", "stop", k=3, quasi=QUASI, effort=LONG)
    assert release.stopped == "interrupted"
    assert release.verdict.k >= 3


def test_a_bound_that_is_stopped_is_done_without():
    release = ended("anonymize", he_table1().frame, "bound", "stop", **HE)
    assert (release.stopped, release.bound, release.verdict.k) == ("interrupted", None, 2)


@pytest.mark.parametrize("way", ["stop", "drop"])
def test_a_bound_that_is_all_that_was_asked_for_is_not_given_by_halves(table, way):
    with pytest.raises(shoal.Cancelled):
        ended("bound", table, "bound", way, k=3, quasi=QUASI)


@pytest.mark.parametrize("method", ["auto", "mondrian+improve"])
def test_before_there_are_groups_a_stop_raises(table, method):
    with pytest.raises(shoal.Cancelled):
        ended("anonymize", table, "encode", "stop", k=3, quasi=QUASI, method=method)


def test_a_search_that_has_not_begun_has_nothing_to_keep(table):
    with pytest.raises(shoal.Cancelled):
        ended("anonymize", table, "group", "stop", k=3, quasi=QUASI, method="mondrian+improve")


@pytest.mark.parametrize("method", ["mondrian", "k_member", "mdav", "kaca", "oka"])
@pytest.mark.parametrize("way", ["stop", "drop"])
def test_a_method_that_does_not_search_has_nothing_to_keep(table, method, way):
    with pytest.raises(shoal.Cancelled):
        ended("anonymize", table, "group", way, k=3, quasi=QUASI, method=method)


@pytest.mark.parametrize("stage", ["publish", "verify", "done"])
def test_groups_that_are_there_are_released_although_it_is_stopped(table, stage):
    release = ended("anonymize", table, stage, "stop", k=3, quasi=QUASI, method="mondrian")
    assert (release.stopped, release.verdict.k >= 3) == (None, True)


def test_a_stop_holds_when_rows_are_dropped_and_groups_are_searched_again(table):
    asked = {"k": 3, "quasi": QUASI, "suppress": 0.1, "effort": LONG}
    for method in ("auto", "mondrian+improve"):
        release = ended("anonymize", table, "search", "stop", method=method, **asked)
        assert release.stopped == "interrupted"
        assert release.verdict.k >= 3


@pytest.mark.parametrize("way", ["stop", "drop"])
@pytest.mark.parametrize("methods", ["auto", "mondrian"])
def test_a_comparison_that_is_ended_keeps_what_is_finished(table, tmp_path, way, methods):
    place = tmp_path / "runs.csv"
    asked = {"k": [3, 4], "methods": methods, "quasi": QUASI, "resume": place}
    with pytest.raises(shoal.Cancelled):
        ended("compare", table, f"{methods}, k = 4", way, **asked)
    assert pl.read_csv(place)["k"].to_list() == [3]
    assert shoal.compare(table, **asked)["k"].to_list() == [3, 4]


@pytest.mark.parametrize("verb", ["attack", "utility"])
def test_a_judgement_that_is_ended_gives_nothing(verb):
    frame = he_table1().frame
    release = shoal.anonymize(frame, method="mondrian", **HE)
    cancel = shoal.Cancel()
    cancel.stop()
    with pytest.raises(shoal.Cancelled):
        getattr(shoal, verb)(frame, release, cancel=cancel)


def test_whoever_waits_for_kernels_need_not_wait_to_the_end(monkeypatch):
    cancel = shoal.Cancel()
    monkeypatch.setattr(Ahead, "wait_for_all", lambda _, tell: tell(Step("compile", 0.5)))
    shoal.warm("mondrian", cancel=cancel)
    cancel.stop()
    with pytest.raises(shoal.Cancelled):
        shoal.warm("mondrian", cancel=cancel)


def test_whoever_gives_no_cancel_is_told():
    with pytest.raises(shoal.SettingError, match=r"cancel is .*; it must be a Cancel"):
        shoal.anonymize(he_table1().frame, cancel=True, **HE)


def test_a_run_in_another_thread_works_and_can_be_stopped_from_this_one(table):
    found, searching, said, cancel = [], threading.Event(), threading.Event(), shoal.Cancel()

    def tell(step):
        if step.stage == "search":
            searching.set()
            said.wait(120)

    def run():
        found.append(shoal.anonymize(table, k=3, quasi=QUASI, effort=LONG, progress=tell, cancel=cancel))

    thread = threading.Thread(target=run)
    thread.start()
    assert searching.wait(120)
    assert cancel.can_stop
    cancel.stop()
    said.set()
    thread.join(120)
    assert found[0].stopped == "interrupted"


def test_a_run_leaves_the_handlers_of_signals_alone(table):
    before, during = signal.getsignal(signal.SIGINT), set()
    shoal.anonymize(table, k=3, quasi=QUASI, progress=lambda _: during.add(signal.getsignal(signal.SIGINT)))
    assert during == {before}
    assert signal.getsignal(signal.SIGINT) is before


def test_importing_all_of_the_library_leaves_the_handlers_of_signals_alone():
    script = (
        "import signal, shoal; before = signal.getsignal(signal.SIGINT);"
        "[getattr(shoal, name) for name in shoal.__all__];"
        "assert signal.getsignal(signal.SIGINT) is before is signal.default_int_handler"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("stage", ["encode", "search", "bound", "verify"])
def test_ctrl_c_in_python_is_a_plain_keyboard_interrupt(table, stage, tmp_path):
    def strike(step):
        if step.stage == stage:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        shoal.anonymize(table, k=3, quasi=QUASI, progress=strike, mapping=tmp_path / "mapping.csv")
    assert list(tmp_path.iterdir()) == []
