"""Groups that merge: each is a chain of rows with a box around it."""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.box_cost import box_cost, span
from shoal.kernels.shared.chains import label_rows, rows_from
from shoal.kernels.shared.rounding import GRAIN, in_grains


class Chains(NamedTuple):
    """The groups as one struct of arrays.

    size (groups,) int64, 0 where a group is gone; first (groups,) int32, its first row; following (n,) int32, the row
    after each row, -1 at the end of a chain; lo, hi (groups, d) int32; price (groups,) float64, per row, in grains.
    """

    size: np.ndarray
    first: np.ndarray
    following: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    price: np.ndarray


@inner()
def chain(codes, costs, labels, groups):
    """Return the groups as chains; codes (n, d) int32; labels (n,) int32, 0..groups-1, no group is empty."""
    n, d = codes.shape
    size = np.zeros(groups, np.int64)
    first = np.full(groups, -1, np.int32)
    following = np.full(n, -1, np.int32)
    for i in range(n - 1, -1, -1):
        g = labels[i]
        size[g] += 1
        following[i] = first[g]
        first[g] = i
    lo = np.empty((groups, d), np.int32)
    hi = np.empty((groups, d), np.int32)
    chains = Chains(size, first, following, lo, hi, np.empty(groups, np.float64))
    for g in range(groups):
        measure(chains, codes, costs, g)
    return chains


@inner()
def measure(chains, codes, costs, g):
    """Set the box and the price of a group from its rows."""
    d = codes.shape[1]
    row = chains.first[g]
    for j in range(d):
        chains.lo[g, j] = codes[row, j]
        chains.hi[g, j] = codes[row, j]
    while row >= 0:
        for j in range(d):
            chains.lo[g, j] = min(chains.lo[g, j], codes[row, j])
            chains.hi[g, j] = max(chains.hi[g, j], codes[row, j])
        row = chains.following[row]
    chains.price[g] = in_grains(box_cost(costs, chains.lo[g], chains.hi[g]))


@inner()
def rows_of(chains, g):
    """Return the rows of a group, (m,) int32, in no particular order."""
    return rows_from(chains.first[g], chains.following, chains.size[g])


@inner()
def split(chains, run, side, a, b):
    """Let group a hold the rows of the run whose side is 0, and group b the others; neither is measured yet.

    run (m,) int32; side (m,) uint8. Whatever the two groups held before is forgotten.
    """
    for g in (a, b):
        chains.size[g] = 0
        chains.first[g] = -1
    for i in range(run.shape[0]):
        g = a if side[i] == 0 else b
        chains.following[run[i]] = chains.first[g]
        chains.first[g] = run[i]
        chains.size[g] += 1


@inner()
def merge(chains, a, b):
    """Merge two groups under the lower number, which is not measured yet; the other is gone. O(rows of a)."""
    last = chains.first[a]
    while chains.following[last] >= 0:
        last = chains.following[last]
    chains.following[last] = chains.first[b]
    keep, gone = min(a, b), max(a, b)
    chains.first[keep] = chains.first[a]
    chains.size[keep] += chains.size[gone]
    chains.size[gone] = 0


@inner()
def joint_price(chains, costs, a, b, limit):
    """Return the price per row of two groups together, in grains, or infinity as soon as it is above the limit."""
    most = (limit + 1.0) * GRAIN
    total = 0.0
    for j in range(chains.lo.shape[1]):
        low = min(chains.lo[a, j], chains.lo[b, j])
        high = max(chains.hi[a, j], chains.hi[b, j])
        total += span(costs, j, low, high)
        if total > most:
            return np.inf
    return in_grains(total)


@inner()
def label_chains(chains, out_label):
    """Write the group of each row, numbered in the order of the chains, and return the number of groups."""
    return label_rows(chains.size, chains.first, chains.following, chains.size.shape[0], out_label)
