"""Count what full-domain recodings make alike.

A table is handed in as its distinct rows and how often each occurs; what is counted once need not be read again.
"""

import numpy as np

from shoal.kernels._jit import inner, serial


@serial()
def roll_up(codes, counts, lift, at, out_codes, out_counts):
    """Write the distinct rows after each column was lifted, and how often each occurs; return how many there are.

    codes (m, q) int32; counts (m,) int64; lift int32, `lift[at[j] + c]` is what code c of column j becomes; at (q,)
    int64; out_codes (m, q) int32; out_counts (m,) int64. In order of first appearance. Exact: the rows behind equal
    hashes are compared. O(m q) expected.
    """
    m, q = codes.shape
    slot_of = empty_slots(m)
    last, found = slot_of.shape[0] - 1, 0
    for i in range(m):
        h = np.int64(0)
        for j in range(q):
            c = lift[at[j] + codes[i, j]]
            out_codes[found, j] = c
            h = stir(h, c)
        s = lower_bits(h) & last
        while slot_of[s] >= 0 and not same_row(out_codes, slot_of[s], found):
            s = (s + 1) & last
        if slot_of[s] < 0:
            slot_of[s] = found
            out_counts[found] = 0
            found += 1
        out_counts[slot_of[s]] += counts[i]
    return found


@serial()
def published_nodes(path, closed, out_node):
    """Write the node that each code is published as: the highest closed one above it, else its leaf.

    path (codes, depth) int32, the leaf first and the root last; closed (nodes,) uint8; out_node (codes,) int32.
    """
    for c in range(path.shape[0]):
        level = path.shape[1] - 1
        while level > 0 and closed[path[c, level]] == 0:
            level -= 1
        out_node[c] = path[c, level]


@serial()
def recoding_cost(cells, counts, node, price, k, worst):
    """Return what all rows cost when each cell is published as its node, and how many of them are suppressed.

    cells (m, d) int32, places in `node`; counts (m,) int64; node (codes,) int32; price (nodes,) float64 per row. A row
    that looks like fewer than k rows, itself included, is suppressed and costs `worst`. O(m d) expected.
    """
    m, d = cells.shape
    group = np.empty(m, np.int32)
    first = np.empty(m, np.int32)
    size = np.zeros(m, np.int64)
    found = recoding_groups(cells, node, group, first)
    for i in range(m):
        size[group[i]] += counts[i]
    total, dropped = 0.0, 0
    for g in range(found):
        each = worst
        if size[g] >= k:
            each = 0.0
            for j in range(d):
                each += price[node[cells[first[g], j]]]
        else:
            dropped += size[g]
        total += size[g] * each
    return total, dropped


@serial()
def recoding_groups(cells, node, out_group, out_first):
    """Write the group of each row when each cell is published as its node, and return how many groups there are.

    cells (m, d) int32, places in `node`; node (codes,) int32; out_group (m,) int32, in order of first appearance;
    out_first (m,) int32, the first row of each group. O(m d) expected.
    """
    slot_of = empty_slots(cells.shape[0])
    last, found = slot_of.shape[0] - 1, 0
    for i in range(cells.shape[0]):
        s = lower_bits(hash_nodes(cells, node, i)) & last
        while slot_of[s] >= 0 and not same_nodes(cells, node, out_first[slot_of[s]], i):
            s = (s + 1) & last
        if slot_of[s] < 0:
            slot_of[s] = found
            out_first[found] = i
            found += 1
        out_group[i] = slot_of[s]
    return found


@inner()
def empty_slots(m):
    """Return the slots of a hash table of m rows, all -1: a power of two, at least twice as many."""
    room = 16
    while room < 2 * m:
        room *= 2
    return np.full(room, -1, np.int32)


@inner()
def hash_nodes(cells, node, i):
    """Return the hash of row i as it is published; cells (m, d) int32, node (codes,) int32."""
    h = np.int64(0)
    for j in range(cells.shape[1]):
        h = stir(h, node[cells[i, j]])
    return h


@inner()
def stir(h, c):
    """Return the hash with one more code in it; h int64, c a code of 31 bits; no product leaves 63 bits."""
    return (h & 0xFFFFFFFF) * 0x1E3779B1 + c


@inner()
def lower_bits(h):
    """Return the hash with its high bits brought down, where the slot is read."""
    h = ((h ^ (h >> 29)) & 0x7FFFFFFF) * 0x27D4EB2F
    return h ^ (h >> 15)


@inner()
def same_row(codes, a, b):
    """Return whether two rows agree in every column; codes (m, q) int32."""
    for j in range(codes.shape[1]):
        if codes[a, j] != codes[b, j]:
            return False
    return True


@inner()
def same_nodes(cells, node, a, b):
    """Return whether two rows are published alike; cells (m, d) int32, node (codes,) int32."""
    for j in range(cells.shape[1]):
        if node[cells[a, j]] != node[cells[b, j]]:
            return False
    return True
