"""Give every row a box of its own that covers, or is covered by, k rows.

After Gionis, Mazza and Tassa, ICDE 2008. Time O(k n² d) at worst, memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np

from shoal.arrays import Bounds
from shoal.errors import SettingError
from shoal.kernels.k_type import Points, components, grow_boxes, match_more, points_of, repair
from shoal.kernels.pool import over_runs
from shoal.partition._options import Checked, Listed
from shoal.partition._rows import about_rows
from shoal.partition.base import About, Partition, Problem, Ring
from shoal.progress import Step

Kind: TypeAlias = Literal["(k,k)", "(k,1)", "(1,k)", "global"]
KINDS: tuple[Kind, ...] = ("(k,k)", "(k,1)", "(1,k)", "global")
SIDES: dict[Kind, Literal["both", "published", "original"]] = {
    "(k,k)": "both",
    "(k,1)": "published",
    "(1,k)": "original",
    "global": "both",
}

GLOBAL_ROWS = 5_000
"""Rows that the kind "global" takes at most: it looks at all pairs of rows up to k times, on one thread."""

PAIRS = 1 << 28
"""Pairs of rows to compare in one call, a second or so, so that progress is seen."""


@dataclass(frozen=True, slots=True)
class KType(Checked):
    """Publish each row as the smallest box found for it, and widen boxes where too few of them cover a row.

    `kind`: what the boxes promise. `(k,1)`: each covers k rows. `(1,k)`: each row is covered by k boxes. `(k,k)`:
    both. `global`: both, and each row can be paired with k boxes in ways that pair all rows and boxes one to one.

    Every row keeps its own box: the other cells of a row leave with the box that was made for it. Anyone who knows the
    quasi columns of the whole table can make the boxes again and see whose is whose.

    Choices made here: a row that the box already covers counts as one of the k without being added, which is what
    adding it first at no cost comes to; rows are repaired in the order of the table; with `global`, a row gets its
    next match from the cheapest of all boxes, whether it covers the row already or not.
    """

    about: ClassVar[About] = about_rows(
        title="k-type anonymity, a box for every row",
        paper="Gionis, Mazza, Tassa, ICDE 2008",
        cost="k n²",
        advice=(
            "Little loss against someone who knows one row; it keeps row identity, so someone who knows them all can "
            "redo the boxes and see whose is whose: nh prevents that by drawing the assignment."
        ),
        weakness="each row keeps its own box: someone who knows the quasi columns of all rows finds whose each one is",
    )

    kind: Annotated[Kind, Listed("kinds are")] = "(k,k)"

    def partition(self, problem: Problem) -> Partition:
        """Return a box for every row, all rows in one group; no seed matters.

        Raises:
            SettingError: the table has too many rows for the kind "global".
        """
        n = problem.rows
        if self.kind == "global" and n > GLOBAL_ROWS:
            message = f"k_type of kind 'global' takes at most {GLOBAL_ROWS:,} rows; the table has {n:,}"
            raise SettingError(message, hint="kind '(k,k)' takes more rows")
        lo, hi = problem.codes.copy(), problem.codes.copy()
        if n:
            points = points_of(problem.codes)
            if self.kind != "(1,k)":
                lo, hi = _grown(problem, points)
            if self.kind != "(k,1)":
                _repair(problem, points, lo, hi)
            if self.kind == "global":
                _match(problem, lo, hi)
        ring = Ring(lo, hi, np.arange(n, dtype=np.int64), SIDES[self.kind])
        return Partition(np.zeros(n, np.int32), min(1, n), ring=ring)


def _grown(problem: Problem, points: Points) -> tuple[Bounds, Bounds]:
    """Return for each row a box that covers k rows; threads share the rows, and do not change the result."""
    m = len(points.first)
    lo, hi = np.empty_like(points.code), np.empty_like(points.code)
    begins = np.arange(m, dtype=np.int64) * m
    step = max(1, PAIRS // m)
    for at in range(0, m, step):
        problem.progress(Step("group", 0.5 * at / m))
        runs = begins[at : at + step]
        over_runs(grow_boxes, runs, runs + m, points, problem.costs, problem.k, lo, hi)
    return lo[points.of_row], hi[points.of_row]


def _repair(problem: Problem, points: Points, lo: Bounds, hi: Bounds) -> None:
    """Widen boxes until every row is covered by k; equal rows are covered together."""
    m = len(points.first)
    step = max(1, PAIRS // problem.rows)
    for at in range(0, m, step):
        problem.progress(Step("group", 0.5 + 0.5 * at / m))
        repair(points.first[at : at + step], problem.codes, problem.costs, problem.k, lo, hi)


def _match(problem: Problem, lo: Bounds, hi: Bounds) -> None:
    """Widen boxes until every row has k matches; each round gives one more to every row that lacks some."""
    component = np.empty(problem.rows, np.int64)
    short = True
    while short:
        problem.progress(Step("group", 1.0))
        components(problem.codes, lo, hi, component)
        short = match_more(problem.codes, problem.costs, problem.k, component, lo, hi) > 0
