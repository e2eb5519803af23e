"""MDAV: peel groups of k rows off the two ends of the table.

The rows that are left stand first in `x`, in the order of the table; `ids` holds their numbers. A group is numbered by
how many rows were taken before it, over k.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.distance import distances_to, farthest, mean_row
from shoal.kernels.shared.heap import cheapest


@serial()
def peel_pairs(x, ids, left, factor, k, stop, out_label):
    """Take pairs of groups while there are 3k rows and more than `stop`; return how many rows are left.

    x (n, d) float64 and ids (n,) int32, reordered in place; factor (d,) float64, in grains; out_label (n,) int32.
    Ties go to the lowest row; no NaN. O(n d) a pair.
    """
    gaps = np.empty(x.shape[0], np.float64)
    while left >= 3 * k and left > stop:
        left = peel_one(x, ids, gaps, left, factor, k, out_label)
        # `gaps` still holds the distances from the first extreme row: the second one is the farthest from it. It is
        # the same row whether it is looked for before or after the first group is taken.
        left = take_nearest(x, ids, gaps, left, farthest(gaps, left), factor, k, out_label)
    return left


@serial()
def peel_one(x, ids, gaps, left, factor, k, out_label):
    """Take the row farthest from the mean with its k - 1 nearest; return how many rows are left."""
    point = np.empty((1, x.shape[1]), np.float64)
    mean_row(x, left, point)
    distances_to(x, 0, left, point, 0, factor, gaps)
    return take_nearest(x, ids, gaps, left, farthest(gaps, left), factor, k, out_label)


@inner()
def take_nearest(x, ids, gaps, left, centre, factor, k, out_label):
    """Take a row with its k - 1 nearest, close up the rest, and return how many rows are left.

    gaps (n,) float64 becomes the distances of the rest from that row.
    """
    point = np.empty((1, x.shape[1]), np.float64)
    for j in range(x.shape[1]):
        point[0, j] = x[centre, j]
    distances_to(x, 0, left, point, 0, factor, gaps)
    gaps[centre] = -1.0
    for place in cheapest(gaps, ids, left, k):
        gaps[place] = -1.0
    group = (x.shape[0] - left) // k
    kept = 0
    for i in range(left):
        if gaps[i] < 0.0:
            out_label[ids[i]] = group
            continue
        ids[kept] = ids[i]
        gaps[kept] = gaps[i]
        for j in range(x.shape[1]):
            x[kept, j] = x[i, j]
        kept += 1
    return kept
