"""t-closeness: the sensitive values of every group are distributed much as in the whole release."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

from shoal.criteria.base import Facts, Model, Option
from shoal.criteria.level import Level, short_of
from shoal.errors import SettingError

if TYPE_CHECKING:
    from shoal.arrays import Flags, Floats
    from shoal.criteria.counts import Counts
    from shoal.criteria.sensitive import Sensitive
    from shoal.kernels.shared.guard import Rule

Distance: TypeAlias = Literal["equal", "ordered", "hierarchical"]
DISTANCES: tuple[Distance, ...] = get_args(Distance)


@dataclass(frozen=True, slots=True)
class TCloseness(Model):
    """The earth mover's distance between a group and the whole release is at most t.

    After Li, Li and Venkatasubramanian, ICDE 2007.

    Attributes:
        t: the greatest distance, 0 to 1.
        column: the sensitive column; None for every one.
        distance: how far apart two values are: "equal", all the same; "ordered", by the number of values in between;
            "hierarchical", by the height of their lowest common ancestor. By default ordered for numbers, dates and
            ordered categories, else equal; hierarchical where a hierarchy is given for the column by its name. One that
            merely lies in a folder changes nothing: by a hierarchy most distances are smaller, so t promises less.
    """

    options: ClassVar[tuple[Option, ...]] = (
        Option("t", "t", "[COLUMN=]T", "t-closeness: the greatest distance from the whole table."),
        Option(
            "t-distance", "distance", "NAME", "equal, ordered or hierarchical; else what suits a column.", takes="name"
        ),
    )
    levels: ClassVar[tuple[Level, ...]] = (
        Level(
            "t",
            "t, {} distance",
            "up",
            "for each distance that the column knows, how far a group is from the whole table, the farthest.",
            keys=DISTANCES,
        ),
    )

    t: float
    column: str | None = None
    distance: Distance | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range or unknown."""
        from shoal.checks import Choice, Number
        from shoal.criteria.checks import COLUMN, check_fields

        check_fields(self, t=Number(0, 1, hint="0.2 to 0.5 is customary"), column=COLUMN, distance=Choice(DISTANCES))

    @property
    def sentence(self) -> str:
        """Return the condition in words."""
        by = f" by the {self.distance} distance" if self.distance else ""
        return f"{self.column!r} is distributed in every group as in the whole release, within {self.t:g}{by}"

    @property
    def compares(self) -> bool:
        """Return that it compares groups with the whole table."""
        return True

    def holds(self, facts: Facts) -> Flags:
        """Return whether each group is near enough to the reference."""
        from shoal.criteria.variety import within

        counts = facts.counts[str(self.column)]
        return within(earth_moved(counts, self.distance_in(counts.about)), self.t)

    def distance_in(self, sensitive: Sensitive) -> Distance:
        """Return the distance that applies to a column.

        Raises:
            SettingError: the column lacks the order or the hierarchy that was asked for.
        """
        if self.distance is None:
            return distances_of(sensitive)[-1]
        if self.distance not in distances_of(sensitive):
            message = f"column {self.column!r} has no {_NEED[self.distance]}, which the {self.distance} distance needs"
            raise SettingError(message, hint="give it one under hierarchies, or use the equal distance")
        return self.distance

    def require_possible(self, sensitive: Sensitive) -> None:
        """Refuse a distance that the column does not know; every t is possible, at the latest with one group.

        Raises:
            SettingError: the column lacks the order or the hierarchy that was asked for.
        """
        self.distance_in(sensitive)

    def rule(self, sensitive: Sensitive) -> Rule:
        """Return the condition as the kernels test it."""
        import numpy as np

        from shoal.criteria.rules import NO_NODES
        from shoal.criteria.variety import node_shares
        from shoal.kernels.shared.guard import EQUAL, LINE, TREE, Rule

        distance = self.distance_in(sensitive)
        if distance == "equal":
            return Rule(EQUAL, float(self.t), 0, sensitive.shares, NO_NODES, leaves=False)
        if distance == "ordered":
            reached = np.cumsum(sensitive.rows) / max(1, sensitive.rows.sum())
            sums = np.concatenate([[0.0], np.cumsum(reached)])
            return Rule(LINE, float(self.t), 0, np.concatenate([reached, sums]), NO_NODES, leaves=False)
        tree, _ = sensitive.placed
        share, weight = node_shares(sensitive)
        height = int(tree.height[tree.root])
        nodes = tree.levels[:, :height].T
        new = tree.height[nodes] == np.arange(height)[:, None]
        part = np.concatenate([share, weight, [float(weight @ share)]])
        return Rule(TREE, float(self.t), height, part, np.where(new, nodes, -1).ravel().astype(np.int32), leaves=True)

    @staticmethod
    def reached(counts: Counts) -> dict[str, object]:
        """Return how far a group is from the whole table, by each distance that the column knows."""
        known = distances_of(counts.about)
        return {"t": {distance: float(earth_moved(counts, distance).max()) for distance in known}}

    def shortfall(self, reached: Mapping[str, Any]) -> str:  # Any: each level has a type of its own
        """Return which t is reached instead, by the distance that was meant."""
        distance = self.distance or tuple(reached["t"] or ("equal",))[-1]
        return short_of(f"t by the {distance} distance", reached["t"].get(distance), f"{self.t:g}")

    def needs_hierarchy(self, known: Container[str | None]) -> bool:
        """Return whether the distance comes from a hierarchy: one of its own, or the order that it may hold."""
        return self.distance == "hierarchical" or (self.column in known and self.distance in (None, "ordered"))

    @property
    def is_settled(self) -> bool:
        """Return whether the distance is named."""
        return self.distance is not None

    def settled(self, about: Sensitive) -> TCloseness:
        """Return the same with the distance by which it is counted."""
        return replace(self, distance=self.distance_in(about))


def earth_moved(counts: Counts, distance: Distance) -> Floats:
    """Return the earth mover's distance of each group to the reference."""
    from shoal.criteria.variety import distance_equal, distance_hierarchical, distance_ordered

    if distance == "equal":
        return distance_equal(counts)
    return distance_ordered(counts) if distance == "ordered" else distance_hierarchical(counts)


def distances_of(sensitive: Sensitive) -> tuple[Distance, ...]:
    """Return the distances that a column knows, the one that suits it best last."""
    found: list[Distance] = ["equal"]
    if sensitive.tree is not None:
        found.append("hierarchical")
    if sensitive.is_line:
        found.append("ordered")
    return tuple(found)


_NEED = {"ordered": "order", "hierarchical": "hierarchy"}
