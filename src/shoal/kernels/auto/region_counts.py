"""The sensitive values of a few groups: local numbers for the values that occur, and how often each does in a group.

Counts are kept up to date as rows come and go, so a rule is tested in O(values that occur in the region).
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.guard import Book, members, passes, trespass
from shoal.kernels.shared.ordered import place_of
from shoal.kernels.shared.value_counts import tally

ROOM = 1 << 22
"""Counts that a region may need; one that needs more is left as it is."""


class RegionCounts(NamedTuple):
    """The values of m rows and of the groups that they are in.

    value (m, columns) int32, the place of each row's value in `ids`; at (columns + 1,) int64, where the values of each
    column begin there; ids (width,) int32, the values, ascending in each column; often (groups, width) int64, how often
    each occurs in a group; draft (width,) int64, the same for a group that is being made; tried (width,) int64,
    when each was last thought of for it. book are the rules, as in Guard.
    """

    value: np.ndarray
    at: np.ndarray
    ids: np.ndarray
    often: np.ndarray
    draft: np.ndarray
    tried: np.ndarray
    book: Book


@inner()
def count_values(guard, rows, groups):
    """Return the values of some rows, with room for the counts of so many groups; None where there are no rules.

    rows (m,) int32.
    """
    if guard is None:
        return None
    m, columns = rows.shape[0], guard.codes.shape[1]
    value, at = np.empty((m, columns), np.int32), np.zeros(columns + 1, np.int64)
    ids = np.empty(m * columns, np.int32)
    for c in range(columns):
        low, high = guard.codes[rows[0], c], guard.codes[rows[0], c]
        for r in range(1, m):
            low, high = min(low, guard.codes[rows[r], c]), max(high, guard.codes[rows[r], c])
        found, _ = tally(guard.codes, rows, c, low, high)
        at[c + 1] = at[c] + found.shape[0]
        for i in range(found.shape[0]):
            ids[at[c] + i] = found[i]
        for r in range(m):
            value[r, c] = at[c] + place_of(found, 0, found.shape[0] - 1, guard.codes[rows[r], c])
    width = at[columns]
    often, draft, tried = np.zeros((groups, width), np.int64), np.zeros(width, np.int64), np.zeros(width, np.int64)
    return RegionCounts(value, at, ids[:width], often, draft, tried, guard.book)


@inner()
def add_to_counts(counts, count, r, by):
    """Add row r to the counts of a group `by` times; -1 takes it away."""
    for c in range(counts.value.shape[1]):
        count[counts.value[r, c]] += by


@inner()
def group_passes(counts, count, size):
    """Return whether a group with these counts meets all rules; count (width,) int64."""
    at = counts.at
    for c in range(at.shape[0] - 1):
        here = count[at[c] : at[c + 1]]
        if not passes(counts.book, c, counts.ids[at[c] : at[c + 1]], here, size):
            return False
        size = members(counts.book, c, here, size)
    return True


@inner()
def group_gap(counts, count, size):
    """Return how far a group with these counts is from meeting all rules; 0 when it does."""
    at, total = counts.at, 0.0
    for c in range(at.shape[0] - 1):
        here = count[at[c] : at[c + 1]]
        total += trespass(counts.book, c, counts.ids[at[c] : at[c + 1]], here, size)
        size = members(counts.book, c, here, size)
    return total


@inner()
def passes_with(counts, g, size, r):
    """Return whether group g, of so many rows, meets all rules once it has row r as well."""
    count = counts.often[g]
    add_to_counts(counts, count, r, 1)
    good = group_passes(counts, count, size + 1)
    add_to_counts(counts, count, r, -1)
    return good


@inner()
def passes_without(counts, g, size, r):
    """Return whether group g, of so many rows, meets all rules without its row r."""
    count = counts.often[g]
    add_to_counts(counts, count, r, -1)
    good = group_passes(counts, count, size - 1)
    add_to_counts(counts, count, r, 1)
    return good


@inner()
def passes_swapped(counts, g, size, r, s):
    """Return whether group g, of so many rows, meets all rules with row s instead of its row r."""
    count = counts.often[g]
    add_to_counts(counts, count, r, -1)
    add_to_counts(counts, count, s, 1)
    good = group_passes(counts, count, size)
    add_to_counts(counts, count, s, -1)
    add_to_counts(counts, count, r, 1)
    return good


@inner()
def write_welcome(counts, size, r, groups, out_welcome):
    """Write which groups row r may join without breaking a rule; out_welcome (groups,) uint8."""
    for g in range(groups):
        out_welcome[g] = 1 if size[g] > 0 and passes_with(counts, g, size[g], r) else 0
