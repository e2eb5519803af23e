"""Merge the closest two classes, again and again.

The distances of all pairs stand in one array without its mirror half. Each class remembers the nearest class of a
higher number, or a lower bound of how near one can be: merging never brings a third class nearer than the nearer of the
two was, and a class that has become large enough only loses partners, so a bound stays one until it is looked at again.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.distance import distances_to
from shoal.kernels.shared.ordered import place_of

SINGLE, COMPLETE, AVERAGE = 0, 1, 2


class Links(NamedTuple):
    """All classes and how far apart they are. A class is numbered by its lowest row.

    pair (n (n - 1) / 2,) float32, distances in grains, see `pair_at`; near (n,) int32, the nearest class of a higher
    number when last looked at, -1 for none; bound (n,) float32, how near it can be at best; size (n,) int64, 0 when
    merged away; alive (n,) int32, the classes, ascending, in the first `left` places; owner (n,) int32, the class that
    each was merged into, itself at first.
    """

    pair: np.ndarray
    near: np.ndarray
    bound: np.ndarray
    size: np.ndarray
    alive: np.ndarray
    owner: np.ndarray


@inner()
def pair_at(n, a, b):
    """Return where the distance of a < b stands."""
    return a * (2 * n - a - 1) // 2 + b - a - 1


@serial()
def fill_pairs(starts, ends, x, factor, links):
    """Write the distances of rows starts[g]..ends[g]-1 to all higher rows, and the nearest of those.

    starts, ends (runs,) int64, disjoint; x (n, d) float64; factor (d,) float64, in grains. Ties to the lowest row.
    """
    n = x.shape[0]
    gaps = np.empty(n, np.float64)
    for g in range(starts.shape[0]):
        for a in range(starts[g], ends[g]):
            links.near[a] = -1
            links.bound[a] = np.inf
            at = pair_at(n, a, a + 1)
            distances_to(x, a + 1, n, x, a, factor, gaps)
            for b in range(a + 1, n):
                links.pair[at] = gaps[b]
                if links.pair[at] < links.bound[a]:
                    links.bound[a] = links.pair[at]
                    links.near[a] = b
                at += 1


@serial()
def merge_nearest(links, left, k, rule, large, merges):
    """Merge the closest pair up to `merges` times, until every class has k rows; return how many classes are left.

    rule SINGLE, COMPLETE or AVERAGE; large: the least size of a class that merges only with smaller ones (k: two
    classes of k rows stay apart; above n: no class is barred). Ties go to the lowest pair. O(n) a merge, and O(n) more
    for each bound that turns out too low.
    """
    short = 0
    for s in range(left):
        if links.size[links.alive[s]] < k:
            short += 1
    for _ in range(merges):
        if short == 0 or left == 1:
            break
        a = closest(links, left, large)
        b = np.int64(links.near[a])
        for c in (a, b):
            if links.size[c] < k:
                short -= 1
        left = join(links, left, a, b, rule)
        if links.size[a] < k:
            short += 1
        look(links, left, a, large)
    return left


@inner()
def closest(links, left, large):
    """Return the lower class of the closest pair; `near` holds the other. Bounds that are too low are renewed."""
    n = links.size.shape[0]
    while True:
        a = np.int64(-1)
        for s in range(left):
            c = np.int64(links.alive[s])
            if links.near[c] >= 0 and (a < 0 or links.bound[c] < links.bound[a]):
                a = c
        b = np.int64(links.near[a])
        is_open = links.size[b] > 0 and (links.size[a] < large or links.size[b] < large)
        if is_open and (links.pair[pair_at(n, a, b)] == links.bound[a] or np.isnan(links.bound[a])):
            return a
        look(links, left, a, large)


@inner()
def look(links, left, a, large):
    """Find the nearest class of a higher number that class a may merge with."""
    n = links.size.shape[0]
    base = pair_at(n, a, 0)
    barred = links.size[a] >= large
    best, best_gap = -1, np.float32(np.inf)
    for s in range(place_of(links.alive, 0, left - 1, a) + 1, left):
        b = links.alive[s]
        if barred and links.size[b] >= large:
            continue
        if best < 0 or links.pair[base + b] < best_gap:
            best, best_gap = b, links.pair[base + b]
    links.near[a] = best
    links.bound[a] = best_gap


@inner()
def join(links, left, a, b, rule):
    """Merge class b into class a < b: renew all distances to it, and return how many classes are left."""
    n = links.size.shape[0]
    kept = 0
    for s in range(left):
        c = np.int64(links.alive[s])
        if c == b:
            continue
        links.alive[kept] = c
        kept += 1
        if c == a:
            continue
        to_a = pair_at(n, min(a, c), max(a, c))
        to_b = pair_at(n, min(b, c), max(b, c))
        found = linked(links.pair[to_a], links.pair[to_b], links.size[a], links.size[b], rule)
        links.pair[to_a] = found
        # A lower class that had its nearest in b has it in a now; of two as near the lower number counts.
        if c < a and links.pair[to_a] == links.bound[c] and (links.near[c] == b or a < links.near[c]):
            links.near[c] = a
    links.size[a] += links.size[b]
    links.size[b] = 0
    links.owner[b] = a
    return kept


@inner()
def linked(to_a, to_b, size_a, size_b, rule):
    """Return how far a class is from the union of a and b: as the nearer one, as the farther one, or the mean row."""
    if rule == SINGLE:
        return np.float64(min(to_a, to_b))
    if rule == COMPLETE:
        return np.float64(max(to_a, to_b))
    return (size_a * np.float64(to_a) + size_b * np.float64(to_b)) / (size_a + size_b)
