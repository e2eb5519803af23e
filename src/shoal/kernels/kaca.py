"""The merging of KACA: a class of fewer than k rows joins the class that is nearest to it, until none is left.

A class is a set of rows with one label: a node of the tree in each column on a tree, and an interval in each column on
a line. Labels only widen. With u the price of the common label of classes a and b, and s that of a class's own label,
the distance is |a| (u - s_a) + |b| (u - s_b). For the class to be merged u is looked up in a table of prices, small
trees together: one look-up per pack of trees.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import serial
from shoal.kernels.groups import scatter

GRAIN = 1e-9
STUB = 1
SMALLEST = 2


class Scale(NamedTuple):
    """What labels cost, weights included; the nodes of all trees are numbered through, then the codes on all lines.

    at (trees + 1,) int64, where each tree begins, its nodes children before parents; parent (nodes,) int32, numbered
    through, -1 for a root; price (nodes + codes,) float64: of a node what it costs to rise to it from a leaf, of a code
    its place on the line, a missing cell's at twice the weight; weight (lines,) float64, the most that a line can
    cost; base, missing (lines,) int64, the first code and that of a missing cell or -1; first (packs + 1,) int64, the
    first tree of each pack; pack_at (packs + 1,) int64, where each pack begins in a table of prices.
    """

    at: np.ndarray
    parent: np.ndarray
    price: np.ndarray
    weight: np.ndarray
    base: np.ndarray
    missing: np.ndarray
    first: np.ndarray
    pack_at: np.ndarray


class Classes(NamedTuple):
    """The classes there are, in a fixed order; a class without rows is gone.

    label (classes, trees + 2 lines) int32: a node per tree, then the lowest and highest code per line; pack (packs,
    classes) int32, the places of its nodes in a table of prices; size (classes,) int64; own (classes,) float64, the
    price of the label; mark (classes,) int64, a digest of the label; head (classes,) int32, the lowest row; after (n,)
    int32, the next higher row of the same class or -1; used (1,) int64, how many classes from the start on are in use,
    gone ones included.
    """

    label: np.ndarray
    pack: np.ndarray
    size: np.ndarray
    own: np.ndarray
    mark: np.ndarray
    head: np.ndarray
    after: np.ndarray
    used: np.ndarray


@serial()
def merge_small(classes, scale, k, rules, draws):
    """Merge one class of fewer than k rows per draw, while there is one, and return how many there are then.

    draws float64 in [0, 1), which pick the class; rules: STUB takes from a large class only the rows that are needed,
    SMALLEST picks the smallest class and needs no draw. There are k rows or more in all. O(classes * d) a merge.
    """
    table = np.empty(scale.pack_at[-1], np.float64)
    single = np.empty(scale.at[-1], np.float64)
    scratch = np.empty(classes.size.shape[0], np.float64)
    joint = np.empty(classes.label.shape[1], np.int32)
    small, gone = census(classes, k)
    for t in range(draws.shape[0]):
        if small == 0:
            break
        a = pick(classes, k, rules, np.int64(draws[t] * small))
        common_prices(scale, classes.label[a], single)
        pack_prices(scale, single, table)
        b = nearest_class(classes, scale, a, table, scratch)
        unite_labels(scale, classes.label[a], classes.label[b], joint)
        same_as = find(classes, joint)
        small -= 1
        if rules & STUB and classes.size[a] + classes.size[b] >= 2 * k:
            move_lowest(classes, b, a, k - classes.size[a])
            b = a
        else:
            small -= classes.size[b] < k
            gone += 1
            absorb(classes, b, a)
        if same_as >= 0 and same_as != b:
            if classes.size[same_as] > 0:
                small -= classes.size[same_as] < k
                gone += 1
            absorb(classes, same_as, b)
            b = same_as
        small += classes.size[b] < k
        for s in range(joint.shape[0]):
            classes.label[b, s] = joint[s]
        classes.own[b] = price_of(scale, joint)
        settle(classes, scale, b)
        if 8 * gone > classes.used[0]:
            squeeze(classes)
            gone = 0
    return small


@serial()
def census(classes, k):
    """Return how many classes have fewer than k rows, and how many have none."""
    small, gone = 0, 0
    for c in range(classes.used[0]):
        if classes.size[c] == 0:
            gone += 1
        elif classes.size[c] < k:
            small += 1
    return small, gone


@serial()
def pick(classes, k, rules, skip):
    """Return the class of fewer than k rows that comes after `skip` others, or the smallest, ties to the first."""
    best = -1
    for c in range(classes.used[0]):
        size = classes.size[c]
        if size == 0 or size >= k:
            continue
        if rules & SMALLEST:
            if best < 0 or size < classes.size[best]:
                best = c
        elif skip == 0:
            return c
        else:
            skip -= 1
    return best


@serial()
def common_prices(scale, label, out_table):
    """Write what each node of each tree costs together with the label; out_table (nodes,) float64. O(nodes)."""
    for s in range(scale.at.shape[0] - 1):
        for node in range(scale.at[s], scale.at[s + 1]):
            out_table[node] = -1.0
        above = label[s]
        while above >= 0:
            out_table[above] = scale.price[above]
            above = scale.parent[above]
        for node in range(scale.at[s + 1] - 1, scale.at[s] - 1, -1):
            if out_table[node] < 0.0:
                out_table[node] = out_table[scale.parent[node]]


@serial()
def pack_prices(scale, single, out_table):
    """Write what each combination of nodes of a pack costs; single (nodes,) float64; out_table (places,) float64."""
    for p in range(scale.first.shape[0] - 1):
        begin, width = scale.pack_at[p], 1
        out_table[begin] = 0.0
        for s in range(scale.first[p], scale.first[p + 1]):
            nodes = scale.at[s + 1] - scale.at[s]
            for node in range(nodes - 1, -1, -1):
                more = single[scale.at[s] + node]
                for i in range(width):
                    out_table[begin + node * width + i] = out_table[begin + i] + more
            width *= nodes


@serial()
def nearest_class(classes, scale, a, table, joint):
    """Return the class at the least distance from class a; ties, and differences below a grain, to the first.

    table (places,) float64; joint (classes,) float64 is scratch room for the price of the common label on trees.
    """
    used = classes.used[0]
    for c in range(used):
        joint[c] = 0.0
    for p in range(classes.pack.shape[0]):
        place = classes.pack[p]
        for c in range(used):
            joint[c] += table[place[c]]
    size_a, loss_a = classes.size[a], classes.size[a] * classes.own[a]
    best, bar = -1, np.inf
    for c in range(used):
        size = classes.size[c]
        before = loss_a + size * classes.own[c]
        rows = size + size_a
        if rows * joint[c] - before < bar and size > 0 and c != a:
            gap = rows * (joint[c] + line_price(scale, classes.label[a], classes.label[c])) - before
            if gap < bar:
                best, bar = c, gap - GRAIN
    return best


@serial()
def line_price(scale, a, b):
    """Return what the common intervals of labels a and b cost."""
    total = 0.0
    for s in range(scale.weight.shape[0]):
        at = scale.at.shape[0] - 1 + 2 * s
        low = min(scale.price[a[at]], scale.price[b[at]])
        high = max(scale.price[a[at + 1]], scale.price[b[at + 1]])
        total += min(scale.weight[s], high - low)
    return total


@serial()
def unite_labels(scale, a, b, out_joint):
    """Write the closest label that covers labels a and b; an interval with missing cells begins at the first code."""
    trees = scale.at.shape[0] - 1
    for s in range(trees):
        low, high = (a[s], b[s]) if a[s] < b[s] else (b[s], a[s])
        while low != high:
            low = scale.parent[low]
            if low > high:
                low, high = high, low
        out_joint[s] = low
    for s in range(scale.weight.shape[0]):
        at = trees + 2 * s
        out_joint[at] = min(a[at], b[at])
        out_joint[at + 1] = max(a[at + 1], b[at + 1])
        if out_joint[at + 1] == scale.missing[s] and out_joint[at] != scale.missing[s]:
            out_joint[at] = scale.base[s]


@serial()
def price_of(scale, label):
    """Return what a label costs per row, compared with leaves and single values."""
    total = line_price(scale, label, label)
    for s in range(scale.at.shape[0] - 1):
        total += scale.price[label[s]]
    return total


@serial()
def digest(label):
    """Return a well mixed number for a label."""
    mixed = np.int64(0)
    for s in range(label.shape[0]):
        mixed = scatter(label[s], mixed)
    return mixed


@serial()
def settle(classes, scale, c):
    """Write the digest and the places of the label of class c."""
    classes.mark[c] = digest(classes.label[c])
    for p in range(classes.pack.shape[0]):
        place, width = scale.pack_at[p], 1
        for s in range(scale.first[p], scale.first[p + 1]):
            place += (classes.label[c, s] - scale.at[s]) * width
            width *= scale.at[s + 1] - scale.at[s]
        classes.pack[p, c] = place


@serial()
def settle_all(classes, scale):
    """Write the digest and the places of every label."""
    for c in range(classes.used[0]):
        settle(classes, scale, c)


@serial()
def find(classes, label):
    """Return the first class with this label, or -1."""
    mark = digest(label)
    for c in range(classes.used[0]):
        if classes.mark[c] != mark or classes.size[c] == 0:
            continue
        same = True
        for s in range(label.shape[0]):
            same = same and classes.label[c, s] == label[s]
        if same:
            return c
    return -1


@serial()
def absorb(classes, into, other):
    """Move all rows of a class to another one, in order of the rows. O(rows of both)."""
    a, b = classes.head[into], classes.head[other]
    last = -1
    while b >= 0:
        if 0 <= a < b:
            row = a
            a = classes.after[a]
        else:
            row = b
            b = classes.after[b]
        if last < 0:
            classes.head[into] = row
        else:
            classes.after[last] = row
        last = row
    if last >= 0:
        classes.after[last] = a
    classes.size[into] += classes.size[other]
    classes.size[other] = 0
    classes.head[other] = -1


@serial()
def move_lowest(classes, source, into, count):
    """Move the `count` lowest rows of a class, fewer than it has, to another one, 1 or more. O(count + rows there)."""
    last = classes.head[source]
    for _ in range(count - 1):
        last = classes.after[last]
    rest = classes.after[last]
    classes.after[last] = -1
    left = classes.size[source] - count
    classes.size[source] = count
    absorb(classes, into, source)
    classes.head[source] = rest
    classes.size[source] = left


@serial()
def squeeze(classes):
    """Close the gaps that classes without rows leave; the order stays."""
    out = 0
    for c in range(classes.used[0]):
        if classes.size[c] == 0:
            continue
        for s in range(classes.label.shape[1]):
            classes.label[out, s] = classes.label[c, s]
        for p in range(classes.pack.shape[0]):
            classes.pack[p, out] = classes.pack[p, c]
        classes.size[out] = classes.size[c]
        classes.own[out] = classes.own[c]
        classes.mark[out] = classes.mark[c]
        classes.head[out] = classes.head[c]
        out += 1
    classes.used[0] = out


@serial()
def chain_rows(ids, out_head, out_after):
    """Link the rows of each class from the lowest up; ids (n,) int32; out_head (classes,) int32 filled with -1."""
    for i in range(ids.shape[0] - 1, -1, -1):
        out_after[i] = out_head[ids[i]]
        out_head[ids[i]] = i


@serial()
def label_classes(classes, out_label):
    """Write the number of each row's class, counted from 0, and return the number of classes."""
    group = 0
    for c in range(classes.used[0]):
        if classes.size[c] > 0:
            row = classes.head[c]
            while row >= 0:
                out_label[row] = group
                row = classes.after[row]
            group += 1
    return group
