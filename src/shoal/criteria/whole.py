"""The whole table as one group: what it does not meet, no partition can."""

from __future__ import annotations

import numpy as np

from shoal.criteria.counts import Counts
from shoal.criteria.sensitive import Sensitive


def whole(sensitive: Sensitive) -> Counts:
    """Return the counts of the reference table as a single group."""
    values = np.flatnonzero(sensitive.rows).astype(np.int32)
    people = None if sensitive.people is None else np.full(min(1, len(values)), sensitive.people, np.int64)
    return Counts(sensitive, np.zeros(min(1, len(values)), np.int64), values, sensitive.rows[values], people)
