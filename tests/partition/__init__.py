"""Methods: the contract for all, and each against its twin."""

from __future__ import annotations

import numpy as np


def groups_of(partition):
    """Return the groups as sorted lists of rows."""
    return sorted(np.flatnonzero(partition.labels == group).tolist() for group in range(partition.groups))
