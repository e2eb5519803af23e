"""δ-disclosure privacy: every sensitive value is about as frequent in every group as in the whole release."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import Flags
from shoal.checks import Number
from shoal.criteria._checks import COLUMN, NO_NODES, check_fields
from shoal.criteria.base import Facts, below
from shoal.criteria.sensitive import Sensitive
from shoal.criteria.variety import distinct, log_ratio
from shoal.kernels.shared.guard import ALL_NEAR, Rule


@dataclass(frozen=True, slots=True)
class DeltaDisclosure:
    """With p the share of a value in the release and q that in a group, |ln(q / p)| is below delta for every value.

    After Brickell and Shmatikov, KDD 2008. A value that is absent from a group has q = 0, so every value must occur in
    every group. (Some tools look only at the values that occur; that condition is weaker, and two groups that meet it
    need not meet it as one.)

    Attributes:
        delta: the bound, above 0; on the scale of the natural logarithm.
        column: the sensitive column; None for every one.
    """

    delta: float
    column: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        check_fields(self, delta=Number(1e-9, hint="delta must be above 0; 1 to 2 is customary"), column=COLUMN)

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        near = f"within a factor exp({self.delta:g}) of that in the whole release"
        return f"every value of {self.column!r} has a share of each group {near}"

    def holds(self, facts: Facts) -> Flags:
        """Return whether all values occur, and none is too rare or too frequent, in each group."""
        counts = facts.counts[str(self.column)]
        complete = distinct(counts) == np.count_nonzero(counts.about.rows)
        return np.asarray(complete & below(log_ratio(counts), self.delta), np.bool_)

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse nothing: the whole table as one group differs from itself in no value."""

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        found = int(np.count_nonzero(sensitive.rows))
        shares = np.maximum(sensitive.shares, np.finfo(np.float64).tiny)
        return Rule(ALL_NEAR, float(self.delta), found, shares, NO_NODES, leaves=False)
