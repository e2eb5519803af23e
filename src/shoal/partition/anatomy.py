"""Split quasi and sensitive columns into two tables that meet in groups of varied values.

After Xiao and Tao, VLDB 2006. Time O(n λ) for λ sensitive values, memory O(n).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Ints
from shoal.errors import InfeasibleError, SettingError
from shoal.kernels.anatomy import deal_groups
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem
from shoal.secret import Secret


@dataclass(frozen=True, slots=True)
class Anatomy(Checked):
    """Group rows with pairwise different sensitive values, and publish which values a group has, not whose they are.

    The quasi columns leave exactly as they are: nothing is lost in them, and nothing hides that a person is in the
    table. Repeatedly one row of each of the l most frequent values left makes a group; the few rows left over go to
    drawn groups that lack their value. `l` is k unless it is larger. Which rows meet in a group is drawn by the system:
    anyone who could draw it again would know who has which value, so no seed decides it.
    """

    about: ClassVar[About] = About(
        title="Anatomy, two tables",
        paper="Xiao, Tao, VLDB 2006",
        cost="n · sensitive values",
        advice="Keeps quasi columns exact and hides only who has which sensitive value; not k-anonymous.",
        publishes="two tables",
        keeps="not",
        why_not="no sensitive value stands beside the quasi values; it keeps distinct l-diversity with l = k by itself",
        needs=("sensitive",),
        rests_on_secret=True,
    )

    l: Annotated[int | None, whole(1)] = None  # noqa: E741 - the letter of l-diversity

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least l rows with pairwise different sensitive values.

        Raises:
            SettingError: there is not exactly one sensitive column.
            InfeasibleError: one value fills more than a share 1/l of the table.
        """
        if len(problem.sensitive) != 1:
            message = f"method 'anatomy' needs one sensitive column, and there are {len(problem.sensitive)}"
            raise SettingError(message, hint="name one, or use mondrian or cb, which need none")
        codes = problem.sensitive[0].codes
        least = max(self.l or 1, problem.k)
        counts = np.bincount(codes)
        if counts.max(initial=0) * least > problem.rows:
            message = f"one sensitive value fills more than a share 1/{least} of the table"
            raise InfeasibleError(message, hint=f"l and k can be at most {problem.rows // int(counts.max())}")
        return _dealt(codes, counts.astype(np.int64), least, problem.secret)


def _dealt(codes: Ints, count: np.ndarray, least: int, secret: Secret) -> Partition:
    labels = np.full(len(codes), -1, np.int32)
    shuffled = secret.permutation(len(codes)).astype(np.int32)
    rows = shuffled[np.argsort(codes[shuffled], kind="stable")]
    first = np.concatenate([[0], np.cumsum(count)[:-1]]).astype(np.int64) if len(count) else count
    groups = int(deal_groups(first, count, rows, least, labels)) if len(codes) else 0
    for row in np.flatnonzero(labels < 0).tolist():  # fewer than l rows are left, one for each value
        has = np.unique(labels[(codes == codes[row]) & (labels >= 0)])
        lacking = np.setdiff1d(np.arange(groups), has)
        labels[row] = lacking[int(secret.uniform(1)[0] * len(lacking))]
    return Partition(labels, groups)
