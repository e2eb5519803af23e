"""Merge groups that break a rule on sensitive values with the groups that this costs least."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.guard import members, passes
from shoal.kernels.shared.neighbourhoods import union
from shoal.kernels.shared.value_counts import tally


@inner()
def run_passes(guard, rows):
    """Return whether some rows, as a group, meet all rules; rows (m,) int32, m >= 1. O(m) a column, as a rule."""
    size = rows.shape[0]
    for c in range(guard.codes.shape[1]):
        low, high = guard.codes[rows[0], c], guard.codes[rows[0], c]
        for i in range(1, rows.shape[0]):
            low, high = min(low, guard.codes[rows[i], c]), max(high, guard.codes[rows[i], c])
        value, count = tally(guard.codes, rows, c, low, high)
        if not passes(guard.book, c, value, count, size):
            return False
        size = members(guard.book, c, count, size)
    return True


@serial()
def which_pass(starts, ends, out_pass, guard, rows):
    """Write 1 for each run rows[starts[g]:ends[g]] that meets all rules, else 0; out_pass (runs,) uint8."""
    for g in range(starts.shape[0]):
        out_pass[g] = 1 if run_passes(guard, rows[starts[g] : ends[g]]) else 0


@serial()
def merge_failing(starts, ends, order, guard, costs, rows, first, size, low, high, good, follow, out_into):
    """Merge each failing group with the others of its section, the cheapest merge first, until it passes.

    starts, ends (sections,) int64, runs of order (groups,) int32; rows (n,) int32 in group order, first (groups,) int64
    where each group begins; size (groups,) int64, low, high (groups, d) int32 and good (groups,) uint8, 1 where a group
    passes, are kept up to date; follow (groups,) int32, all -1, chains the groups that are merged; out_into (groups,)
    int32, at first each group itself, says where each has gone. A section in which all are merged may still fail.
    O(groups d + rows of the merged group) a merge.
    """
    span_of = np.empty(first.shape[0], np.int64)
    for g in range(first.shape[0]):
        span_of[g] = (first[g + 1] if g + 1 < first.shape[0] else rows.shape[0]) - first[g]
    for s in range(starts.shape[0]):
        section = order[starts[s] : ends[s]]
        room = 0
        for one in section:
            room += span_of[one]
        held = np.empty(room, np.int32)
        for one in section:
            if good[one] or out_into[one] != one:
                continue
            last, found = take_rows(rows, first, span_of, follow, one, held, 0)
            passing = run_passes(guard, held[:found])
            while not passing:
                other = cheapest_partner(section, costs, size, low, high, out_into, one)
                if other < 0:
                    break
                follow[last] = other
                out_into[other] = one
                last, found = take_rows(rows, first, span_of, follow, other, held, found)
                size[one] += size[other]
                for j in range(low.shape[1]):
                    low[one, j], high[one, j] = min(low[one, j], low[other, j]), max(high[one, j], high[other, j])
                passing = run_passes(guard, held[:found])
            good[one] = 1 if passing else 0


@inner()
def take_rows(rows, first, span_of, follow, group, out_rows, found):
    """Write the rows of a chain of groups behind those that are there; return its last group, and how many rows."""
    last = group
    while group >= 0:
        for i in range(first[group], first[group] + span_of[group]):
            out_rows[found] = rows[i]
            found += 1
        last = group
        group = follow[group]
    return last, found


@inner()
def cheapest_partner(section, costs, size, low, high, into, one):
    """Return the group of the section whose merge with `one` raises the total least, or -1 when it is alone."""
    best, least = np.int32(-1), np.inf
    own = size[one] * box_price(costs, low, high, one)
    for other in section:
        if other == one or into[other] != other:
            continue
        rise = (size[one] + size[other]) * union(costs, low, high, one, other)
        rise -= own + size[other] * box_price(costs, low, high, other)
        if rise < least:
            best, least = other, rise
    return best


@inner()
def box_price(costs, low, high, g):
    """Return the price of a box."""
    total = 0.0
    for j in range(low.shape[1]):
        total += span(costs, j, low[g, j], high[g, j])
    return total
