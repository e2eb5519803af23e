"""CB that keeps every group l-diverse, and splits what is left.

After He, Chen, Chen, Dong, Wang and Huang, PAKDD 2012, section 4. Time and memory as CB.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.errors import InfeasibleError, SettingError
from shoal.kernels.bisect import Rules
from shoal.partition._base import About, Partition, Problem
from shoal.partition.cb import bisect, require_options


@dataclass(frozen=True, slots=True)
class CbDiverse:
    """Bisect as CB does where both sides stay diverse, then deal each group out into smaller diverse ones.

    Diverse means that no value of the sensitive column fills more than a share 1/l of a group (frequency l-diversity).
    The best diverse round of a bisection counts; a group that has none is final. Where the paper is silent or unclear:
    a share of exactly 1/l is accepted, as its theorem 3 needs; a group without a diverse round is not tried again; and
    splitting, which alone would give groups of about l rows, makes fewer and larger ones where k is above l, as many
    as pass the check. With several sensitive columns the first one counts.
    """

    about: ClassVar[About] = About(
        title="CB with l-diversity and splitting",
        paper="He, Chen, Chen, Dong, Wang, Huang, PAKDD 2012",
        cost="rounds · n log n",
        advice="When a group must not give the sensitive value away; needs a sensitive column.",
        needs=("sensitive",),
    )

    l: int = 2  # noqa: E741 - the letter of l-diversity
    rounds: int = 15
    against: Literal["centres", "group"] = "centres"
    restart: bool = False
    centre: Literal["mode", "order"] = "mode"

    def __post_init__(self) -> None:
        """Refuse what is out of range or unknown."""
        require_options(self.rounds, self.against, self.centre)
        if isinstance(self.l, bool) or not isinstance(self.l, int) or self.l < 2:  # noqa: PLR2004 - l = 1 asks nothing
            message = f"cb_diverse has l = {self.l!r}; it must be a whole number, 2 or more"
            raise SettingError(message)

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows in which no sensitive value fills more than a share 1/l.

        Raises:
            SettingError: there is no sensitive column.
            InfeasibleError: one value is too frequent in the whole table.
        """
        if not problem.sensitive:
            message = "method 'cb_diverse' needs a sensitive column"
            raise SettingError(message, hint="name it, or use cb, which needs none")
        sensitive = problem.sensitive[0].codes
        if problem.rows and np.bincount(sensitive).max() * self.l > problem.rows:
            most = problem.rows // int(np.bincount(sensitive).max())
            message = f"one sensitive value fills more than a share 1/{self.l} of the table"
            raise InfeasibleError(message, hint=f"l can be at most {most}")
        rules = Rules(problem.k, self.rounds, self.l, self.restart, self.against == "group")
        return _split_all(bisect(problem, rules, self.centre, sensitive), sensitive, self.l, problem.k)


def split(rows: Rows, sensitive: Ints, l: int, k: int) -> list[Rows]:  # noqa: E741 - the letter of l-diversity
    """Return a diverse group dealt out into as many diverse groups of at least k rows as can be.

    Rows are listed by sensitive value, then by number, and dealt out in turn. With k <= l the groups hold pairwise
    different values; beyond that the number of groups is lowered until all are diverse. O(m log m) a try.
    """
    listed = rows[np.lexsort((rows, sensitive[rows]))]
    values = sensitive[listed].astype(np.int64)
    for groups in range(min(len(rows) // l, len(rows) // k), 1, -1):
        turn = (np.arange(len(rows)) + 1) % groups
        sizes = np.bincount(turn)
        pairs, counts = np.unique(turn * (values[-1] + 1) + values, return_counts=True)
        if (counts * l <= sizes[pairs // (values[-1] + 1)]).all():
            return np.split(listed[np.argsort(turn, kind="stable")], np.cumsum(sizes)[:-1])
    return [rows]


def _split_all(partition: Partition, sensitive: Ints, l: int, k: int) -> Partition:  # noqa: E741 - as above
    labels = np.empty_like(partition.labels)
    order = np.argsort(partition.labels, kind="stable")
    ends = np.cumsum(np.bincount(partition.labels, minlength=partition.groups))
    groups = 0
    for group in np.split(order, ends[:-1]) if partition.groups else ():
        for part in split(group, sensitive, l, k):
            labels[part] = groups
            groups += 1
    return Partition(labels, groups)
