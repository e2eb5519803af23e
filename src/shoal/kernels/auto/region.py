"""Large neighbourhoods: dissolve a handful of neighbouring groups, build them again, and keep what costs less."""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.auto.bit_rows import empty_bit_rows, load
from shoal.kernels.auto.local_moves import GAIN, improve_rows, lay_out
from shoal.kernels.auto.near import rebuild_near
from shoal.kernels.auto.rebuild import NEAREST, Rules, all_free, empty_draft, rebuild
from shoal.kernels.auto.region_counts import ROOM, count_values
from shoal.kernels.auto.region_groups import empty_region, load_region
from shoal.kernels.shared.grow_box import join_cheapest
from shoal.kernels.shared.random_stream import below, stream

MOST = 16384
"""A region of more rows is left as it is where there are rules: to swap rows in it would take too long."""

FEW = 2048
"""A block of fewer rows is laid out once; a larger one again each time that half of its rows are in groups."""


OVERHEAD = 1000
"""Steps that a region takes whatever is in it."""

MOVES, NEAR, BOXES = 0, 1, 2
"""Ways to improve a region: moves and swaps alone, or groups made again of the nearest rows, or of cheap boxes."""


class Work(NamedTuple):
    """What is to be done with the runs: see `improve_regions` and `build_blocks`."""

    building: bool
    k: int
    wide: int
    seeds: int
    well: bool
    tries: int
    passes: int


def improve_regions(
    starts, ends, dice, ways, out_gain, out_work, rows, edge, codes, costs, guard, k, seeds, tries, passes
):
    """Improve the groups inside each run of rows; the runs stay where they are, and every group keeps k rows.

    starts, ends (runs,) int64; dice (runs,) uint64, a seed each; ways (runs,) uint8, MOVES, NEAR or BOXES; out_gain
    (runs,) float64, how far the total fell; out_work (runs,) int64, the steps that took, of about a nanosecond; rows
    (n,) int32 in group order and edge (n,) uint8, 1 where a group begins, are changed inside the runs. Groups that meet
    the rules of the guard, a Guard, still do afterwards; None where there are no rules.
    """
    work = Work(building=False, k=k, wide=k, seeds=seeds, well=False, tries=tries, passes=passes)
    work_on_runs(starts, ends, dice, ways, out_gain, out_work, rows, edge, codes, costs, guard, work)


def build_blocks(starts, ends, dice, out_work, rows, edge, codes, costs, guard, k, wide, seeds, well):
    """Make groups of each run of at least k rows, cheap boxes of `wide` rows first; arrays as in `improve_regions`.

    Groups may still break a rule where their box does not hold enough different values. Rows around which no box has a
    finite price join the other groups; a run of such rows only is one group.
    """
    work = Work(building=True, k=k, wide=wide, seeds=seeds, well=bool(well), tries=0, passes=0)
    none = np.empty(0, np.uint8), np.empty(0)
    work_on_runs(starts, ends, dice, *none, out_work, rows, edge, codes, costs, guard, work)


@serial()
def work_on_runs(starts, ends, dice, ways, out_gain, out_work, rows, edge, codes, costs, guard, work):
    """Build groups or improve them. Both are one kernel because most of the code is common, and is compiled once."""
    if work.building:
        build(starts, ends, dice, out_work, rows, edge, codes, costs, guard, work)
    else:
        improve(starts, ends, dice, ways, out_gain, out_work, rows, edge, codes, costs, guard, work)


@inner()
def improve(starts, ends, dice, ways, out_gain, out_work, rows, edge, codes, costs, guard, work):
    """Improve the groups inside each run of rows."""
    k, capacity, most, d = work.k, np.int64(1), np.int64(1), codes.shape[1]
    for i in range(starts.shape[0]):
        m, groups = ends[i] - starts[i], np.int64(0)
        for p in range(starts[i], ends[i]):
            groups += edge[p]
        capacity, most = max(capacity, m), max(most, groups, m // k + 1)
    bit_rows, region = empty_bit_rows(capacity, d), empty_region(capacity, most, d)
    draft = empty_draft(capacity, k, room_for_rules(guard, capacity))
    kept = np.empty(capacity, np.int64)
    for i in range(starts.shape[0]):
        m, state = ends[i] - starts[i], stream(dice[i])
        out_gain[i], out_work[i] = 0.0, m
        if guard is not None and crowded(guard, m, most):
            continue
        began = region.work[0] + bit_rows.work[0]
        counts = count_values(guard, rows[starts[i] : ends[i]], most)
        load_region(region, costs, codes, rows[starts[i] : ends[i]])
        kept_groups = np.int64(0)
        for r in range(m):
            kept_groups += edge[starts[i] + r]
            kept[r] = kept_groups - 1
        before = lay_out(region, counts, costs, m, kept, kept_groups)
        least = improve_rows(region, counts, costs, m, k, kept_groups, work.passes)
        keep(region, draft, kept, m)
        if ways[i] == BOXES and work.tries > 0:
            load(bit_rows, costs, codes, rows[starts[i] : ends[i]])
        for _ in range(work.tries if ways[i] != MOVES else 0):
            groups = made_again(ways[i], region, bit_rows, draft, counts, costs, m, k, kept_groups, work.seeds, state)
            if groups == 0:
                break
            total = lay_out(region, counts, costs, m, draft.group, groups)
            if total < np.inf:
                total = improve_rows(region, counts, costs, m, k, groups, work.passes)
            if total < least - GAIN:
                least, kept_groups = total, groups
                keep(region, draft, kept, m)
        out_gain[i] = before - least
        out_work[i] += region.work[0] + bit_rows.work[0] - began + OVERHEAD
        if least < before - GAIN:
            write_back(rows[starts[i] : ends[i]], edge[starts[i] : ends[i]], kept, kept_groups)


@inner()
def made_again(way, region, bit_rows, draft, counts, costs, m, k, groups, seeds, state):
    """Make the groups of a region again, by rules drawn at random, into `draft.group`; return how many there are."""
    rules = drawn_rules(seeds, state)
    wide = drawn_width(counts, k, m // max(1, groups), state)
    if way == NEAR:
        return rebuild_near(region, draft, costs, m, k, rules, state)
    all_free(bit_rows, draft, m)
    groups, _ = rebuild(bit_rows, draft, counts, costs, m, k, wide, rules, 0, 0, state)
    return groups


@inner()
def room_for_rules(guard, capacity):
    """Return how many rows a group may need to have for the sake of rules on sensitive values, at most."""
    if guard is None:
        return np.int64(0)
    return capacity


@inner()
def crowded(guard, m, groups):
    """Return whether so many rows are too many, or counting their values in so many groups takes too much room."""
    width = 0
    for c in range(guard.book.values.shape[0]):
        width += m if guard.book.value_at[c] >= 0 else min(m, guard.book.values[c])
    return m > MOST or width * groups > ROOM


@inner()
def drawn_width(counts, k, usual, state):
    """Return how many rows the boxes of the next attempt have, where rules ask for groups of `usual` rows so far.

    From k to about twice the usual, small ones more often; k where there are no rules.
    """
    if counts is None:
        return k
    return k + below(state, 1 + below(state, max(1, 2 * usual - k)))


@inner()
def drawn_rules(seeds, state):
    """Return how the next attempt goes about it, drawn at random: no single way wins everywhere."""
    spare = below(state, 3)
    return Rules(
        1 + below(state, seeds),
        below(state, 2) == 1,
        below(state, 2),
        0.0 if spare == 0 else 1.0 if spare == 1 else 0.7,
        below(state, 4) == 0,
    )


@inner()
def keep(region, draft, out_kept, m):
    """Remember the groups of a region, and what each row pays in them."""
    for r in range(m):
        out_kept[r] = region.group[r]
        draft.worth[r] = region.price[region.group[r]]


@inner()
def write_back(rows, edge, group, groups):
    """Order a run of rows by group and mark where each begins; groups may be empty."""
    m = rows.shape[0]
    old, at = rows.copy(), np.zeros(groups + 1, np.int64)
    for r in range(m):
        at[group[r] + 1] += 1
        edge[r] = 0
    for g in range(groups):
        if at[g + 1] > 0:
            edge[at[g]] = 1
        at[g + 1] += at[g]
    for r in range(m):
        rows[at[group[r]]] = old[r]
        at[group[r]] += 1


@inner()
def build(starts, ends, dice, out_work, rows, edge, codes, costs, guard, work):
    """Make groups of each run of rows."""
    k, capacity = work.k, np.int64(1)
    for i in range(starts.shape[0]):
        capacity = max(capacity, ends[i] - starts[i])
    bit_rows = empty_bit_rows(capacity, codes.shape[1])
    draft = empty_draft(capacity, k, room_for_rules(guard, capacity))
    label = np.empty(capacity, np.int32)
    left, at = np.empty(capacity, np.int32), np.empty(capacity, np.int32)
    for i in range(starts.shape[0]):
        block, state = rows[starts[i] : ends[i]], stream(dice[i])
        began = bit_rows.work[0]
        for r in range(block.shape[0]):
            left[r], at[r] = block[r], r
        live, groups = np.int64(block.shape[0]), np.int64(0)
        while live >= k:
            m = live
            load(bit_rows, costs, codes, left[:m])
            all_free(bit_rows, draft, m)
            rules = Rules(work.seeds, False, NEAREST, 0.0, work.well)
            counts = count_values(guard, left[:m], 0)
            enough, before = m // 2 if m > FEW else 0, groups
            groups, live = rebuild(bit_rows, draft, counts, costs, m, k, work.wide, rules, groups, enough, state)
            live = 0
            for r in range(m):
                label[at[r]] = draft.group[r]
                if draft.group[r] < 0:
                    left[live], at[live] = left[r], at[r]
                    live += 1
            if groups == before:
                break
        if groups == 0:
            groups, live = np.int64(1), np.int64(0)
            label[: block.shape[0]] = 0
        out_work[i] = bit_rows.work[0] - began + block.shape[0] + 3 * live * groups * codes.shape[1]
        give_home(codes, costs, block, at[:live], label, groups)
        write_back(block, edge[starts[i] : ends[i]], label, groups)


@inner()
def give_home(codes, costs, block, left, label, groups):
    """Give the rows of a block that are left over to the groups whose total they raise least."""
    if left.shape[0] == 0:
        return
    d = codes.shape[1]
    here = np.empty((block.shape[0], d), np.int32)
    size = np.zeros(groups, np.int64)
    low, high = np.full((groups, d), 2147483647, np.int32), np.full((groups, d), -1, np.int32)
    for r in range(block.shape[0]):
        g = label[r]
        for j in range(d):
            here[r, j] = codes[block[r], j]
            if g >= 0:
                low[g, j], high[g, j] = min(low[g, j], here[r, j]), max(high[g, j], here[r, j])
        if g >= 0:
            size[g] += 1
    join_cheapest(left, here, costs, size, low, high, label)
