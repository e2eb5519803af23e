"""Sizes, extents and identities of groups."""

import numpy as np

from shoal.kernels._jit import inner, serial


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
