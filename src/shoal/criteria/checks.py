"""What the criteria refuse."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from shoal.checks import Check, Text, Whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

K = Whole(1, 2**31 - 1, hint="5 to 10 is customary")
"""What k may be: more rows than this no run takes."""

COLUMN = Text("the name of a column")


def check_fields(criterion: DataclassInstance, **checks: Check[object]) -> None:
    """Check settings of a criterion, and keep them in plain Python; None is a value only where it is the default.

    Raises:
        SettingError: one does not fit.
    """
    for each in fields(criterion):
        value = getattr(criterion, each.name)
        if each.name in checks and not (value is None and each.default is None):
            object.__setattr__(criterion, each.name, checks[each.name].take(each.name, value))
