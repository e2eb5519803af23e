"""Anatomy's groups: one row from each of the largest buckets."""

import numpy as np

from shoal.kernels._jit import serial


@serial()
def deal_groups(first, count, rows, l, out_label):  # noqa: E741 - the letter of l-diversity
    """Take one row from each of the l largest buckets while l of them hold one; return how many groups that made.

    first, count (buckets,) int64: the rows of bucket v are rows[first[v] : first[v] + count[v]], taken from the end;
    count is what is left when this returns. rows (n,) int32; out_label (n,) int32. Ties go to the lowest bucket.
    O(n · buckets) time.
    """
    buckets = count.shape[0]
    chosen = np.empty(l, np.int64)
    taken = np.zeros(buckets, np.uint8)
    group = 0
    while True:
        found = 0
        for s in range(l):
            best = -1
            for v in range(buckets):
                if taken[v] == 0 and count[v] > 0 and (best < 0 or count[v] > count[best]):
                    best = v
            if best < 0:
                break
            chosen[s] = best
            taken[best] = 1
            found += 1
        for s in range(found):
            taken[chosen[s]] = 0
        if found < l:
            return group
        for s in range(l):
            v = chosen[s]
            count[v] -= 1
            out_label[rows[first[v] + count[v]]] = group
        group += 1
