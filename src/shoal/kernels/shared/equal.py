"""Which rows of a table are equal, found once and on all cores.

A row becomes one number, as long as 62 bits hold it. Rows are dealt into parts by a hash of that number, so that equal
rows meet in one part, and each part has a hash table of its own, small enough for a core's cache.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.pool import over_runs, runs_in
from shoal.kernels.shared.groups import scatter

MOST_KEYS = 2**62
"""How many different rows one number tells apart."""

SHARE = 1 << 16
"""Rows that are dealt out at a time, and that a part has at most, about."""

MOST_PARTS = 2048
HASH_SHIFT = 30


class EqualRows(NamedTuple):
    """Which rows of a table are equal.

    ids (n,) int32, the same for equal rows, in order of first appearance; first (found,) int64, the first row of each;
    times (found,) int64, how many rows equal it.
    """

    ids: np.ndarray
    first: np.ndarray
    times: np.ndarray

    @property
    def count(self):
        """Return how many different rows there are."""
        return len(self.first)


def equal_rows(codes, sizes):
    """Return which rows are equal in all columns.

    codes (n, d) int32, those of column j from 0 to sizes[j] - 1; sizes (d,) int64. O(n d) expected, and about 20 bytes
    a row while it runs. The result does not depend on the number of threads.
    """
    n = len(codes)
    ids = np.zeros(n, np.int32)
    first, times = np.zeros(min(1, n), np.int64), np.full(min(1, n), n)
    j = 0
    while j < codes.shape[1]:
        end = _fitting(len(first), sizes, j)
        factor = np.zeros(len(sizes), np.int64)
        factor[j:end] = np.maximum(1, sizes[j:end])
        first, times = _distinguished(ids, codes, factor)
        j = end
    return EqualRows(ids, first, times)


def _fitting(found, sizes, j):
    """Return up to which column one number holds what has been found so far and the columns from j on."""
    reached = max(1, found) * max(1, int(sizes[j]))
    j += 1
    while j < len(sizes) and reached * max(1, int(sizes[j])) <= MOST_KEYS:
        reached *= max(1, int(sizes[j]))
        j += 1
    return j


def _distinguished(ids, codes, factor):
    """Let `ids` tell apart rows that differ in more columns; return the first row of each, and how many equal it."""
    n = len(ids)
    starts, ends = runs_in(n, SHARE)
    parts = min(MOST_PARTS, 1 << max(0, len(starts) - 1).bit_length())
    counts = np.zeros((len(starts), parts), np.int64)
    over_runs(count_parts, starts, ends, ids, codes, factor, aligned=(counts,))
    part_ends = np.cumsum(counts.sum(axis=0))
    part_starts = part_ends - counts.sum(axis=0)
    place = np.cumsum(counts, axis=0) - counts + part_starts
    rows, keys = np.empty(n, np.int32), np.empty(n, np.int64)
    over_runs(deal_parts, starts, ends, ids, codes, factor, rows, keys, aligned=(place,))
    times = np.zeros(n, np.int32)
    over_runs(match_rows, part_starts, part_ends, rows, keys, ids, times)
    first = np.flatnonzero(ids == np.arange(n, dtype=np.int32))
    ids[first] = -1 - np.arange(len(first), dtype=np.int32)
    over_runs(number_rows, starts, ends, ids)
    ids[first] = np.arange(len(first), dtype=np.int32)
    return first, times[first].astype(np.int64)


@inner()
def key_of(ids, codes, factor, i):
    """Return the number that stands for what row i has been found to be so far and for some of its codes.

    factor (d,) int64, how many codes a column has; 0 for one that does not count.
    """
    key = np.int64(ids[i])
    for j in range(codes.shape[1]):
        if factor[j] > 0:
            key = key * factor[j] + codes[i, j]
    return key


@serial()
def count_parts(starts, ends, out_count, ids, codes, factor):
    """Count how many rows of each run go to each part.

    starts, ends (runs,) int64; out_count (runs, parts) int64, zeros, parts a power of two; ids (n,) int32; codes (n, d)
    int32; factor as for `key_of`.
    """
    last = out_count.shape[1] - 1
    for r in range(starts.shape[0]):
        for i in range(starts[r], ends[r]):
            out_count[r, (scatter(0, key_of(ids, codes, factor, i)) >> HASH_SHIFT) & last] += 1


@serial()
def deal_parts(starts, ends, place, ids, codes, factor, out_row, out_key):
    """Write the rows of each run, and what stands for each, where their part has room for them, in ascending order.

    place (runs, parts) int64, where the next row goes, moved on; out_row (n,) int32; out_key (n,) int64; the rest as
    `count_parts`.
    """
    last = place.shape[1] - 1
    for r in range(starts.shape[0]):
        for i in range(starts[r], ends[r]):
            key = key_of(ids, codes, factor, i)
            part = (scatter(0, key) >> HASH_SHIFT) & last
            at = place[r, part]
            out_row[at] = i
            out_key[at] = key
            place[r, part] = at + 1


@serial()
def match_rows(starts, ends, rows, keys, out_first, out_times):
    """Write for each row the first one that equals it, and for that one how many rows do, itself among them.

    starts, ends (parts,) int64, the runs of `rows` that hold all rows of a part; rows (n,) int32, ascending in a part;
    keys (n,) int64, what stands for each of them; out_first, out_times (n,) int32, the second zeros. Exact: the
    numbers themselves are compared.
    """
    for p in range(starts.shape[0]):
        room = 16
        while room < 2 * (ends[p] - starts[p]):
            room *= 2
        slot = np.full(room, -1, np.int32)
        for i in range(starts[p], ends[p]):
            at = scatter(0, keys[i]) & (room - 1)
            while slot[at] >= 0 and keys[slot[at]] != keys[i]:
                at = (at + 1) & (room - 1)
            if slot[at] < 0:
                slot[at] = i
            first = rows[slot[at]]
            out_first[rows[i]] = first
            out_times[first] += 1


@serial()
def number_rows(starts, ends, ids):
    """Write for each row the number of the first one that equals it.

    starts, ends (runs,) int64; ids (n,) int32, the first row that equals each, and for that one itself -1 - its number,
    which stays.
    """
    for r in range(starts.shape[0]):
        for i in range(starts[r], ends[r]):
            if ids[i] >= 0:
                ids[i] = -1 - ids[ids[i]]
