"""The cheapest way to cut a line of rows into groups of k to 2k-1 rows, by dynamic programming."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span


@serial()
def cut_line(x, costs, k, grains, out_size):
    """Write for every i the size of the last group when the first i rows are cut at least cost; 0 when they cannot be.

    x (n, d) int32, the codes of the rows along the line; grains float64, units of cost per unit of price, n times the
    sum of weights times grains being below 2**62; out_size (n + 1,) int64. The box is grown backwards from row i, and
    prices are whole numbers of units, so ties are real ones: they go to the smallest group. Time O(n * k * d), memory
    O(n).
    """
    n, d = x.shape
    least = np.zeros(n + 1, np.int64)
    lo, hi = np.empty(d, np.int32), np.empty(d, np.int32)
    width = np.zeros(d, np.float64)
    for i in range(n + 1):
        out_size[i] = 0
    for i in range(k, n + 1):
        for j in range(d):
            lo[j] = x[i - 1, j]
            hi[j] = lo[j]
        price = 0.0
        for s in range(1, min(2 * k - 1, i) + 1):
            price = reach(x[i - s], costs, s - k, lo, hi, width, price)
            before = i - s
            if s < k or (before > 0 and out_size[before] == 0):
                continue
            cost = least[before] + s * np.int64(np.rint(price * grains))
            if out_size[i] == 0 or cost < least[i]:
                least[i] = cost
                out_size[i] = s


@inner()
def reach(row, costs, extra, lo, hi, width, price):
    """Let the box reach `row` and return its price; below k rows (extra < 0) no price is needed yet.

    row, lo, hi (d,) int32; width (d,) float64, the price of each column, set when extra is 0 and kept from then on.
    """
    d = row.shape[0]
    grew = False
    for j in range(d):
        if row[j] < lo[j]:
            lo[j] = row[j]
        elif row[j] > hi[j]:
            hi[j] = row[j]
        elif extra != 0:
            continue
        if extra >= 0:
            width[j] = span(costs, j, lo[j], hi[j])
            grew = True
    if not grew:
        return price
    price = 0.0
    for j in range(d):
        price += width[j]
    return price


@serial()
def label_line(rows, size, out_label):
    """Write the group of each row, numbered along the line, and return the number of groups.

    rows (n,) int64, the row at each place of the line; size (n + 1,) int64 as `cut_line` writes it; out_label (n,)
    int32.
    """
    groups = 0
    end = rows.shape[0]
    while end > 0:
        groups += 1
        end -= size[end]
    end = rows.shape[0]
    for group in range(groups - 1, -1, -1):
        for i in range(end - size[end], end):
            out_label[rows[i]] = group
        end -= size[end]
    return groups
