"""Moves, swaps and dissolved groups, by hand and against prices worked out from scratch."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from shoal.encode.loss import LOSSES
from shoal.kernels.auto.local_moves import dissolve_groups, improve_rows, lay_out
from shoal.kernels.auto.region_counts import count_values
from shoal.kernels.auto.region_groups import empty_region, load_region, write_price_with, write_price_without
from shoal.schema.column import Column
from tests.reference.entry import entries, guard_of
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

dissolve_groups, empty_region, improve_rows, lay_out, load_region, count_values = entries(
    dissolve_groups, empty_region, improve_rows, lay_out, load_region, count_values
)
write_price_with, write_price_without = entries(write_price_with, write_price_without)

NUMBER = (Column("x", "quasi", "numeric"),)


def ballot_of(problem, groups):
    """Return the sensitive values that rules look at, with room for so many groups; none where there are no rules."""
    return count_values(guard_of(problem), np.arange(problem.rows, dtype=np.int32), groups)


def laid_out(problem, group):
    """Return a region with the given groups, its counts, the number of groups, and what they cost."""
    group = np.asarray(group, np.int64)
    groups = int(group.max()) + 1
    region, counts = empty_region(problem.rows, groups, problem.codes.shape[1]), ballot_of(problem, groups)
    load_region(region, problem.costs, problem.codes, np.arange(problem.rows, dtype=np.int32))
    return region, counts, groups, lay_out(region, counts, problem.costs, problem.rows, group, groups)


def settled(problem, group, *, passes=50):
    """Return the total and the group of each row."""
    region, counts, groups, _ = laid_out(problem, group)
    total = improve_rows(region, counts, problem.costs, problem.rows, problem.k, groups, passes)
    return total, region.group.copy()


def total_of(problem, group, loss="ncp"):
    """Return what the groups cost, from the definitions."""
    members = [np.flatnonzero(group == g) for g in np.unique(group)]
    return sum(len(rows) * group_cost(problem, rows, loss) for rows in members)


def parts(group):
    return sorted(np.flatnonzero(group == g).tolist() for g in np.unique(group))


def drawn_groups(seed, n, k, *, left_over=0):
    """Return groups of at least k rows, dealt out at random; some rows are in none."""
    rng = np.random.default_rng(seed)
    group = rng.permutation(np.arange(n) % (n // (k + seed % 2)))
    if left_over:
        group[rng.permutation(n)[:left_over]] = -1
    return group


def line(values, k):
    return problem_of(pl.DataFrame({"x": values}), k, columns=NUMBER)


def test_a_row_moves_to_the_group_next_to_it():
    total, group = settled(line([0, 1, 2, 9, 10], 2), [0, 0, 1, 1, 1], passes=1)
    assert parts(group) == [[0, 1, 2], [3, 4]]
    assert total == pytest.approx(3 * 0.2 + 2 * 0.1)


def test_a_group_of_k_rows_lets_none_of_them_move():
    total, group = settled(line([0, 0, 0, 10], 2), [0, 0, 1, 1])
    assert parts(group) == [[0, 1], [2, 3]]
    assert total == pytest.approx(2.0)


def test_two_rows_swap_where_none_may_move():
    total, group = settled(line([0, 9, 1, 10], 2), [0, 0, 1, 1], passes=1)
    assert parts(group) == [[0, 2], [1, 3]]
    assert total == pytest.approx(4 * 0.1)


def test_a_group_whose_rows_are_all_at_home_elsewhere_is_dissolved():
    total, group = settled(line([0, 0, 10, 10, 0, 10], 2), [0, 0, 1, 1, 2, 2], passes=1)
    assert parts(group) == [[0, 1, 4], [2, 3, 5]]
    assert total == 0


def test_a_group_is_kept_whole_where_its_rows_would_cost_more_elsewhere():
    total, group = settled(line([0, 0, 5, 5, 10, 10], 2), [0, 0, 1, 1, 2, 2])
    assert parts(group) == [[0, 1], [2, 3], [4, 5]]
    assert total == 0


def test_a_group_stays_whole_where_each_of_its_rows_alone_would_cost_less_elsewhere_but_not_all_together():
    frame = pl.DataFrame(
        {"x": [0, 0, 3, 2, 1, 0, 3, 3, 1], "y": [1, 0, 0, 3, 0, 2, 3, 3, 3], "z": [2, 1, 1, 2, 2, 2, 3, 1, 0]}
    )
    problem = problem_of(frame, 3, columns=[Column(name, "quasi", "numeric") for name in "xyz"])
    group = np.array([0, 2, 0, 2, 1, 2, 1, 1, 0])
    region, counts, groups, before = laid_out(problem, group)
    for g in range(groups):
        write_price_without(region, region.codes, problem.costs, g)
        write_price_with(region, problem.costs, 9, g)
    assert not dissolve_groups(region, counts, problem.costs, 9, 3)
    assert region.group.tolist() == group.tolist()
    assert region.size @ region.price == pytest.approx(before)


def test_a_leftover_row_goes_where_the_total_rises_least():
    total, group = settled(line([0, 1, 9, 10, 3], 2), [0, 0, 1, 1, -1], passes=0)
    assert group.tolist() == [0, 0, 1, 1, 0]
    assert total == pytest.approx(3 * 0.3 + 2 * 0.1)


def test_a_leftover_row_heeds_how_many_rows_it_makes_dearer():
    values, group = [0] * 6 + [4, 10, 10], [0] * 6 + [-1, 1, 1]
    total, found = settled(line(values, 2), group, passes=0)
    assert found.tolist() == [0] * 6 + [1] * 3
    assert total == pytest.approx(3 * 0.6)


def test_without_passes_the_groups_stay_as_they_are():
    problem, group = random_problem(1, k=3, n=30), drawn_groups(1, 30, 3)
    total, found = settled(problem, group, passes=0)
    assert (found == group).all()
    assert total == pytest.approx(total_of(problem, group))


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("k", [1, 2, 5])
@pytest.mark.parametrize("passes", [0, 1, 50])
def test_the_total_is_the_price_from_scratch_and_every_group_keeps_k_rows(loss, k, passes):
    problem = random_problem(k, k=k, n=36, missing=True, loss=loss)
    total, group = settled(problem, drawn_groups(k, 36, k), passes=passes)
    assert total == pytest.approx(total_of(problem, group, loss), abs=1e-9)
    assert min(map(len, parts(group))) >= k


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(4))
def test_the_total_never_rises(loss, seed):
    problem = random_problem(seed, k=3, n=40, missing=seed % 2 == 1, loss=loss)
    totals = [settled(problem, drawn_groups(seed, 40, 3), passes=passes)[0] for passes in (0, 1, 2, 3, 50)]
    assert all(after <= before + 1e-9 for before, after in pairwise(totals))
    assert totals[-1] < totals[0]


@in_turn("seed", range(4))
def test_leftover_rows_end_in_a_group(seed):
    problem = random_problem(seed, k=2, n=30, missing=True)
    total, group = settled(problem, drawn_groups(seed, 30, 5, left_over=8))
    assert group.min() >= 0
    assert total == pytest.approx(total_of(problem, group))


@in_turn("seed", range(4))
def test_in_the_end_no_move_and_no_swap_lowers_the_total(seed):
    problem = random_problem(seed, k=3, n=18, missing=seed % 2 == 1)
    total, group = settled(problem, drawn_groups(seed, 18, 3))
    sizes = np.bincount(group)
    for row in range(18):
        for g in np.unique(group) if sizes[group[row]] > 3 else []:
            other = group.copy()
            other[row] = g
            assert total_of(problem, other) >= total - 1e-6
        for partner in range(row):
            other = group.copy()
            other[[row, partner]] = group[[partner, row]]
            assert total_of(problem, other) >= total - 1e-6


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(3))
def test_the_price_of_a_group_with_one_more_row_is_the_price_from_scratch(loss, seed):
    problem = random_problem(seed, k=3, n=24, missing=seed % 2 == 1, loss=loss)
    region, _, groups, _ = laid_out(problem, drawn_groups(seed, 24, 3))
    for g in range(groups):
        write_price_with(region, problem.costs, 24, g)
        members = np.flatnonzero(region.group == g)
        for row in range(24):
            expected = group_cost(problem, np.union1d(members, [row]), loss)
            assert region.with_row[g * 24 + row] == pytest.approx(expected, abs=1e-12)


@in_turn("seed", range(6))
def test_a_swap_costs_at_least_what_it_is_refused_by(seed):
    problem = random_problem(seed, k=3, n=18, missing=seed % 2 == 1)
    group = drawn_groups(seed, 18, 3)

    def price(rows):
        return group_cost(problem, np.asarray(rows), "ncp")

    for r in range(18):
        own = np.flatnonzero(group == group[r])
        rest = own[own != r]
        for s in np.flatnonzero(group != group[r]):
            rise = price([*own, s]) - price(own)
            assert price([*rest, s]) >= price(rest) + rise - 1e-12
