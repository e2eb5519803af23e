"""Sizes, extents and identities of groups."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.pool import over_runs, runs_in, thread_count

MANY_ROWS = 4
"""Rows that a share has for each entry of its table, at least."""


@serial()
def label_groups(rows, edge, out_label):
    """Write the group number of each row, counted from 0, and return the number of groups.

    rows (n,) int32, rows in group order; edge (n,) uint8, not 0 where a group begins, edge[0] is; out_label (n,) int32.
    """
    group = -1
    for i in range(rows.shape[0]):
        if edge[i] != 0:
            group += 1
        out_label[rows[i]] = group
    return group + 1


@serial()
def group_sizes(labels, out_size):
    """Count the rows of each group; labels (n,) int32, negative ones are left out; out_size (groups,) int64, zeros."""
    for i in range(labels.shape[0]):
        if labels[i] >= 0:
            out_size[labels[i]] += 1


@serial()
def extents(codes, labels, out_lo, out_hi):
    """Write the lowest and highest code of each group and column.

    codes (n, d) int32; labels (n,) int32, negative ones are left out; out_lo (groups, d) int32 filled with a number
    above every code; out_hi (groups, d) int32 filled with -1.
    """
    for i in range(codes.shape[0]):
        g = labels[i]
        if g >= 0:
            for j in range(codes.shape[1]):
                c = codes[i, j]
                out_lo[g, j] = min(out_lo[g, j], c)
                out_hi[g, j] = max(out_hi[g, j], c)


@serial()
def share_boxes(starts, ends, out_size, out_lo, out_hi, codes, labels):
    """Count the rows of each group, and write its lowest and highest codes, for shares of the rows one by one.

    starts, ends (shares,) int64, the rows of each; out_size (shares, groups) int64; out_lo, out_hi (shares, groups, d)
    int32; all filled as for `group_sizes` and `extents`.
    """
    for s in range(starts.shape[0]):
        of = labels[starts[s] : ends[s]]
        group_sizes(of, out_size[s])
        extents(codes[starts[s] : ends[s]], of, out_lo[s], out_hi[s])


def box_groups(codes, labels, groups):
    """Return the rows of each group, and its lowest and highest code in each column.

    codes (n, d) int32; labels (n,) int32, negative ones are left out. Each thread has a table of its own for its share
    of the rows, as long as these tables are small beside the codes; they hold no order, so the result has none either.
    """
    n, d = codes.shape
    starts, ends = shares_of(n, groups)
    sizes = np.zeros((len(starts), groups), np.int64)
    lo = np.full((len(starts), groups, d), np.iinfo(np.int32).max, np.int32)
    hi = np.full((len(starts), groups, d), -1, np.int32)
    over_runs(share_boxes, starts, ends, codes, labels, aligned=(sizes, lo, hi))
    if len(starts) == 1:
        return sizes[0], lo[0], hi[0]
    return sizes.sum(axis=0), lo.min(axis=0), hi.max(axis=0)


@serial()
def share_counts(starts, ends, out_count, codes, labels, begin):
    """Count how many rows have each code, for shares of the rows one by one.

    starts, ends (shares,) int64, the rows of each; out_count (shares, codes of all columns) int64, zeros; codes (n, d)
    int32; labels (n,) int32, rows with a negative one are left out; begin (d,) int64, where the counts of a column are.
    """
    for s in range(starts.shape[0]):
        for i in range(starts[s], ends[s]):
            if labels[i] >= 0:
                for j in range(codes.shape[1]):
                    out_count[s, begin[j] + codes[i, j]] += 1


def count_codes(codes, labels, sizes):
    """Return for each column how many rows have each of its codes; rows with a negative label are left out.

    codes (n, d) int32; labels (n,) int32; sizes (d,) int64, how many codes each column has.
    """
    n, room = len(codes), int(np.sum(sizes))
    begin = np.cumsum(sizes) - sizes
    starts, ends = shares_of(n, room)
    counts = np.zeros((len(starts), room), np.int64)
    over_runs(share_counts, starts, ends, codes, labels, begin, aligned=(counts,))
    return np.split(counts.sum(axis=0), begin[1:])


def shares_of(n, room):
    """Return where the shares of n rows begin and end that threads take, each with a table of `room` entries.

    As many as there are threads, and one where these tables would be large beside the rows.
    """
    shares = max(1, min(thread_count(), n // max(1, MANY_ROWS * room)))
    return runs_in(n, -(-n // shares)) if n else (np.zeros(1, np.int64), np.zeros(1, np.int64))


@serial()
def refine(ids, values, out_id):
    """Give rows that agree in `ids` and in `values` one number, in order of first appearance; return how many.

    ids (n,) int32; values (n,) int64; out_id (n,) int32, may be `ids` itself. Exact: every pair is kept and compared.
    An open hash table that doubles when it is half full; O(n) expected, O(distinct) memory.
    """
    room = 1024
    slot_of = np.full(room, -1, np.int32)
    key_id = np.empty(room // 2, np.int32)
    key_value = np.empty(room // 2, np.int64)
    found = 0
    for i in range(ids.shape[0]):
        a, b = ids[i], values[i]
        at = scatter(a, b) & (room - 1)
        while slot_of[at] >= 0 and (key_id[slot_of[at]] != a or key_value[slot_of[at]] != b):
            at = (at + 1) & (room - 1)
        if slot_of[at] < 0:
            if found == room // 2:
                room *= 2
                slot_of, key_id, key_value = rehash(key_id, key_value, room)
                at = scatter(a, b) & (room - 1)
                while slot_of[at] >= 0:
                    at = (at + 1) & (room - 1)
            slot_of[at] = found
            key_id[found] = a
            key_value[found] = b
            found += 1
        out_id[i] = slot_of[at]
    return found


def rows_alike(columns, n):
    """Return a number for each row, the same for rows that agree in every column, and how many numbers there are.

    columns arrays (n,) of whole numbers; the numbers are int32, in order of first appearance. O(n) a column, expected.
    """
    ids, groups = np.zeros(n, np.int32), min(1, n)
    for column in columns:
        groups = int(refine(ids, column.astype(np.int64), ids))
    return ids, groups


@inner()
def scatter(a, b):
    """Return a well mixed number for the pair (a, b) of integers; no product leaves 63 bits, compiled or not."""
    low = np.int64(b) & 0x7FFFFFFF
    high = (np.int64(b) >> 31) & 0x7FFFFFFF
    h = (np.int64(a) * 0x1E3779B1) ^ (low * 0x45EBCA6B) ^ (high * 0x42B2AE35)
    h ^= h >> 29
    h = (h & 0x7FFFFFFF) * 0x27D4EB2F
    return h ^ (h >> 15)


@inner()
def rehash(key_id, key_value, room):
    """Return a table of `room` slots over the pairs, with room for room / 2 of them.

    key_id (m,) int32; key_value (m,) int64; all m pairs are in use.
    """
    slot_of = np.full(room, -1, np.int32)
    ids = np.empty(room // 2, np.int32)
    values = np.empty(room // 2, np.int64)
    for s in range(key_id.shape[0]):
        ids[s] = key_id[s]
        values[s] = key_value[s]
        at = scatter(key_id[s], key_value[s]) & (room - 1)
        while slot_of[at] >= 0:
            at = (at + 1) & (room - 1)
        slot_of[at] = s
    return slot_of, ids, values
