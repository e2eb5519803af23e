"""Rows that agree in every column."""

import numpy as np

from shoal.kernels._jit import serial


@serial()
def set_apart(ids, k, out_label):
    """Give rows that many others equal to groups of their own, which lose nothing; return how many groups.

    ids (n,) int32, the same for rows that agree in every column; out_label (n,) int32, the group or -1. Of 3k - 1 equal
    rows or more, 2k - 1 are left for the search, as many as neighbours could ever borrow at a profit; so at least k
    are set apart. O(n).
    """
    points = np.int64(0)
    for i in range(ids.shape[0]):
        points = max(points, np.int64(ids[i]) + 1)
    times, label = np.zeros(points, np.int64), np.full(points, -1, np.int32)
    for i in range(ids.shape[0]):
        times[ids[i]] += 1
    groups = 0
    for p in range(points):
        if times[p] >= 3 * k - 1:
            label[p] = groups
            groups += 1
        times[p] = 0
    for i in range(ids.shape[0]):
        p = ids[i]
        times[p] += 1
        out_label[i] = label[p] if times[p] >= 2 * k else -1
    return groups
