"""What every criterion is asked, and what it may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from shoal.arrays import Flags, Floats, Sizes
from shoal.criteria.counts import Counts
from shoal.criteria.sensitive import Sensitive
from shoal.kernels.shared.guard import Rule

NEAR = 1e-9
"""Differences below this are rounding: a share, an entropy or a distance this near to its limit is within it."""

STRICT = NEAR / 4
"""How far below a limit that must not be reached a number has to be; less than what kernels ask for."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the criteria may know of the groups of a table.

    Attributes:
        sizes: rows per group.
        counts: for each sensitive column, how often each value occurs in each group.
    """

    sizes: Sizes
    counts: Mapping[str, Counts] = field(default_factory=dict)


class Criterion(Protocol):
    """A condition that each group of a release must meet.

    Every one is closed under merging: two groups that meet it, meet it as one. None is closed under splitting.
    """

    @property
    def column(self) -> str | None:
        """Return the sensitive column that it guards; None for all of them, or where it guards none in particular."""

    @property
    def sentence(self) -> str:
        """Return the condition in words, with its numbers."""

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group meets the condition."""


class Guardian(Criterion, Protocol):
    """A criterion that guards the values of a sensitive column."""

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse a wish that not even the whole table as one group fulfils.

        Raises:
            InfeasibleError: it is one; the message says what would be possible.
        """

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""


def within(values: Floats, limit: float) -> Flags:
    """Return which values are at most the limit, rounding aside."""
    return np.asarray(values <= limit + NEAR, np.bool_)


def below(values: Floats, limit: float) -> Flags:
    """Return which values do not reach the limit, rounding aside."""
    return np.asarray(values < limit - STRICT, np.bool_)
