"""Classes of rows with one label, as KACA merges them.

A label is a node of the tree in each column on a tree, and an interval in each column on a line. It only widens.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.chains import label_rows, rows_from
from shoal.kernels.shared.groups import scatter


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
    int32, the next higher row of the same class or -1; weak (classes,) uint8, 1 for a class that is to be merged; used
    (3,) int64, how many classes from the start on are in use, gone ones included, how many of them are gone, and how
    many are weak.
    """

    label: np.ndarray
    pack: np.ndarray
    size: np.ndarray
    own: np.ndarray
    mark: np.ndarray
    head: np.ndarray
    after: np.ndarray
    weak: np.ndarray
    used: np.ndarray


@inner()
def line_price(scale, a, b):
    """Return what the common intervals of labels a and b cost."""
    total = 0.0
    for s in range(scale.weight.shape[0]):
        at = scale.at.shape[0] - 1 + 2 * s
        low = min(scale.price[a[at]], scale.price[b[at]])
        high = max(scale.price[a[at + 1]], scale.price[b[at + 1]])
        total += min(scale.weight[s], high - low)
    return total


@inner()
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


@inner()
def price_of(scale, label):
    """Return what a label costs per row, compared with leaves and single values."""
    total = line_price(scale, label, label)
    for s in range(scale.at.shape[0] - 1):
        total += scale.price[label[s]]
    return total


@inner()
def digest(label):
    """Return a well mixed number for a label."""
    mixed = np.int64(0)
    for s in range(label.shape[0]):
        mixed = scatter(label[s], mixed)
    return mixed


@inner()
def write_places(classes, scale, c):
    """Write the digest and the places of the label of class c."""
    classes.mark[c] = digest(classes.label[c])
    for p in range(classes.pack.shape[0]):
        place, width = scale.pack_at[p], 1
        for s in range(scale.first[p], scale.first[p + 1]):
            place += (classes.label[c, s] - scale.at[s]) * width
            width *= scale.at[s + 1] - scale.at[s]
        classes.pack[p, c] = place


@serial()
def write_all_places(classes, scale):
    """Write the digest and the places of every label."""
    for c in range(classes.used[0]):
        write_places(classes, scale, c)


@inner()
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


@inner()
def flag(classes, c, is_weak):
    """Mark a class as one that is to be merged, or as one that is not."""
    classes.used[2] += np.int64(is_weak) - classes.weak[c]
    classes.weak[c] = is_weak


@inner()
def rows_of(classes, c):
    """Return the rows of a class, from the lowest up."""
    return rows_from(classes.head[c], classes.after, classes.size[c])


@inner()
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


@inner()
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


@inner()
def squeeze(classes, watched):
    """Close the gaps that classes without rows leave, and return where the watched one is now; the order stays."""
    out, at = 0, -1
    for c in range(classes.used[0]):
        if classes.size[c] == 0:
            continue
        if c == watched:
            at = out
        for s in range(classes.label.shape[1]):
            classes.label[out, s] = classes.label[c, s]
        for p in range(classes.pack.shape[0]):
            classes.pack[p, out] = classes.pack[p, c]
        classes.size[out] = classes.size[c]
        classes.own[out] = classes.own[c]
        classes.mark[out] = classes.mark[c]
        classes.head[out] = classes.head[c]
        classes.weak[out] = classes.weak[c]
        out += 1
    classes.used[0], classes.used[1] = out, 0
    return at


@serial()
def label_classes(classes, out_label):
    """Write the number of each row's class, counted from 0, and return the number of classes."""
    return label_rows(classes.size, classes.head, classes.after, classes.used[0], out_label)
