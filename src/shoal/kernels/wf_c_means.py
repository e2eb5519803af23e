"""The turns of weighted c-means: rows to centres, centres to means, and how well each column parts the classes."""

import numpy as np

from shoal.kernels._jit import serial
from shoal.kernels.shared.distance import distances_to


@serial()
def assign(starts, ends, x, centres, factor, out_label):
    """Write the nearest centre of rows starts[g]..ends[g]-1; ties go to the lowest centre.

    starts, ends (runs,) int64, disjoint; x (n, d), centres (m, d) float64, m >= 1; factor (d,) float64, in grains;
    out_label (n,) int32. No NaN. O(n m d).
    """
    m = centres.shape[0]
    gaps = np.empty(m, np.float64)
    for g in range(starts.shape[0]):
        for i in range(starts[g], ends[g]):
            distances_to(centres, 0, m, x, i, factor, gaps)
            best = 0
            for c in range(1, m):
                if gaps[c] < gaps[best]:
                    best = c
            out_label[i] = best


@serial()
def move_centres(x, labels, out_centre, out_size):
    """Move each centre to the mean of its rows, and count them; a centre without rows stays.

    x (n, d) float64; labels (n,) int32; out_centre (m, d) float64; out_size (m,) int64.
    """
    m, d = out_centre.shape
    total = np.zeros((m, d), np.float64)
    for c in range(m):
        out_size[c] = 0
    for i in range(x.shape[0]):
        c = labels[i]
        out_size[c] += 1
        for j in range(d):
            total[c, j] += x[i, j]
    for c in range(m):
        if out_size[c] > 0:
            for j in range(d):
                out_centre[c, j] = total[c, j] / out_size[c]


@serial()
def spreads(x, labels, centres, sizes, mean, out_within, out_between):
    """Write the sums of squares of each column, around the centres of the classes and of these around the mean row.

    x (n, d), centres (m, d), mean (d,) float64; labels (n,) int32; sizes (m,) int64; out_* (d,) float64.
    """
    for j in range(x.shape[1]):
        out_within[j] = 0.0
        out_between[j] = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            step = x[i, j] - centres[labels[i], j]
            out_within[j] += step * step
    for c in range(centres.shape[0]):
        for j in range(x.shape[1]):
            step = centres[c, j] - mean[j]
            out_between[j] += sizes[c] * (step * step)
