"""Some rows of a table, laid out for a search over boxes: which rows lie in a box is a few operations on bit sets.

The values that occur in a column are numbered in ascending order; where there are more than `MOST`, neighbours share a
number. For each column and number there is the set of the rows below it, so the rows of any range are the difference
of two sets.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.bits import ALL, NONE, ONE
from shoal.kernels.shared.value_counts import sort

MOST = 128
"""Numbers per column. A box is only ever grown to whole numbers; the groups that come of it are measured exactly."""

DENSE = 1024
"""Columns of up to so many codes are numbered by counting, others by sorting."""


class BitRows(NamedTuple):
    """Room for up to `capacity` rows, d columns.

    codes (capacity, d) int32; place (d, capacity) int32, the number of each row's value; values (d,) int64, how many
    numbers there are; low, high (d, MOST + 2) int32, the codes that a number stands for; under (d, MOST + 3, words)
    uint64, the rows whose number is lower; free (words,) uint64, the rows that are in no group yet; off (d, words)
    uint64, the free or taken rows outside the current box; once, twice (words,) uint64, scratch; gains (MOST + 2,)
    int64, scratch; ends (6, d) int64: the current box, the best one from this seed, the best of all seeds, low and high
    each; least (2,) and step (4,) float64, scratch of the search; sorted (max(capacity, DENSE) + 1,) int64, scratch;
    work (1,) int64, the steps taken so far, of about a nanosecond.
    """

    codes: np.ndarray
    place: np.ndarray
    values: np.ndarray
    low: np.ndarray
    high: np.ndarray
    under: np.ndarray
    free: np.ndarray
    off: np.ndarray
    once: np.ndarray
    twice: np.ndarray
    gains: np.ndarray
    ends: np.ndarray
    least: np.ndarray
    step: np.ndarray
    sorted: np.ndarray
    work: np.ndarray


@inner()
def empty_bit_rows(capacity, d):
    """Return room for `capacity` rows of d columns; about d (MOST / 8 + 8) bytes a row."""
    words = (capacity + 63) >> 6
    return BitRows(
        np.empty((capacity, d), np.int32),
        np.empty((d, capacity), np.int32),
        np.empty(d, np.int64),
        np.empty((d, MOST + 2), np.int32),
        np.empty((d, MOST + 2), np.int32),
        np.empty((d, MOST + 3, words), np.uint64),
        np.empty(words, np.uint64),
        np.empty((d, words), np.uint64),
        np.empty(words, np.uint64),
        np.empty(words, np.uint64),
        np.empty(MOST + 2, np.int64),
        np.empty((6, d), np.int64),
        np.empty(2, np.float64),
        np.empty(4, np.float64),
        np.empty(max(capacity, DENSE) + 1, np.int64),
        np.zeros(1, np.int64),
    )


@inner()
def load(bit_rows, costs, codes, rows):
    """Lay out the rows of a table; codes (n, d) int32, rows (m,) int32. O(m d) and d MOST m / 64 words."""
    m, d = rows.shape[0], codes.shape[1]
    words = (m + 63) >> 6
    here, place, values, under = bit_rows.codes, bit_rows.place, bit_rows.values, bit_rows.under
    for r in range(m):
        for j in range(d):
            here[r, j] = codes[rows[r], j]
    for j in range(d):
        if costs.size[j] <= DENSE:
            by_counting(bit_rows, j, m, costs.size[j], costs.missing[j] if costs.line[j] else -1)
            bit_rows.work[0] += 8 * m + costs.size[j]
        else:
            by_sorting(bit_rows, j, m, costs.missing[j] if costs.line[j] else -1)
            bit_rows.work[0] += 60 * m
        bit_rows.work[0] += 2 * values[j] * words
        for u in range(values[j] + 1):
            for w in range(words):
                under[j, u, w] = NONE
        for r in range(m):
            under[j, place[j, r] + 1, r >> 6] |= ONE << np.uint64(r & 63)
        for u in range(values[j]):
            for w in range(words):
                under[j, u + 1, w] |= under[j, u, w]


@inner()
def by_counting(bit_rows, j, m, size, missing):
    """Number the values of a column of few codes."""
    times, codes, place, low, high = bit_rows.sorted, bit_rows.codes, bit_rows.place, bit_rows.low, bit_rows.high
    for c in range(size):
        times[c] = 0
    for r in range(m):
        times[codes[r, j]] += 1
    distinct = 0
    for c in range(size):
        distinct += times[c] > 0
    share = 0 if distinct <= MOST else (m + MOST - 1) // MOST
    u, filled = np.int64(-1), np.int64(0)
    for c in range(size):
        if times[c] == 0:
            continue
        if u < 0 or filled >= share or c == missing:
            u, filled = u + 1, np.int64(0)
            low[j, u] = c
        high[j, u] = c
        filled += times[c]
        times[c] = u
    for r in range(m):
        place[j, r] = times[codes[r, j]]
    bit_rows.values[j] = u + 1


@inner()
def by_sorting(bit_rows, j, m, missing):
    """Number the values of a column of many codes."""
    values, codes, place = bit_rows.sorted[:m], bit_rows.codes, bit_rows.place
    starts, stops = bit_rows.low, bit_rows.high
    for r in range(m):
        values[r] = codes[r, j]
    sort(values)
    distinct = 1
    for r in range(1, m):
        distinct += values[r] != values[r - 1]
    share = 0 if distinct <= MOST else (m + MOST - 1) // MOST
    u, filled = np.int64(-1), np.int64(0)
    for r in range(m):
        fresh = r == 0 or values[r] != values[r - 1]
        if fresh and (u < 0 or filled >= share or values[r] == missing):
            u, filled = u + 1, np.int64(0)
            starts[j, u] = values[r]
        stops[j, u] = values[r]
        filled += 1
    bit_rows.values[j] = u + 1
    for r in range(m):
        low, high = np.int64(0), u
        while low < high:
            middle = (low + high) >> 1
            if codes[r, j] <= stops[j, middle]:
                high = middle
            else:
                low = middle + 1
        place[j, r] = low


@inner()
def free_all(bit_rows, m):
    """Let the first m rows be free, and no other."""
    words = (m + 63) >> 6
    for w in range(words):
        bit_rows.free[w] = ALL
    if m & 63:
        bit_rows.free[words - 1] = (ONE << np.uint64(m & 63)) - ONE
