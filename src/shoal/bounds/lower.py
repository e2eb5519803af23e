"""The greatest of all bounds that the effort allows; `quick.py` has the one that comes with a release."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from shoal.arrays import Codes, Floats
from shoal.bounds.dual import Search, passes_for, raised
from shoal.bounds.exact import optimum
from shoal.bounds.program import best_shares
from shoal.bounds.result import Bound
from shoal.bounds.row import Distinct, cheapest, distinct_rows, sum_shares, window_bounds
from shoal.errors import SettingError
from shoal.kernels.bound.sums import block_total
from shoal.kernels.shared.box_cost import Costs
from shoal.progress import Progress, Step, silent

Effort: TypeAlias = Literal["fast", "balanced", "best"]

GRAIN = 1e-12
"""What is taken off every bound, as a share of it, so that no rounding lifts it above the least price."""

REACHED = 1e-9
FEW = 2
LEAST_SAMPLE = 30
OPENED, LOOK_STEPS, SEARCH_STEPS = 4, 3_000, 12_000
"""One cell in so many is looked at for the neighbours of a row, which takes so many steps besides; the search for the
cheapest box around it takes so many for each of the k rows."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be done, in steps of about a nanosecond.

    For pairs of rows; nodes of one search; raising of shares; and up to how many distinct rows a linear program is
    solved.
    """

    pairs: float
    nodes: int
    work: int
    program: int


LIMITS: dict[str, Limits] = {
    "fast": Limits(1e9, 2_000, 0, 0),
    "balanced": Limits(5e9, 20_000, 5_000_000_000, 300),
    "best": Limits(5e10, 200_000, 60_000_000_000, 1000),
}


def lower_bound(  # noqa: PLR0913 - what may be left out is a keyword
    codes: Codes,
    costs: Costs,
    k: int,
    *,
    rng: np.random.Generator,
    worth: Floats | None = None,
    effort: Effort | float = "balanced",
    suppressing: bool = False,
    partitions: bool = True,
    progress: Progress = silent,
) -> Bound:
    """Return a total price that no release with at least k rows in every group can go below.

    Args:
        codes: (n, d) the coded table.
        costs: the prices of its columns.
        k: the least number of rows in a group.
        rng: chooses rows where the table is too large for all.
        worth: (n,) what each row costs in some release, which makes the search quicker; it does not change a bound
            that is found in full.
        effort: "fast", "balanced", "best", or how many billions of steps may be done. Never a time: the same input
            gives the same bound.
        suppressing: whether rows may be dropped, each at the price of the whole range of every column.
        partitions: whether the release is made of groups; False where each row has a box of its own.
        progress: takes how far it is.

    Raises:
        SettingError: the effort is unknown.
    """
    limits = _limits(effort)
    if len(codes) < max(k, 1) or k < FEW:
        return Bound(0.0, exact=k < FEW or not len(codes), rows=np.zeros(len(codes)))
    plain = partitions and not suppressing
    tiny = optimum(codes, costs, k) if plain else None
    found = distinct_rows(codes, costs)
    bound = _by_rows(found, costs, k, limits, worth, rng, progress)
    if partitions:
        dropped = float(costs.weight.sum()) if suppressing else np.inf
        bound = _by_groups(found, costs, k, limits, bound, dropped, progress)
    if tiny is not None:
        parts = {**bound.parts, "exact": tiny[0] * (1 - GRAIN)}
        return Bound(parts["exact"], parts, bound.rows, exact=True)
    reached = np.inf if worth is None else float(worth.sum())
    return replace(bound, exact=plain and bound.total >= reached * (1 - REACHED))


def _limits(effort: Effort | float) -> Limits:
    if isinstance(effort, str):
        if effort not in LIMITS:
            message = f"effort is {effort!r}; it must be one of {', '.join(LIMITS)}, or a number of billions of steps"
            raise SettingError(message)
        return LIMITS[effort]
    if not effort > 0:
        message = f"effort is {effort!r}; it must be above 0"
        raise SettingError(message)
    return Limits(effort * 5e8, 20_000, int(effort * 5e8), 300)


def _by_rows(  # noqa: PLR0913, PLR0917 - what `lower_bound` was given
    found: Distinct,
    costs: Costs,
    k: int,
    limits: Limits,
    worth: Floats | None,
    rng: np.random.Generator,
    progress: Progress,
) -> Bound:
    """Return the sum of what each row pays at least, whatever the form of the release."""
    points, count, n = found.points, found.weights, len(found.point)
    upper = np.full(len(count), float(costs.weight.sum()))
    if worth is not None:
        np.minimum.at(upper, found.point, worth)
    window = window_bounds(points, costs, k)
    progress(Step("bound", 0.0, None, float((window * count).sum())))
    look, search = points.x.size / OPENED + LOOK_STEPS, points.x.size / OPENED + SEARCH_STEPS * k
    searched = int(limits.pairs / search)
    if look * len(count) <= limits.pairs:
        some = np.arange(0, len(count), max(1, -(-len(count) // max(1, searched))))
        near, box, _ = cheapest(points, costs, k, some, limits.nodes, upper)
        if len(some) < len(count):
            near, rest, _ = cheapest(points, costs, k, np.arange(len(count)), 0, upper)
            box = np.maximum(box, rest)
        bounds = np.maximum(window, np.maximum(near, box))
        parts = _totals(count, {"window": window, "neighbour": near, "cheapest box": bounds})
        return Bound(parts["cheapest box"], parts, bounds[found.point])
    drawn = rng.choice(n, min(n, max(LEAST_SAMPLE, searched)), replace=False)
    _, box, _ = cheapest(points, costs, k, np.unique(found.point[drawn]), limits.nodes, upper)
    bounds = np.maximum(window, box)
    parts = _totals(count, {"window": window, "cheapest box": bounds})
    above = (bounds - window)[found.point[drawn]]
    middle, wide = parts["window"] + n * above.mean(), n * 1.96 * above.std(ddof=1) / np.sqrt(len(drawn))
    interval = (max(parts["window"], float(middle - wide)), float(middle + wide))
    return Bound(parts["cheapest box"], parts, bounds[found.point], sampled=len(drawn), interval=interval)


def _totals(count: Floats, bounds: dict[str, Floats]) -> dict[str, float]:
    return {name: float((bound * count).sum()) * (1 - GRAIN) for name, bound in bounds.items()}


def _by_groups(  # noqa: PLR0913, PLR0917 - what `lower_bound` was given
    found: Distinct, costs: Costs, k: int, limits: Limits, bound: Bound, dropped: float, progress: Progress
) -> Bound:
    """Return the greatest bound that rests on every row being in one group, or dropped at that price."""
    points, count, parts = found.points, found.weights, dict(bound.parts)
    rows = np.zeros(len(found.point)) if bound.rows is None else bound.rows
    if rows.size * k <= limits.pairs:
        parts["blocks"] = float(block_total(np.sort(rows)[::-1], k, dropped)) * (1 - GRAIN)
    if bound.sampled is None:
        share = np.empty(len(count))
        share[found.point] = rows
        sums = sum_shares(points, costs, k) if limits.work > 0 else None
        if sums is not None:
            sums = np.minimum(sums, dropped)
            parts |= _totals(count, {"sum": sums})
            share = sums if parts["sum"] > parts["cheapest box"] else share
        if limits.work > 0:
            search = Search(points, costs, k, dropped, limits.nodes)
            share, left = raised(search, share, limits.work, passes_for(points, limits.work), progress)
            if left > 0 and len(share) <= limits.program:
                share = best_shares(search, share, left, progress)
            parts |= _totals(count, {"dual": share})
    return replace(bound, total=max(parts.values()), parts=parts)
