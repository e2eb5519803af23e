"""(α,k)-anonymity: no sensitive value, or none of the listed ones, fills more than a share α of a group."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from shoal.criteria.base import NEAR, Chance, Facts, Model, Option
from shoal.criteria.level import Level, short_of
from shoal.errors import InfeasibleError, SettingError
from shoal.figure import counted

if TYPE_CHECKING:
    from shoal.arrays import Flags, Floats
    from shoal.criteria.counts import Counts
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule


@dataclass(frozen=True, slots=True)
class AlphaK(Model):
    """No sensitive value is more frequent in a group than a share alpha; k itself is asked for as ever.

    After Wong, Li, Fu and Wang, KDD 2006.

    Attributes:
        alpha: the greatest share, above 0 and at most 1.
        column: the sensitive column; None for every one.
        values: the values to guard, as they are written in the table; None for all.
    """

    options: ClassVar[tuple[Option, ...]] = (
        Option("alpha", "alpha", "[COLUMN=]SHARE", "(alpha,k): the greatest share of a value in a group."),
        Option("alpha-values", "values", "VALUES", "The values that --alpha guards: a,b; else all.", takes="values"),
    )
    levels: ClassVar[tuple[Level, ...]] = (Level("alpha", "alpha", "up", "the greatest share of a value in a group."),)

    alpha: float
    column: str | None = None
    values: Sequence[object] | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        from shoal.checks import Number, items_of, plain
        from shoal.criteria.checks import COLUMN, check_fields

        check_fields(self, alpha=Number(1e-9, 1, hint="alpha is a share of a group, such as 0.5"), column=COLUMN)
        if isinstance(self.values, str):
            object.__setattr__(self, "values", (self.values,))
        if self.values is None:
            return
        listed = list(self.values) if isinstance(self.values, Iterator | AbstractSet) else items_of(self.values)
        values = (None,) if listed is None else tuple(map(plain, listed))
        if not all(map(_is_cell, values)):
            what = f"a {type(self.values).__name__}"  # the values themselves are cells
            message = f"the values for alpha are {what}; they must be a list of texts, numbers or dates"
            raise SettingError(message, hint="leave it out to guard all values")
        object.__setattr__(self, "values", values)
        if not values:
            message = "the list of values for alpha is empty"
            raise SettingError(message, hint="leave it out to guard all values")

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        which = "value" if self.values is None else f"listed value (of {len(self.values)})"
        return f"{self.column!r} has no {which} in more than a share {self.alpha:g} of any group"

    def holds(self, facts: Facts) -> Flags:
        """Return whether no guarded value is too frequent in each group."""
        import numpy as np

        counts = facts.counts[str(self.column)]
        over = counts.held - self.limits(counts.about)[counts.value]
        return np.asarray(counts.highest(over) <= NEAR, np.bool_)

    def limits(self, sensitive: Sensitive) -> Floats:
        """Return the greatest share of each value; infinite for those that are not guarded.

        A listed value that does not occur asks nothing: its rows may all have been suppressed.
        """
        import numpy as np
        import polars as pl

        from shoal.table.text import as_text

        if self.values is None:
            return np.full(len(sensitive.rows), float(self.alpha))
        known = as_text(sensitive.values)
        listed = pl.Series(self._listed(), dtype=pl.String)
        limits = np.full(len(sensitive.rows), math.inf)
        limits[: len(known)][known.is_in(listed.implode()).to_numpy()] = self.alpha
        return limits

    def _listed(self) -> list[str]:
        """Return the guarded values as text."""
        return [str(value).lower() if isinstance(value, bool) else str(value) for value in self.values or ()]

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse an alpha that the whole table exceeds.

        Raises:
            SettingError: a listed value does not occur.
            InfeasibleError: a guarded value is more frequent in the whole table.
        """
        import numpy as np

        from shoal.criteria.whole import whole
        from shoal.table.text import as_text

        listed = set(self._listed())
        absent = len(listed.difference(as_text(sensitive.values).to_list()))
        if absent:
            message = f"of {counted(len(listed), 'value')} listed for alpha, {absent} not found in {self.column!r}"
            raise SettingError(message, hint="write them as in the table, and name the column that they are of")
        table = whole(sensitive)
        if self.holds(Facts(table.sizes, {str(self.column): table})).all():
            return
        guarded = np.isfinite(self.limits(sensitive))
        least = float(sensitive.held[guarded].max())
        message = f"alpha = {self.alpha:g} is impossible: a value fills a share {least:.4g} of all rows"
        raise InfeasibleError(message, hint=f"alpha must be at least {math.ceil(least * 10000 - 1e-6) / 10000:g}")

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        from shoal.criteria.rules import share_rule

        return share_rule(self.limits(sensitive))

    @staticmethod
    def reached(counts: Counts) -> dict[str, object]:
        """Return the greatest share of a value in a group."""
        return {"alpha": float((counts.highest(counts.count) / counts.sizes).max())}

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return which alpha is reached instead; of listed values, no level tells."""
        return "" if self.values is not None else short_of("alpha", reached["alpha"], f"{self.alpha:g}")

    @property
    def least_rows(self) -> int:
        """Return how many rows it takes for a value each to be within the share; one where only some are guarded."""
        return 1 if self.values is not None else max(1, math.ceil(1 / self.alpha - 1e-6))

    def with_listed(self, given: object, listed: int) -> AlphaK | None:
        """Return the same with the values of a given one, where these are so many and it differs in nothing else."""
        if not isinstance(given, AlphaK) or given.column not in (None, self.column):
            return None
        meant = replace(given, column=self.column)
        is_same = len(given.values or ()) == listed and replace(meant, values=None) == self
        return meant if is_same else None

    def chance(self, about: Sensitive) -> Chance:
        """Return the greatest share of each value."""
        return Chance(self.limits(about), "alpha")


def _is_cell(value: object) -> bool:
    """Return whether a value can be that of a cell."""
    from decimal import Decimal

    return isinstance(value, str | int | float | bool | date | time | timedelta | Decimal)
