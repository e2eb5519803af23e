"""Criteria on sensitive values, as kernels test them on the counts of one group.

A group is given as the values that may occur in it, ascending, and how often each does: `ids` and `counts`, both
(u,), a count of 0 is as if the value were not listed. Every test is O(u), times the height of a tree, the logarithm of
the number of values, or l, where said.

Where people are counted, the first column says whose row each is, and the ids of every other column stand for a pair: a
value and a person who has it, ascending by value. A value then counts as often as there are people who have it, and its
share is that of the people of the group. They may have several values, so these shares can add up to more than 1; what
compares whole distributions counts pairs.
"""

import itertools
from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner

DISTINCT, SHARE, ENTROPY, RECURSIVE, ALL_NEAR, EQUAL, LINE, TREE = 0, 1, 2, 3, 4, 5, 6, 7
"""Kinds of rules: see `Rule`."""

NEAR = 5e-10
"""Rounding; less than what the criteria themselves allow for it, so that what passes here passes there."""


class Rule(NamedTuple):
    """One condition on a group.

    kind and numbers:
        DISTINCT: at least `limit` values occur.
        SHARE: no value v has a share above part[v].
        ENTROPY: the entropy is at least `limit`, in nats.
        RECURSIVE: the most frequent value occurs less than `limit` times as often as all but the `other` - 1 most
            frequent ones together.
        ALL_NEAR: `other` values occur, and for each, |ln(share / part[v])| is below `limit`.
        EQUAL, LINE, TREE: the earth mover's distance to the shares `part` is at most `limit`. For LINE, `part` holds
            cumulated shares (m,), then their cumulated sums (m + 1,). For TREE, values are leaves, `node` (height + 1,
            leaves) their node at each height, -1 where that is no new one, flat; `part` holds first the share of each
            node, then its weight, then the distance of nothing at all.
    leaves: whether values are counted as leaves of the hierarchy rather than by their order.
    """

    kind: int
    limit: float
    other: int
    part: np.ndarray
    node: np.ndarray
    leaves: bool


class Book(NamedTuple):
    """All rules: number (rules, 6) int64, see the names below; limit (rules,) float64; part flat float64; node flat.

    values (columns,) int64, how many values there are in each column. Where people are counted, value (pairs,) int32
    is the value of each pair, and value_at (columns,) int64 says where those of a column begin, -1 for the column of
    people itself; without people it is -1 throughout, and `people` is False.
    """

    number: np.ndarray
    limit: np.ndarray
    part: np.ndarray
    node: np.ndarray
    values: np.ndarray
    value: np.ndarray
    value_at: np.ndarray
    people: bool


KIND, COLUMN, OTHER, PART_AT, NODE_AT, NODES = 0, 1, 2, 3, 4, 5
"""What `Book.number` holds of a rule: its kind and column, `other`, where its parts and nodes begin, how many nodes."""


class Guard(NamedTuple):
    """The rules, and what they look at: codes (n, columns) int32, the value of each row, or its pair."""

    codes: np.ndarray
    book: Book

    @property
    def is_empty(self):
        """Return whether there are no rules."""
        return self.book.limit.shape[0] == 0


def make_guard(codes, rules, columns, values, of_pairs=()):
    """Return the rules as arrays; columns[i] is the column of codes that rule i looks at, values[c] how many it has.

    of_pairs[c] is the value of each pair in column c, or None where its codes are values; empty without people.
    """
    part = [rule.part for rule in rules]
    node = [rule.node for rule in rules]
    part_at, node_at = ([0, *itertools.accumulate(map(len, flat))] for flat in (part, node))
    number = [
        (rule.kind, column, rule.other, at, from_node, (len(rule.part) - 1) // 2 if rule.kind == TREE else 0)
        for rule, column, at, from_node in zip(rules, columns, part_at[:-1], node_at[:-1], strict=True)
    ]
    book = Book(
        np.array(number, np.int64).reshape(-1, 6),
        np.array([rule.limit for rule in rules], np.float64),
        np.concatenate([np.zeros(0), *part]),
        np.concatenate([np.zeros(0, np.int32), *node]).astype(np.int32),
        np.array(values, np.int64),
        np.concatenate([np.zeros(0, np.int32), *(of for of in of_pairs if of is not None)]).astype(np.int32),
        _beginnings(of_pairs) if len(of_pairs) else np.full(len(values), -1, np.int64),
        len(of_pairs) > 0,
    )
    return Guard(np.ascontiguousarray(codes, np.int32), book)


def _beginnings(of_pairs):
    """Return where the pairs of each column begin, when they follow each other; -1 for a column without."""
    begin, found = 0, []
    for of in of_pairs:
        found.append(-1 if of is None else begin)
        begin += 0 if of is None else len(of)
    return np.array(found, np.int64)


@inner()
def passes(book, column, ids, counts, size):
    """Return whether a group with these counts in a column meets all its rules.

    size: its rows, or its people in columns of pairs; see `members`.
    """
    if book.value_at[column] >= 0:
        ids, counts = people_by_value(book, column, ids, counts)
    for i in range(book.limit.shape[0]):
        if book.number[i, COLUMN] == column and excess(book, i, ids, counts, size) > 0.0:
            return False
    return True


@inner()
def trespass(book, column, ids, counts, size):
    """Return how far a group is from meeting all rules on a column: 0 when it does, and less the nearer it comes."""
    total = 0.0
    if book.value_at[column] >= 0:
        ids, counts = people_by_value(book, column, ids, counts)
    for i in range(book.limit.shape[0]):
        if book.number[i, COLUMN] == column:
            total += max(0.0, excess(book, i, ids, counts, size))
    return total


@inner()
def members(book, column, counts, size):
    """Return what a share is of in the columns after this one: the people of the group where they are counted here."""
    if book.people and column == 0:
        return occurring(counts)
    return size


@inner()
def people_by_value(book, column, ids, counts):
    """Return the values that occur, ascending, and how many people have each, from the pairs that do; O(u)."""
    value, often = np.empty(ids.shape[0], np.int32), np.zeros(ids.shape[0], np.int64)
    found, at = 0, book.value_at[column]
    for u in range(ids.shape[0]):
        if counts[u] > 0:
            here = book.value[at + ids[u]]
            if found == 0 or value[found - 1] != here:
                value[found] = here
                found += 1
            often[found - 1] += 1
    return value[:found], often[:found]


@inner()
def excess(book, i, ids, counts, size):
    """Return by how much a group breaks rule i, not above 0 when it meets it."""
    kind, other, at, limit = book.number[i, KIND], book.number[i, OTHER], book.number[i, PART_AT], book.limit[i]
    if kind == DISTINCT:
        return limit - occurring(counts)
    if kind == SHARE:
        return over_share(book.part, at, ids, counts, size)
    if kind == ALL_NEAR:
        return over_ratio(book.part, at, other, ids, counts, size, limit)
    if book.people:
        size = counts.sum()
    if kind == ENTROPY:
        return limit - NEAR - entropy_of(counts, size)
    if kind == RECURSIVE:
        return over_tail(counts, size, limit, other)
    return distance(book, i, ids, counts, size) - limit - NEAR


@inner()
def distance(book, i, ids, counts, size):
    """Return the earth mover's distance that rule i is about."""
    kind, other, at = book.number[i, KIND], book.number[i, OTHER], book.number[i, PART_AT]
    m = book.values[book.number[i, COLUMN]]
    if kind == EQUAL:
        return distance_equal(book.part, at, ids, counts, size)
    if kind == LINE:
        return distance_line(book.part, at, m, ids, counts, size)
    tree = book.node, book.number[i, NODE_AT], m, book.number[i, NODES], other
    return distance_tree(book.part, at, tree, ids, counts, size)


@inner()
def occurring(counts):
    """Return how many values occur."""
    found = 0
    for c in counts:
        if c > 0:
            found += 1
    return found


@inner()
def over_share(part, at, ids, counts, size):
    """Return by how much a value exceeds its share, the most of all."""
    most = -1.0
    for u in range(ids.shape[0]):
        if counts[u] > 0:
            most = max(most, counts[u] / size - part[at + ids[u]])
    return most - NEAR


@inner()
def entropy_of(counts, size):
    """Return the entropy in nats."""
    total = 0.0
    for c in counts:
        if c > 0:
            total += c * np.log(c)
    return np.log(size) - total / size


@inner()
def over_tail(counts, size, c, l):  # noqa: E741 - the letters of (c,l)-diversity
    """Return by how much the most frequent value reaches c times the tail, as a share of the group; O(l u)."""
    top, taken, before, first = 0, 0, size + 1, 0
    while taken < l - 1:
        here, times = 0, 0
        for x in counts:
            if here < x < before:
                here, times = x, 1
            elif x == here and x > 0:
                times += 1
        if here == 0:
            break
        first = max(first, here)
        times = min(times, l - 1 - taken)
        top += times * here
        taken += times
        before = here
    if first == 0:
        for x in counts:
            first = max(first, x)
    return (first + NEAR - c * (size - top)) / size + 1e-15


@inner()
def over_ratio(part, at, values, ids, counts, size, limit):
    """Return by how much a value's ratio to its share exceeds the limit on a log scale; a lot where one is absent."""
    most, found = -1.0, 0
    for u in range(ids.shape[0]):
        if counts[u] > 0:
            found += 1
            most = max(most, abs(np.log(counts[u] / size / part[at + ids[u]])) - limit)
    return most + NEAR + 100.0 * (values - found)


@inner()
def distance_equal(part, at, ids, counts, size):
    """Return the earth mover's distance with all values equally far apart."""
    total = 0.0
    for u in range(ids.shape[0]):
        if counts[u] > 0:
            total += max(0.0, counts[u] / size - part[at + ids[u]])
    return total


@inner()
def distance_line(part, at, m, ids, counts, size):
    """Return the earth mover's distance with values in a row, by stretches between those that occur; O(u log m)."""
    if m <= 1:
        return 0.0
    sums = at + m
    total, rows, begin = 0.0, 0, np.int64(0)
    for u in range(ids.shape[0] + 1):
        if u < ids.shape[0] and counts[u] == 0:
            continue
        end = np.int64(ids[u]) if u < ids.shape[0] else m
        level = rows / size
        low, high = begin, end
        while low < high:
            middle = (low + high) >> 1
            if part[at + middle] < level:
                low = middle + 1
            else:
                high = middle
        total += level * (low - begin) - (part[sums + low] - part[sums + begin])
        total += part[sums + end] - part[sums + low] - level * (end - low)
        if u < ids.shape[0]:
            rows += counts[u]
            begin = end
    return total / (m - 1)


@inner()
def distance_tree(part, at, tree, ids, counts, size):
    """Return the earth mover's distance in a tree: nodes that the group does not touch are in part already; O(u H)."""
    node, node_at, leaves, nodes, height = tree
    total = part[at + 2 * nodes]
    for h in range(height):
        inside, rows = np.int64(-1), 0
        for u in range(ids.shape[0] + 1):
            if u < ids.shape[0] and counts[u] == 0:
                continue
            now = np.int64(node[node_at + h * leaves + ids[u]]) if u < ids.shape[0] else np.int64(-1)
            if now != inside:
                if inside >= 0:
                    share = part[at + inside]
                    total += part[at + nodes + inside] * (abs(rows / size - share) - share)
                inside, rows = now, 0
            if u < ids.shape[0]:
                rows += counts[u]
    return total
