"""Varied groups still hold all that was asked for, lose no more than was allowed, and are not the same twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.guarding import compared_with
from shoal.partition.base import Partition
from shoal.partition.registry import PARTITIONERS, make_partitioner
from shoal.partition.vary import vary
from shoal.schema.column import Column
from shoal.secret import SystemSecret
from tests.partition import groups_of
from tests.reference.guarded import ASKED, guarded_problem
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.secret import SeededSecret
from tests.reference.turns import IS_PYTHON, in_turn

NUMBER = (Column("x", "quasi", "numeric"),)
OTHERS = sorted(name for name, about in PARTITIONERS.items() if about.about.publishes not in ("box", "centroid"))


def total_of(problem, partition):
    """Return what all rows lose."""
    return sum(len(rows) * group_cost(problem, np.array(rows)) for rows in groups_of(partition))


def grouped(problem):
    return make_partitioner("mondrian", {}).partition(problem)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 10])
@in_turn("seed", range(4))
def test_the_loss_stays_within_the_share(share, seed):
    problem = replace(random_problem(seed, k=3, n=80, missing=seed == 2), secret=SeededSecret(seed))
    before = grouped(problem)
    after = vary(problem, before, share)
    rows = sorted(row for group in groups_of(after) for row in group)
    assert rows == list(range(80))
    assert min(map(len, groups_of(after))) >= 3
    assert total_of(problem, after) <= (1 + share) * total_of(problem, before) + 1e-9


@pytest.mark.parametrize("asked", ASKED)
def test_criteria_hold_in_what_is_varied(asked):
    changed = 0
    for seed in range(4):
        problem = replace(guarded_problem(seed, asked, k=2, n=60), secret=SeededSecret(seed))
        before = grouped(problem)
        after = vary(problem, before, 0.5)
        assert problem.holds(before).all()
        assert problem.holds(after).all()
        changed += groups_of(before) != groups_of(after)
    assert changed or len(groups_of(before)) == 1


def test_rows_that_were_dropped_stay_so_and_are_no_reference():
    problem = replace(guarded_problem(5, "t equal", k=2, n=60), secret=SeededSecret(1))
    labels = grouped(problem).labels.copy()
    labels[labels == labels.max()] = -1
    kept = np.flatnonzero(labels >= 0)
    seen = replace(problem, sensitive=compared_with(problem.sensitive, kept))
    before = make_partitioner("kaca", {}).partition(seen.part(kept))
    labels[kept] = before.labels
    after = vary(problem, Partition(labels, before.groups), 0.5)
    assert np.flatnonzero(after.labels < 0).tolist() == np.flatnonzero(labels < 0).tolist()
    assert seen.holds(after).all()


def test_two_draws_give_two_partitions_and_the_seed_has_no_say():
    found = set()
    for _ in range(6):
        problem = replace(random_problem(1, k=2, n=60), secret=SystemSecret())
        found.add(str(groups_of(vary(problem, grouped(problem), 0.2))))
    assert len(found) > 1


def test_nothing_is_varied_where_nothing_may_be_lost():
    problem = replace(random_problem(1, k=2, n=60), secret=SeededSecret(0))
    before = grouped(problem)
    assert vary(problem, before, 0.0) is before


def test_four_rows_on_a_line_are_cut_in_each_way_that_the_loss_allows():
    # {0, 1}, {10, 11} lose 2 (1/11) + 2 (1/11) = 4/11; all in one 4: eleven times as much.
    problem = problem_of(pl.DataFrame({"x": [0, 1, 10, 11]}), 2, columns=NUMBER)
    before = Partition(np.array([0, 0, 1, 1], np.int32), 2)

    def ways(share):
        made = [vary(replace(problem, secret=SeededSecret(seed)), before, share) for seed in range(20)]
        return {str(groups_of(one)) for one in made}

    assert ways(9.9) == {"[[0, 1], [2, 3]]"}
    assert ways(10.1) == {"[[0, 1], [2, 3]]", "[[0, 1, 2, 3]]"}


@pytest.mark.parametrize("name", OTHERS)
def test_a_method_without_groups_refuses_to_vary_them(name):
    with pytest.raises(shoal.SettingError, match=r"vary is 0\.1"):
        shoal.anonymize(pl.DataFrame({"x": [1, 2]}), k=2, quasi="x", method=name, vary=0.1)


@pytest.mark.parametrize("vary", [-0.1, float("nan"), float("inf"), "much", True])
def test_a_vary_that_is_no_share_is_refused(vary):
    with pytest.raises(shoal.SettingError, match="vary is"):
        shoal.anonymize(pl.DataFrame({"x": [1, 2]}), k=2, quasi="x", vary=vary)


@pytest.mark.parametrize("method", ["mondrian", "mdav"] if IS_PYTHON else ["mondrian", "mdav", "auto"])
def test_a_varied_release_is_verified_and_its_seed_stays_private(method):
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"x": rng.integers(0, 50, 60), "y": rng.integers(0, 50, 60), "s": rng.choice(list("abc"), 60)})
    effort = "fast" if method == "auto" else None
    call = {"k": 3, "quasi": ["x", "y"], "sensitive": "s", "method": method, "seed": 1, "effort": effort}
    plain, varied = shoal.anonymize(frame, **call), shoal.anonymize(frame, vary=0.2, **call)
    assert plain.loss <= varied.loss + 1e-9
    assert varied.verdict.k >= 3
    assert (plain.repeatable, varied.repeatable) == (True, False)
