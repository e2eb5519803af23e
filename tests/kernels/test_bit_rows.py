"""Rows laid out as bit sets, against sets of rows."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode.loss import LOSSES
from shoal.kernels.auto.bit_rows import DENSE, MOST, empty_bit_rows, free_all, load
from shoal.schema.column import Column
from tests.reference.entry import entries
from tests.reference.problems import problem_of, random_problem

empty_bit_rows, free_all, load = entries(empty_bit_rows, free_all, load)

NUMBER = (Column("x", "quasi", "numeric"),)


def loaded(problem, rows=None):
    """Return a bit_rows with these rows of a table, all of them unless said otherwise."""
    rows = np.arange(problem.rows, dtype=np.int32) if rows is None else np.asarray(rows, np.int32)
    bit_rows = empty_bit_rows(max(1, len(rows)), problem.codes.shape[1])
    load(bit_rows, problem.costs, problem.codes, rows)
    return bit_rows, problem.codes[rows]


def rows_in(words, m):
    """Return the rows of a bit set."""
    return {r for r in range(m) if int(words[r // 64]) >> r % 64 & 1}


def check(bit_rows, codes, *, every=1):
    """Assert that the numbers of each column are in order, and that every range of them is its set of rows."""
    m, d = codes.shape
    for j in range(d):
        count = int(bit_rows.values[j])
        low, high = bit_rows.low[j, :count], bit_rows.high[j, :count]
        assert (low <= high).all()
        assert (high[:-1] < low[1:]).all()
        place = bit_rows.place[j, :m]
        assert (low[place] <= codes[:, j]).all()
        assert (codes[:, j] <= high[place]).all()
        assert set(place.tolist()) == set(range(count))
        for a in range(0, count, every):
            for b in range(a, count, every):
                inside = rows_in(bit_rows.under[j, b + 1] ^ bit_rows.under[j, a], m)
                assert inside == set(np.flatnonzero((low[a] <= codes[:, j]) & (codes[:, j] <= high[b])).tolist())


@given(st.lists(st.one_of(st.integers(-20, 20), st.none()), min_size=1, max_size=140).filter(any))
def test_every_range_of_numbers_is_its_set_of_rows(values):
    problem = problem_of(pl.DataFrame({"x": values}), 1, columns=NUMBER)
    check(*loaded(problem))


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("n", [1, 63, 64, 65, 130])
def test_columns_of_every_kind_are_laid_out(loss, n):
    check(*loaded(random_problem(n, n=n, missing=n > 1, loss=loss)))


def test_only_the_chosen_rows_are_laid_out():
    problem = random_problem(5, n=60, missing=True)
    bit_rows, codes = loaded(problem, np.random.default_rng(0).permutation(60)[:33])
    check(bit_rows, codes)
    assert (bit_rows.codes[:33] == codes).all()


@pytest.mark.parametrize("distinct", [2, MOST - 1, MOST])
def test_few_values_have_a_number_each(distinct):
    frame = pl.DataFrame({"x": np.random.default_rng(1).permutation(np.repeat(np.arange(distinct), 2))})
    bit_rows, codes = loaded(problem_of(frame, 2, columns=NUMBER))
    assert bit_rows.values[0] == distinct
    assert (bit_rows.place[0, : len(codes)] == codes[:, 0]).all()


@pytest.mark.parametrize("distinct", [MOST + 1, 3 * MOST, DENSE, DENSE + 1])
@pytest.mark.parametrize("missing", [False, True])
def test_many_values_share_numbers_and_no_number_holds_much_more_than_its_share(distinct, missing):
    rng = np.random.default_rng(distinct)
    values = [*range(distinct), *rng.integers(0, distinct, 100).tolist()]
    frame = pl.DataFrame({"x": rng.permutation(values)}).with_columns(
        pl.when(pl.lit(missing) & (pl.int_range(pl.len()) % 7 == 3)).then(None).otherwise(pl.col("x")).alias("x")
    )
    problem = problem_of(frame, 2, columns=NUMBER)
    bit_rows, codes = loaded(problem)
    check(bit_rows, codes, every=37)
    count = int(bit_rows.values[0])
    assert count <= MOST + 2
    place = bit_rows.place[0, : len(codes)]
    often = np.bincount(codes[:, 0]).max(
        initial=0, where=np.arange(problem.domains[0].size) != problem.domains[0].missing
    )
    here = np.bincount(place)[: count - missing]
    assert here.max() < -(-len(codes) // MOST) + often
    assert (place == count - 1).sum() == (codes[:, 0] == problem.domains[0].missing).sum() or not missing


def test_counting_and_sorting_number_alike():
    values = np.random.default_rng(2).permutation(np.repeat(np.arange(300), 2))
    few = problem_of(pl.DataFrame({"x": values}), 2, columns=NUMBER)
    many = problem_of(pl.DataFrame({"x": [*values, *range(300, 300 + DENSE)]}), 2, columns=NUMBER)
    counted, _ = loaded(few)
    sorted_, _ = loaded(many, range(len(values)))
    assert few.costs.size[0] <= DENSE < many.costs.size[0]
    assert counted.values[0] == sorted_.values[0]
    assert (counted.place[0] == sorted_.place[0]).all()
    count = int(counted.values[0])
    assert (counted.low[0, :count] == sorted_.low[0, :count]).all()
    assert (counted.high[0, :count] == sorted_.high[0, :count]).all()


@pytest.mark.parametrize("distinct", [3, MOST, 2 * MOST, DENSE + 5])
def test_missing_cells_keep_a_number_of_their_own_on_a_line(distinct):
    frame = pl.DataFrame({"x": [*range(distinct), None, None, None]})
    problem = problem_of(frame, 2, columns=NUMBER)
    bit_rows, codes = loaded(problem)
    last, missing = int(bit_rows.values[0]) - 1, problem.domains[0].missing
    assert bit_rows.low[0, last] == bit_rows.high[0, last] == missing
    assert np.flatnonzero(bit_rows.place[0, : len(codes)] == last).tolist() == [distinct, distinct + 1, distinct + 2]


def test_a_field_is_laid_out_anew_without_a_trace_of_the_last_rows():
    problem = random_problem(6, n=200, missing=True)
    bit_rows = empty_bit_rows(200, problem.codes.shape[1])
    for rows in (np.arange(200, dtype=np.int32), np.arange(50, 57, dtype=np.int32)):
        load(bit_rows, problem.costs, problem.codes, rows)
        check(bit_rows, problem.codes[rows])


@pytest.mark.parametrize("m", [1, 63, 64, 65, 128])
def test_free_all_frees_the_first_rows_and_no_other(m):
    bit_rows = empty_bit_rows(128, 1)
    bit_rows.free[:] = 0
    free_all(bit_rows, m)
    assert rows_in(bit_rows.free, 128) == set(range(m))
