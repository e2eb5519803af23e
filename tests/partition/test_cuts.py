"""Cuts say of any row where it belongs, and blocks that are joined have all that they need."""

from __future__ import annotations

import pickle

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode.encoder import encode
from shoal.partition.cuts import Cuts, learn_cuts, whole_blocks
from shoal.schema.column import Column


def walked(cuts, row):
    """Return the block of a row, one step at a time."""
    node = 0 if len(cuts.column) else -1
    while node >= 0:
        node = (cuts.right if row[cuts.column[node]] > cuts.code[node] else cuts.left)[node]
    return -1 - node


def learnt(n, columns, values, blocks, seed):
    """Return rows, and cuts that were learnt from some of them."""
    rng = np.random.default_rng(seed)
    data = pl.DataFrame({f"c{j}": rng.integers(0, values, n) for j in range(columns)})
    coded = encode(data, tuple(Column(name, "quasi", "numeric") for name in data.columns))
    sample = coded.codes[:: max(1, n // 300)]
    return coded, learn_cuts(sample, np.ones(len(sample), np.int64), coded.domains, "ncp", blocks)


@given(st.integers(1, 600), st.integers(1, 4), st.integers(1, 30), st.integers(1, 20), st.integers(0, 5))
def test_every_row_is_where_a_walk_through_the_cuts_ends(n, columns, values, blocks, seed):
    coded, cuts = learnt(n, columns, values, blocks, seed)
    found = cuts.assign(coded.codes)
    assert found.tolist() == [walked(cuts, row) for row in coded.codes]
    assert cuts.blocks <= blocks
    assert found.max(initial=0) < cuts.blocks


def test_rows_spread_over_about_as_many_blocks_as_wanted():
    coded, cuts = learnt(20_000, 3, 100, 16, 0)
    sizes = np.bincount(cuts.assign(coded.codes), minlength=cuts.blocks)
    assert cuts.blocks == 16
    assert sizes.max() < 2 * 20_000 / 16


def test_rows_that_are_all_the_same_are_one_block():
    coded, cuts = learnt(100, 2, 1, 8, 0)
    assert cuts.blocks == 1
    assert (cuts.assign(coded.codes) == 0).all()


def test_no_cuts_are_one_block():
    assert Cuts.none().blocks == 1
    assert Cuts.none().assign(np.zeros((3, 2), np.int32)).tolist() == [0, 0, 0]


def test_cuts_travel():
    coded, cuts = learnt(500, 3, 20, 7, 1)
    again = pickle.loads(pickle.dumps(cuts))
    assert (again.assign(coded.codes) == cuts.assign(coded.codes)).all()


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.integers(0, 15), st.integers(0, 4))
def test_joined_blocks_are_whole_or_there_is_one(sizes, least, needed):
    sizes = np.array(sizes, np.int64)

    def holds(blocks):
        return len({block % 5 for block in blocks}) >= needed  # closed under merging, as criteria are

    joined = whole_blocks(sizes, least, holds)
    assert [at for block in joined for at in block] == np.flatnonzero(sizes).tolist()
    whole = [bool(sizes[block].sum() >= least and holds(block)) for block in joined]
    assert all(whole) or len(joined) == 1
