"""People, not rows: every group holds at least k different people, and no one has too many of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from shoal.criteria.base import NEAR, Criterion, Facts, Model
from shoal.errors import InfeasibleError
from shoal.figure import counted

if TYPE_CHECKING:
    from shoal.arrays import Flags
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule


@dataclass(frozen=True, slots=True)
class People(Model):
    """Every group holds the rows of at least k different people.

    Attributes:
        k: the least number of people.
        column: the column that says whose row it is; a run sets it to the person that it is given.
    """

    counts_people: ClassVar[bool] = True

    k: int
    column: str | None = None

    def __post_init__(self) -> None:
        """Refuse a k that is not a whole number of at least 1."""
        from shoal.criteria.checks import COLUMN, K, check_fields

        check_fields(self, k=K, column=COLUMN)

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        return f"every group holds at least {counted(self.k, 'different person')}, distinguished by {self.column!r}"

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group holds the rows of k people."""
        import numpy as np

        from shoal.criteria.variety import distinct

        return np.asarray(distinct(facts.counts[str(self.column)]) >= self.k, np.bool_)

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse a k that the whole table does not reach.

        Raises:
            InfeasibleError: it holds fewer people.
        """
        if len(sensitive.rows) < self.k:
            message = f"the table has {counted(len(sensitive.rows), 'person')}, so no group can hold {self.k}"
            raise InfeasibleError(message, hint=f"choose k of at most {len(sensitive.rows)}")

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        import numpy as np

        from shoal.criteria.rules import NO_NODES
        from shoal.kernels.shared.guard import DISTINCT, Rule

        del sensitive
        return Rule(DISTINCT, float(self.k), 0, np.zeros(0), NO_NODES, leaves=False)

    @property
    def least_rows(self) -> int:
        """Return k: each has a row."""
        return int(self.k)

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return nothing: the verdict tells how many people the smallest group holds."""
        del reached
        return ""


@dataclass(frozen=True, slots=True)
class PersonShare(Model):
    """No one has more than a share of the rows of a group.

    Attributes:
        share: the greatest share, above 0 and at most 1.
        column: the column that says whose row it is; a run sets it to the person that it is given.
    """

    counts_people: ClassVar[bool] = True

    share: float
    column: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        from shoal.checks import Number
        from shoal.criteria.checks import COLUMN, check_fields

        check_fields(self, share=Number(1e-9, 1, hint="it is a share of a group, such as 0.5"), column=COLUMN)

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        return (
            f"no one, distinguished by {self.column!r}, has more than a share {self.share:g} of the rows of any group"
        )

    def holds(self, facts: Facts) -> Flags:
        """Return whether no one has too many rows of each group."""
        import numpy as np

        from shoal.criteria.variety import highest_share

        return np.asarray(highest_share(facts.counts[str(self.column)]) <= self.share + NEAR, np.bool_)

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse a share that someone has of the whole table.

        Raises:
            InfeasibleError: someone has more.
        """
        most = float(sensitive.shares.max(initial=0.0))
        if most > self.share + NEAR:
            message = f"person_share = {self.share:g} is impossible: one person has a share {most:.4g} of all rows"
            raise InfeasibleError(message, hint="allow a greater share, or drop rows of that person first")

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        import numpy as np

        from shoal.criteria.rules import share_rule

        return share_rule(np.full(len(sensitive.rows), float(self.share)))

    @property
    def least_rows(self) -> int:
        """Return how many rows it takes for one of each person to be within the share."""
        import math

        return max(1, math.ceil(1 / self.share - 1e-6))


def about_people(k: int, person: str | None, share: float | None) -> tuple[Criterion, ...]:
    """Return what is asked of the people of a group, where a column says whose row it is."""
    if person is None:
        return ()
    return (People(k, person),) if share is None else (People(k, person), PersonShare(share, person))
