"""Groups dealt out into smaller ones lose no more and keep every criterion."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.partition.base import Partition
from shoal.partition.deal import deal_out
from shoal.partition.mondrian import Mondrian
from tests.partition import groups_of, total_of
from tests.reference.guarded import ASKED, guarded_problem
from tests.reference.repair import passes
from tests.reference.turns import in_turn


@in_turn("asked", ASKED)
@in_turn("seed", range(2))
def test_parts_keep_the_criteria_and_lose_no_more(asked, seed):
    problem = guarded_problem(seed, asked, k=2 + seed, n=70, missing=seed == 1)
    before = Mondrian().partition(problem)
    found = deal_out(problem, before)
    assert problem.holds(found).all()
    assert np.bincount(found.labels).min() >= problem.k
    assert total_of(problem, found) <= total_of(problem, before) + 1e-9
    for rows in groups_of(found):
        assert len(set(before.labels[rows].tolist())) == 1


@pytest.mark.parametrize("asked", ["frequency l", "t ordered", "delta"])
def test_no_more_parts_could_be_dealt_out(asked):
    problem = guarded_problem(5, asked, k=3, n=60)
    found = deal_out(problem, Partition(np.zeros(60, np.int32), 1))
    listed = np.lexsort(problem.guard.codes.T[::-1])
    for parts in range(found.groups + 1, 60 // problem.k + 1):
        assert not all(passes(problem, listed[turn::parts]) for turn in range(parts))


def test_suppressed_rows_stay_so_and_no_groups_stay_none():
    problem = guarded_problem(2, "frequency l", k=2, n=40)
    labels = np.zeros(40, np.int32)
    labels[::7] = -1
    found = deal_out(problem, Partition(labels, 1))
    assert found.groups > 1
    assert ((found.labels < 0) == (labels < 0)).all()
    none = Partition(np.full(40, -1, np.int32), 0)
    assert deal_out(problem, none).labels.tolist() == none.labels.tolist()
