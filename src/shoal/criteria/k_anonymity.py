"""k-anonymity: every group has at least k rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Flags
from shoal.checks import Whole
from shoal.criteria.base import Facts

K = Whole(1, 2**31 - 1, hint="5 to 10 is customary")
"""What k may be: more rows than this no run takes."""


@dataclass(frozen=True, slots=True)
class KAnonymity:
    """Each released row looks like at least k - 1 others.

    After Samarati and Sweeney, 1998.
    """

    column: ClassVar[None] = None

    k: int

    def __post_init__(self) -> None:
        """Refuse a k that is not a whole number of at least 1."""
        object.__setattr__(self, "k", K.take("k", self.k))

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        return f"every group has at least {self.k} rows"

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group has at least k rows."""
        return np.asarray(facts.sizes >= self.k, np.bool_)
