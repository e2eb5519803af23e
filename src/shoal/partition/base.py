"""What a method is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Protocol, TypeAlias, get_args

import numpy as np

from shoal.arrays import Bounds, Codes, Flags, Floats, Ints, Labels, Rows, Sizes
from shoal.criteria.base import Criterion
from shoal.criteria.guarding import all_hold, compared_with, facts_of, guard_of, of_rows
from shoal.criteria.sensitive import SensitiveColumn
from shoal.encode.domain import Domain
from shoal.encode.equal import Equals
from shoal.encode.loss import LossName
from shoal.kernels.pool import picked
from shoal.kernels.shared.box_cost import Costs
from shoal.kernels.shared.equal import EqualRows
from shoal.kernels.shared.groups import box_groups
from shoal.kernels.shared.guard import Guard
from shoal.progress import Progress, Watch, silent
from shoal.secret import Secret, SystemSecret

FormName: TypeAlias = Literal["box", "centroid", "ring", "levels", "two tables", "synthetic"]
Need: TypeAlias = Literal["numeric", "hierarchies", "sensitive"]
Keeping: TypeAlias = Literal["natively", "by repair", "not"]
"""How a method keeps criteria on sensitive values: while it groups, by merging groups afterwards, or not at all."""

EffortName: TypeAlias = Literal["fast", "balanced", "best"]
EFFORTS: tuple[EffortName, ...] = get_args(EffortName)
Effort: TypeAlias = EffortName | float
"""How long to search: by name, or in seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A coded table, what its groups cost, and what every group must hold.

    `sensitive` holds the sensitive columns that criteria guard, or that the method needs. `rng` makes the run
    repeatable; `secret` is for draws that nobody may guess, and no seed decides them.
    `effort` says how long a method that searches may do so; the others do not look at it. `guard` holds the criteria on
    sensitive values as kernels test them; it has no rules where k is all that is asked for. `watch` says whether the
    caller wants to end: `progress` raises then, but not in a search that has groups to give back.
    `equals` knows which rows of a whole table are equal; ask `equal_rows`, which also knows of some of the rows.
    `cells` are those of the whole table, where this is a block of it that is to take its share of the effort.
    `times` says how often each row occurs, where each stands for all that are equal to it: full-domain methods look at
    nothing else, and k is all that is asked for then.
    The arrays are shared with the caller: a method reads them and never writes them.
    """

    codes: Codes
    domains: tuple[Domain, ...]
    costs: Costs
    k: int
    rng: np.random.Generator
    criteria: tuple[Criterion, ...] = ()
    progress: Progress = silent
    sensitive: tuple[SensitiveColumn, ...] = ()
    person: SensitiveColumn | None = None
    secret: Secret = field(default_factory=SystemSecret)
    effort: Effort = "balanced"
    watch: Watch = field(default_factory=Watch)
    equals: Equals | None = None
    cells: int | None = None
    times: Sizes | None = None
    guard: Guard = field(init=False)

    def __post_init__(self) -> None:
        """Make the guard."""
        object.__setattr__(self, "guard", guard_of(self.criteria, self.counted, len(self.codes)))

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.codes)

    @property
    def total(self) -> int:
        """Return the number of rows, each as often as it occurs."""
        return self.rows if self.times is None else int(self.times.sum())

    @property
    def counted(self) -> tuple[SensitiveColumn, ...]:
        """Return the columns of which criteria count values: people, where they are counted, and sensitive ones."""
        return self.sensitive if self.person is None else (self.person, *self.sensitive)

    @property
    def equal_rows(self) -> EqualRows:
        """Return which rows are equal in all columns; where the run has found that already, as it was found."""
        known = self.equals
        return (known if known is not None and known.codes is self.codes else Equals(self.codes, self.domains)).rows

    def released(self, rows: Rows | Ints) -> Problem:
        """Return the problem as it is when only some rows are released: groups are compared with these."""
        kept = np.asarray(rows, np.int64)
        person = None if self.person is None else compared_with((self.person,), kept)[0]
        return replace(self, sensitive=compared_with(self.sensitive, kept), person=person)

    @property
    def is_guarded(self) -> bool:
        """Return whether groups of k rows may still break a criterion on sensitive values."""
        return not self.guard.is_empty

    @property
    def counts_people_only(self) -> bool:
        """Return whether groups need k people, and nothing more."""
        return self.person is not None and len(self.guard.book.limit) == 1

    def part(self, rows: Rows | Ints) -> Problem:
        """Return the same problem for some of the rows; groups are compared with the same reference as ever."""
        codes = np.ascontiguousarray(picked(self.codes, rows))
        here = np.asarray(rows, np.int64)
        person = None if self.person is None else self.person.of(here)
        return replace(self, codes=codes, sensitive=of_rows(self.sensitive, here), person=person, equals=None)

    def holds(self, partition: Partition) -> Flags:
        """Return which groups of a partition meet every criterion."""
        return all_hold(self.criteria, facts_of(partition.labels, partition.groups, self.counted))


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """One box per row, and what it promises.

    Attributes:
        lo: (n, columns) the lowest code of the box published for each row.
        hi: (n, columns) the highest one.
        carrier: (n,) the row whose other cells leave with that box.
        side: whether each box covers k originals ("published"), each original is in k boxes ("original"), or both.
    """

    lo: Bounds
    hi: Bounds
    carrier: Rows
    side: Literal["both", "published", "original"] = "both"


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """What a method found.

    Attributes:
        labels: the group of each row, 0..groups-1; -1 for a row that is suppressed.
        groups: how many there are.
        nodes: for the form "levels", per column the node that each code is published as.
        ring: for the form "ring", the box that each row is published as.
        synthetic: for the form "synthetic", (n, columns) the numbers that are published instead of each row's.
        notes: what the method learnt and a reader may want to know, by name.
    """

    labels: Labels
    groups: int
    nodes: tuple[Ints, ...] | None = None
    notes: Mapping[str, object] = field(default_factory=dict)
    ring: Ring | None = None
    synthetic: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """The groups as boxes: rows per group, and the lowest and highest code in each column."""

    sizes: Sizes
    lo: Bounds
    hi: Bounds


@dataclass(frozen=True, slots=True)
class About:
    """What `shoal methods` and the docs say of a method.

    `loss` is the loss of its paper, which it works against unless another one is asked for. `keeps` says how it keeps
    criteria on sensitive values, `why_not` the reason where it cannot. `rests_on_secret` says that draws of the system
    decide on the groups or on what is published, so that no seed repeats them. `weakness` is what a release does not
    withstand although k is verified; anyone who runs the method is warned.
    """

    title: str
    paper: str
    cost: str
    advice: str
    publishes: FormName = "box"
    needs: tuple[Need, ...] = ()
    loss: LossName = "ncp"
    rests_on_secret: bool = False
    keeps: Keeping = "by repair"
    why_not: str = ""
    weakness: str = ""

    @property
    def in_blocks(self) -> bool:
        """Return whether blocks of a table can be grouped each by itself: where groups are all that it makes."""
        return self.publishes in ("box", "centroid")

    @property
    def by_counts(self) -> bool:
        """Return whether it looks at different rows and how often each occurs, and at nothing else."""
        return self.publishes == "levels" and "sensitive" not in self.needs

    @property
    def is_improvable(self) -> bool:
        """Return whether its groups can be where the house search begins."""
        return self.publishes == "box"


class Partitioner(Protocol):
    """What finds groups: a frozen dataclass of its options, with one thing to do."""

    @property
    def about(self) -> About:
        """Return what there is to know of it."""

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows that cover the table."""


class Method(Protocol):
    """A partitioner with a name in the registry, which tells all about it without being made."""

    about: ClassVar[About]

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows that cover the table."""


def one_group(problem: Problem) -> Partition | None:
    """Return the only partition of a table of fewer than 2k rows, or None when there is something to choose."""
    if problem.rows >= 2 * problem.k:
        return None
    return Partition(np.zeros(problem.rows, np.int32), min(1, problem.rows))


def boxes_of(codes: Codes, partition: Partition) -> Boxes:
    """Return the smallest box around each group; rows with a negative label are left out."""
    return Boxes(*box_groups(codes, partition.labels, partition.groups))
