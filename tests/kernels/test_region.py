"""Regions: runs of rows whose groups are dissolved and built again."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from shoal.encode.loss import LOSSES
from shoal.kernels import threads
from shoal.kernels.auto.region import BOXES, FEW, MOVES, NEAR, build_blocks, improve_regions, write_back
from shoal.kernels.pool import over_runs
from tests.reference.entry import entry, guard_of
from tests.reference.price import group_cost
from tests.reference.problems import random_problem
from tests.reference.turns import IS_PYTHON, in_turn

write_back = entry(write_back)


def runs_of(edge):
    """Return where each group begins and ends."""
    starts = np.flatnonzero(edge)
    return list(zip(starts.tolist(), [*starts[1:].tolist(), len(edge)], strict=True))


def total_of(problem, rows, edge, loss):
    return sum((b - a) * group_cost(problem, rows[a:b], loss) for a, b in runs_of(edge))


def dealt(problem, regions, seed):
    """Return rows in random groups of k or k + 1, and where regions of two groups or more begin and end."""
    rng = np.random.default_rng(seed)
    count = problem.rows // (problem.k + 1)
    sizes = np.bincount(np.arange(problem.rows) % count)
    edge = np.zeros(problem.rows, np.uint8)
    begins = np.cumsum(sizes) - sizes
    edge[begins] = 1
    starts = begins[:: max(1, count // regions)].astype(np.int64)
    return rng.permutation(problem.rows).astype(np.int32), edge, starts, np.append(starts[1:], problem.rows)


def ways_of(starts, way=None):
    """Return a way for each region: the given one, or all in turn."""
    return np.full(len(starts), way, np.uint8) if way is not None else (np.arange(len(starts)) % 3).astype(np.uint8)


def improved(problem, regions, seed=1, *, tries=2, passes=2, workers=1, way=BOXES):
    """Return rows and edges before and after, the regions, and the gains."""
    rows, edge, starts, ends = dealt(problem, regions, seed)
    before = rows.copy(), edge.copy()
    dice, gain = np.arange(len(starts), dtype=np.uint64) * np.uint64(977), np.empty(len(starts))
    aligned = dice, ways_of(starts, way), gain, np.empty(len(starts), np.int64)
    shared = problem.codes, problem.costs, guard_of(problem), problem.k, 4, tries, passes
    with threads(workers):
        over_runs(improve_regions, starts, ends, rows, edge, *shared, aligned=aligned, few=1)
    return before, (rows, edge), list(zip(starts, ends, strict=True)), gain


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("k", [1, 2, 5])
@pytest.mark.parametrize("missing", [False, True])
@in_turn("way", [MOVES, NEAR, BOXES])
def test_a_region_keeps_its_rows_and_k_in_every_group_and_falls_by_its_gain(loss, k, missing, way):
    problem = random_problem(k, k=k, n=45, missing=missing, loss=loss)
    before, after, regions, gain = improved(problem, 3, way=way)
    for (a, b), fall in zip(regions, gain, strict=True):
        assert sorted(after[0][a:b]) == sorted(before[0][a:b])
        assert after[1][a] == 1
        assert min(end - start for start, end in runs_of(after[1][a:b])) >= k
        totals = [total_of(problem, rows[a:b], edge[a:b], loss) for rows, edge in (before, after)]
        assert fall >= 0
        assert totals[0] - totals[1] == pytest.approx(fall, abs=1e-8)
    assert gain.sum() > 0


def test_rows_outside_the_regions_stay_as_they_are():
    problem = random_problem(3, k=2, n=40)
    rows, edge, starts, ends = dealt(problem, 4, 0)
    before, gain = (rows.copy(), edge.copy()), np.empty(1)
    shared = problem.codes, problem.costs, guard_of(problem), 2, 4, 2, 2
    aligned = np.ones(1, np.uint64), np.full(1, BOXES, np.uint8), gain, np.empty(1, np.int64)
    improve_regions(starts[1:2], ends[1:2], *aligned, rows, edge, *shared)
    out = np.r_[0 : starts[1], ends[1] : 40]
    assert (rows[out] == before[0][out]).all()
    assert (edge[out] == before[1][out]).all()


@in_turn("seed", range(3))
def test_more_tries_with_the_same_dice_never_gain_less(seed):
    problem = random_problem(seed, k=3, n=48, missing=True)
    gains = [improved(problem, 3, seed, tries=tries, way=None)[3] for tries in range(4 if IS_PYTHON else 8)]
    assert all((more >= fewer - 1e-9).all() for fewer, more in pairwise(gains))


def test_the_number_of_threads_changes_nothing():
    problem = random_problem(5, k=2, n=60, missing=True)
    found = [improved(problem, 8, workers=workers, way=None) for workers in (1, 2, 3)]
    for other in found[1:]:
        assert (found[0][1][0] == other[1][0]).all()
        assert (found[0][1][1] == other[1][1]).all()
        assert (found[0][3] == other[3]).all()


def test_each_region_depends_on_its_own_dice_alone():
    problem = random_problem(6, k=3, n=50)
    rows, edge, starts, ends = dealt(problem, 4, 2)
    dice, shared = (
        np.arange(len(starts), dtype=np.uint64),
        (problem.codes, problem.costs, guard_of(problem), 3, 4, 2, 2),
    )
    together, apart = (rows.copy(), edge.copy()), (rows.copy(), edge.copy())
    ways, work = ways_of(starts), np.empty(len(starts), np.int64)
    improve_regions(starts, ends, dice, ways, np.empty(len(starts)), work, *together, *shared)
    for i in reversed(range(len(starts))):
        one, alone = slice(i, i + 1), np.empty(1, np.int64)
        improve_regions(starts[one], ends[one], dice[one], ways[one], np.empty(1), alone, *apart, *shared)
        assert alone[0] == work[i]
    assert (together[0] == apart[0]).all()
    assert (together[1] == apart[1]).all()


def test_write_back_orders_rows_by_group_and_passes_over_empty_groups():
    rows, edge = np.array([5, 6, 7, 8], np.int32), np.array([1, 0, 1, 0], np.uint8)
    write_back(rows, edge, np.array([2, 0, 2, 3]), 5)
    assert rows.tolist() == [6, 5, 7, 8]
    assert edge.tolist() == [1, 1, 0, 1]


def built(problem, starts, ends, *, seeds=3, workers=1):
    rows, edge = np.arange(problem.rows, dtype=np.int32)[::-1].copy(), np.zeros(problem.rows, np.uint8)
    dice = np.arange(len(starts), dtype=np.uint64) * np.uint64(31)
    shared = problem.codes, problem.costs, guard_of(problem), problem.k, problem.k, seeds, True
    with threads(workers):
        work = np.zeros(len(starts), np.int64)
        over_runs(build_blocks, starts, ends, rows, edge, *shared, aligned=(dice, work), few=1)
    assert (work > 0).all()
    return rows, edge


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("k", [1, 2, 7])
@pytest.mark.parametrize("seeds", [1, 5])
def test_blocks_become_groups_of_at_least_k_of_their_own_rows(loss, k, seeds):
    problem = random_problem(k, k=k, n=60, missing=True, loss=loss)
    starts, ends = np.array([0, 7, 30]), np.array([7, 30, 60])
    rows, edge = built(problem, starts, ends, seeds=seeds)
    for a, b in zip(starts, ends, strict=True):
        assert sorted(rows[a:b]) == list(range(60 - b, 60 - a))
        assert edge[a] == 1
        sizes = [end - start for start, end in runs_of(edge[a:b])]
        assert min(sizes) >= k


def test_blocks_are_the_same_whatever_the_number_of_threads():
    problem = random_problem(8, k=3, n=60)
    found = [built(problem, np.array([0, 20, 40]), np.array([20, 40, 60]), workers=workers) for workers in (1, 2)]
    assert (found[0][0] == found[1][0]).all()
    assert (found[0][1] == found[1][1]).all()


@pytest.mark.slow
def test_a_large_block_is_laid_out_anew_and_loses_no_row():
    n = 2 * FEW + 301
    problem = random_problem(9, k=5, n=n, missing=True)
    rows, edge = built(problem, np.array([0]), np.array([n]), seeds=1)
    assert sorted(rows) == list(range(n))
    assert min(end - start for start, end in runs_of(edge)) >= 5
