"""Labels, sizes, extents and exact group identities."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.kernels import threads
from shoal.kernels.shared.groups import box_groups, count_codes, extents, group_sizes, label_groups, refine
from shoal.kernels.shared.value_counts import box_of, tally
from tests.reference.entry import entries
from tests.reference.turns import in_turn

box_of, tally = entries(box_of, tally)


def test_labels_count_the_edges():
    labels = np.empty(5, np.int32)
    rows = np.array([4, 0, 2, 1, 3], np.int32)
    assert label_groups(rows, np.array([1, 0, 2, 0, 0], np.uint8), labels) == 2
    assert labels.tolist() == [0, 1, 1, 1, 0]


def test_sizes_and_extents_leave_out_suppressed_rows():
    codes = np.array([[1, 5], [3, 4], [9, 9]], np.int32)
    labels = np.array([0, 0, -1], np.int32)
    sizes = np.zeros(1, np.int64)
    lo, hi = np.full((1, 2), 99, np.int32), np.full((1, 2), -1, np.int32)
    group_sizes(labels, sizes)
    extents(codes, labels, lo, hi)
    assert (sizes.tolist(), lo.tolist(), hi.tolist()) == ([2], [[1, 4]], [[3, 5]])


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_boxes_and_counts_of_shares_are_those_of_all_rows(workers):
    rng = np.random.default_rng(workers)
    codes, labels = rng.integers(0, 5, (80, 3)).astype(np.int32), rng.integers(-1, 4, 80).astype(np.int32)
    with threads(workers):
        sizes, lo, hi = box_groups(codes, labels, 4)
        counts = count_codes(codes, labels, np.array([5, 5, 6]))
    of = [codes[labels == group] for group in range(4)]
    assert sizes.tolist() == [len(rows) for rows in of]
    assert lo.tolist() == [rows.min(axis=0).tolist() for rows in of]
    assert hi.tolist() == [rows.max(axis=0).tolist() for rows in of]
    kept = codes[labels >= 0]
    wanted = [np.bincount(kept[:, j], minlength=size).tolist() for j, size in enumerate((5, 5, 6))]
    assert [count.tolist() for count in counts] == wanted


def test_boxes_of_no_rows():
    sizes, lo, hi = box_groups(np.zeros((0, 2), np.int32), np.zeros(0, np.int32), 0)
    assert (sizes.shape, lo.shape, hi.shape) == ((0,), (0, 2), (0, 2))
    assert [
        count.tolist() for count in count_codes(np.zeros((0, 1), np.int32), np.zeros(0, np.int32), np.array([2]))
    ] == [[0, 0]]


@in_turn("seed", range(20))
def test_refine_numbers_pairs_by_first_appearance(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(0, 3000))
    ids = rng.integers(0, 40, n).astype(np.int32)
    values = rng.choice([-(2**63), -1, 0, 1, 2**62, 2**63 - 1, *rng.integers(-(2**62), 2**62, 60)], n).astype(np.int64)
    out = np.empty(n, np.int32)
    seen: dict[tuple[int, int], int] = {}
    expected = [seen.setdefault(pair, len(seen)) for pair in zip(ids.tolist(), values.tolist(), strict=True)]
    assert refine(ids, values, out) == len(seen)
    assert out.tolist() == expected


def test_refine_may_write_over_its_input_and_grow_its_table():
    ids = np.zeros(5000, np.int32)
    assert refine(ids, np.arange(5000), ids) == 5000
    assert ids.tolist() == list(range(5000))


@pytest.mark.parametrize("width", [3, 100_000])
def test_tally_counts_codes_dense_or_sparse(width):
    rng = np.random.default_rng(width)
    codes = rng.integers(5, 5 + width, (60, 2)).astype(np.int32)
    rows = rng.permutation(60)[:30].astype(np.int32)
    column = codes[rows, 1]
    value, count = tally(codes, rows, 1, column.min(), column.max())
    expected = np.unique(column, return_counts=True)
    assert (value.tolist(), count.tolist()) == (expected[0].tolist(), expected[1].tolist())


def test_box_of_rows():
    codes = np.array([[1, 5], [3, 4], [9, 9]], np.int32)
    lo, hi = box_of(codes, np.array([1, 0], np.int32))
    assert (lo.tolist(), hi.tolist()) == ([1, 4], [3, 5])
