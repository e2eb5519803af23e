"""Count the values of one column in a run of rows."""

import numpy as np

from shoal.kernels._jit import inner


@inner()
def tally(codes, rows, j, lo, hi):
    """Return the codes that the rows hold in column j, ascending, and how often each occurs.

    codes (n, d) int32; rows (m,) int32; lo, hi the least and greatest code among them. O(m + hi - lo) by counting
    where the codes are dense, else O(m log m) by sorting.
    """
    m = rows.shape[0]
    width = hi - lo + 1
    dense = width <= 2 * m + 64
    scratch = np.zeros(width if dense else m, np.int64)
    if dense:
        for i in range(m):
            scratch[codes[rows[i], j] - lo] += 1
    else:
        for i in range(m):
            scratch[i] = codes[rows[i], j]
        sort(scratch)
    most = min(width, m)
    value = np.empty(most, np.int32)
    count = np.zeros(most, np.int64)
    distinct = 0
    for i in range(scratch.shape[0]):
        code, times = (lo + i, scratch[i]) if dense else (scratch[i], 1)
        if times == 0:
            continue
        if distinct == 0 or value[distinct - 1] != code:
            value[distinct] = code
            distinct += 1
        count[distinct - 1] += times
    return value[:distinct], count[:distinct]


@inner()
def sort(x):
    """Sort in place, ascending, as a heap; x (m,) int64. O(m log m), and compiled far sooner than NumPy's sort is."""
    m = x.shape[0]
    for top in range(m // 2 - 1, -1, -1):
        sift(x, top, m)
    for end in range(m - 1, 0, -1):
        x[0], x[end] = x[end], x[0]
        sift(x, 0, end)


@inner()
def sift(x, top, end):
    """Let x[top] sink to its place in the heap x[:end], largest on top."""
    value = x[top]
    while 2 * top + 1 < end:
        child = 2 * top + 1
        if child + 1 < end and x[child + 1] > x[child]:
            child += 1
        if x[child] <= value:
            break
        x[top] = x[child]
        top = child
    x[top] = value


@inner()
def box_of(codes, rows):
    """Return the least and greatest code of the rows in every column, (d,) int32 each; rows (m,) int32, m >= 1."""
    d = codes.shape[1]
    lo, hi = np.empty(d, np.int32), np.empty(d, np.int32)
    for j in range(d):
        lo[j] = codes[rows[0], j]
        hi[j] = lo[j]
    for i in range(1, rows.shape[0]):
        r = rows[i]
        for j in range(d):
            lo[j] = min(lo[j], codes[r, j])
            hi[j] = max(hi[j], codes[r, j])
    return lo, hi


@inner()
def columns_of(codes, rows):
    """Return the codes of the rows column by column, (d, m) int32, and the least and greatest of each column."""
    m, d = rows.shape[0], codes.shape[1]
    x = np.empty((d, m), np.int32)
    for i in range(m):
        for j in range(d):
            x[j, i] = codes[rows[i], j]
    lo, hi = box_of(codes, rows)
    return x, lo, hi
