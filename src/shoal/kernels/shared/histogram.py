"""How often each value occurs in each group."""

import numpy as np

from shoal.kernels._jit import inner, serial


@serial()
def count_values(labels, codes, values, out_start, out_value, out_count):
    """Write one cell per value and group that meet, by group and then by value; return the number of cells.

    labels, codes (n,) int32, rows with a negative label are left out, every group has a row; out_start (groups,) int64,
    the first cell of each group; out_value (n,) int32 and out_count (n,) int64, as many as there are cells are written.
    Two counting sorts, O(n + groups + values).
    """
    n, groups = labels.shape[0], out_start.shape[0]
    by_value = np.empty(n, np.int32)
    at = np.zeros(values + 1, np.int64)
    for i in range(n):
        at[codes[i] + 1] += 1
    for v in range(values):
        at[v + 1] += at[v]
    for i in range(n):
        v = codes[i]
        by_value[at[v]] = i
        at[v] += 1
    begin = np.zeros(groups + 1, np.int64)
    for i in range(n):
        if labels[i] >= 0:
            begin[labels[i] + 1] += 1
    for g in range(groups):
        begin[g + 1] += begin[g]
        out_start[g] = begin[g]
    for i in range(n):
        r = by_value[i]
        g = labels[r]
        if g >= 0:
            out_value[begin[g]] = codes[r]
            begin[g] += 1
    return pack(out_start, begin, out_value, out_count)


@inner()
def pack(start, end, value, count):
    """Merge equal neighbours inside each run of values and close the gaps; return the number of cells."""
    cells = np.int64(0)
    for g in range(start.shape[0]):
        first = cells
        for i in range(start[g], end[g]):
            if cells > first and value[cells - 1] == value[i]:
                count[cells - 1] += 1
            else:
                value[cells], count[cells] = value[i], 1
                cells += 1
        start[g] = first
    return cells
