"""Rings of rows: each row is published as the box of itself and the next k - 1 rows."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import box_cost

PLAIN, RING, BEST = 0, 1, 2


@serial()
def ring_runs(starts, ends, shifts, codes, costs, k, order, rows, out_lo, out_hi, out_carrier):
    """Lay each run out as a ring and write the box and the carrier of each of its rows.

    starts, ends (runs,) int64, at least k rows each; shifts (runs,) int64 from 0 to k - 1; codes (n, d) int32; costs a
    Costs; order PLAIN (as the rows stand), RING (every other row there, the rest on the way back) or BEST (the cheaper
    of the two, PLAIN when equal); rows (n,) int32, put in ring order; out_lo, out_hi (n, d) int32 and out_carrier (n,)
    int64, by row. O(rows · k · d) a run.
    """
    for g in range(starts.shape[0]):
        run = rows[starts[g] : ends[g]]
        if order == RING or (
            order == BEST and ring_cost(codes, costs, k, there_and_back(run)) < ring_cost(codes, costs, k, run)
        ):
            back = there_and_back(run)
            for i in range(run.shape[0]):
                run[i] = back[i]
        m = run.shape[0]
        for i in range(m):
            window(codes, run, i, k, out_lo[run[i]], out_hi[run[i]])
            out_carrier[run[i]] = run[(i + shifts[g]) % m]


@inner()
def there_and_back(run):
    """Return every other row from the first on, then the others from the last back; run (m,) int32."""
    m = run.shape[0]
    back = np.empty(m, np.int32)
    half = (m + 1) // 2
    for i in range(half):
        back[i] = run[2 * i]
    for i in range(m // 2):
        back[m - 1 - i] = run[2 * i + 1]
    return back


@inner()
def window(codes, run, i, k, out_lo, out_hi):
    """Write the box of the k rows from place i of the ring on; out_* (d,) int32."""
    m = run.shape[0]
    for j in range(codes.shape[1]):
        out_lo[j] = codes[run[i], j]
        out_hi[j] = codes[run[i], j]
    for s in range(1, k):
        row = run[(i + s) % m]
        for j in range(codes.shape[1]):
            out_lo[j] = min(out_lo[j], codes[row, j])
            out_hi[j] = max(out_hi[j], codes[row, j])


@inner()
def ring_cost(codes, costs, k, run):
    """Return what the boxes of a ring cost in all, in whole units of 2**-40."""
    d = codes.shape[1]
    lo, hi = np.empty(d, np.int32), np.empty(d, np.int32)
    total = 0.0
    for i in range(run.shape[0]):
        window(codes, run, i, k, lo, hi)
        total += box_cost(costs, lo, hi)
    return np.rint(total * 2.0**40)
