"""Cut the table like a k-d tree.

After LeFevre, DeWitt and Ramakrishnan, ICDE 2006. Time O(n d log(n/k)), memory O(n).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from shoal.arrays import Ints
from shoal.errors import SettingError
from shoal.kernels.median import cut_widest
from shoal.partition._base import About, Partition, Problem
from shoal.partition.refine import refine


@dataclass(frozen=True, slots=True)
class Mondrian:
    """Repeatedly cut a group along its widest column: at the median, or into the children of the common ancestor.

    A cut must leave at least k rows in every part; the next widest column is tried when it does not. `strict` keeps
    equal values together; `relaxed` splits them so that halves differ by one row at most. A column on a line that
    mixes present and missing cells is cut between the two first (the paper knows no missing cells).
    """

    about: ClassVar[About] = About(
        title="Mondrian multidimensional partitioning",
        paper="LeFevre, DeWitt, Ramakrishnan, ICDE 2006",
        cost="n log n",
        advice="Very fast on any size; loses more than clustering when there are many columns.",
    )

    mode: Literal["strict", "relaxed"] = "strict"

    def __post_init__(self) -> None:
        """Refuse an unknown mode."""
        if self.mode not in ("strict", "relaxed"):
            message = f"mondrian has the mode {self.mode!r}; modes are: strict, relaxed"
            raise SettingError(message)

    def partition(self, problem: Problem) -> Partition:
        """Return one group per part that no column can cut; the same for every seed."""
        spare = np.empty(problem.rows, np.int32)

        def cut(starts: Ints, ends: Ints, rows: Ints, edge: Ints) -> None:
            relaxed = self.mode == "relaxed"
            cut_widest(problem.codes, problem.costs, problem.k, relaxed, starts, ends, rows, spare, edge)

        return refine(problem, np.arange(problem.rows, dtype=np.int32), cut)
