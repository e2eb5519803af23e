"""Cut the table into parts of similar rows, then merge classes inside each part.

After Yu, Han and Chen, 2009. Time O(n log n + n p d) for parts of p rows, memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from shoal.errors import SettingError
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.kaca import Kaca
from shoal.partition.top_down import TopDown
from shoal.progress import Step


@dataclass(frozen=True, slots=True)
class TopdownKaca:
    """Cut as `top_down` does until parts have about `part_size` rows, and run `kaca` in each.

    Parts have at least half of `part_size` rows and at least k; those of `part_size` rows or more are cut again where
    the cut leaves enough on either side. Both steps keep criteria on sensitive values.
    """

    about: ClassVar[About] = About(
        title="Topdown-KACA",
        paper="Yu, Han, Chen, 2009",
        cost="n log n + n · part size",
        advice="KACA's loss at a fraction of its time on large tables.",
        keeps="natively",
        loss="height",
    )

    part_size: int = 1000

    def __post_init__(self) -> None:
        """Refuse a part size that is no count."""
        if isinstance(self.part_size, bool) or not isinstance(self.part_size, int) or self.part_size < 1:
            message = f"topdown_kaca has part_size = {self.part_size!r}; it must be a whole number, 1 or more"
            raise SettingError(message, hint="1000 is a good start")

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows, none of which reaches beyond its part."""
        whole = one_group(problem)
        if whole is not None:
            return whole
        parts = TopDown().partition(replace(problem, k=max(problem.k, self.part_size // 2)))
        order = np.argsort(parts.labels, kind="stable")
        ends = np.cumsum(np.bincount(parts.labels, minlength=parts.groups))
        labels = np.empty(problem.rows, np.int32)
        groups = 0
        for part, rows in enumerate(np.split(order, ends[:-1])):
            problem.progress(Step("group", part / parts.groups))
            found = Kaca().partition(problem.part(rows))
            labels[rows] = found.labels + groups
            groups += found.groups
        return Partition(labels, groups)
