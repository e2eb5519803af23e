"""Methods: the contract for all, and each against its twin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.reference.price import group_cost


def groups_of(partition):
    """Return the groups as sorted lists of rows."""
    return sorted(np.flatnonzero(partition.labels == group).tolist() for group in range(partition.groups))


@dataclass(frozen=True)
class AtLeast:
    """A criterion of the test's own: groups of so many rows."""

    rows: int
    column = None
    sentence = "every group is large enough"

    def holds(self, facts):
        return facts.sizes >= self.rows


def total_of(problem, found, loss="ncp"):
    """Return what the groups cost, from the definitions."""
    return sum(len(rows) * group_cost(problem, rows, loss) for rows in groups_of(found) if rows)
