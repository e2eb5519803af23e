"""Condensation's groups: drawn rows with their nearest."""

import numpy as np

from shoal.kernels._jit import serial
from shoal.kernels.mdav import take_nearest


@serial()
def take_drawn(x, ids, left, factor, k, draws, out_label):
    """Take groups of a drawn row with its k - 1 nearest while there are k rows and draws; return how many are left.

    x (n, d) float64 and ids (n,) int32, reordered in place; factor (d,) float64, in grains; draws (groups,) float64 in
    [0, 1); out_label (n,) int32. O(n d) a group.
    """
    gaps = np.empty(x.shape[0], np.float64)
    for g in range(draws.shape[0]):
        if left < k:
            break
        left = take_nearest(x, ids, gaps, left, np.int64(draws[g] * left), factor, k, out_label)
    return left
