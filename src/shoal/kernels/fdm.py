"""A walk from row to nearest row, and the best cut of it into groups."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.distance import distances_to


@serial()
def extend_tour(x, ids, done, stop, factor):
    """Walk on until `stop` rows are visited, always to the nearest row not visited yet.

    x (n, d) float64 and ids (n,) int32, reordered in place: the first `done` >= 1 rows are visited, in the order of
    the walk; factor (d,) float64, in grains. Ties go to the lowest row; no NaN. O(n d) a step.
    """
    n = x.shape[0]
    gaps = np.empty(n, np.float64)
    for at in range(done, stop):
        distances_to(x, at, n, x, at - 1, factor, gaps)
        best = at
        for i in range(at + 1, n):
            if gaps[i] < gaps[best] or (gaps[i] == gaps[best] and ids[i] < ids[best]):
                best = i
        swap_rows(x, ids, at, best)


@serial()
def swap_rows(x, ids, a, b):
    """Let rows a and b change places; x (n, d); ids (n,)."""
    ids[a], ids[b] = ids[b], ids[a]
    for j in range(x.shape[1]):
        x[a, j], x[b, j] = x[b, j], x[a, j]


@serial()
def cut_tour(x, factor, k, out_label):
    """Cut the rows, in this order, into runs of k to 2k - 1 with the least sum of squares; return how many there are.

    x (n, d) float64, n >= k; factor (d,) float64, in grains; out_label (n,) int32, the run of each place. Costs are
    whole grains, so sums are exact; of two equal ones the shorter last run counts. O(n k d) time, O(n) memory.
    """
    n, d = x.shape
    least = np.zeros(n + 1, np.int64)
    size = np.zeros(n + 1, np.int64)
    mean = np.empty(d, np.float64)
    squares = np.empty(d, np.float64)
    for end in range(k, n + 1):
        for s in range(1, min(end, 2 * k - 1) + 1):
            cost = grow(x, end - s, s, factor, mean, squares)
            if s < k or (end > s and size[end - s] == 0):
                continue
            if size[end] == 0 or least[end - s] + cost < least[end]:
                least[end] = least[end - s] + cost
                size[end] = s
    runs, end = 0, n
    while end > 0:
        runs += 1
        end -= size[end]
    run, end = runs, n
    while end > 0:
        run -= 1
        for i in range(end - size[end], end):
            out_label[i] = run
        end -= size[end]
    return runs


@inner()
def grow(x, i, s, factor, mean, squares):
    """Add row i as the s-th of a run, and return the run's sum of squares in whole grains.

    mean, squares (d,) float64 are kept from row to row of a run; they need no start.
    """
    total = 0.0
    for j in range(x.shape[1]):
        if s == 1:
            mean[j] = x[i, j]
            squares[j] = 0.0
        else:
            step = x[i, j] - mean[j]
            mean[j] += step / s
            squares[j] += step * (x[i, j] - mean[j])
        total += factor[j] * squares[j]
    return np.int64(np.rint(total))
