"""What the criteria refuse, and the rules that several of them share."""

from __future__ import annotations

import math

import numpy as np

from shoal.arrays import Floats, Ints
from shoal.errors import SettingError
from shoal.kernels.guard import SHARE, Rule

NO_NODES: Ints = np.zeros(0, np.int32)


def require_number(name: str, value: object, least: float, most: float = math.inf, *, hint: str = "") -> None:
    """Refuse what is no finite number from `least` to `most`.

    Raises:
        SettingError: it is not.
    """
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if number and math.isfinite(value) and least <= value <= most:  # type: ignore[arg-type,operator]  # a number by now
        return
    up_to = f" to {most:g}" if math.isfinite(most) else " or more"
    message = f"{name} is {value!r}; it must be a number, {least:g}{up_to}"
    raise SettingError(message, hint=hint)


def share_rule(part: Floats) -> Rule:
    """Return the rule that no value v has a share above part[v]."""
    return Rule(SHARE, 0.0, 0, np.asarray(part, np.float64), NO_NODES, leaves=False)
