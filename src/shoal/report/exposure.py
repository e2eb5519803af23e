"""How well rows hide in groups of given sizes: what someone gains who looks for a person that is in the table."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

from shoal.arrays import Sizes
from shoal.report.distribution import grain_for

DUST = 1e-9


@dataclass(frozen=True, slots=True)
class Exposure:
    """The chance that a row is the right one, for someone who knows the quasi columns of a person in the table.

    Attributes:
        highest: the chance for the rows that hide worst.
        average: the mean over all rows.
        unique: share of the rows that no other row equals.
        above: share of the rows for which the chance is above 1/k.
    """

    highest: float
    average: float
    unique: float
    above: float

    def coarse(self, rows: int, k: int) -> Exposure:
        """Return what may be told of originals: shares rounded up to k rows or more, and no group below k by its size.

        Example:
            >>> Exposure(highest=0.5, average=0.302, unique=0.0, above=0.004).coarse(1000, 5)
            Exposure(highest=1.0, average=0.305, unique=0.0, above=0.005)
        """
        grain = grain_for(rows, k)
        shares = (min(1.0, _up(share, grain)) for share in (self.average, self.unique, self.above))
        return Exposure(1.0 if self.highest * k > 1 + DUST else self.highest, *shares)

    def to_dict(self) -> dict[str, float]:
        """Return the figures as plain values."""
        return asdict(self)


def exposure_of(sizes: Sizes, k: int) -> Exposure:
    """Return the exposure of rows in groups of these sizes."""
    if not len(sizes):
        return Exposure(0.0, 0.0, 0.0, 0.0)
    rows = int(sizes.sum())
    return Exposure(
        highest=1.0 / int(sizes.min()),
        average=len(sizes) / rows,
        unique=int((sizes == 1).sum()) / rows,
        above=int(sizes[sizes < k].sum()) / rows,
    )


def _up(share: float, grain: float) -> float:
    """Return the least multiple of the grain that is not below a share."""
    return round(math.ceil(share / grain - DUST) * grain, 6)
