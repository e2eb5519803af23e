"""The nearest row by city block, and the label it suggests."""

import numpy as np

from shoal.kernels._jit import inner, serial


@serial()
def suggest_labels(train, codes, test, factor, out_code):
    """Write the label code of the nearest train row of each test row.

    train (n, d), test (m, d) float64; codes (n,) int32, 0..c-1; factor float64, grains in a unit, distances are whole
    grains; out_code (m,) int32, -1 where there is no row to go by. Of rows as near, the most frequent label counts; of
    labels as frequent, that of the lowest row. No NaN. O(n m d).
    """
    most = 0
    for i in range(codes.shape[0]):
        most = max(most, codes[i] + 1)
    gaps = np.empty(train.shape[0], np.float64)
    count = np.zeros(most, np.int64)
    for t in range(test.shape[0]):
        blocks_to(train, test, t, factor, gaps)
        best = -1
        for i in range(train.shape[0]):
            if gaps[i] < np.inf and (best < 0 or gaps[i] < gaps[best]):
                best = i
        out_code[t] = -1 if best < 0 else vote_of(gaps, codes, best, count)


@inner()
def blocks_to(x, y, t, factor, out_gap):
    """Write the sum of the differences of y[t] and each row of x in whole grains, so that no rounding decides a tie."""
    for i in range(x.shape[0]):
        total = 0.0
        for j in range(x.shape[1]):
            total += abs(x[i, j] - y[t, j])
        out_gap[i] = np.rint(factor * total)


@inner()
def vote_of(gaps, codes, best, count):
    """Return the most frequent label among the rows as near as `best`; count (c,) int64 is zeros, and is left so."""
    for i in range(gaps.shape[0]):
        if gaps[i] == gaps[best]:
            count[codes[i]] += 1
    winner = codes[best]
    for i in range(gaps.shape[0]):
        if gaps[i] == gaps[best] and count[codes[i]] > count[winner]:
            winner = codes[i]
    for i in range(gaps.shape[0]):
        count[codes[i]] = 0
    return winner
