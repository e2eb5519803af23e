"""β-likeness: no sensitive value is much more frequent in a group than in the whole release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from shoal.arrays import Flags
from shoal.checks import Choice, Number
from shoal.criteria._checks import COLUMN, check_fields, share_rule
from shoal.criteria.base import NEAR, Facts, within
from shoal.criteria.sensitive import Sensitive
from shoal.criteria.variety import gain_over_cap, relative_gain
from shoal.kernels.shared.guard import NEAR as GUARD_NEAR
from shoal.kernels.shared.guard import Rule

BetaKind: TypeAlias = Literal["basic", "enhanced"]
BETA_KINDS: tuple[BetaKind, ...] = get_args(BetaKind)

ROUNDING = 1e-15
"""By how much less of a share the kernels allow, so that what passes there holds however rare the value is."""


@dataclass(frozen=True, slots=True)
class BetaLikeness:
    """What one learns of a person's sensitive value from a group is bounded, relative to what was known before.

    After Cao and Karras, VLDB 2012. With p the share of a value in the release and q that in a group, (q - p) / p is at
    most beta; the kind "enhanced" asks for at most min(beta, -ln p), which also bounds what is learnt of frequent
    values. Values that are rarer in a group than in the release are no concern.

    Attributes:
        beta: the greatest relative gain, above 0.
        column: the sensitive column; None for every one.
        kind: "basic" or "enhanced".
    """

    beta: float
    column: str | None = None
    kind: BetaKind = "enhanced"

    def __post_init__(self) -> None:
        """Refuse what is out of range or unknown."""
        beta = Number(1e-9, hint="beta must be above 0; 1 to 4 is customary")
        check_fields(self, beta=beta, column=COLUMN, kind=Choice(BETA_KINDS))

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        most = f"{self.beta:g}" if self.kind == "basic" else f"min({self.beta:g}, -ln p)"
        return f"no value of {self.column!r} gains more than {most} times its share p of the whole release in a group"

    def holds(self, facts: Facts) -> Flags:
        """Return whether no value gains too much in each group."""
        counts = facts.counts[str(self.column)]
        if self.kind == "basic":
            return within(relative_gain(counts), self.beta)
        return np.asarray(gain_over_cap(counts, self.beta) <= NEAR, np.bool_)

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse nothing: in the whole table as one group, no value gains."""

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it.

        They forgive a little of a share. What is forgiven here is as much of a gain, which is less where the value is
        rare: so the one is taken off the limit, and the other is added.
        """
        shares = np.maximum(sensitive.shares, np.finfo(np.float64).tiny)
        cap = np.full(len(shares), float(self.beta))
        if self.kind == "enhanced":
            cap = np.minimum(cap, -np.log(shares))
        return share_rule(shares * (1.0 + cap + GUARD_NEAR) - GUARD_NEAR - ROUNDING)
