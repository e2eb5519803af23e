"""The least loss possible: what no release of a table can go below, whatever the method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from shoal.answer import Answer, Card
from shoal.arrays import Bounds, Floats, Labels
from shoal.bounds.lower import Effort, lower_bound
from shoal.bounds.quick import Budget, quick_bound
from shoal.encode.encoder import Coded
from shoal.encode.loss import costs_of
from shoal.figure import counted, percent, reported, reported_least
from shoal.kernels.pool import picked
from shoal.kernels.shared.box_cost import Costs, box_costs
from shoal.progress import Progress, Step, silent

DRAW = 0
"""The seed of the rows that are looked at where there are too many: the bound holds whatever it is."""


@dataclass(frozen=True, slots=True, repr=False)
class Bound(Answer):
    """What is known of the least loss possible; losses are GCP, as `Release.loss`: 0 keeps all detail, 1 none.

    Attributes:
        loss: no release of the table loses less; proved.
        exact: whether some release loses just that.
        parts: what each kind of bound gives by itself, by name.
        sampled: how many rows were looked at, where that was not all of them; the bound holds all the same.
        interval: where rows were sampled, the 95 % interval for the bound had all been looked at; an estimate.
        rows: rows of the table.
        seconds: how long it took.
    """

    loss: float
    exact: bool
    parts: Mapping[str, float] = field(default_factory=dict)
    sampled: int | None = None
    interval: tuple[float, float] | None = None
    rows: int = 0
    seconds: float = 0.0

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the bound in words."""
        first = f"no release loses less than {percent(reported_least(self.loss))} of the detail, proved"
        if self.exact:
            return (f"{first}; some release loses just that",)
        if self.sampled is not None:
            return first, f"from {self.sampled:,} of {counted(self.rows, 'row')}"
        return (first,)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the bound as a figure."""
        words = "some release loses just that" if self.exact else "of the detail; no release loses less, proved"
        return (Card("Least possible loss", percent(reported_least(self.loss)), words),)

    def to_dict(self) -> dict[str, object]:
        """Return the facts as plain values, with few digits: more of them tell of single cells."""
        return {
            "loss": reported_least(self.loss),
            "exact": self.exact,
            "parts": {name: reported_least(part) for name, part in self.parts.items()},
            "sampled": self.sampled,
            "interval": None if self.interval is None else [reported(end) for end in self.interval],
            "rows": self.rows,
            "seconds": self.seconds,
        }


class Known(NamedTuple):
    """A release that is known: its boxes, and the box of each row, -1 for one that is left out."""

    lo: Bounds
    hi: Bounds
    box: Labels


def bound_of(
    coded: Coded,
    k: int,
    *,
    effort: Effort | float = "fast",
    suppressing: bool = False,
    known: Known | None = None,
    progress: Progress = silent,
) -> Bound:
    """Return what no release of a coded table in groups of k rows can go below, whichever loss it works against.

    A release that is known makes the search quicker. `suppressing` says that rows may be dropped.
    """
    costs = costs_of(coded.domains, "ncp")
    most = len(coded.codes) * float(costs.weight.sum())

    def share(total: float) -> float:
        return total / most if most else 0.0

    def tell(step: Step) -> None:
        progress(replace(step, bound=None if step.bound is None else share(step.bound)))

    least = lower_bound(
        coded.codes,
        costs,
        k,
        rng=np.random.default_rng(DRAW),
        worth=None if known is None else _worth(costs, known),
        effort=effort,
        suppressing=suppressing,
        progress=tell,
    )
    return Bound(
        loss=share(least.total),
        exact=least.exact,
        parts={name: share(total) for name, total in least.parts.items()},
        sampled=least.sampled,
        interval=None if least.interval is None else (share(least.interval[0]), share(least.interval[1])),
        rows=len(coded.codes),
    )


def bound_within(
    coded: Coded,
    k: int,
    known: Known,
    budget: Budget,
    *,
    suppressing: bool = False,
    progress: Progress = silent,
) -> Bound:
    """Return what no release in groups of k rows can go below, beside one that is known and within a budget."""
    costs = costs_of(coded.domains, "ncp")
    most = len(coded.codes) * float(costs.weight.sum())

    def tell(step: Step) -> None:
        progress(replace(step, bound=step.bound / most if step.bound is not None and most else None))

    least = quick_bound(
        coded.codes, costs, k, _worth(costs, known), budget, suppressing=suppressing, progress=tell, equals=coded.equals
    )
    parts = {name: total / most if most else 0.0 for name, total in least.parts.items()}
    return Bound(least.total / most if most else 0.0, least.exact, parts, rows=len(coded.codes))


def _worth(costs: Costs, known: Known) -> Floats:
    """Return what each row costs as it is published; a row that is left out costs all there is."""
    per_box = np.full(len(known.lo) + 1, costs.weight.sum())
    box_costs(costs, known.lo, known.hi, per_box[:-1])
    return np.asarray(picked(per_box, known.box), np.float64)
