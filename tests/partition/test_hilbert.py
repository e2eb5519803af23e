"""The Hilbert curve is the curve, and its cut is the cheapest one."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from shoal.encode.loss import costs_of
from shoal.errors import SettingError
from shoal.kernels.hilbert import hilbert_keys
from shoal.partition.hilbert import Hilbert
from shoal.partition.one_dimension import cut_in_order
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.line import cell, cheapest_cut, columns_in_key, cut_cost, cuts, hilbert_curve
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


def walk(dimensions, bits):
    """Return all cells of a cube in the order of their keys."""
    cells = np.array(list(itertools.product(range(2**bits), repeat=dimensions)))
    keys = np.empty(len(cells), np.int64)
    hilbert_keys(cells, bits, keys)
    assert sorted(keys.tolist()) == list(range(len(cells)))
    return cells[np.argsort(keys)]


def partitions(rows, k):
    """Return every partition of the rows into groups of at least k."""
    if not rows:
        yield []
        return
    first, rest = rows[0], rows[1:]
    for size in range(k - 1, len(rest) + 1):
        for others in itertools.combinations(rest, size):
            left = [row for row in rest if row not in others]
            for more in partitions(left, k):
                yield [[first, *others], *more]


@pytest.mark.parametrize("bits", [1, 2, 3, 4, 5])
def test_the_key_in_the_plane_is_the_place_on_the_recursive_curve(bits):
    assert [tuple(c) for c in walk(2, bits).tolist()] == hilbert_curve(bits)


@pytest.mark.parametrize(("dimensions", "bits"), [(1, 5), (2, 4), (3, 1), (3, 3), (4, 2)])
def test_cells_next_to_each_other_on_the_curve_are_neighbours(dimensions, bits):
    steps = np.abs(np.diff(walk(dimensions, bits), axis=0))
    assert (steps.sum(axis=1) == 1).all()


def test_keys_of_62_bits_keep_their_order():
    cells = np.array([[2**31 - 1, 0], [0, 0], [2**30, 2**30]])
    keys = np.empty(3, np.int64)
    hilbert_keys(cells, 31, keys)
    assert (keys.argsort().tolist(), keys[1], keys[0]) == ([1, 2, 0], 0, 2**62 - 1)


@in_turn("seed", range(8))
def test_the_cut_costs_as_little_as_the_best_of_all_cuts(seed):
    problem = random_problem(seed, k=2 + seed % 3, n=13, missing=seed % 2 == 1)
    order = np.random.default_rng(seed).permutation(13)
    best = min(
        cut_cost(problem, np.split(order, np.cumsum(sizes)[:-1].astype(np.int64))) for sizes in cuts(13, problem.k)
    )
    assert abs(cut_cost(problem, groups_of(cut_in_order(problem, order))) - best) <= 13


@in_turn("seed", range(12))
def test_the_cut_is_the_twins(seed):
    problem = random_problem(seed, k=1 + seed % 5, n=20 + 2 * seed, missing=seed % 2 == 1)
    order = np.random.default_rng(seed).permutation(problem.rows)
    assert groups_of(cut_in_order(problem, order)) == cheapest_cut(problem, order.tolist())


@in_turn("seed", range(8))
def test_one_column_of_distinct_numbers_is_partitioned_at_least_cost(seed):
    rng = np.random.default_rng(seed)
    n, k = 5 + seed % 4, 2 + seed % 2
    problem = problem_of(pl.DataFrame({"x": rng.permutation(60)[:n]}), k, columns=NUMBER)
    best = min(cut_cost(problem, groups) for groups in partitions(list(range(n)), k))
    assert abs(cut_cost(problem, groups_of(Hilbert().partition(problem))) - best) <= n


def test_equal_cuts_leave_the_last_group_small():
    problem = problem_of(pl.DataFrame({"x": [7] * 8}), 3, columns=NUMBER)
    assert groups_of(Hilbert().partition(problem)) == [[0, 1, 2, 3, 4], [5, 6, 7]]


@in_turn("seed", range(6))
def test_rows_are_cut_in_the_order_of_the_curve(seed):
    whole = random_problem(seed, k=2 + seed % 2, n=40, missing=seed % 2 == 1)
    domains = whole.domains[:2]
    problem = replace(whole, codes=whole.codes[:, :2].copy(), domains=domains, costs=costs_of(domains, "ncp"))
    place = {point: at for at, point in enumerate(hilbert_curve(4))}
    assert columns_in_key(problem) == [0, 1]
    keys = [place[tuple(cell(domains[j], int(row[j]), 15) for j in (0, 1))] for row in problem.codes]
    order = sorted(range(40), key=lambda row: (keys[row], row))
    assert groups_of(Hilbert(bits=4).partition(problem)) == cheapest_cut(problem, order)


def test_numbers_are_missing_at_the_top_end():
    problem = problem_of(pl.DataFrame({"x": [None, 0, None, 9, 1, 8]}), 2, columns=NUMBER)
    assert groups_of(Hilbert().partition(problem)) == [[0, 2], [1, 4], [3, 5]]


def test_beyond_62_columns_the_heaviest_make_the_key():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"c{j}": rng.integers(0, 2, 30) for j in range(70)})
    columns = [Column(f"c{j}", "quasi", "numeric", weight=2.0 if j >= 8 else 1.0) for j in range(70)]
    light = problem_of(frame.with_columns(pl.lit(0).alias(f"c{j}") for j in range(8)), 3, columns=columns)
    keys = [Hilbert().keys(problem).tolist() for problem in (problem_of(frame, 3, columns=columns), light)]
    assert keys[0] == keys[1]


def test_bits_that_do_not_fit_are_refused():
    with pytest.raises(SettingError, match="from 1 to 62"):
        Hilbert(bits=0)
    with pytest.raises(SettingError, match="5 columns; the product may be at most 62"):
        Hilbert(bits=16).partition(random_problem(0))
