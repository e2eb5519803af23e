"""MDAV for columns of every kind: the distances and the average row that it needs.

`kind` says what a column is: MEAN, numbers; MEDIAN, ordered categories by their places; MODE, others by their codes.
On lines NaN is a missing cell: as far from every other as the column is wide, which `width` holds squared and counted.
The rows that are left stand first in `x`, in the order of the table; `ids` holds their numbers.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.distance import farthest
from shoal.kernels.shared.heap import cheapest

MEAN = 0
MEDIAN = 1
MODE = 2


@serial()
def peel_groups(x, ids, left, kind, factor, width, k, stop, out_label):
    """Take pairs of groups of k rows while there are 3k and more than `stop`, then one where there are 2k.

    x (n, d) float64 and ids (n,) int32, reordered in place; kind (d,) uint8; factor, width (d,) float64, in grains;
    out_label (n,) int32: a group is numbered by how many rows were taken before it, over k. Ties go to the lowest row.
    Returns how many rows are left. O(n d log n) a pair.
    """
    gaps, point = np.empty(x.shape[0], np.float64), np.empty(x.shape[1], np.float64)
    while left >= 2 * k and left > stop:
        average_row(x, left, kind, point)
        gaps_to(x, left, point, kind, factor, width, gaps)
        pair = left >= 3 * k
        left = take_nearest(x, ids, gaps, left, farthest(gaps, left), (kind, factor, width, k), out_label)
        if pair:
            left = take_nearest(x, ids, gaps, left, farthest(gaps, left), (kind, factor, width, k), out_label)
    return left


@inner()
def average_row(x, left, kind, out_point):
    """Write the mean of numbers, the lower median of places and the most frequent code, ties to the lowest.

    On a line it is NaN where more than half of the cells are.
    """
    for j in range(x.shape[1]):
        if kind[j] == MODE:
            out_point[j] = mode_of(x[:left, j])
            continue
        total, present = 0.0, 0
        for i in range(left):
            if not np.isnan(x[i, j]):
                total += x[i, j]
                present += 1
        if 2 * present < left:
            out_point[j] = np.nan
        elif kind[j] == MEAN:
            out_point[j] = total / present
        else:
            out_point[j] = np.sort(x[:left, j])[(present - 1) // 2]  # NaN comes last


@inner()
def mode_of(column):
    """Return the most frequent of codes, ties to the lowest."""
    top = 0
    for i in range(column.shape[0]):
        top = max(top, np.int64(column[i]))
    count = np.zeros(top + 1, np.int64)
    for i in range(column.shape[0]):
        count[np.int64(column[i])] += 1
    best = 0
    for c in range(1, top + 1):
        if count[c] > count[best]:
            best = c
    return np.float64(best)


@inner()
def gaps_to(x, left, point, kind, factor, width, out_gap):
    """Write the squared distance of each row from a point, in whole grains."""
    for i in range(left):
        total = 0.0
        for j in range(x.shape[1]):
            a, b = x[i, j], point[j]
            if kind[j] == MODE:
                total += 0.0 if a == b else width[j]
            elif np.isnan(a) or np.isnan(b):
                total += 0.0 if np.isnan(a) and np.isnan(b) else width[j]
            else:
                total += factor[j] * (a - b) * (a - b)
        out_gap[i] = np.rint(total)


@inner()
def take_nearest(x, ids, gaps, left, centre, rules, out_label):
    """Take a row with its k - 1 nearest, close up the rest, and return how many rows are left.

    gaps (n,) float64 becomes the distances of the rest from that row; rules: kind, factor, width, k.
    """
    kind, factor, width, k = rules
    gaps_to(x, left, x[centre].copy(), kind, factor, width, gaps)
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
