"""Rows in chains, by hand."""

from __future__ import annotations

import numpy as np

from shoal.kernels.shared.chains import chain_rows, label_rows, rows_from
from tests.reference.entry import entries

rows_from, label_rows = entries(rows_from, label_rows)


def test_rows_of_each_group_are_chained_from_the_lowest_up_and_labelled_without_gaps():
    first, after = np.full(3, -1, np.int32), np.empty(5, np.int32)
    chain_rows(np.array([2, 0, 2, 0, 2], np.int32), first, after)
    assert rows_from(first[2], after, 3).tolist() == [0, 2, 4]
    label = np.empty(5, np.int32)
    assert label_rows(np.array([2, 0, 3]), first, after, 3, label) == 2
    assert label.tolist() == [1, 0, 1, 0, 1]
