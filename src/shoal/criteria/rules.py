"""Rules for the kernels that several criteria share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from shoal.arrays import Floats, Ints

if TYPE_CHECKING:
    from shoal.kernels.shared.guard import Rule

NO_NODES: Ints = np.zeros(0, np.int32)


def share_rule(part: Floats) -> Rule:
    """Return the rule that no value v has a share above part[v]."""
    from shoal.kernels.shared.guard import SHARE, Rule

    return Rule(SHARE, 0.0, 0, np.asarray(part, np.float64), NO_NODES, leaves=False)
