"""Bounds that need no search: windows in one column, blocks of sorted bounds, and sums over the nearest rows."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.bound.points import BRANCH, LEAF, gather, select, write_gaps, write_own


@serial()
def line_windows(place, rows, k, out_least):
    """Write the least width of k rows in order that cover each code; infinity where there are fewer than k in all.

    place (codes,) float64, ascending; rows (codes,) int64, rows of each code; out_least (codes,) float64.
    """
    size = place.shape[0]
    last, best = np.empty(size, np.int64), np.empty(size, np.int64)
    end, held = 0, np.int64(0)
    for c in range(size):
        while end < size and held < k:
            held += rows[end]
            end += 1
        last[c] = end - 1 if held >= k else size
        held -= rows[c]
    head, tail, first = 0, 0, 0
    for c in range(size):
        if last[c] < size:
            width = place[last[c]] - place[c]
            while tail > head and place[last[best[tail - 1]]] - place[best[tail - 1]] >= width:
                tail -= 1
            best[tail] = c
            tail += 1
        while first <= c and last[first] < c:
            first += 1
        while head < tail and best[head] < first:
            head += 1
        least = place[last[best[head]]] - place[best[head]] if head < tail else np.inf
        out_least[c] = min(least, place[c] - place[first - 1]) if first > 0 else least


@serial()
def tree_windows(parent, price, rows, k, out_least):
    """Write the price of the lowest node above each leaf with k rows below it; infinity where there is none.

    parent (nodes,) int32, one tree, leaves first, -1 above the root; price (nodes,) float64; rows (leaves,) int64.
    """
    below = np.zeros(parent.shape[0], np.int64)
    for leaf in range(rows.shape[0]):
        node = np.int64(leaf)
        while node >= 0:
            below[node] += rows[leaf]
            node = np.int64(parent[node])
    for leaf in range(rows.shape[0]):
        node = np.int64(leaf)
        while node >= 0 and below[node] < k:
            node = np.int64(parent[node])
        out_least[leaf] = np.inf if node < 0 else 0.0 if node == leaf else price[node]


@serial()
def block_total(bounds, k, dropped):
    """Return what groups of k to 2k-1 rows cost at least in all, each paying its dearest row's bound for every row.

    bounds (n,) float64, falling; `dropped` is the price of a row that is in no group, infinity where all must be.
    O(n k).
    """
    n = bounds.shape[0]
    least = np.empty(n + 1, np.float64)
    for m in range(n + 1):
        total = m * dropped if m > 0 else 0.0
        for size in range(k, min(2 * k - 1, m) + 1):
            total = min(total, least[m - size] + size * bounds[m - size])
        least[m] = total
    return least[n]


@serial()
def nearest_sums(starts, ends, points, costs, k, out_sum):
    """Write for the points of each run the sum of the prices with the k-1 nearest other rows.

    points a Points of at least k rows; out_sum (points,) float64.
    """
    m, d = points.x.shape
    own, large = np.empty(points.own_at[d], np.float64), LEAF * BRANCH
    near, gap = np.empty(m, np.int64), np.empty(m, np.float64)
    value, weight = np.empty(m, np.float64), np.empty(m, np.int64)
    for run in range(starts.shape[0]):
        for i in range(starts[run], ends[run]):
            write_own(points, costs, i, own)
            begin = i // large * large
            size = write_gaps(points.own_at, own, points.x, begin, min(m, begin + large), np.inf, 0, near, gap)
            reach = kth(points.times, near, gap, size, k, value, weight)
            size = gather(points, own, i, reach * (1 + 1e-9) + 1e-12, near, gap)
            reach = kth(points.times, near, gap, size, k, value, weight)
            total, rows = 0.0, np.int64(0)
            for q in range(size):
                if gap[q] < reach:
                    total += gap[q] * points.times[near[q]]
                    rows += points.times[near[q]]
            out_sum[i] = total + (k - rows) * reach if reach > 0 else 0.0


@inner()
def kth(count, near, gap, size, k, value, weight):
    """Return the gap of the k-th nearest row, itself counted, or infinity where there are fewer.

    near (size,) int64; gap (size,) float64; value float64 and weight int64, room for as many.
    """
    rows = np.int64(0)
    for q in range(size):
        value[q] = gap[q]
        weight[q] = count[near[q]]
        rows += weight[q]
    return select(value, weight, size, k) if rows >= k else np.inf
