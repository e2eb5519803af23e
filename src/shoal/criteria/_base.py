"""What every criterion is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from shoal.arrays import Flags, Sizes


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the criteria may know of the groups of a table."""

    sizes: Sizes


class Criterion(Protocol):
    """A condition that each group of a release must meet."""

    @property
    def sentence(self) -> str:
        """Return the condition in words, with its numbers."""

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group meets the condition."""
