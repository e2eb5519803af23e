"""Find the few rows of a group that cost it most."""

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import box_cost, span
from shoal.kernels.shared.value_counts import box_of, tally


@serial()
def best_peels(starts, ends, out_worth, out_peel, codes, costs, k, most, rows):
    """Write for each run of rows the peel that saves most per row dropped.

    A peel drops all rows at one end of one column, up to or from some code on, and leaves at least k rows; or it drops
    the whole run. At most `most` rows are dropped. out_worth (runs,) float64 is what is saved per dropped row, -1 when
    nothing may be dropped; out_peel (runs, 3) int64 is (rows, column, code): column j from the code up for a code >= 0,
    column j up to -1 - code for a negative one; column -1 is the whole run. O(rows · d) a run.
    """
    for g in range(starts.shape[0]):
        out_worth[g] = best_peel(codes, costs, k, most, rows[starts[g] : ends[g]], out_peel[g])


@inner()
def best_peel(codes, costs, k, most, run, out_peel):
    """Write the best peel of one run, and return what it saves per dropped row."""
    d, m = codes.shape[1], run.shape[0]
    lo, hi = box_of(codes, run)
    cost = box_cost(costs, lo, hi)
    worth = -1.0
    if m <= most:
        worth = cost
        out_peel[0], out_peel[1], out_peel[2] = m, -1, 0
    limit = min(most, m - k)
    for j in range(d):
        width = span(costs, j, lo[j], hi[j])
        if width <= 0.0 or limit < 1:
            continue
        value, count = tally(codes, run, j, lo[j], hi[j])
        distinct = count.shape[0]
        above, below = 0, 0
        for v in range(1, distinct):
            above += count[distinct - v]
            below += count[v - 1]
            if above <= limit:
                saved = cost + (m - above) * (width - span(costs, j, lo[j], value[distinct - v - 1])) / above
                if saved > worth:
                    worth = saved
                    out_peel[0], out_peel[1], out_peel[2] = above, j, value[distinct - v]
            if below <= limit:
                saved = cost + (m - below) * (width - span(costs, j, value[v], hi[j])) / below
                if saved > worth:
                    worth = saved
                    out_peel[0], out_peel[1], out_peel[2] = below, j, -1 - value[v - 1]
            if above > limit and below > limit:
                break
    return worth
