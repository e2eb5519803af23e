"""The place of a point on the Hilbert curve.

After Skilling, *Programming the Hilbert curve*, AIP Conference Proceedings 707, 2004: the curve is unfolded on the
coordinates themselves, bit by bit from the top, and the bits of the key are then read across the coordinates.
"""

import numpy as np

from shoal.kernels._jit import inner, serial


@serial()
def hilbert_keys(cells, bits, out_key):
    """Write the number of steps along the curve from the origin to each cell.

    cells (n, d) int64, d >= 1, each from 0 to 2**bits - 1, bits * d <= 62; out_key (n,) int64. O(n * d * bits).
    """
    n, d = cells.shape
    x = np.empty(d, np.int64)
    for i in range(n):
        for j in range(d):
            x[j] = cells[i, j]
        unfold(x, bits)
        key = np.int64(0)
        for bit in range(bits - 1, -1, -1):
            for j in range(d):
                key = (key << 1) | ((x[j] >> bit) & 1)
        out_key[i] = key


@inner()
def unfold(x, bits):
    """Turn the coordinates of a cell, in place, into those whose bits, read across, are its key; x (d,) int64.

    From the widest square down: a set bit mirrors the smaller squares, a clear one swaps two axes of them. What is left
    is in Gray code, which the two last steps undo.
    """
    d = x.shape[0]
    for bit in range(bits - 1, 0, -1):
        below = (np.int64(1) << bit) - 1
        for j in range(d):
            if (x[j] >> bit) & 1:
                x[0] ^= below
            else:
                swapped = (x[0] ^ x[j]) & below
                x[0] ^= swapped
                x[j] ^= swapped
    for j in range(1, d):
        x[j] ^= x[j - 1]
    mirror = np.int64(0)
    for bit in range(bits - 1, 0, -1):
        if (x[d - 1] >> bit) & 1:
            mirror ^= (np.int64(1) << bit) - 1
    for j in range(d):
        x[j] ^= mirror
