"""Loss by how far groups spread: NCP and GCP, GCCG's IL, Byun and Lin's diversity, Iyengar's LM, Sweeney's Prec.

Here it is added up; what one interval, or one label, costs is in `encode/loss.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.encode.domain import Domain
from shoal.encode.loss import LossName, column_costs
from shoal.partition.base import Boxes


@dataclass(frozen=True, slots=True)
class SpreadLoss:
    """The cost of all cells of each column under one definition of loss, from 0 to 1 a cell.

    A suppressed row costs 1 in every column.
    """

    weights: tuple[float, ...]
    totals: tuple[float, ...]
    rows: int

    @classmethod
    def of(cls, domains: Sequence[Domain], boxes: Boxes, suppressed: int, loss: LossName) -> SpreadLoss:
        """Return the loss of groups published as boxes; O(groups · columns)."""
        totals = tuple(
            float(boxes.sizes @ column_costs(domain, boxes.lo[:, j], boxes.hi[:, j], loss)) + suppressed
            for j, domain in enumerate(domains)
        )
        return cls(tuple(domain.weight for domain in domains), totals, int(boxes.sizes.sum()) + suppressed)

    def merge(self, other: SpreadLoss) -> SpreadLoss:
        """Combine the summaries of two blocks of rows."""
        totals = tuple(a + b for a, b in zip(self.totals, other.totals, strict=True))
        return SpreadLoss(self.weights, totals, self.rows + other.rows)

    @property
    def total(self) -> float:
        """Return the weighted sum over all cells: the NCP of the table under the loss `ncp`."""
        return float(np.dot(self.weights, self.totals))

    @property
    def share(self) -> float:
        """Return the total as a share of what releasing nothing costs: the GCP under the loss `ncp`."""
        most = self.rows * sum(self.weights)
        return self.total / most if most else 0.0

    @property
    def plain_total(self) -> float:
        """Return the sum over all cells, every column counting alike: Byun and Lin's ΣL under the loss `height`."""
        return float(sum(self.totals))

    @property
    def plain_share(self) -> float:
        """Return the mean over all cells: GCCG's IL under `ncp`, LM under `lm`, 1 - Prec under `height`."""
        cells = self.rows * len(self.totals)
        return self.plain_total / cells if cells else 0.0

    @property
    def columns(self) -> tuple[float, ...]:
        """Return the mean over the cells of each column."""
        return tuple(total / self.rows if self.rows else 0.0 for total in self.totals)
