"""MDAV: peel groups of k rows off the two ends of the table.

The rows that are left stand first in `x`, in the order of the table; `ids` holds their numbers. A group is numbered by
how many rows were taken before it, over k.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.distance import distances_to, farthest, mean_row


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
    heap = nearest_places(gaps, left, centre, k - 1)
    gaps[centre] = -1.0
    for s in range(k - 1):
        gaps[heap[s]] = -1.0
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


@inner()
def nearest_places(gaps, left, centre, need):
    """Return the `need` places of least gap among the first `left`, without `centre`; ties to the lowest place.

    A heap of the best so far, the worst of them on top. O(left log need).
    """
    heap = np.empty(need, np.int64)
    size = 0
    for i in range(left):
        if i == centre or need == 0:
            continue
        if size < need:
            heap[size] = i
            size += 1
            if size == need:
                for top in range(need // 2 - 1, -1, -1):
                    sink(heap, top, gaps)
        elif gaps[i] < gaps[heap[0]]:
            heap[0] = i
            sink(heap, 0, gaps)
    return heap


@inner()
def sink(heap, top, gaps):
    """Let heap[top] sink to its place, the farthest on top; of two as far, the higher place."""
    size, place = heap.shape[0], heap[top]
    while 2 * top + 1 < size:
        child = 2 * top + 1
        if child + 1 < size and is_farther(heap[child + 1], heap[child], gaps):
            child += 1
        if not is_farther(heap[child], place, gaps):
            break
        heap[top] = heap[child]
        top = child
    heap[top] = place


@inner()
def is_farther(a, b, gaps):
    """Return whether place a is farther than place b, or as far and higher."""
    return gaps[a] > gaps[b] or (gaps[a] == gaps[b] and a > b)
