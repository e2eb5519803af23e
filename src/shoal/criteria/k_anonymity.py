"""k-anonymity: every group has at least k rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from shoal.criteria.base import Facts, Model
from shoal.figure import counted

if TYPE_CHECKING:
    from shoal.arrays import Flags


@dataclass(frozen=True, slots=True)
class KAnonymity(Model):
    """Each released row looks like at least k - 1 others in the quasi columns.

    After Samarati and Sweeney, 1998.
    """

    column: ClassVar[None] = None

    k: int

    def __post_init__(self) -> None:
        """Refuse a k that is not a whole number of at least 1."""
        from shoal.criteria.checks import K

        object.__setattr__(self, "k", K.take("k", self.k))

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        return f"every group has at least {counted(self.k, 'row')}"

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group has at least k rows."""
        import numpy as np

        return np.asarray(facts.sizes >= self.k, np.bool_)

    @property
    def least_rows(self) -> int:
        """Return k."""
        return int(self.k)

    def is_met_by(self, rows: int) -> bool:
        """Return whether these are k rows or more."""
        return self.k <= rows
