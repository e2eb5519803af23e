"""Whose row each released row is, and where it stood, for as long as the release is in memory."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Picks
from shoal.criteria.sensitive import code_sensitive
from shoal.secret import SystemSecret


class Beside:
    """Says which released rows are of one person, by numbers that mean nothing else, and which original each leaves as.

    It is there to judge a release again when it is written, and to show its owner both tables side by side. It is
    itself never written, not even in a pickle.
    """

    __slots__ = ("order", "series")

    def __init__(self, person: pl.Series | None = None, order: Picks | None = None) -> None:
        """Keep a number for each row, the same for rows of one person, and the original that each released row is."""
        self.series: pl.Series | None = None
        self.order = order
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
