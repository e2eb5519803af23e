"""Rules for the kernels that several criteria share."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Ints
from shoal.kernels.shared.guard import SHARE, Rule

NO_NODES: Ints = np.zeros(0, np.int32)


def share_rule(part: Floats) -> Rule:
    """Return the rule that no value v has a share above part[v]."""
    return Rule(SHARE, 0.0, 0, np.asarray(part, np.float64), NO_NODES, leaves=False)
