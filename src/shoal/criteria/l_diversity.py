"""l-diversity: every group has enough sensitive values, none of which stands out too much."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

from shoal.criteria.base import NEAR, Chance, Criterion, Facts, Model, Option
from shoal.criteria.level import Level, above, down
from shoal.errors import InfeasibleError, SettingError
from shoal.figure import counted

if TYPE_CHECKING:
    from shoal.arrays import Flags
    from shoal.criteria.counts import Counts
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule

LKind: TypeAlias = Literal["distinct", "frequency", "entropy", "recursive"]
L_KINDS: tuple[LKind, ...] = get_args(LKind)

DEFAULT_C = 3.0
"""The factor of the kind "recursive", where none is given."""

MOST_L = 10
"""Recursive (c,l)-diversity is reported for l up to this."""


@dataclass(frozen=True, slots=True)
class LDiversity(Model):
    """Each group has at least l well represented sensitive values.

    After Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam, ICDE 2006; the kind "frequency" after He et al., 2012.

    Attributes:
        l: how many values; a whole number, but for "frequency" and "entropy" any number above 1.
        kind: "distinct": l different values occur. "frequency": no value fills more than a share 1/l. "entropy": the
            entropy is at least that of l equally frequent values. "recursive": the most frequent value occurs less
            than c times as often as all but the l - 1 most frequent ones together.
        column: the sensitive column; None for every one.
        c: the factor of the kind "recursive"; 3 unless said otherwise.
    """

    options: ClassVar[tuple[Option, ...]] = (
        Option("l", "l", "[COLUMN=]L", "l-diversity: how many sensitive values a group must have."),
        Option("l-kind", "kind", "NAME", "distinct (default), frequency, entropy or recursive.", takes="name"),
        Option("c", "c", "C", "The c of recursive l-diversity, 3 by default."),
    )
    levels: ClassVar[tuple[Level, ...]] = (
        Level("distinct_l", "distinct l", "down", "different values in the least varied group.", nothing=0),
        Level(
            "frequency_l",
            "frequency l",
            "down",
            "rows of a group over those with its most frequent value, the least.",
            nothing=0.0,
        ),
        Level(
            "entropy_l",
            "entropy l",
            "down",
            "how many equally frequent values are as varied as the least varied group, by entropy.",
            nothing=0.0,
        ),
        Level(
            "recursive_c",
            "c, recursive l = {}",
            "above",
            f"for each l from 2 to distinct_l, {MOST_L} at most: the c that recursive (c,l)-diversity must be above.",
            keys=tuple(range(2, MOST_L + 1)),
        ),
    )

    l: float  # noqa: E741 - the letter of l-diversity
    kind: LKind = "distinct"
    column: str | None = None
    c: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range or unknown."""
        from shoal.checks import Choice, Number, shown
        from shoal.criteria.checks import COLUMN, check_fields

        check_fields(self, kind=Choice(L_KINDS), column=COLUMN)
        hint = "1 asks nothing; 2 to 5 is customary"
        if self.kind in ("distinct", "recursive"):
            check_fields(self, l=Number(2, hint=hint))
            if self.l != int(self.l):
                message = f"l is {self.l!r}; it must be a whole number for {self.kind} l-diversity"
                raise SettingError(message)
        else:
            words = f"a number above 1 for {self.kind} l-diversity"
            check_fields(self, l=Number(1, above=True, words=words, hint=hint))
        if self.kind != "recursive" and self.c is not None:
            message = f"c is {shown(self.c)}, which belongs to recursive l-diversity, not to {self.kind}"
            raise SettingError(message)
        check_fields(self, c=Number(1e-9, hint="c must be above 0; 3 is customary"))

    @property
    def factor(self) -> float:
        """Return the factor of the kind "recursive"."""
        return DEFAULT_C if self.c is None else float(self.c)

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        what = {
            "distinct": f"has at least {counted(self.l, 'different value')}",
            "frequency": f"has no value in more than a share 1/{self.l:g} of its rows",
            "entropy": f"is as varied as {self.l:g} equally frequent values",
            "recursive": f"has a most frequent value below {self.factor:g} times its tail from rank {self.l:g} on",
        }
        return f"{self.column!r} {what[self.kind]} in every group"

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group is diverse enough."""
        import numpy as np

        from shoal.criteria.variety import distinct, entropy, highest_share, is_top_below_tail, within

        counts = facts.counts[str(self.column)]
        if self.kind == "distinct":
            return np.asarray(distinct(counts) >= self.l, np.bool_)
        if self.kind == "frequency":
            return within(highest_share(counts), 1.0 / self.l)
        if self.kind == "entropy":
            return np.asarray(entropy(counts) >= math.log(self.l) - NEAR, np.bool_)
        return is_top_below_tail(counts, int(self.l), self.factor)

    @property
    def stricter(self) -> Mapping[str, Criterion]:
        """Return the stricter kinds with the same l, where the kind is "distinct"."""
        if self.kind != "distinct":
            return {}
        return {kind: LDiversity(self.l, kind, self.column) for kind in ("entropy", "recursive")}

    def caveat_on(self, failing: Mapping[str, int], groups: int) -> str:
        """Return that most groups would fail a stricter kind with the same l, where the kind is "distinct"."""
        if not groups or max(failing.values(), default=0) <= groups / 2:
            return ""
        return (
            f"distinct l-diversity says little here: {self.column!r} has at least "
            f"{counted(self.l, 'different value')} in every group, but with l = {self.l:g} {failing['entropy']:,} of "
            f"{counted(groups, 'group')} fail the kind entropy and {failing['recursive']:,} the kind recursive "
            f"(c = {DEFAULT_C:g}), so a value may be likely all the same; --l-kind entropy asks for more"
        )

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse an l that the whole table does not reach.

        Raises:
            InfeasibleError: not even the whole table as one group is that diverse.
        """
        from shoal.criteria.variety import distinct, entropy, highest_share, top_to_tail
        from shoal.criteria.whole import whole

        table = whole(sensitive)
        if self.holds(Facts(table.sizes, {str(self.column): table})).all():
            return
        message = f"{self.kind} l-diversity with l = {self.l:g} is impossible: {self.column!r} "
        if self.kind == "distinct":
            most = int(distinct(table)[0])
            raise InfeasibleError(message + f"has {counted(most, 'different value')}", hint=f"l can be at most {most}")
        if self.kind == "frequency":
            most_l = 1.0 / float(highest_share(table)[0])
            message += f"has a value in a share of 1/{most_l:.3g} of all rows"
            raise InfeasibleError(message, hint=f"l can be at most {_down(most_l)}")
        if self.kind == "entropy":
            most_l = math.exp(float(entropy(table)[0]))
            message += f"is as varied as {most_l:.3g} values in the whole table"
            raise InfeasibleError(message, hint=f"l can be at most {_down(most_l)}")
        least = float(top_to_tail(table, int(self.l))[0])
        if math.isinf(least):
            most = int(distinct(table)[0])
            raise InfeasibleError(message + f"has {counted(most, 'different value')}", hint=f"l can be at most {most}")
        message += f"has a most frequent value of {least:.3g} times its tail from rank {self.l:g} on"
        raise InfeasibleError(message, hint=f"c must be above {math.ceil(least * 1000) / 1000:g}, or l lower")

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        import numpy as np

        from shoal.criteria.rules import NO_NODES, share_rule
        from shoal.kernels.shared.guard import DISTINCT, ENTROPY, RECURSIVE, Rule

        if self.kind == "frequency":
            return share_rule(np.full(len(sensitive.rows), 1.0 / self.l))
        kind, limit = {
            "distinct": (DISTINCT, float(self.l)),
            "entropy": (ENTROPY, math.log(self.l)),
            "recursive": (RECURSIVE, self.factor),
        }[self.kind]
        return Rule(kind, limit, int(self.l), np.zeros(0), NO_NODES, leaves=False)

    @staticmethod
    def reached(counts: Counts) -> dict[str, object]:
        """Return the l of the least varied group by each kind, and for the recursive one the c; O(cells log cells)."""
        from shoal.criteria.variety import distinct, entropy, top_to_tails

        least = int(distinct(counts).min())
        ranks = range(2, min(least, MOST_L) + 1)
        return {
            "distinct_l": least,
            "frequency_l": float((counts.sizes / counts.highest(counts.count)).min()),
            "entropy_l": _settled(math.exp(float(entropy(counts).min()))),
            "recursive_c": {
                rank: float(ratios.max()) for rank, ratios in zip(ranks, top_to_tails(counts, ranks), strict=True)
            },
        }

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return which l is reached instead, and for the recursive kind which c would do."""
        if self.kind != "recursive":
            return f"{self.kind} l is {down(reached[f'{self.kind}_l'])}, not {self.l:g}"
        if reached["distinct_l"] < self.l:
            return f"distinct l is {reached['distinct_l']}, not {self.l:g}, so no c is enough"
        needed = reached["recursive_c"].get(int(self.l))
        return "" if needed is None else f"c for l = {self.l:g} must be {above(needed)}, and is {self.factor:g}"

    @property
    def least_rows(self) -> int:
        """Return how many rows it takes for l values."""
        return math.ceil(self.l - 1e-9)

    def chance(self, about: Sensitive) -> Chance:
        """Return 1/l, whatever the value."""
        del about
        return Chance(1 / self.l, "1/l")


def _settled(value: float) -> float:
    """Return the whole number that a value would be but for rounding, or else the value."""
    nearest = round(value)
    return float(nearest) if abs(value - nearest) <= NEAR else value


def _down(value: float) -> str:
    """Return a number rounded down to three places, so that it is still possible."""
    return f"{math.floor(value * 1000 + 1e-6) / 1000:g}"
