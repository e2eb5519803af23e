"""The boxes around one row, as chains of ever larger sets of its neighbours.

Around a given row, a column on a tree can only go up from ancestor to ancestor, and a column on a line to the left and
to the right. Each is a *chain*: prices that rise, and with each price the set of neighbours that are covered then. A
box is one choice from each chain; it covers the rows that are in all the sets it chose. Sets are bit sets, one bit a
row, so that a choice is an AND, and a count is one instruction a word.

A missing cell on a line costs the whole weight with any other: the left chain of the line ends with a choice that
covers everything at that price and leaves nothing to choose on the right.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.bits import ONE, bits_set
from shoal.kernels.shared.ordered import place_of


class Chains(NamedTuple):
    """The chains around one row, in the order in which they are chosen from.

    start (chains + 1,) int64, where the choices of each begin; price (choices,) float64, ascending within a chain;
    sets (choices, words) uint64; top (chains + 1,) int64, on the right of a line the choice on the left that covers
    everything, else -1;
    rest (chains + 1,) float64, what the chains from here on cost at least; owner (bits,) int64, the point of each bit.
    """

    start: np.ndarray
    price: np.ndarray
    sets: np.ndarray
    top: np.ndarray
    rest: np.ndarray
    owner: np.ndarray


class Walk(NamedTuple):
    """Choices made chain by chain, and taken back again.

    covered (chains + 1, words) uint64, the rows that are left before each chain; choice (chains + 1,) int64, the next
    one of each; paid (chains + 1,) float64, what those before cost; seen (chains + 2,) int64, how many rows the choice
    before has left.
    """

    covered: np.ndarray
    choice: np.ndarray
    paid: np.ndarray
    seen: np.ndarray


@inner()
def count_ones(words):
    """Return how many bits of a set are set; words (words,) uint64."""
    total = np.int64(0)
    for w in range(words.shape[0]):
        total += bits_set(words[w])
    return total


@inner()
def step_price(price, side, code, own, absent):
    """Return what one side of a column pays to cover a code that costs `price` together with the code `own`.

    `absent` is the code of missing cells, which the left side pays for.
    """
    if side == 0 or (side < 0 and (code < own or code == absent)) or (side > 0 and code > own and code != absent):
        return price
    return 0.0


@inner()
def chain_columns(x, i, line, absent, skip, out_column, out_side):
    """Write the column and the side of each chain, trees first; return how many; `skip` is left out."""
    h = 0
    for turn in range(2):
        for j in range(x.shape[1]):
            sides = line[j] and x[i, j] != absent[j]
            if j == skip or sides != (turn == 1):
                continue
            out_column[h] = j
            out_side[h] = -1 if sides else 0
            h += 1
            if sides:
                out_column[h] = j
                out_side[h] = 1
                h += 1
    return h


@inner()
def steps_of(x, i, own, at, absent, column, side, near, size, room):
    """Return the distinct prices on one chain, ascending, or none when there are more than `room`.

    own float64, what the codes of the column cost from `at` on; near (size,) int64, points, i among them: the first
    price is 0.
    """
    price = np.empty(min(room, size) + 1, np.float64)
    found, code = 0, x[i, column]
    for q in range(size):
        other = x[near[q], column]
        value = step_price(own[at + other], side, other, code, absent)
        place = place_of(price, 0, found, value)
        if place == found or price[place] != value:
            if found == price.shape[0] - 1:
                return price[:0]
            for t in range(found, place, -1):
                price[t] = price[t - 1]
            price[place] = value
            found += 1
    return price[:found]


@inner()
def write_sets(x, i, own, at, absent, column, side, near, size, copies, price, begin, end, out_sets):
    """Write the sets of the choices from `begin` to `end`, one chain; return whether there are missing cells to cover.

    price (choices,) float64; out_sets (choices, words) uint64, zeros; copies (size,) int64, bits of each point.
    """
    bit, missing, code = 0, False, x[i, column]
    for q in range(size):
        other = x[near[q], column]
        missing = missing or other == absent
        value = step_price(own[at + other], side, other, code, absent)
        place = place_of(price, begin, end, value)
        for _ in range(copies[q]):
            out_sets[place, bit >> 6] |= ONE << np.uint64(bit & 63)
            bit += 1
    for t in range(begin + 1, end):
        for w in range(out_sets.shape[1]):
            out_sets[t, w] |= out_sets[t - 1, w]
    return missing


@inner()
def sort_chains(first, length, side, out_order):
    """Write the order of the chains: dear first steps first, lines last, the longest of them at the end.

    first (chains,) float64, what the first step of each costs, infinity where there is none; length (chains,) int64.
    """
    key = np.empty(side.shape[0], np.float64)
    for h in range(side.shape[0]):
        out_order[h] = h
        if side[h] == 0:
            key[h] = first[h]
        else:
            left = h if side[h] < 0 else h - 1
            key[h] = -float(length[left] + length[left + 1])
    for t in range(1, side.shape[0]):
        chain, value, r = out_order[t], key[t], t
        while r > 0 and key[r - 1] < value:
            out_order[r], key[r] = out_order[r - 1], key[r - 1]
            r -= 1
        out_order[r], key[r] = chain, value


@inner()
def owners(count, near, size, most, out_copies):
    """Return the point of each bit; a point of many rows has no more than `most` bits; out_copies (size,) int64."""
    bits = 0
    for q in range(size):
        out_copies[q] = min(most, count[near[q]])
        bits += out_copies[q]
    owner = np.empty(bits, np.int64)
    bit = 0
    for q in range(size):
        for _ in range(out_copies[q]):
            owner[bit] = near[q]
            bit += 1
    return owner


@inner()
def chains_of(points, costs, own, i, near, size, skip, k, most, room):
    """Return the chains around point i over its neighbours; none (an empty `start`) where they take too much room.

    own float64, what each code costs together with those of point i; near (size,) int64, points, i among them, in the
    order of the bits; `skip` a column without a chain, or -1; `most` bits for one point at most; `room` words of bit
    sets at most. A choice that covers fewer than k rows is useless.
    """
    x, own_at, absent = points.x, points.own_at, costs.missing
    column, side = np.empty(2 * x.shape[1], np.int64), np.empty(2 * x.shape[1], np.int64)
    chains = chain_columns(x, i, costs.line, absent, skip, column, side)
    copies = np.empty(size, np.int64)
    owner = owners(points.times, near, size, most, copies)
    words = (owner.shape[0] + 63) // 64
    length, first = np.zeros(chains, np.int64), np.full(chains, np.inf)
    order, start = np.empty(chains, np.int64), np.zeros(chains + 1, np.int64)
    total = 0
    for h in range(chains):
        j = column[h]
        price = steps_of(x, i, own, own_at[j], absent[j], j, side[h], near, size, room // words)
        length[h] = price.shape[0]
        total += length[h]
        if length[h] == 0 or total * words > room:
            none = np.zeros(0, np.int64)
            return Chains(none, first, np.zeros((0, 0), np.uint64), none, first, none)
        if length[h] > 1:
            first[h] = price[1]
    sort_chains(first, length, side[:chains], order)
    prices, sets = np.empty(total, np.float64), np.zeros((total, words), np.uint64)
    top, rest = np.full(chains + 1, -1), np.zeros(chains + 1, np.float64)
    for t in range(chains):
        h, begin, j = order[t], start[t], column[order[t]]
        end = begin + length[h]
        start[t + 1] = end
        price = steps_of(x, i, own, own_at[j], absent[j], j, side[h], near, size, room // words)
        for p in range(begin, end):
            prices[p] = price[p - begin]
        if (
            write_sets(x, i, own, own_at[j], absent[j], j, side[h], near, size, copies, prices, begin, end, sets)
            and side[h] < 0
        ):
            top[t + 1] = end - 1
    for t in range(chains - 1, -1, -1):
        rest[t] = rest[t + 1] + (0.0 if top[t] >= 0 else least_price(prices, sets, start[t], start[t + 1], k))
    return Chains(start, prices, sets, top, rest, owner)


@inner()
def least_price(price, sets, begin, end, k):
    """Return the price of the first choice from `begin` to `end` that covers k rows; 0 when none does."""
    for t in range(begin, end):
        if count_ones(sets[t]) >= k:
            return price[t]
    return 0.0


@inner()
def walk_from(chains):
    """Return a walk before its first choice: all rows are covered."""
    depth, bits = chains.start.shape[0] - 1, chains.owner.shape[0]
    covered = np.zeros((depth + 1, (bits + 63) // 64), np.uint64)
    for bit in range(bits):
        covered[0, bit >> 6] |= ONE << np.uint64(bit & 63)
    return Walk(covered, chains.start.copy(), np.zeros(depth + 1), np.full(depth + 2, -1))


@inner()
def step_down(chains, walk, t, k):
    """Make the next choice of chain t, and return the chain that is to choose then.

    It is t again where the choice leaves fewer than k rows, or no others than the choice before it.
    """
    start, covered, choice, seen = chains.start, walk.covered, walk.choice, walk.seen
    at = choice[t]
    choice[t] += 1
    whole = chains.top[t] >= 0 and choice[t - 1] == chains.top[t] + 1
    rows = np.int64(0)
    for w in range(covered.shape[1]):
        word = covered[t, w] if whole else covered[t, w] & chains.sets[at, w]
        covered[t + 1, w] = word
        rows += bits_set(word)
    if rows < k or rows == seen[t + 1]:
        return t
    seen[t + 1] = rows
    walk.paid[t + 1] = walk.paid[t] + chains.price[at]
    if whole:
        choice[t] = start[t + 1]
    t += 1
    if t < start.shape[0] - 1:
        choice[t] = start[t]
    seen[t + 1] = -1
    return t
