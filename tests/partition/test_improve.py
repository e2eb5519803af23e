"""From the groups of another method to groups that lose no more."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from shoal.criteria.k_anonymity import KAnonymity
from shoal.encode.loss import LOSSES
from shoal.errors import SettingError
from shoal.kernels import threads
from shoal.partition.base import Partition
from shoal.partition.improve import Improved, improve
from shoal.partition.registry import make_partitioner
from shoal.progress import Cancel, Watch
from tests.partition import AtLeast, groups_of, total_of
from tests.reference.problems import random_problem
from tests.reference.turns import IS_PYTHON, in_turn

BASES = ["mondrian", "oka", "cb", "k_member"]
ROWS = 30 if IS_PYTHON else 50


def sizes_of(found):
    """Return the sizes of the groups, every number of which occurs."""
    sizes = np.bincount(found.labels[found.labels >= 0], minlength=found.groups)
    assert len(sizes) == found.groups
    return sizes


def dealt(problem, size, *, suppressed=()):
    """Return random groups of at least `size` rows, and some rows in none."""
    kept = np.setdiff1d(np.random.default_rng(3).permutation(problem.rows), suppressed)
    labels = np.full(problem.rows, -1, np.int32)
    labels[np.random.default_rng(4).permutation(kept)] = np.arange(len(kept)) % (len(kept) // size)
    return Partition(labels, len(kept) // size, notes={"reported": 7})


@pytest.mark.parametrize("name", BASES)
@in_turn("turn", range(4))
def test_no_method_costs_more_once_improved(name, turn):
    # Every method with every loss and every k, and every loss with every k.
    loss, k = LOSSES[(turn + BASES.index(name)) % 4], (1, 2, 5, 3)[turn]
    problem = random_problem(k, k=k, n=ROWS, missing=True, loss=loss)
    base = make_partitioner(name, {}).partition(problem)
    found = improve(problem, base, steps=4)
    assert found.labels.dtype == np.int32
    assert len(found.labels) == sizes_of(found).sum() == ROWS
    assert sizes_of(found).min() >= k
    assert total_of(problem, found, loss) <= total_of(problem, base, loss) + 1e-9


@pytest.mark.parametrize("name", BASES)
def test_a_method_and_the_search_run_as_one(name):
    made = [random_problem(3, k=3, n=ROWS, missing=True) for _ in range(2)]
    method = make_partitioner(name, {})
    found = Improved(method, steps=4).partition(made[0])
    expected = improve(made[1], method.partition(made[1]), steps=4)
    assert (found.labels == expected.labels).all()
    assert Improved(method).about.title == f"{method.about.title} + improve"


def test_random_groups_are_improved_much():
    problem = random_problem(4, k=3, n=60)
    base = dealt(problem, 3)
    assert total_of(problem, improve(problem, base, steps=20)) < 0.7 * total_of(problem, base)


@pytest.mark.parametrize("steps", [0, 1, 10])
def test_suppressed_rows_stay_suppressed(steps):
    problem = random_problem(5, k=3, n=50, missing=True)
    out = np.array([0, 7, 30, 49])
    found = improve(problem, dealt(problem, 4, suppressed=out), steps=steps)
    assert np.flatnonzero(found.labels < 0).tolist() == out.tolist()
    assert sizes_of(found).min() >= 3


def test_rows_that_are_all_suppressed_are_left_alone():
    problem = random_problem(5, k=3, n=20)
    base = Partition(np.full(20, -1, np.int32), 0)
    assert improve(problem, base).labels.tolist() == [-1] * 20


@pytest.mark.slow
@pytest.mark.parametrize("effort", ["fast", "balanced", "best", 0.3, 1e-6])
def test_every_effort_gives_valid_groups_that_cost_no_more(effort):
    problem = replace(random_problem(6, k=3, n=120, missing=True), effort=effort)
    base = dealt(problem, 4)
    found = improve(problem, base)
    assert sizes_of(found).min() >= 3
    assert total_of(problem, found) <= total_of(problem, base) + 1e-9


def test_a_single_large_group_is_taken_apart():
    problem = random_problem(7, k=3, n=ROWS)
    found = improve(problem, Partition(np.zeros(ROWS, np.int32), 1), steps=5)
    assert found.groups > 1
    assert sizes_of(found).min() >= 3


@pytest.mark.slow
def test_a_group_too_large_for_a_region_is_taken_apart():
    problem = replace(random_problem(7, k=3, n=5000), effort="fast")
    found = improve(problem, Partition(np.zeros(5000, np.int32), 1), steps=1)
    assert found.groups > 100
    assert sizes_of(found).min() >= 3


def test_the_given_groups_and_notes_are_left_as_they_are():
    problem = random_problem(8, k=3, n=50)
    base = dealt(problem, 3)
    before = base.labels.copy()
    found = improve(problem, base, steps=5)
    assert (base.labels == before).all()
    assert base.notes == {"reported": 7}
    visits, work = found.notes["visits"], found.notes["work"]
    assert found.notes == {"reported": 7, "stopped": "done", "steps": 5, "visits": visits, "work": work}


def test_the_number_of_threads_does_not_matter(monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    found = []
    for count in (1, 2):
        problem = random_problem(9, k=2, n=2 * ROWS, missing=True)
        with threads(count):
            found.append(improve(problem, dealt(problem, 2), steps=6 if IS_PYTHON else 30).labels.tolist())
    assert found[0] == found[1]


def test_more_steps_of_the_same_run_never_cost_more():
    totals = []
    for steps in (0, 1, 3) if IS_PYTHON else (0, 1, 3, 10, 30):
        problem = random_problem(10, k=3, n=ROWS, missing=True)
        totals.append(total_of(problem, improve(problem, dealt(problem, 3), steps=steps)))
    assert all(after <= before + 1e-9 for before, after in pairwise(totals))


def test_no_steps_change_no_group():
    problem = random_problem(11, k=3, n=60)
    base = dealt(problem, 3)
    assert groups_of(improve(problem, base, steps=0)) == groups_of(base)


@pytest.mark.parametrize("steps", [1, 5])
@pytest.mark.parametrize("size", [6, 30])
def test_a_further_criterion_holds_and_nothing_costs_more(steps, size):
    problem = replace(random_problem(12, k=2, n=60), criteria=(KAnonymity(2), AtLeast(6)))
    base = dealt(problem, size)
    found = improve(problem, base, steps=steps)
    assert sizes_of(found).min() >= 6
    assert total_of(problem, found) <= total_of(problem, base) + 1e-9


@pytest.mark.slow
@in_turn("seed", range(2))
def test_large_groups_that_meet_a_criterion_never_come_to_cost_more(seed):
    problem = replace(random_problem(seed, k=2, n=5600), effort="fast", criteria=(KAnonymity(2), AtLeast(2500)))
    labels = (problem.codes[:, 5] > np.median(problem.codes[:, 5])).astype(np.int32)
    base = Partition(labels, 2)
    assert np.bincount(labels).min() >= 2500
    found = improve(problem, base, steps=0)
    assert sizes_of(found).min() >= 2500
    assert total_of(problem, found) <= total_of(problem, base) + 1e-9


def test_groups_that_break_a_criterion_are_mended():
    problem = replace(random_problem(13, k=2, n=40), criteria=(KAnonymity(2), AtLeast(7)))
    assert sizes_of(improve(problem, dealt(problem, 2), steps=3)).min() >= 7


def test_a_search_that_is_stopped_returns_groups_that_cost_no_more():
    cancel = Cancel()
    problem = replace(random_problem(14, k=3, n=ROWS), progress=lambda _: cancel.stop(), watch=Watch(cancel))
    base = dealt(problem, 3)
    found = improve(problem, base)
    assert found.notes["stopped"] == "interrupted"
    assert total_of(problem, found) <= total_of(problem, base) + 1e-9


@pytest.mark.parametrize("steps", [-1, True, 2.0])
def test_steps_that_cannot_be_made_are_refused(steps):
    with pytest.raises(SettingError, match="improve has steps"):
        Improved(make_partitioner("mondrian", {}), steps=steps)
