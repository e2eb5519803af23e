"""What the criteria refuse, and the rules that several of them share."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from shoal.arrays import Floats, Ints
from shoal.checks import Check, Text
from shoal.kernels.shared.guard import SHARE, Rule

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

COLUMN = Text("the name of a column")
NO_NODES: Ints = np.zeros(0, np.int32)


def check_fields(criterion: DataclassInstance, **checks: Check[object]) -> None:
    """Check settings of a criterion, and keep them in plain Python; None is a value only where it is the default.

    Raises:
        SettingError: one does not fit.
    """
    for each in fields(criterion):
        value = getattr(criterion, each.name)
        if each.name in checks and not (value is None and each.default is None):
            object.__setattr__(criterion, each.name, checks[each.name].take(each.name, value))


def share_rule(part: Floats) -> Rule:
    """Return the rule that no value v has a share above part[v]."""
    return Rule(SHARE, 0.0, 0, np.asarray(part, np.float64), NO_NODES, leaves=False)
