"""Levels of sensitive columns, as people read them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import batched
from typing import TYPE_CHECKING

from shoal.cli._output import count, results, shown, table

if TYPE_CHECKING:
    from shoal.criteria._base import Criterion
    from shoal.verify.levels import Levels
