"""Whose row each released row is, for as long as the release is in memory."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.criteria.sensitive import code_sensitive
from shoal.secret import SystemSecret


class Beside:
    """Says which released rows are of one person, by numbers that mean nothing else.

    It is there to judge a release again when it is written, and is itself never written, not even in a pickle.
    """

    __slots__ = ("series",)

    def __init__(self, person: pl.Series | None = None) -> None:
        """Keep a number for each row, the same for rows of one person."""
        self.series: pl.Series | None = None
        if person is not None:
            about, codes, _ = code_sensitive(person)
            numbers = SystemSecret().permutation(len(about.rows))
            self.series = pl.Series(str(person.name), np.asarray(numbers, np.int64)[codes])

    def __reduce__(self) -> tuple[type[Beside], tuple[()]]:
        """Leave all behind."""
        return Beside, ()

    def __repr__(self) -> str:
        """Show nothing of it."""
        return "Beside()"
