"""The merging of KACA: a class that is too small, or breaks a rule, joins the class nearest to it, until none is left.

A class is a set of rows with one label: a node of the tree in each column on a tree, and an interval in each column on
a line. Labels only widen. With u the price of the common label of classes a and b, and s that of a class's own label,
the distance is |a| (u - s_a) + |b| (u - s_b). For the class to be merged u is looked up in a table of prices, small
trees together: one look-up per pack of trees.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.kaca_classes import (
    absorb,
    find,
    flag,
    line_price,
    move_lowest,
    price_of,
    rows_of,
    squeeze,
    unite_labels,
    write_places,
)
from shoal.kernels.shared.packs import pack_prices
from shoal.kernels.shared.repair import run_passes

GRAIN = 1e-9
STUB = 1
SMALLEST = 2
APART = 4


class Bench(NamedTuple):
    """Room to work in: single (nodes,), table (places,), scratch (classes,) float64; joint (label,) int32, a label."""

    single: np.ndarray
    table: np.ndarray
    scratch: np.ndarray
    joint: np.ndarray


@serial()
def merge_small(classes, scale, k, rules, draws):
    """Merge one class of fewer than k rows per draw, while there is one, and return how many there are then.

    draws float64 in [0, 1), which pick the class; rules: STUB takes from a large class only the rows that are needed,
    SMALLEST picks the smallest class and needs no draw, APART lets classes of one label be. There are k rows or more in
    all. O(classes * d) a merge.
    """
    bench = bench_for(classes, scale)
    for t in range(draws.shape[0]):
        if classes.used[2] == 0:
            break
        a, b = next_pair(classes, scale, rules, draws[t], bench)
        taken = classes.size[b]
        if rules & STUB and classes.size[a] + classes.size[b] >= 2 * k:
            taken = k - classes.size[a]
        c = join(classes, scale, rules, (a, b, taken), bench.joint)
        flag(classes, c, classes.size[c] < k)
    return classes.used[2]


@serial()
def merge_failing(classes, scale, k, rules, draws, guard):
    """Merge as `merge_small` does, also classes that break a rule of the guard; all that are left may be one that does.

    Only the rows that are needed are taken where both classes meet the rules then.
    """
    bench = bench_for(classes, scale)
    for t in range(draws.shape[0]):
        if classes.used[2] == 0:
            break
        a, b = next_pair(classes, scale, rules, draws[t], bench)
        if b < 0:
            return 0
        taken = classes.size[b]
        lacking = k - classes.size[a]
        if rules & STUB and 0 < lacking <= taken - k and stub_passes(classes, guard, a, b, lacking):
            taken = lacking
        c = join(classes, scale, rules, (a, b, taken), bench.joint)
        flag(classes, c, classes.size[c] < k or not run_passes(guard, rows_of(classes, c)))
    return classes.used[2]


@serial()
def mark_small(classes, k):
    """Mark the classes of fewer than k rows."""
    for c in range(classes.used[0]):
        flag(classes, c, classes.size[c] < k)


@serial()
def mark_failing(classes, k, guard):
    """Mark the classes of fewer than k rows, and those that break a rule of the guard."""
    for c in range(classes.used[0]):
        flag(classes, c, classes.size[c] < k or not run_passes(guard, rows_of(classes, c)))


@inner()
def bench_for(classes, scale):
    """Return room to work in."""
    return Bench(
        np.empty(scale.at[-1], np.float64),
        np.empty(scale.pack_at[-1], np.float64),
        np.empty(classes.size.shape[0], np.float64),
        np.empty(classes.label.shape[1], np.int32),
    )


@inner()
def next_pair(classes, scale, rules, draw, bench):
    """Return the class that a draw picks and the one nearest to it, -1 when it is alone; write the label of both."""
    a = pick(classes, rules, draw)
    common_prices(scale, classes.label[a], bench.single)
    pack_prices(scale.first, scale.at, scale.pack_at, bench.single, bench.table)
    b = nearest_class(classes, scale, a, bench.table, bench.scratch)
    if b >= 0:
        unite_labels(scale, classes.label[a], classes.label[b], bench.joint)
    return a, b


@inner()
def join(classes, scale, rules, pair, joint):
    """Give class a the `taken` lowest rows of class b, or all, and the joint label, and return where its rows are now.

    pair: a, b, taken. A class that has this label already takes them in, unless classes are kept apart. No class that
    is touched is marked afterwards.
    """
    a, b, taken = pair
    same_as = -1 if rules & APART else find(classes, joint)
    flag(classes, a, False)
    flag(classes, b, False)
    if taken < classes.size[b]:
        move_lowest(classes, b, a, taken)
        b = a
    else:
        classes.used[1] += 1
        absorb(classes, b, a)
    if same_as >= 0 and same_as != b:
        flag(classes, same_as, False)
        if classes.size[same_as] > 0:
            classes.used[1] += 1
        absorb(classes, same_as, b)
        b = same_as
    for s in range(joint.shape[0]):
        classes.label[b, s] = joint[s]
    classes.own[b] = price_of(scale, joint)
    write_places(classes, scale, b)
    return squeeze(classes, b) if 8 * classes.used[1] > classes.used[0] else b


@inner()
def stub_passes(classes, guard, a, b, taken):
    """Return whether class a with the `taken` lowest rows of class b, and the rest of b, both meet the rules."""
    own, other = rows_of(classes, a), rows_of(classes, b)
    if not run_passes(guard, other[taken:]):
        return False
    both = np.empty(own.shape[0] + taken, np.int32)
    for i in range(both.shape[0]):
        both[i] = own[i] if i < own.shape[0] else other[i - own.shape[0]]
    return run_passes(guard, both)


@inner()
def pick(classes, rules, draw):
    """Return the marked class that a draw in [0, 1) falls on, or the smallest one, ties to the first."""
    skip = np.int64(draw * classes.used[2])
    best = -1
    for c in range(classes.used[0]):
        if classes.weak[c] == 0:
            continue
        if rules & SMALLEST:
            if best < 0 or classes.size[c] < classes.size[best]:
                best = c
        elif skip == 0:
            return c
        else:
            skip -= 1
    return best


@inner()
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


@inner()
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
