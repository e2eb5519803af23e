"""k-member and OKA as their papers ran them: every row is priced with every candidate, each time.

The methods themselves leave out what cannot win, and are compared with their papers by what they group. A verdict on
how fast the papers' algorithms are needs the algorithms without that; only `reproduce` calls these.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span

GRAIN = 1e-12


@serial()
def grow_all_priced(codes, costs, k, start, out_labels):
    """Label n // k groups of k rows as k-member does, by pricing all rows that are left for each row that is added.

    codes (n, d) int32; costs a Costs; start the row that the first group begins far from; out_labels (n,) int32, -1 for
    the fewer than k rows left over. Prices within GRAIN are equal, and the lowest row wins. O(n² d).
    """
    n, d = codes.shape
    left = np.arange(n)
    count = n
    lo, hi = codes[start].copy(), codes[start].copy()
    for i in range(n):
        out_labels[i] = -1
    for group in range(n // k):
        at = extreme(codes, costs, left, count, lo, hi, -1.0)
        for j in range(d):
            lo[j] = codes[left[at], j]
            hi[j] = lo[j]
        first = left[at]
        for _ in range(k):
            row = left[at]
            out_labels[row] = group
            count -= 1
            left[at] = left[count]
            for j in range(d):
                lo[j] = min(lo[j], codes[row, j])
                hi[j] = max(hi[j], codes[row, j])
            at = extreme(codes, costs, left, count, lo, hi, 1.0)
        for j in range(d):
            lo[j] = codes[first, j]
            hi[j] = lo[j]


@inner()
def extreme(codes, costs, left, count, lo, hi, sign):
    """Return the place of the row with which the box costs least (sign 1) or most (sign -1); 0 where none is left."""
    best, least = 0, np.inf
    for i in range(count):
        total = 0.0
        for j in range(lo.shape[0]):
            code = codes[left[i], j]
            total += span(costs, j, min(lo[j], code), max(hi[j], code))
        total *= sign
        if total < least - GRAIN or (total <= least + GRAIN and left[i] < left[best]):
            least = min(least, total)
            best = i
    return best


@serial()
def seat_all_priced(rows, codes, costs, full, lo, hi, total, size, out_labels):
    """Give each row, in its turn, to the nearest cluster of fewer than `full` rows, by pricing all clusters.

    rows (m,) int32; codes (n, d) int32; lo, hi (K, d) int32, total (K, d) float64 of positions and size (K,) float64:
    the clusters, which are updated; out_labels (n,) int32. The distance is that to the centre (the mean on a line, the
    lowest common node on a tree) times the size; within GRAIN the lowest cluster wins. No missing cells. O(m K d).
    """
    d = codes.shape[1]
    for i in range(rows.shape[0]):
        row = rows[i]
        best, least = -1, np.inf
        for c in range(size.shape[0]):
            if size[c] >= full:
                continue
            price = 0.0
            for j in range(d):
                code = codes[row, j]
                if costs.line[j]:
                    price += abs(costs.position[costs.base[j] + code] - total[c, j] / size[c])
                else:
                    price += span(costs, j, min(lo[c, j], code), max(hi[c, j], code))
            price *= size[c]
            if price < least - GRAIN:
                least = price
                best = c
        out_labels[row] = best
        size[best] += 1.0
        for j in range(d):
            lo[best, j] = min(lo[best, j], codes[row, j])
            hi[best, j] = max(hi[best, j], codes[row, j])
            if costs.line[j]:
                total[best, j] += costs.position[costs.base[j] + codes[row, j]]
