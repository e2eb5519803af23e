"""Which rows of a coded table are equal: found once, however many steps of a run ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from shoal.arrays import Codes
from shoal.encode.domain import Domain
from shoal.kernels.shared.equal import EqualRows, equal_rows


class Equals:
    """The equal rows of some codes, looked for when first asked for, on all cores, and then kept."""

    def __init__(self, codes: Codes, domains: Sequence[Domain]) -> None:
        """Take the codes, and what they mean."""
        self.codes, self.domains = codes, domains

    @cached_property
    def rows(self) -> EqualRows:
        """Return which rows are equal in all columns; O(n · columns) the first time."""
        found: EqualRows = equal_rows(self.codes, np.array([domain.size for domain in self.domains], np.int64))
        return found
