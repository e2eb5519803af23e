"""One round of bottom-up grouping: every group with fewer than k rows merges with the one it costs least with."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import box_cost
from shoal.kernels.shared.merging import chain, joint_price, label_chains, measure, merge, rows_of, split
from shoal.kernels.shared.rounding import in_grains
from shoal.kernels.shared.value_counts import columns_of
from shoal.kernels.top_down import far_pair, prices_with


@serial()
def absorb_round(codes, costs, k, groups, labels):
    """Give every group with fewer than k rows a partner, write the labels, and return the number of groups.

    codes (n, d) int32; labels (n,) int32, 0..groups-1, no group is empty and, while one is small, there are two. A
    union takes the lower number; one of 2k rows or more is halved, and the second half takes the higher number. Groups
    are then numbered again, in the same order. O(small groups * groups * d), most pairs abandoned early.
    """
    chains = chain(codes, costs, labels, groups)
    left = groups
    for g in range(groups):
        if chains.size[g] == 0 or chains.size[g] >= k or left == 1:
            continue
        partner = best_partner(chains, costs, g)
        merge(chains, g, partner)
        left -= 1
        keep, gone = min(g, partner), max(g, partner)
        if chains.size[keep] >= 2 * k:
            halve(chains, codes, costs, k, keep, gone)
            left += 1
        for h in (keep, gone):
            if chains.size[h] > 0:
                measure(chains, codes, costs, h)
    return label_chains(chains, labels)


@inner()
def best_partner(chains, costs, g):
    """Return the group with which group g costs least, rows times price; ties to the lowest."""
    best, least = -1, np.inf
    for h in range(chains.size.shape[0]):
        if h == g or chains.size[h] == 0:
            continue
        size = np.float64(chains.size[g] + chains.size[h])
        cost = size * joint_price(chains, costs, g, h, least / size)
        if best < 0 or cost < least:
            best, least = h, cost
    return best


@inner()
def halve(chains, codes, costs, k, g, other):
    """Cut group g, of 2k rows or more, into g and `other`, of k rows or more each; neither is measured yet.

    Its rows are lined up from one of two distant rows to the other, by the difference of their prices, ties to the
    lowest row; the cheapest cut of that line counts, ties to the smaller first half.
    """
    run = rows_of(chains, g)
    sort_rows(run)
    x, lo, hi = columns_of(codes, run)
    a, b = far_pair(x, costs, 1, run, lo, hi)
    lean = prices_with(x, costs, lo, hi, a)
    other_price = prices_with(x, costs, lo, hi, b)
    for i in range(run.shape[0]):
        lean[i] = in_grains(lean[i] - other_price[i])
    line_up(run, lean)
    cut = best_cut(codes, costs, k, run)
    side = np.zeros(run.shape[0], np.uint8)
    for i in range(cut, run.shape[0]):
        side[i] = 1
    split(chains, run, side, g, other)


@inner()
def sort_rows(run):
    """Sort rows in place, ascending, by insertion; run (m,) int32."""
    for i in range(1, run.shape[0]):
        r, at = run[i], i
        while at > 0 and run[at - 1] > r:
            run[at] = run[at - 1]
            at -= 1
        run[at] = r


@inner()
def line_up(run, lean):
    """Sort rows in place by ascending `lean`, rows of equal lean in the order they have; both (m,)."""
    for i in range(1, run.shape[0]):
        r, value, at = run[i], lean[i], i
        while at > 0 and lean[at - 1] > value:
            run[at] = run[at - 1]
            lean[at] = lean[at - 1]
            at -= 1
        run[at] = r
        lean[at] = value


@inner()
def best_cut(codes, costs, k, run):
    """Return how many rows of the line make the first half when both halves have at least k rows and cost least."""
    m = run.shape[0]
    ahead = np.empty(m, np.float64)
    behind = np.empty(m, np.float64)
    back = np.empty(m, np.int32)
    for i in range(m):
        back[i] = run[m - 1 - i]
    sweep(codes, costs, run, ahead)
    sweep(codes, costs, back, behind)
    best, least = k, np.inf
    for s in range(k, m - k + 1):
        cost = s * ahead[s - 1] + (m - s) * behind[m - s - 1]
        if cost < least:
            best, least = s, cost
    return best


@inner()
def sweep(codes, costs, run, out_price):
    """Write the price per row, in grains, of the first row of the run, the first two, and so on."""
    lo = codes[run[0]].copy()
    hi = codes[run[0]].copy()
    for i in range(run.shape[0]):
        for j in range(lo.shape[0]):
            lo[j] = min(lo[j], codes[run[i], j])
            hi[j] = max(hi[j], codes[run[i], j])
        out_price[i] = in_grains(box_cost(costs, lo, hi))
