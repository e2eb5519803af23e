"""Make groups of the free rows of a bit_rows, cheap boxes first."""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.auto.bit_rows import free_all
from shoal.kernels.auto.cheap_box import BEST, CHOSEN, cheapest_box, let_go
from shoal.kernels.auto.region_counts import add_to_counts, group_gap, group_passes
from shoal.kernels.shared.bits import NONE, ONE, lowest_bit
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.random_stream import below

NEAREST, WORTH = 0, 1
"""Which rows of a box become the group: those nearest to its seed, or those that pay most as things are."""


ALONE = 2
"""Where the values of one guarded column begin and end: as many places as there are when no other is guarded."""


class Rules(NamedTuple):
    """How one attempt goes about it.

    seeds: boxes tried for each group, the cheapest is taken; hard: instead, the one of so many rows that pays most now
    is the seed; pick: NEAREST or WORTH; spare: take rows beyond k when `spare` times what they pay now is more than the
    box costs; well: grow the columns of the box again, one after another.
    """

    seeds: int
    hard: bool
    pick: int
    spare: float
    well: bool


class Draft(NamedTuple):
    """Scratch: group (capacity,) int64; free, at (capacity,) int64, the free rows and where each is; taken (2k or
    more,) int64; score (k + 1,) float64; worth (capacity,) float64, what each row pays now; known (capacity,) float64,
    what the box around each row is known to cost at least."""  # noqa: D205, D209 - one sentence

    group: np.ndarray
    free: np.ndarray
    at: np.ndarray
    taken: np.ndarray
    score: np.ndarray
    worth: np.ndarray
    known: np.ndarray


@inner()
def empty_draft(capacity, k, most):
    """Return room for a draft of groups of k to `most` rows."""
    rows, prices = np.empty((3, capacity), np.int64), np.empty((2, capacity), np.float64)
    taken, score = np.empty(max(2 * k, most), np.int64), np.empty(k + 1, np.float64)
    return Draft(rows[0], rows[1], rows[2], taken, score, prices[0], prices[1])


@inner()
def all_free(bit_rows, draft, m):
    """Let all m rows be free and in no group."""
    free_all(bit_rows, m)
    for r in range(m):
        draft.group[r] = -1
        draft.free[r] = r
        draft.at[r] = r
        draft.known[r] = 0.0


@inner()
def rebuild(bit_rows, draft, counts, costs, m, k, wide, rules, groups, enough, state):
    """Write groups of k to 2k - 1 rows, counted on from `groups`, until at most `enough` rows are free.

    Boxes are grown until they have `wide` rows, k or more; where there are rules on sensitive values, a group takes
    more than k of them if that brings it within the rules. Returns the number of groups by then and of rows still free;
    fewer than k are left over when `enough` is 0, unless no box has a finite price. Without rules, `counts` is None.
    """
    live = m
    while live >= k and live > enough:
        reach = min(wide, live)
        seed, price = best_seed(bit_rows, draft, costs, m, reach, rules, live, state)
        if seed < 0 or not price < np.inf:
            break
        if rules.well:
            price = let_go(bit_rows, costs, m, reach, seed, price)
        taken = pick_rows(bit_rows, draft, costs, m, k, rules, seed)
        bit_rows.work[0] += bit_rows.place.shape[0] * ((m >> 6) + 3 * k)
        if counts is not None:
            taken = make_varied(bit_rows, draft, counts, m, taken)
        if rules.spare > 0.0:
            taken = pick_spare(bit_rows, draft, counts, m, k, taken, rules.spare, price)
        for i in range(taken):
            r = draft.taken[i]
            draft.group[r] = groups
            bit_rows.free[r >> 6] &= ~(ONE << np.uint64(r & 63))
            live -= 1
            put(draft.free, draft.at, draft.at[r], live)
        groups += 1
    return groups, live


@inner()
def put(free, at, a, b):
    """Exchange two places in the list of free rows."""
    x, y = free[a], free[b]
    free[a], free[b] = y, x
    at[y], at[x] = a, b


@inner()
def best_seed(bit_rows, draft, costs, m, k, rules, live, state):
    """Return the seed of the cheapest box and its price; the box itself goes to `ends[BEST]`.

    What a box around a row cost once, it costs at least later, when fewer rows are free (as a rule: the search for it
    is greedy). So of the seeds drawn, the one known to cost least is tried first, and the search ends when no other is
    known to cost less than what was found.
    """
    tries = min(rules.seeds, live)
    free, at, known, ends = draft.free, draft.at, draft.known, bit_rows.ends
    if rules.hard:
        top = below(state, live)
        for _ in range(tries - 1):
            i = below(state, live)
            if draft.worth[free[i]] > draft.worth[free[top]]:
                top = i
        return free[top], cheapest_box(bit_rows, costs, m, k, free[top], np.inf)
    if tries < live:
        for s in range(tries):
            put(free, at, s, s + below(state, live - s))
    best, least = np.int64(-1), np.inf
    for s in range(tries):
        first = s
        for i in range(s + 1, tries):
            if known[free[i]] < known[free[first]]:
                first = i
        if known[free[first]] >= least:
            break
        put(free, at, s, first)
        seed = free[s]
        price = cheapest_box(bit_rows, costs, m, k, seed, least)
        known[seed] = max(known[seed], min(price, least))
        if price < least:
            best, least = seed, price
            for j in range(ends.shape[1]):
                ends[CHOSEN, j], ends[CHOSEN + 1, j] = ends[BEST, j], ends[BEST + 1, j]
    for j in range(ends.shape[1]):
        ends[BEST, j], ends[BEST + 1, j] = ends[CHOSEN, j], ends[CHOSEN + 1, j]
    return best, least


@inner()
def pick_rows(bit_rows, draft, costs, m, k, rules, seed):
    """Write the rows of the box that become a group to `taken`, the seed among them; return how many."""
    for_now = 0
    taken, score = draft.taken, draft.score
    for w in range((m + 63) >> 6):
        x = inside(bit_rows.free, bit_rows.under, bit_rows.ends, w)
        while x != NONE:
            r = (w << 6) + lowest_bit(x)
            x &= x - ONE
            if r == seed:
                s = -np.inf
            elif rules.pick == WORTH:
                s = -draft.worth[r]
            else:
                s = apart(bit_rows.codes, costs, seed, r)
            if for_now == k and s >= score[k - 1]:
                continue
            i = min(for_now, k - 1)
            while i > 0 and score[i - 1] > s:
                score[i], taken[i] = score[i - 1], taken[i - 1]
                i -= 1
            score[i], taken[i] = s, r
            for_now = min(for_now + 1, k)
    return for_now


@inner()
def set_aside(bit_rows, draft, count):
    """Take the rows of `taken` from those that are free."""
    for i in range(count):
        r = draft.taken[i]
        bit_rows.free[r >> 6] &= ~(ONE << np.uint64(r & 63))


@inner()
def pick_spare(bit_rows, draft, counts, m, k, taken, spare, price):
    """Add rows of the box beyond those of `taken` that pay more elsewhere; return how many there are then."""
    count = taken
    set_aside(bit_rows, draft, count)
    for w in range((m + 63) >> 6):
        x = inside(bit_rows.free, bit_rows.under, bit_rows.ends, w)
        while x != NONE and count < 2 * k - 1:
            r = (w << 6) + lowest_bit(x)
            x &= x - ONE
            if spare * draft.worth[r] <= price:
                continue
            if counts is not None:
                add_to_counts(counts, counts.draft, r, 1)
                if not group_passes(counts, counts.draft, count + 1):
                    add_to_counts(counts, counts.draft, r, -1)
                    continue
            draft.taken[count] = r
            count += 1
    return count


@inner()
def make_varied(bit_rows, draft, counts, m, taken):
    """Add rows of the box to `taken` that bring the group nearer to the rules, the best first; return how many then.

    The counts of the group are in `counts.draft` afterwards. Ends when the rules are met or no row helps. Where one
    column is guarded, a row of each value is tried, else every row of the box, for each row that is added.
    """
    counts.draft[:] = 0
    counts.tried[:] = 0
    single, tried, value = counts.at.shape[0] == ALONE, counts.tried, counts.value
    for i in range(taken):
        add_to_counts(counts, counts.draft, draft.taken[i], 1)
    set_aside(bit_rows, draft, taken)
    gap = group_gap(counts, counts.draft, taken)
    while gap > 0.0 and taken < draft.taken.shape[0]:
        best = np.int64(-1)
        for w in range((m + 63) >> 6):
            x = inside(bit_rows.free, bit_rows.under, bit_rows.ends, w)
            while x != NONE and gap > 0.0:
                r = (w << 6) + lowest_bit(x)
                x &= x - ONE
                if single and tried[value[r, 0]] == taken:
                    continue
                tried[value[r, 0]] = taken
                add_to_counts(counts, counts.draft, r, 1)
                now = group_gap(counts, counts.draft, taken + 1)
                add_to_counts(counts, counts.draft, r, -1)
                if now < gap:
                    best, gap = np.int64(r), now
        if best < 0:
            break
        draft.taken[taken] = best
        taken += 1
        add_to_counts(counts, counts.draft, best, 1)
        set_aside(bit_rows, draft, taken)
    return taken


@inner()
def inside(free, under, ends, w):
    """Return the free rows of a word that lie in the box `ends[BEST]`."""
    x = free[w]
    for j in range(ends.shape[1]):
        x &= under[j, ends[BEST + 1, j] + 1, w] ^ under[j, ends[BEST, j], w]
    return x


@inner()
def apart(codes, costs, a, b):
    """Return the price of two rows together."""
    total = 0.0
    for j in range(codes.shape[1]):
        total += span(costs, j, min(codes[a, j], codes[b, j]), max(codes[a, j], codes[b, j]))
    return total
