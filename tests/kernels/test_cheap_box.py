"""Cheap boxes, against the same rule on sets of rows and against every box there is."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest

from shoal.encode.loss import LOSSES
from shoal.kernels.auto.bit_rows import MOST, empty_bit_rows, free_all, load
from shoal.kernels.auto.cheap_box import BEST, cheapest_box, let_go
from shoal.kernels.shared.box_cost import span
from shoal.schema.column import Column
from tests.reference.entry import entries
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn
from tests.reference.widen import Widener

cheapest_box, empty_bit_rows, free_all, let_go, load, span = entries(
    cheapest_box, empty_bit_rows, free_all, let_go, load, span
)


def laid_out(problem, taken=()):
    """Return the table as a bit_rows in which all rows but the taken ones are free."""
    bit_rows = empty_bit_rows(problem.rows, problem.codes.shape[1])
    load(bit_rows, problem.costs, problem.codes, np.arange(problem.rows, dtype=np.int32))
    free_all(bit_rows, problem.rows)
    for r in taken:
        bit_rows.free[r >> 6] &= ~(np.uint64(1) << np.uint64(r & 63))
    return bit_rows


def twin_of(problem, bit_rows, taken=()):
    ranges = [
        list(zip(bit_rows.low[j, :count].tolist(), bit_rows.high[j, :count].tolist(), strict=True))
        for j, count in enumerate(bit_rows.values.tolist())
    ]
    return Widener(problem.costs, problem.codes, ranges, problem.k, set(range(problem.rows)) - set(taken))


def best_box(bit_rows):
    return list(zip(bit_rows.ends[BEST].tolist(), bit_rows.ends[BEST + 1].tolist(), strict=True))


def rows_of(bit_rows, m, taken=()):
    """Return the free rows of the best box."""
    low, high = bit_rows.ends[BEST], bit_rows.ends[BEST + 1]
    return [
        r for r in range(m) if r not in taken and all(low <= bit_rows.place[:, r]) and all(bit_rows.place[:, r] <= high)
    ]


def price_of(problem, bit_rows):
    """Return the sum of the spans of the ends of the best box."""
    return sum(
        span(problem.costs, j, bit_rows.low[j, a], bit_rows.high[j, b]) for j, (a, b) in enumerate(best_box(bit_rows))
    )


def drawn_case(seed, loss):
    """Return a table, a seed row, and some taken rows that leave k free ones."""
    rng = np.random.default_rng(1000 + seed)
    n, k = int(rng.integers(8, 70)), int(rng.integers(1, 6))
    problem = random_problem(seed, k=k, n=n, missing=seed % 2 == 1, loss=loss)
    order = rng.permutation(n).tolist()
    return problem, order[0], order[1 : 1 + int(rng.integers(0, n - k))] if seed % 3 else []


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(12))
def test_the_box_and_its_price_are_those_of_the_twin(loss, seed):
    problem, row, taken = drawn_case(seed, loss)
    bit_rows = laid_out(problem, taken)
    twin = twin_of(problem, bit_rows, taken)
    price = cheapest_box(bit_rows, problem.costs, problem.rows, problem.k, row, np.inf)
    expected, box = twin.cheapest_box(row)
    assert (price, best_box(bit_rows)) == (expected, box)
    price = let_go(bit_rows, problem.costs, problem.rows, problem.k, row, price)
    assert (price, best_box(bit_rows)) == twin.let_go(row, expected, box)


@in_turn("seed", range(4))
def test_rows_that_are_off_in_many_columns_are_covered_as_the_twin_does(seed):
    rng = np.random.default_rng(seed)
    names = [f"x{j}" for j in range(11)]
    frame = pl.DataFrame({name: rng.integers(0, 9, 30) for name in names})
    problem = problem_of(frame, 4, columns=[Column(name, "quasi", "numeric") for name in names])
    bit_rows = laid_out(problem)
    twin = twin_of(problem, bit_rows)
    for row in range(0, 30, 7):
        price = cheapest_box(bit_rows, problem.costs, 30, 4, row, np.inf)
        assert (price, best_box(bit_rows)) == twin.cheapest_box(row)


def test_values_that_share_a_number_are_widened_as_the_twin_does():
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"x": rng.permutation(3 * MOST), "y": rng.integers(0, 5, 3 * MOST)})
    problem = problem_of(frame, 6, columns=[Column(name, "quasi", "numeric") for name in "xy"])
    bit_rows = laid_out(problem)
    twin = twin_of(problem, bit_rows)
    for row in (0, 100, 383):
        price = cheapest_box(bit_rows, problem.costs, problem.rows, 6, row, np.inf)
        expected, box = twin.cheapest_box(row)
        assert (price, best_box(bit_rows)) == (expected, box)
        assert price == pytest.approx(price_of(problem, bit_rows), abs=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(12))
def test_the_box_covers_its_seed_and_k_free_rows_for_the_price_of_its_ends(loss, seed):
    problem, row, taken = drawn_case(seed, loss)
    bit_rows = laid_out(problem, taken)
    price = cheapest_box(bit_rows, problem.costs, problem.rows, problem.k, row, np.inf)
    for better in (price, let_go(bit_rows, problem.costs, problem.rows, problem.k, row, price)):
        inside = rows_of(bit_rows, problem.rows, taken)
        assert row in inside
        assert len(inside) >= problem.k
        assert better <= price
    assert better == pytest.approx(price_of(problem, bit_rows), abs=1e-9)
    assert better >= group_cost(problem, inside, loss) - 1e-9


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(6))
def test_no_box_is_cheaper_than_the_cheapest_there_is(loss, seed):
    problem = random_problem(seed, k=2 + seed % 3, n=10, missing=seed % 2 == 1, loss=loss)
    bit_rows = laid_out(problem)
    for row in range(10):
        price = cheapest_box(bit_rows, problem.costs, 10, problem.k, row, np.inf)
        price = let_go(bit_rows, problem.costs, 10, problem.k, row, price)
        others = [other for other in range(10) if other != row]
        least = min(group_cost(problem, [row, *rest], loss) for rest in combinations(others, problem.k - 1))
        assert price >= least - 1e-9


@in_turn("seed", range(6))
def test_on_one_column_the_box_is_the_cheapest_window(seed):
    values = np.random.default_rng(seed).integers(0, 60, 40)
    problem = problem_of(pl.DataFrame({"x": values}), 5, columns=(Column("x", "quasi", "numeric"),))
    bit_rows = laid_out(problem)
    line = np.sort(values)
    for row in range(40):
        windows = [(line[i], line[i + 4]) for i in range(36) if line[i] <= values[row] <= line[i + 4]]
        price = cheapest_box(bit_rows, problem.costs, 40, 5, row, np.inf)
        price = let_go(bit_rows, problem.costs, 40, 5, row, price)
        assert price == pytest.approx(min(b - a for a, b in windows) / (line[-1] - line[0]))


def test_equal_rows_are_found_for_nothing():
    problem = problem_of(pl.DataFrame({"x": [3, 9, 3, 3, 1]}), 3, columns=(Column("x", "quasi", "numeric"),))
    bit_rows = laid_out(problem)
    assert cheapest_box(bit_rows, problem.costs, 5, 3, 2, np.inf) == 0
    assert rows_of(bit_rows, 5) == [0, 2, 3]


def test_taken_rows_do_not_count():
    problem = problem_of(pl.DataFrame({"x": [0, 1, 2, 5, 10]}), 2, columns=(Column("x", "quasi", "numeric"),))
    assert cheapest_box(laid_out(problem), problem.costs, 5, 2, 0, np.inf) == pytest.approx(0.1)
    assert cheapest_box(laid_out(problem, taken=[1, 2]), problem.costs, 5, 2, 0, np.inf) == pytest.approx(0.5)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_box_costs_less_than_the_limit_or_is_none(loss):
    problem = random_problem(4, k=4, n=40, missing=True, loss=loss)
    bit_rows = laid_out(problem)
    twin = twin_of(problem, bit_rows)
    for row in range(0, 40, 5):
        price = cheapest_box(bit_rows, problem.costs, 40, 4, row, np.inf)
        for share in (0.0, 0.5, 0.8, 0.9, 1.0, 1.1):
            found = cheapest_box(bit_rows, problem.costs, 40, 4, row, share * price)
            assert found == twin.cheapest_box(row, share * price)[0]
            assert found == np.inf or found < share * price


def test_the_last_box_is_kept_where_none_is_below_the_limit():
    problem = random_problem(5, k=3, n=30)
    bit_rows = laid_out(problem)
    cheapest_box(bit_rows, problem.costs, 30, 3, 7, np.inf)
    before = best_box(bit_rows)
    assert cheapest_box(bit_rows, problem.costs, 30, 3, 8, 0.0) == np.inf
    assert best_box(bit_rows) == before


def test_a_column_that_was_widened_in_vain_is_let_go_of():
    problem = problem_of(
        pl.DataFrame({"x": [0, 0, 0, 4, 4, 10], "y": [0, 3, 9, 0, 0, 10]}),
        3,
        columns=[Column(name, "quasi", "numeric") for name in "xy"],
    )
    bit_rows = laid_out(problem)
    bit_rows.ends[BEST], bit_rows.ends[BEST + 1] = 0, [bit_rows.place[0, 3], bit_rows.place[1, 1]]
    assert rows_of(bit_rows, 6) == [0, 1, 3, 4]
    assert let_go(bit_rows, problem.costs, 6, 3, 0, 0.7) == pytest.approx(0.4)
    assert rows_of(bit_rows, 6) == [0, 3, 4]
