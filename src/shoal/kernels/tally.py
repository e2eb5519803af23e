"""Count the values of one column in a run of rows."""

import numpy as np

from shoal.kernels._jit import serial


@serial()
def tally(codes, rows, j, lo, hi):
    """Return the codes that the rows hold in column j, ascending, and how often each occurs.

    codes (n, d) int32; rows (m,) int32; lo, hi the least and greatest code among them. O(m + hi - lo) by counting
    where the codes are dense, else O(m log m) by sorting.
    """
    m = rows.shape[0]
    width = hi - lo + 1
    if width <= 2 * m + 64:
        count_at = np.zeros(width, np.int64)
        for i in range(m):
            count_at[codes[rows[i], j] - lo] += 1
        found = np.flatnonzero(count_at)
        return (found + lo).astype(np.int32), count_at[found]
    column = np.empty(m, np.int32)
    for i in range(m):
        column[i] = codes[rows[i], j]
    column.sort()
    value = np.empty(m, np.int32)
    count = np.zeros(m, np.int64)
    distinct = 0
    for i in range(m):
        if distinct == 0 or value[distinct - 1] != column[i]:
            value[distinct] = column[i]
            distinct += 1
        count[distinct - 1] += 1
    return value[:distinct], count[:distinct]


@serial()
def box_of(codes, rows, out_lo, out_hi):
    """Write the least and greatest code of the rows in every column; rows (m,) int32, m >= 1; out_* (d,) int32."""
    d = codes.shape[1]
    for j in range(d):
        out_lo[j] = codes[rows[0], j]
        out_hi[j] = out_lo[j]
    for i in range(1, rows.shape[0]):
        r = rows[i]
        for j in range(d):
            out_lo[j] = min(out_lo[j], codes[r, j])
            out_hi[j] = max(out_hi[j], codes[r, j])
