"""What every criterion is asked, and what it may know.

The command line reads the options of all criteria before anything large is imported. So the files of criteria import
NumPy, polars and kernels where they count with them, and not at the top.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from typing import Self

    from shoal.arrays import Flags, Floats, Sizes
    from shoal.criteria.counts import Counts
    from shoal.criteria.level import Level
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule

NEAR = 1e-9
"""Differences below this are rounding: a share, an entropy or a distance this near to its limit is within it."""

STRICT = NEAR / 4
"""How far below a limit that must not be reached a number has to be; less than what kernels ask for."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the criteria may know of the groups of a table.

    Attributes:
        sizes: rows per group.
        counts: for each sensitive column, how often each value occurs in each group; for the person too, where people
            are counted.
        person: the column that says whose row each is, where people are counted.
    """

    sizes: Sizes
    counts: Mapping[str, Counts] = field(default_factory=dict)
    person: str | None = None


class Criterion(Protocol):
    """A condition that each group of a release must meet. This much is enough for one of your own.

    Every one is closed under merging: two groups that meet it, meet it as one. None is closed under splitting.
    """

    @property
    def column(self) -> str | None:
        """Return the sensitive column that it guards; None for all of them, or where it guards none in particular."""

    @property
    def sentence(self) -> str:
        """Return the condition in words, with its numbers."""

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group meets the condition."""


class Guardian(Criterion, Protocol):
    """A criterion that guards the values of a sensitive column."""

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse what not even the whole table as one group fulfils.

        Raises:
            InfeasibleError: it is one; the message says what would be possible.
        """

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""


class Option(NamedTuple):
    """An option of the command line that gives a setting of a criterion.

    Attributes:
        name: the option, without its dashes.
        setting: the setting that it gives.
        metavar: what stands for its value in the help.
        words: the help itself.
        takes: what its value is: a number, a name, or a list of values as in a line of CSV.
    """

    name: str
    setting: str
    metavar: str
    words: str
    takes: Literal["number", "name", "values"] = "number"


class Chance(NamedTuple):
    """How likely each value of a sensitive column may become to anyone who sees a release, and what promises it."""

    most: Floats | float
    by: str


class Model:
    """A criterion of the registry: what there is to know of it besides its condition.

    All that the rest of shoal asks of one is here, with the answer that most give. A criterion says in its own file
    where it answers otherwise, so that no other file needs to know which criteria there are.

    Attributes:
        counts_people: whether its column says whose row it is, and is no sensitive one.
        options: those of the command line. The first gives the number of the criterion, which the others need.
        levels: the numbers by which the groups of any table are told to reach more or less of it.
    """

    __slots__ = ()

    counts_people: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]] = ()
    levels: ClassVar[tuple[Level, ...]] = ()

    @staticmethod
    def reached(counts: Counts) -> dict[str, object]:
        """Return each of the levels, by name, that groups with these counts reach; there is at least one group."""
        del counts
        return {}

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return in words which level is reached where this is not met; empty where none tells."""
        del reached
        return ""

    @property
    def least_rows(self) -> int:
        """Return how many rows a group needs at the least to meet it."""
        return 1

    def is_met_by(self, rows: int) -> bool:
        """Return whether every group of so many rows meets it, whatever these rows hold."""
        del rows
        return False

    def needs_hierarchy(self, known: Container[str | None]) -> bool:
        """Return whether it takes the hierarchy of its column to check it; `known` are the columns that have one."""
        del known
        return False

    @property
    def is_settled(self) -> bool:
        """Return whether it says all that there is to say of it, and leaves nothing to its column."""
        return True

    def settled(self, about: Sensitive) -> Self:
        """Return the same with all that it leaves to its column settled."""
        del about
        return self

    @property
    def compares(self) -> bool:
        """Return whether it compares groups with the whole table, so that it matters which rows that one has."""
        return False

    @property
    def stricter(self) -> Mapping[str, Criterion]:
        """Return what is easily heard in its stead and asks for more, by name."""
        return {}

    def caveat_on(self, failing: Mapping[str, int], groups: int) -> str:
        """Return a sentence on what most groups lack although they meet it, where it is easily heard as more; or none.

        `failing` says of how many groups each of what is stricter fails. The sentence begins with the name of the
        criterion and says which option asks for more.
        """
        del failing, groups
        return ""

    def with_listed(self, given: object, listed: int) -> Self | None:
        """Return the same with the values that a given criterion lists, where it differs in nothing else; else None.

        A certificate has the number of values that are listed, not the values: they are cells.
        """
        del given, listed
        return None

    def chance(self, about: Sensitive) -> Chance | None:
        """Return how likely it lets each value of its column become, or None where it says nothing of that."""
        del about
        return None
