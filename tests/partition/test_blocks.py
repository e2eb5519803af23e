"""Blocks of similar rows that stand for a table."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.partition.blocks import some_blocks
from tests.reference.problems import random_problem


def blocks_of(problem, most, count, seed=0):
    order = np.arange(problem.rows, dtype=np.int32)
    shared = problem.codes, problem.codes, problem.costs
    return some_blocks(order, *shared, most, count, spread=0.25, rng=np.random.default_rng(seed))


@pytest.mark.parametrize("count", [2, 3, 8])
def test_blocks_are_as_many_as_asked_for_and_share_no_row(count):
    blocks = blocks_of(random_problem(1, k=2, n=400), 20, count)
    rows = np.concatenate(blocks)
    assert len(blocks) == count
    assert all(0 < len(block) <= 20 for block in blocks)
    assert len(np.unique(rows)) == len(rows)


def test_the_same_seed_gives_the_same_blocks_and_another_one_others():
    problem = random_problem(2, k=2, n=400)
    first, again, other = (np.concatenate(blocks_of(problem, 20, 4, seed)) for seed in (5, 5, 6))
    assert first.tolist() == again.tolist()
    assert first.tolist() != other.tolist()


def test_a_block_is_taken_from_a_dense_part_as_often_as_rows_are_there():
    """Nine rows in ten are alike, so most blocks of a tenth of the table should be of those rows."""
    problem = random_problem(3, k=2, n=1000)
    problem.codes[:900] = problem.codes[0]
    dense = [np.mean(block < 900) for seed in range(30) for block in blocks_of(problem, 100, 2, seed)]
    assert np.mean(np.array(dense) > 0.9) > 0.7
