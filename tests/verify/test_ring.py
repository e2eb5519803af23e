"""Boxes that differ from row to row: which of them cover whom, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import VerificationError
from shoal.verify.ring import RowBoxes, verify_ring


def boxes(*pairs, labels=None):
    """Return the rows 0, 1, 2, ... of one column, each published as one of the pairs of ends."""
    ends = np.array(pairs, np.int32)
    codes = np.arange(len(pairs), dtype=np.int32)[:, None]
    labels = np.zeros(len(pairs), np.int32) if labels is None else np.array(labels, np.int32)
    return RowBoxes(codes, np.ascontiguousarray(ends[:, :1]), np.ascontiguousarray(ends[:, 1:]), labels)


@pytest.mark.parametrize("side", ["both", "published", "original"])
def test_a_box_does_not_cover_the_codes_next_to_it(side):
    single = boxes((0, 0), (1, 1), (2, 2))
    assert verify_ring(single, 1, side, ("x",)).k == 1
    with pytest.raises(VerificationError, match="3 of 3 rows"):
        verify_ring(single, 2, side, ("x",))


def test_each_side_is_counted_by_itself():
    # The boxes cover 2, 2 and 2 rows; the rows are covered by 2, 3 and 1 of them.
    found = boxes((0, 1), (0, 1), (1, 2))
    assert verify_ring(found, 2, "published", ("x",)).k == 2
    for side in ("original", "both"):
        with pytest.raises(VerificationError, match="1 of 3 rows"):
            verify_ring(found, 2, side, ("x",))


def test_rows_of_other_groups_do_not_count():
    wide = [(0, 3)] * 4
    assert verify_ring(boxes(*wide), 4, "both", ("x",)).groups == 1
    with pytest.raises(VerificationError, match="4 of 4 rows"):
        verify_ring(boxes(*wide, labels=[0, 0, 1, 1]), 3, "both", ("x",))
