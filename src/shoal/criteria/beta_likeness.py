"""β-likeness: no sensitive value is much more frequent in a group than in the whole release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

from shoal.criteria.base import NEAR, Facts, Model, Option
from shoal.criteria.level import Level, short_of

if TYPE_CHECKING:
    from shoal.arrays import Flags
    from shoal.criteria.counts import Counts
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule

BetaKind: TypeAlias = Literal["basic", "enhanced"]
BETA_KINDS: tuple[BetaKind, ...] = get_args(BetaKind)

ROUNDING = 1e-15
"""By how much less of a share the kernels allow, so that what passes there holds however rare the value is."""


@dataclass(frozen=True, slots=True)
class BetaLikeness(Model):
    """What one learns of a person's sensitive value from a group is bounded, relative to what was known before.

    After Cao and Karras, VLDB 2012. With p the share of a value in the release and q that in a group, (q - p) / p is at
    most beta; the kind "enhanced" asks for at most min(beta, -ln p), which also bounds what is learnt of frequent
    values. Values that are rarer in a group than in the release are no concern.

    Attributes:
        beta: the greatest relative gain, above 0.
        column: the sensitive column; None for every one.
        kind: "basic" or "enhanced".
    """

    options: ClassVar[tuple[Option, ...]] = (
        Option("beta", "beta", "[COLUMN=]BETA", "beta-likeness: the greatest relative gain of a value."),
        Option("beta-kind", "kind", "NAME", "enhanced (default) or basic.", takes="name"),
    )
    levels: ClassVar[tuple[Level, ...]] = (
        Level(
            "beta_basic",
            "beta, basic",
            "up",
            "by how much a value is more frequent in a group than in the table, relative to the latter, at most.",
        ),
        Level(
            "beta_enhanced",
            "beta, enhanced",
            "up",
            "the same where no value gains more than -ln of its share in the table; None where one does, as no beta is "
            "enough then.",
        ),
    )

    beta: float
    column: str | None = None
    kind: BetaKind = "enhanced"

    def __post_init__(self) -> None:
        """Refuse what is out of range or unknown."""
        from shoal.checks import Choice, Number
        from shoal.criteria.checks import COLUMN, check_fields

        beta = Number(1e-9, hint="beta must be above 0; 1 to 4 is customary")
        check_fields(self, beta=beta, column=COLUMN, kind=Choice(BETA_KINDS))

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        most = f"{self.beta:g}" if self.kind == "basic" else f"min({self.beta:g}, -ln p)"
        return f"no value of {self.column!r} gains more than {most} times its share p of the whole release in a group"

    @property
    def compares(self) -> bool:
        """Return that it compares groups with the whole table."""
        return True

    def holds(self, facts: Facts) -> Flags:
        """Return whether no value gains too much in each group."""
        import numpy as np

        from shoal.criteria.variety import gain_over_cap, relative_gain, within

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
        import numpy as np

        from shoal.criteria.rules import share_rule
        from shoal.kernels.shared.guard import NEAR as GUARD_NEAR

        shares = np.maximum(sensitive.held, np.finfo(np.float64).tiny)
        cap = np.full(len(shares), float(self.beta))
        if self.kind == "enhanced":
            cap = np.minimum(cap, -np.log(shares))
        return share_rule(shares * (1.0 + cap + GUARD_NEAR) - GUARD_NEAR - ROUNDING)

    @staticmethod
    def reached(counts: Counts) -> dict[str, object]:
        """Return how much a value gains in a group, at most."""
        from shoal.criteria.variety import gain_over_cap, relative_gain

        gain = float(relative_gain(counts).max())
        return {"beta_basic": gain, "beta_enhanced": gain if gain_over_cap(counts).max() <= NEAR else None}

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return which beta is reached instead."""
        return short_of(f"{self.kind} beta", reached[f"beta_{self.kind}"], f"{self.beta:g}")
