"""The bound beside a release helps or is silent, and takes a quarter of the search; the clock is a stand-in here."""

from __future__ import annotations

import pytest

import shoal
from shoal.bounds.table import Bound
from shoal.datasets import he_table1, patients
from shoal.make import bound as beside
from shoal.make.group import AFTER, Times

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}
PATIENTS = {"k": 5, "quasi": ["age", "sex", "zip"], "seed": 1, "effort": "fast"}


@pytest.fixture
def asked(monkeypatch):
    """Let a bound come out at a share of the loss, and note what it was given."""
    noted = {"share": 0.5}

    def within(_coded, _k, _known, budget, **_):
        noted["budget"] = budget
        return Bound(noted["share"] * noted["loss"], exact=False)

    def patience(seconds, watch):
        noted["seconds"] = seconds
        return real(None, watch)

    real = beside.Patience
    monkeypatch.setattr(beside, "_warm", lambda *_: None)
    monkeypatch.setattr(beside, "bound_within", within)
    monkeypatch.setattr(beside, "Patience", patience)
    noted["loss"] = shoal.anonymize(he_table1().frame, method="mondrian", **HE).loss
    return noted


@pytest.mark.parametrize(("share", "told"), [(0.0999, False), (0.1001, True), (1.0, True)])
def test_a_bound_is_told_where_it_is_a_tenth_of_the_loss(asked, share, told):
    asked["share"] = share
    release = shoal.anonymize(he_table1().frame, **HE)
    assert release.loss == pytest.approx(asked["loss"])
    facts = release.to_dict()
    assert (release.bound is not None, release.gap is not None) == (told, told)
    assert (facts["bound"] is not None, facts["gap"] is not None) == (told, told)


class Clock:
    """A clock that stands still."""

    def __init__(self, now):
        self.now = now

    def monotonic(self):
        return self.now


@pytest.mark.parametrize(
    ("effort", "seconds"), [("balanced", 10.0), ("best", 10.0), (None, 10.0), (60.0, 60.0 - AFTER * 2.0 - 43.0)]
)
def test_it_takes_a_quarter_of_the_search_or_what_is_left_of_the_seconds(asked, monkeypatch, effort, seconds):
    real = beside.bound_beside

    def timed(grouped, run):
        monkeypatch.setattr(beside, "time", Clock(143.0))
        return real(grouped._replace(times=Times(began=100.0, coded=2.0, searched=40.0)), run)

    monkeypatch.setattr("shoal.make.release.bound_beside", timed)
    shoal.anonymize(he_table1().frame, effort=effort, **HE)
    assert asked["seconds"] == pytest.approx(seconds)
    assert asked["budget"].least == pytest.approx(0.1)


def test_beside_a_search_of_no_time_there_is_a_little(asked):
    shoal.anonymize(he_table1().frame, **HE)
    assert asked["seconds"] == beside.LEAST_SECONDS
    assert asked["budget"].work == beside.LEAST_WORK


def test_the_work_follows_from_that_of_the_search():
    assert beside.work_beside(10**6) == beside.LEAST_WORK
    assert beside.work_beside(8 * 10**9) == 2 * beside.work_beside(4 * 10**9) > beside.LEAST_WORK
    data = patients(60, seed=1).frame
    first, again = (shoal.anonymize(data, **PATIENTS) for _ in range(2))
    assert first.notes["work"] == again.notes["work"]
    assert first.bound == again.bound


def test_a_bound_whose_time_is_up_is_what_was_found_so_far(monkeypatch):
    data = patients(200, seed=1).frame
    monkeypatch.setattr(beside, "_seconds", lambda *_: 0.0)
    release = shoal.anonymize(data, **PATIENTS)
    assert release.stopped == "done"
    assert release.bound is None or release.bound <= release.loss
