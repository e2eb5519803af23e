"""The cheapest partition of a tiny table, by dynamic programming over its subsets."""

import numpy as np

from shoal.kernels._jit import serial
from shoal.kernels.shared.box_cost import box_cost


@serial()
def subset_prices(codes, costs, k, out_price):
    """Write what each subset of k to 2k-1 rows costs as a group, in all; infinity for the others.

    codes (n, d) int32; out_price (2**n,) float64; subset s holds row i when bit i of s is set. O(2**n d).
    """
    n, d = codes.shape
    lo, hi = np.empty(d, np.int32), np.empty(d, np.int32)
    for subset in range(out_price.shape[0]):
        rows = 0
        for i in range(n):
            rows += (subset >> i) & 1
        out_price[subset] = np.inf
        if k <= rows <= 2 * k - 1:
            first = True
            for i in range(n):
                if (subset >> i) & 1:
                    for j in range(d):
                        lo[j] = codes[i, j] if first else min(lo[j], codes[i, j])
                        hi[j] = codes[i, j] if first else max(hi[j], codes[i, j])
                    first = False
            out_price[subset] = rows * box_cost(costs, lo, hi)


@serial()
def best_subsets(price, out_total, out_group):
    """Write the least total over partitions of each subset, and the group of its lowest row in one of them.

    price (2**n,) float64, infinity where a subset is no group; out_total (2**n,) float64, infinity where there is no
    partition; out_group (2**n,) int64, 0 there. Ties go to the greatest group as a number. O(3**n).
    """
    out_total[0], out_group[0] = 0.0, 0
    for subset in range(1, price.shape[0]):
        low = subset & -subset
        others = subset ^ low
        part, best, group = others, np.inf, 0
        while True:
            total = price[part | low]
            if total < best:
                total += out_total[others ^ part]
                if total < best:
                    best, group = total, part | low
            if part == 0:
                break
            part = (part - 1) & others
        out_total[subset], out_group[subset] = best, group


@serial()
def read_labels(group, out_label):
    """Write the group of each row in the best partition of all rows; return how many groups there are.

    group (2**n,) int64, as `best_subsets` writes it; out_label (n,) int32.
    """
    left, groups = group.shape[0] - 1, 0
    while left > 0 and group[left] > 0:
        for i in range(out_label.shape[0]):
            if (group[left] >> i) & 1:
                out_label[i] = groups
        left ^= group[left]
        groups += 1
    return groups
