"""Groups made of the free rows of a bit_rows, cheap boxes first."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.kernels.auto.bit_rows import empty_bit_rows, load
from shoal.kernels.auto.rebuild import NEAREST, WORTH, Rules, all_free, empty_draft, rebuild
from shoal.kernels.auto.region_counts import count_values
from shoal.kernels.shared.random_stream import stream
from shoal.schema.column import Column
from tests.reference.entry import entries, guard_of
from tests.reference.problems import problem_of, random_problem

all_free, empty_draft, empty_bit_rows, load, rebuild, stream, count_values = entries(
    all_free, empty_draft, empty_bit_rows, load, rebuild, stream, count_values
)


def rebuilt(problem, rules, *, enough=0, worth=None, seed=1):
    """Return the group of each row, the number of groups, and the number of rows that are in none."""
    n, k = problem.rows, problem.k
    bit_rows, draft = empty_bit_rows(n, problem.codes.shape[1]), empty_draft(n, k, 0)
    load(bit_rows, problem.costs, problem.codes, np.arange(n, dtype=np.int32))
    all_free(bit_rows, draft, n)
    draft.worth[:] = 1.0 if worth is None else worth
    counts = count_values(guard_of(problem), np.arange(n, dtype=np.int32), 0)
    groups, live = rebuild(bit_rows, draft, counts, problem.costs, n, k, k, rules, 0, enough, stream(np.uint64(seed)))
    free = {r for r in range(n) if int(bit_rows.free[r >> 6]) >> (r & 63) & 1}
    assert free == set(np.flatnonzero(draft.group < 0).tolist()) == set(draft.free[:live].tolist())
    return draft.group.copy(), groups, live


@pytest.mark.parametrize("seeds", [1, 5])
@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("pick", [NEAREST, WORTH])
@pytest.mark.parametrize("spare", [0.0, 0.7])
@pytest.mark.parametrize("k", [1, 3])
def test_groups_have_k_to_2k_minus_1_rows_and_fewer_than_k_rows_are_left(seeds, hard, pick, spare, k):
    problem = random_problem(seeds, k=k, n=40, missing=True)
    group, groups, live = rebuilt(problem, Rules(seeds, hard, pick, spare, k == 3))
    sizes = np.bincount(group[group >= 0], minlength=groups)
    assert len(sizes) == groups
    assert sizes.min() >= k
    assert sizes.max() <= 2 * k - 1
    assert (group < 0).sum() == live < k


def test_no_row_beyond_k_is_taken_unless_it_is_spared_something():
    group, groups, _ = rebuilt(random_problem(2, k=4, n=41), Rules(3, hard=False, pick=NEAREST, spare=0.0, well=True))
    assert np.bincount(group[group >= 0]).tolist() == [4] * groups


def test_it_ends_when_few_enough_rows_are_free():
    _, _, live = rebuilt(
        random_problem(3, k=3, n=60), Rules(1, hard=False, pick=NEAREST, spare=0.0, well=False), enough=30
    )
    assert 27 < live <= 30


def test_the_same_stream_gives_the_same_groups():
    rules = Rules(4, hard=True, pick=WORTH, spare=0.7, well=True)
    found = [rebuilt(random_problem(4, k=3, n=50), rules, worth=np.arange(50) / 50)[0].tolist() for _ in range(2)]
    assert found[0] == found[1]


def test_clusters_of_k_rows_are_found_whatever_the_seed():
    frame = pl.DataFrame({"x": [0, 1, 2, 100, 101, 102, 200, 201, 202]})
    problem = problem_of(frame, 3, columns=(Column("x", "quasi", "numeric"),))
    for seed in range(5):
        group, _, _ = rebuilt(problem, Rules(9, hard=False, pick=NEAREST, spare=0.0, well=False), seed=seed)
        assert sorted(np.flatnonzero(group == g).tolist() for g in range(3)) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_of_a_crowd_in_one_box_those_that_pay_most_are_taken_first():
    problem = problem_of(pl.DataFrame({"x": [5] * 9 + [6]}), 3, columns=(Column("x", "quasi", "numeric"),))
    worth = np.array([1, 9, 1, 1, 8, 1, 7, 1, 1, 0.0])
    group, _, _ = rebuilt(problem, Rules(50, hard=True, pick=WORTH, spare=0.0, well=False), worth=worth)
    assert np.flatnonzero(group == 0).tolist() == [1, 4, 6]
