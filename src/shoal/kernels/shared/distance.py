"""How far apart rows of numbers are."""

import numpy as np

from shoal.kernels._jit import serial


@serial()
def distances_to(x, start, stop, y, c, factor, out_distance):
    """Write the squared distance of y[c] and each of x[start:stop] in whole grains, so that no rounding decides a tie.

    x (n, d), y (m, d) float64; factor (d,) float64, what a squared unit of each column counts, in grains;
    out_distance (n,) float64, written from `start` to `stop`. No NaN. A loop over rows: a call per row
    would take longer than the sum.
    """
    for i in range(start, stop):
        total = 0.0
        for j in range(x.shape[1]):
            step = x[i, j] - y[c, j]
            total += factor[j] * (step * step)
        out_distance[i] = np.rint(total)


@serial()
def mean_row(x, left, out_mean):
    """Write the mean of the first `left` >= 1 rows; x (n, d) float64; out_mean (1, d) float64."""
    for j in range(x.shape[1]):
        total = 0.0
        for i in range(left):
            total += x[i, j]
        out_mean[0, j] = total / left


@serial()
def farthest(gaps, left):
    """Return the place of the greatest of the first `left` >= 1 gaps; ties to the lowest place."""
    best = 0
    for i in range(1, left):
        if gaps[i] > gaps[best]:
            best = i
    return best
