"""Reference points far from one another, and the nearest of them to each row."""

import numpy as np

from shoal.kernels._jit import serial


@serial()
def nearest_references(cells, top, most, out_nearest, out_gap):
    """Write the reference nearest to each row and its distance, and return the rows that are references.

    cells (n, d) int64, n >= 1; top (d,) int64, the greatest cell of each column; at most `most` >= 1 references;
    out_nearest, out_gap (n,) int64. Distance is the sum of the differences. The first reference is the row farthest
    from the middle, each further one the row farthest from its nearest reference, until that distance is 0. Ties go to
    the lowest row and to the earlier reference. O(n * d * most).
    """
    n, d = cells.shape
    chosen = np.empty(most, np.int64)
    row, widest = 0, -1
    for i in range(n):
        gap = 0
        for j in range(d):
            gap += abs(2 * cells[i, j] - top[j])
        if gap > widest:
            row, widest = i, gap
    found = 0
    while found == 0 or (found < most and widest > 0):
        chosen[found] = row
        widest, next_row = -1, 0
        for i in range(n):
            gap = 0
            for j in range(d):
                gap += abs(cells[i, j] - cells[row, j])
            if found == 0 or gap < out_gap[i]:
                out_gap[i] = gap
                out_nearest[i] = found
            if out_gap[i] > widest:
                next_row, widest = i, out_gap[i]
        row = next_row
        found += 1
    return chosen[:found]
