"""Neighbourhoods: boxes put side by side, every one of them once."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.kernels.shared.box_cost import box_cost
from shoal.kernels.shared.neighbourhoods import boxes_of_runs, cut_runs, gather, reorder, split, union
from shoal.partition.blocks import cut_blocks, dice
from shoal.schema.column import Column
from tests.reference.entry import entries
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem

split, union = entries(split, union)


def drawn_boxes(problem, seed):
    """Return rows in groups of 1 to 5, where each begins, their sizes, and their boxes."""
    rng = np.random.default_rng(seed)
    rows = rng.permutation(problem.rows).astype(np.int32)
    edge = (rng.random(problem.rows) < 0.4).astype(np.uint8)
    edge[0] = 1
    edge[4::5] = 1
    groups = int(edge.sum())
    start = np.empty(groups, np.int64)
    low, high = (
        np.empty((groups, problem.codes.shape[1]), np.int32),
        np.empty((groups, problem.codes.shape[1]), np.int32),
    )
    assert boxes_of_runs(rows, edge, problem.codes, start, low, high) == groups
    return rows, start, np.diff(start, append=problem.rows), low, high


def test_boxes_of_runs_are_the_least_and_greatest_codes_of_each_group():
    problem = random_problem(1, n=50, missing=True)
    rows, start, sizes, low, high = drawn_boxes(problem, 1)
    assert (start == np.cumsum(sizes) - sizes).all()
    for g, (a, m) in enumerate(zip(start, sizes, strict=True)):
        assert (low[g] == problem.codes[rows[a : a + m]].min(axis=0)).all()
        assert (high[g] == problem.codes[rows[a : a + m]].max(axis=0)).all()


def test_the_union_of_two_boxes_costs_what_all_their_rows_cost_together():
    problem = random_problem(2, n=40, missing=True)
    rows, start, sizes, low, high = drawn_boxes(problem, 2)
    for a in range(0, len(sizes), 3):
        for b in range(0, len(sizes), 4):
            both = [*rows[start[a] : start[a] + sizes[a]], *rows[start[b] : start[b] + sizes[b]]]
            assert union(problem.costs, low, high, a, b) == pytest.approx(group_cost(problem, both), abs=1e-12)


@given(st.lists(st.integers(-5, 5) | st.just(float("-inf")), min_size=2, max_size=60), st.data())
def test_split_puts_no_greater_key_before_the_cut(keys, data):
    a = data.draw(st.integers(0, len(keys) - 2))
    b = data.draw(st.integers(a + 2, len(keys)))
    cut = data.draw(st.integers(a, b - 1))
    before, key = np.array(keys, np.float64), np.array(keys, np.float64)
    order = np.arange(len(keys), dtype=np.int32)
    split(key, order, a, b, cut)
    assert sorted(order.tolist()) == list(range(len(keys)))
    assert (key == before[order]).all()
    assert key[a:cut].max(initial=-np.inf) <= key[cut:b].min()
    assert order[:a].tolist() == list(range(a))
    assert order[b:].tolist() == list(range(b, len(keys)))


@pytest.mark.parametrize("spread", [0.0, 0.1, 0.25])
def test_a_cut_keeps_each_run_and_splits_it_by_key(spread):
    problem = random_problem(3, n=90, missing=True)
    starts, ends = np.array([0, 2, 40]), np.array([2, 40, 90])
    order, key = np.arange(90, dtype=np.int32), np.empty(90)
    cuts, seeds = np.empty(3, np.int64), np.array([4, 5, 6], np.uint64)
    cut_runs(starts, ends, seeds, cuts, order, key, problem.codes, problem.codes, problem.costs, spread)
    for a, b, cut in zip(starts, ends, cuts, strict=True):
        assert a < cut < b
        assert abs(cut - (a + b) // 2) <= spread * (b - a)
        assert sorted(order[a:b]) == list(range(a, b))
        assert key[a:cut].max() <= key[cut:b].min()


def test_two_far_clusters_are_cut_apart():
    values = np.random.default_rng(0).permutation([*range(20), *range(1000, 1020)])
    problem = problem_of(pl.DataFrame({"x": values}), 2, columns=(Column("x", "quasi", "numeric"),))
    order, cuts = np.arange(40, dtype=np.int32), np.empty(1, np.int64)
    boxes = problem.codes, problem.codes, problem.costs
    cut_runs(np.array([0]), np.array([40]), np.array([3], np.uint64), cuts, order, np.empty(40), *boxes, 0.0)
    assert len({bool(value > 500) for value in values[order[:20]]}) == 1


@pytest.mark.parametrize("most", [2, 7, 200])
def test_blocks_cover_all_boxes_once_and_none_is_too_large(most):
    problem = random_problem(4, n=120)
    order = np.arange(120, dtype=np.int32)
    rng = np.random.default_rng(1)
    starts, ends = cut_blocks(order, problem.codes, problem.codes, problem.costs, most, spread=0.25, rng=rng)
    assert sorted(order) == list(range(120))
    assert [*starts, 120] == [0, *ends]
    assert (ends > starts).all()
    assert (ends - starts).max() <= most


def gathered(problem, most, limit, *, rising=False):
    """Return the runs, the boxes, the new order of the groups and the regions in it."""
    _, _, sizes, low, high = drawn_boxes(problem, 5)
    groups = len(sizes)
    starts, ends = np.array([0, groups // 3]), np.array([groups // 3, groups])
    price = np.array([box_cost(problem.costs, low[g], high[g]) for g in range(groups)])
    order, last = np.arange(groups, dtype=np.int32), np.zeros(groups, np.uint8)
    seeds = np.array([7, 8], np.uint64)
    shared = low, high, sizes, price, problem.costs, most, limit, rising, last
    gather(starts, ends, seeds, order, np.empty(groups), *shared)
    stops = np.flatnonzero(last) + 1
    return (starts, ends), (sizes, low, high, price), order, list(zip([0, *stops[:-1]], stops, strict=True))


@pytest.mark.parametrize("most", [1, 2, 5, 1000])
@pytest.mark.parametrize("limit", [1, 9, 10_000])
def test_regions_cover_every_group_of_a_run_once_within_their_sizes(most, limit):
    (starts, ends), (sizes, *_), order, regions = gathered(random_problem(5, n=100, missing=True), most, limit)
    for a, b in zip(starts, ends, strict=True):
        assert sorted(order[a:b]) == list(range(a, b))
        assert b in [stop for _, stop in regions]
    assert regions[-1][1] == len(order)
    for a, b in regions:
        assert 0 < b - a <= most
        assert b - a <= 2 or sizes[order[a:b]].sum() <= limit


@pytest.mark.parametrize("rising", [False, True])
def test_a_region_is_a_group_and_its_nearest_of_those_that_were_left(rising):
    problem = random_problem(6, n=100)
    (_, ends), (_, low, high, price), order, regions = gathered(problem, 4, 10_000, rising=rising)

    def gap(focus, g):
        return union(problem.costs, low, high, focus, g) - (price[g] if rising else 0)

    for a, b in regions:
        end = min(end for end in ends if end >= b)
        nearest = [
            max((gap(focus, g) for g in order[a:b] if g != focus), default=0)
            <= min((gap(focus, g) for g in order[b:end]), default=np.inf)
            for focus in order[a:b]
        ]
        assert any(nearest)


def test_reorder_writes_the_rows_group_by_group():
    rows, edge = np.empty(6, np.int32), np.empty(6, np.uint8)
    start, sizes = np.array([0, 1, 4]), np.array([1, 3, 2])
    reorder(np.array([2, 0, 1], np.int32), start, sizes, np.array([9, 8, 7, 6, 5, 4], np.int32), rows, edge)
    assert rows.tolist() == [5, 4, 9, 8, 7, 6]
    assert edge.tolist() == [1, 0, 1, 1, 0, 0]


def test_dice_are_repeatable_and_all_different():
    thrown = [dice(np.random.default_rng(3), 1000).tolist() for _ in range(2)]
    assert thrown[0] == thrown[1]
    assert len(set(thrown[0])) == 1000
