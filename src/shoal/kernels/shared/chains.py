"""Rows in chains: the first row of each group, and after each row the next one of its group, -1 at the end."""

import numpy as np

from shoal.kernels._jit import inner, serial


@serial()
def chain_rows(ids, out_first, out_after):
    """Link the rows of each group from the lowest up.

    ids (n,) int32, the group of each row; out_first (groups,) int32 filled with -1; out_after (n,) int32.
    """
    for i in range(ids.shape[0] - 1, -1, -1):
        out_after[i] = out_first[ids[i]]
        out_first[ids[i]] = i


@inner()
def rows_from(first, after, size):
    """Return the rows of a chain of so many, (size,) int32; first its first row, after (n,) int32."""
    rows = np.empty(size, np.int32)
    row = first
    for i in range(size):
        rows[i] = row
        row = after[row]
    return rows


@inner()
def label_rows(size, first, after, groups, out_label):
    """Write the group of each row, numbered in the order of the chains, and return the number of groups.

    size, first (groups or more,): rows and first row of each chain; those without rows are passed over; out_label (n,)
    int32.
    """
    found = 0
    for g in range(groups):
        if size[g] == 0:
            continue
        row = first[g]
        while row >= 0:
            out_label[row] = found
            row = after[row]
        found += 1
    return found
