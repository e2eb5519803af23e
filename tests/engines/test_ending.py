"""How a run on disk tells where it is, and how its caller ends it."""

from __future__ import annotations

import time

import pytest

import shoal
from tests.engines.scene import asked, group_sizes, many_blocks, people, released, saved

STAGES = ["compile", "learn", "place", "search", "verify", "done"]


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    many_blocks(monkeypatch)


def left(folder):
    """Return what runs have left behind."""
    return list(folder.glob("shoal-run-*"))


@pytest.mark.parametrize("person", [None, "name"])
def test_progress_only_goes_forward(tmp_path, person):
    told = []
    call = asked(criteria=shoal.LDiversity(2), person=person)
    released("disk", people(), tmp_path, **call, progress=told.append)
    places = [(STAGES.index(step.stage), step.done) for step in told]
    assert places == sorted(places)
    assert {step.stage for step in told} >= {"learn", "place", "search", "verify", "done"}
    assert all(0 <= step.done <= 1 for step in told)
    assert [step.seconds for step in told] == sorted(step.seconds for step in told)


@pytest.mark.parametrize("stage", ["learn", "place", "search", "verify"])
def test_a_run_that_is_dropped_leaves_nothing(tmp_path, stage):
    cancel = shoal.Cancel()

    def hear(step):
        if step.stage == stage:
            cancel.drop()

    with pytest.raises(shoal.Cancelled):
        released("disk", people(), tmp_path, **asked(), progress=hear, cancel=cancel)
    assert left(tmp_path) == []


def test_a_run_that_is_stopped_before_there_are_groups_leaves_nothing(tmp_path):
    cancel = shoal.Cancel()
    cancel.stop()
    with pytest.raises(shoal.Cancelled):
        released("disk", people(), tmp_path, **asked(method="auto"), cancel=cancel)
    assert left(tmp_path) == []


def test_a_search_that_is_stopped_keeps_what_it_has(tmp_path):
    cancel = shoal.Cancel()

    def hear(step):
        if step.stage == "search":
            cancel.stop()

    table = people()
    release = released("disk", table, tmp_path, **asked(method="auto", effort="best"), progress=hear, cancel=cancel)
    assert release.stopped == "interrupted"
    frame = saved(release, tmp_path / "out.parquet")
    assert (frame.height, group_sizes(frame, list(release.verdict.quasi)).min() >= 4) == (table.height, True)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [2.0, 5.0])
def test_seconds_are_kept(tmp_path, monkeypatch, seconds):
    many_blocks(monkeypatch, block=10_000, piece=20_000, counted_rows=50_000)
    table = people(50_000)
    released("disk", table[:1500], tmp_path, **asked(method="auto", effort="fast"))  # compiled by now
    began = time.monotonic()
    released("disk", table, tmp_path, **asked(method="auto", effort=seconds))
    assert time.monotonic() - began < 1.1 * seconds + 1


def test_an_error_leaves_nothing(tmp_path):
    with pytest.raises(shoal.InfeasibleError):
        released("disk", people(), tmp_path, **asked(criteria=shoal.LDiversity(6)))
    assert left(tmp_path) == []
