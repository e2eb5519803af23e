"""Choose the rows that a suppression budget is spent on."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Flags, Floats, Sizes


def groups_to_suppress(sizes: Sizes, costs: Floats, budget: int) -> Flags:
    """Return which groups to drop: the dearest first, as long as the mean loss of the rows that are left falls.

    A group that does not fit into what is left of the budget is passed over. `costs` is the loss per row of each
    group. Groups go whole, so that the ones that stay are untouched. O(groups log groups).
    """
    drop = np.zeros(len(sizes), np.bool_)
    rows, total = int(sizes.sum()), float(sizes @ costs)
    least = int(sizes.min(initial=1))
    for group in np.argsort(-costs, kind="stable").tolist():
        size = int(sizes[group])
        if costs[group] * rows <= total or budget < least:
            break
        if size <= budget:
            drop[group] = True
            budget -= size
            rows -= size
            total -= size * float(costs[group])
    return drop
