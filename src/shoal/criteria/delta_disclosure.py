"""δ-disclosure privacy: every sensitive value is about as frequent in every group as in the whole release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from shoal.criteria.base import Facts, Model, Option
from shoal.criteria.level import Level, short_of

if TYPE_CHECKING:
    from shoal.arrays import Flags
    from shoal.criteria.counts import Counts
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule


@dataclass(frozen=True, slots=True)
class DeltaDisclosure(Model):
    """With p the share of a value in the release and q that in a group, |ln(q / p)| is below delta for every value.

    After Brickell and Shmatikov, KDD 2008. A value that is absent from a group has q = 0, so every value must occur in
    every group. (Some tools look only at the values that occur; that condition is weaker, and two groups that meet it
    need not meet it as one.)

    Attributes:
        delta: the bound, above 0; on the scale of the natural logarithm.
        column: the sensitive column; None for every one.
    """

    options: ClassVar[tuple[Option, ...]] = (
        Option("delta", "delta", "[COLUMN=]DELTA", "delta-disclosure: the greatest |ln| of a gain or loss."),
    )
    levels: ClassVar[tuple[Level, ...]] = (
        Level(
            "delta",
            "delta",
            "above",
            "the greatest |ln(share in a group / share in the table)|; None where a value is absent from a group.",
        ),
        Level(
            "delta_present",
            "delta, of values present",
            "above",
            "the same, with no regard to values that are absent. Two groups that keep below it need not do so as one, "
            "so it is no criterion here.",
        ),
    )

    delta: float
    column: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        from shoal.checks import Number
        from shoal.criteria.checks import COLUMN, check_fields

        check_fields(self, delta=Number(1e-9, hint="delta must be above 0; 1 to 2 is customary"), column=COLUMN)

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        near = f"within a factor exp({self.delta:g}) of that in the whole release"
        return f"every value of {self.column!r} has a share of each group {near}"

    @property
    def compares(self) -> bool:
        """Return that it compares groups with the whole table."""
        return True

    def holds(self, facts: Facts) -> Flags:
        """Return whether all values occur, and none is too rare or too frequent, in each group."""
        import numpy as np

        from shoal.criteria.variety import below, distinct, log_ratio

        counts = facts.counts[str(self.column)]
        complete = distinct(counts) == np.count_nonzero(counts.about.rows)
        return np.asarray(complete & below(log_ratio(counts), self.delta), np.bool_)

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse nothing: the whole table as one group differs from itself in no value."""

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        import numpy as np

        from shoal.criteria.rules import NO_NODES
        from shoal.kernels.shared.guard import ALL_NEAR, Rule

        found = int(np.count_nonzero(sensitive.rows))
        shares = np.maximum(sensitive.held, np.finfo(np.float64).tiny)
        return Rule(ALL_NEAR, float(self.delta), found, shares, NO_NODES, leaves=False)

    @staticmethod
    def reached(counts: Counts) -> dict[str, object]:
        """Return how far a share in a group is from that in the table."""
        import numpy as np

        from shoal.criteria.variety import distinct, log_ratio

        ratio = float(log_ratio(counts).max())
        complete = int(distinct(counts).min()) == int(np.count_nonzero(counts.about.rows))
        return {"delta": ratio if complete else None, "delta_present": ratio}

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return which delta is reached instead."""
        return short_of("delta", reached["delta"], f"below {self.delta:g}")
