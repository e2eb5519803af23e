"""A bound where there is little time: cheap stages first, none that cannot help, and an end at any moment."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Codes, Floats, Rows
from shoal.bounds.dual import Search, passes_for, raised
from shoal.bounds.exact import optimum
from shoal.bounds.lower import GRAIN, LOOK_STEPS, REACHED, SEARCH_STEPS
from shoal.bounds.program import best_shares
from shoal.bounds.result import Bound
from shoal.bounds.row import Distinct, cheapest, distinct_rows, sum_shares, window_bounds
from shoal.encode.equal import Equals
from shoal.kernels.bound.sums import block_total
from shoal.kernels.pool import picked
from shoal.kernels.shared.box_cost import Costs
from shoal.progress import Hurry, Progress, Step, never, silent

NODES, PROGRAM = 20_000, 300
"""Nodes of one search for a box, and up to how many distinct rows a linear program is solved."""

MANY = 28
"""Columns from which on every cell is looked at for the neighbours of a row; with fewer, that share of them."""

WORD = 64
"""Points that a node of a search looks at in one step, at worst all there are."""

BATCH = 1e8
"""Steps, of about a nanosecond, after which it looks up."""


class Budget(NamedTuple):
    """How much a bound may cost, and what it must come to.

    Attributes:
        work: steps of about a nanosecond; the same work gives the same bound.
        least: the share of what the known release costs below which a bound is of no use.
        over: says whether to end at once, with what there is. This is what a clock is for, and the bound then depends
            on it.
    """

    work: float
    least: float = 0.0
    over: Hurry = never


def quick_bound(  # noqa: PLR0913 - what may be left out is a keyword
    codes: Codes,
    costs: Costs,
    k: int,
    worth: Floats,
    budget: Budget,
    *,
    suppressing: bool = False,
    progress: Progress = silent,
    equals: Equals | None = None,
) -> Bound:
    """Return a total price that no release with at least k rows in every group can go below.

    As `lower_bound`, for a release that is known: `worth` is what each row costs in it. Windows come first, then the
    neighbours of all rows, which is most of what there is to gain, then boxes, sums and shares as far as the work
    reaches. Rows are never sampled: what is proved for few of them is a bound on few of them. `equals` knows which rows
    are equal, where the run has asked that before.
    """
    progress(Step("bound", 0.0))
    if len(codes) < max(k, 1) or k == 1:
        return Bound(0.0, exact=k == 1 or not len(codes), rows=np.zeros(len(codes)))
    tiny = None if suppressing else optimum(codes, costs, k)
    if tiny is not None:
        total = tiny[0] * (1 - GRAIN)
        return Bound(total, {"exact": total}, exact=True)
    found = distinct_rows(codes, costs, None if equals is None else equals.rows)
    stages = _Stages(found, costs, k, float(costs.weight.sum()) if suppressing else np.inf, budget, progress)
    upper = np.full(len(found.points.x), float(costs.weight.sum()))
    np.minimum.at(upper, found.point, worth)
    stages.by_rows(upper, budget.least * float(worth.sum()))
    if len(stages.parts) > 1 and not budget.over():
        stages.by_shares()
    total = max(stages.parts.values())
    exact = not suppressing and total >= float(worth.sum()) * (1 - REACHED)
    return Bound(total, stages.parts, picked(stages.bounds, found.point), exact=exact)


class _Stages:
    """What is proved so far, by name and point by point, and the work that is left."""

    def __init__(
        self, found: Distinct, costs: Costs, k: int, dropped: float, budget: Budget, progress: Progress
    ) -> None:
        self.found, self.costs, self.k, self.dropped = found, costs, k, dropped
        self.budget, self.progress = budget, progress
        self.left = budget.work
        self.bounds = window_bounds(found.points, costs, k)
        self.parts: dict[str, float] = {}
        self._note("window", self.bounds)

    def by_rows(self, upper: Floats, enough: float) -> None:
        """Look for what each row pays at least: by all its neighbours, and by boxes as far as there is work for them.

        Nothing is done where there is no work for all rows, unless those that there is work for can come to `enough`.
        """
        count = self.found.weights
        look = self._look_steps
        some = np.arange(len(count))
        if look * len(count) > self.left:
            some = some[: int(self.left / look)]
            if self.parts["window"] + float(((upper - self.bounds) * count)[some].sum()) < max(enough, GRAIN):
                return
        self._look(some, look, 0, upper)
        self._note("neighbour", self.bounds)
        search = look + max(SEARCH_STEPS * self.k, NODES * len(count) / WORD)
        spare = int(self.left / 2 / search)
        if spare and not self.budget.over():
            self._look(some[:: max(1, -(-len(some) // spare))], search, NODES, upper)
            self._note("cheapest box", self.bounds)
        rows = np.sort(self.bounds[self.found.point])[::-1]
        if rows.size * self.k <= self.left:
            self.parts["blocks"] = float(block_total(rows, self.k, self.dropped)) * (1 - GRAIN)

    def by_shares(self) -> None:
        """Raise the shares of the rows, from the better start, and by a linear program where there are few."""
        points, count = self.found.points, self.found.weights
        share, look = self.bounds, self._look_steps * len(count)
        if 2 * look <= self.left:
            sums = sum_shares(points, self.costs, self.k, self.budget.over)
            self.left -= look
            if sums is not None:
                sums = np.minimum(sums, self.dropped)
                self._note("sum", sums)
                share = max(share, sums, key=lambda shares: float((shares * count).sum()))
        if self.left < 1 or self.budget.over():
            return
        search = Search(points, self.costs, self.k, self.dropped, NODES)
        work = int(self.left)
        share, left = raised(search, share, work, passes_for(points, work), self.progress, self.budget.over)
        if left > 0 and len(share) <= PROGRAM and not self.budget.over():
            share = best_shares(search, share, left, self.progress, self.budget.over)
        self._note("dual", share)

    @property
    def _look_steps(self) -> float:
        """Return about how many steps it takes to find the neighbours of a point."""
        cells = self.found.points.x
        return float(cells.size * min(1.0, cells.shape[1] / MANY) + LOOK_STEPS)

    def _look(self, some: Rows, price: float, nodes: int, upper: Floats) -> None:
        """Raise the bounds of some points, batch by batch, until it is time to end."""
        size = max(1, int(BATCH / price))
        for at in range(0, len(some), size):
            if self.budget.over():
                return
            part = some[at : at + size]
            near, box, _ = cheapest(self.found.points, self.costs, self.k, part, nodes, upper)
            np.maximum(self.bounds, np.maximum(near, box), out=self.bounds)
            self.left -= price * len(part)

    def _note(self, name: str, bounds: Floats) -> None:
        """Take note of what the points pay at least, and tell it."""
        total = float((bounds * self.found.weights).sum())
        self.parts[name] = total * (1 - GRAIN)
        self.progress(Step("bound", 1 - max(0.0, self.left) / self.budget.work, None, total))
