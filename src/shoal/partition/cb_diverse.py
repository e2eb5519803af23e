"""CB that keeps every group l-diverse, and splits what is left.

After He, Chen, Chen, Dong, Wang and Huang, PAKDD 2012, section 4. Time and memory as CB.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from shoal.criteria.base import Criterion
from shoal.criteria.l_diversity import LDiversity
from shoal.errors import InfeasibleError, SettingError
from shoal.kernels.cb import Rules
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem
from shoal.partition.cb import Against, Cb, Centre, Rounds, bisect
from shoal.partition.deal import deal_out


@dataclass(frozen=True, slots=True)
class CbDiverse(Checked):
    """Bisect as CB does where both sides stay diverse, then deal each group out into smaller diverse ones.

    Diverse means that no value of the sensitive column fills more than a share 1/l of a group (frequency l-diversity).
    The best diverse round of a bisection counts; a group that has none is final. Where the paper is silent or unclear:
    a share of exactly 1/l is accepted, as its theorem 3 needs; a group without a diverse round is not tried again; and
    splitting, which alone would give groups of about l rows, makes fewer and larger ones where k is above l, as many
    as pass the check. With several sensitive columns the first one counts. Further criteria, on any column, are kept in
    both steps.
    """

    about: ClassVar[About] = replace(
        Cb.about,
        title="CB with l-diversity and splitting",
        advice="When a group must not give the sensitive value away; needs a sensitive column.",
        needs=("sensitive",),
        rests_on_secret=True,
    )

    l: Annotated[int, whole(2)] = 2  # noqa: E741 - the letter of l-diversity
    rounds: Rounds = 15
    against: Against = "centres"
    restart: bool = False
    centre: Centre = "mode"

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows in which no sensitive value fills more than a share 1/l.

        Raises:
            SettingError: there is no sensitive column.
            InfeasibleError: one value is too frequent in the whole table.
        """
        promise = self.promise(problem)
        about, sensitive, _ = problem.sensitive[0]
        if about.rows.max(initial=0) * self.l > about.rows.sum():
            message = f"one sensitive value fills more than a share 1/{self.l} of the table"
            raise InfeasibleError(message, hint=f"l can be at most {about.rows.sum() // about.rows.max()}")
        if promise not in problem.criteria:
            problem = replace(problem, criteria=(*problem.criteria, promise))
        rules = Rules(problem.k, self.rounds, self.restart, self.against == "group", trying=False)
        return deal_out(problem, bisect(problem, rules, self.centre), by=sensitive, least=self.l)

    def promise(self, problem: Problem) -> Criterion:
        """Return what every group of this method holds, whatever else is asked for.

        Raises:
            SettingError: there is no sensitive column.
        """
        if not problem.sensitive:
            message = "method 'cb_diverse' needs a sensitive column"
            raise SettingError(message, hint="name it, or use cb, which needs none")
        return LDiversity(self.l, "frequency", problem.sensitive[0].about.name)
