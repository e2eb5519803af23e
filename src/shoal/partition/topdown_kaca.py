"""Cut the table into parts of similar rows, then merge classes inside each part.

After Yu, Han and Chen, 2009. Time O(n log n + n p d) for parts of p rows, memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from shoal.partition._options import Checked, whole
from shoal.partition._runs import runs_of
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.kaca import Kaca
from shoal.partition.top_down import TopDown
from shoal.progress import Step


@dataclass(frozen=True, slots=True)
class TopdownKaca(Checked):
    """Cut as `top_down` does until parts have about `part_size` rows, and run `kaca` in each.

    Parts have at least half of `part_size` rows and at least k; those of `part_size` rows or more are cut again where
    the cut leaves enough on either side. Both steps keep criteria on sensitive values.
    """

    about: ClassVar[About] = replace(
        Kaca.about,
        title="Topdown-KACA",
        paper="Yu, Han, Chen, 2009",
        cost="n log n + n · part size",
        advice="KACA's loss at a fraction of its time on large tables.",
    )

    part_size: Annotated[int, whole(1, hint="1000 is a good start")] = 1000

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows, none of which reaches beyond its part."""
        whole = one_group(problem)
        if whole is not None:
            return whole
        parts = TopDown().partition(replace(problem, k=max(problem.k, self.part_size // 2)))
        order, starts, _ = runs_of(parts.labels, parts.groups)
        labels = np.empty(problem.rows, np.int32)
        groups = 0
        for part, rows in enumerate(np.split(order, starts[1:])):
            problem.progress(Step("group", part / parts.groups))
            found = Kaca().partition(problem.part(rows))
            labels[rows] = found.labels + groups
            groups += found.groups
        return Partition(labels, groups)
