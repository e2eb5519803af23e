"""Begin with the roots of all hierarchies, and specialise where that tells most about a class.

After Fung, Wang and Yu, ICDE 2005 (top-down specialisation). Time O(n) a node, and in each step O(m log m) a node that
may be specialised, m distinct rows; memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from shoal.arrays import Flags, Ints, Labels, Sizes
from shoal.errors import SettingError
from shoal.partition._judge import Judge
from shoal.partition._levels import LevelTable, about_levels, as_published
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem
from shoal.progress import Step

GRAIN = 1e-12


class Place(NamedTuple):
    """A node of a column that may be specialised; columns and nodes are compared in this order where scores tie."""

    column: int
    node: int


class Effect(NamedTuple):
    """What a specialisation would do: the group of each distinct row, the rows of each group, and the least of them."""

    group: Labels
    sizes: Sizes
    least: int


@dataclass(frozen=True, slots=True)
class Tds(Checked):
    """Replace one label by those below it, in the whole table, as long as every group keeps k rows; the best one first.

    The best is the one that tells most about the class for what it costs in anonymity: the gain of information about
    the class among the rows of the label, over the rows that the smallest group loses; the gain itself where it loses
    none. A label whose rows are all of one class is not specialised. The class is the sensitive column, the first one
    where there are several. Ties go to the first column, and there to the lower node.

    Where this is not the paper: numbers are specialised along their hierarchy, without one all at once, and not by cuts
    that are found on the way. `suppress_limit`: how many rows in combinations of fewer than k, or in such as break a
    criterion, may be suppressed; the paper suppresses none. A table of fewer than 2k rows is one group.
    """

    about: ClassVar[About] = replace(
        about_levels(
            title="TDS, top-down specialisation",
            paper="Fung, Wang, Yu, ICDE 2005",
            cost="n · nodes",
            advice="Global recoding that keeps what tells the sensitive column; for learning from the release.",
        ),
        needs=("hierarchies", "sensitive"),
    )

    suppress_limit: Annotated[int, whole(0)] = 0

    def partition(self, problem: Problem) -> Partition:
        """Return the groups when nothing can be specialised any more; the same for every seed.

        Raises:
            SettingError: there is no sensitive column.
            InfeasibleError: there are fewer than k rows.
        """
        if not problem.sensitive:
            message = "method 'tds' needs a sensitive column, which is the class"
            raise SettingError(message, hint="name it, or use incognito or genetic, which need none")
        table = LevelTable.of(problem)
        if problem.rows < 2 * problem.k:
            vector = table.agreement() if problem.rows else (0,) * len(table.ladders)
            return as_published(problem, table.nodes(vector), {})
        limit = min(self.suppress_limit, problem.rows - problem.k)
        cut = _Cut(table, Judge(problem, limit), problem.sensitive[0].codes)
        cut.specialise()
        return as_published(problem, tuple(cut.nodes), {})


class _Cut:
    """The labels that the table has at the moment, and what may become of them."""

    def __init__(self, table: LevelTable, judge: Judge, classes: Ints) -> None:
        self.table, self.judge, self.classes = table, judge, classes
        self.nodes = [np.ascontiguousarray(ladder.nodes[:, -1]) for ladder in table.ladders]
        rows = len(table.rows.counts)
        self.effect = Effect(np.zeros(rows, np.int32), table.rows.counts.sum(keepdims=True), judge.problem.rows)
        self.gains: dict[Place, float] = {}
        for j, ladder in enumerate(table.ladders):
            self._open(j, np.unique(ladder.nodes[:, -1]))

    def specialise(self) -> None:
        """Specialise the best label, again and again, until none may be."""
        steps = sum(len(np.unique(ladder.nodes[:, 1:])) for ladder in self.table.ladders)
        done = 0
        while (best := self._best()) is not None:
            self.judge.problem.progress(Step("group", min(1.0, done / max(1, steps))))
            place, self.effect = best
            children = self._children(place)
            inside = self.nodes[place.column] == place.node
            self.nodes[place.column] = np.where(inside, children, self.nodes[place.column]).astype(np.int32)
            del self.gains[place]
            self._open(place.column, np.unique(children[inside]))
            done += 1

    def _best(self) -> tuple[Place, Effect] | None:
        """Return the specialisation of the highest score and what it does; those that break k never come back."""
        best: tuple[float, Place, Effect] | None = None
        for place in sorted(self.gains):
            effect = self._effect(place)
            if effect is None:
                del self.gains[place]
                continue
            loss = self.effect.least - effect.least
            score = self.gains[place] / loss if loss else self.gains[place]
            if best is None or score > best[0] + GRAIN:
                best = score, place, effect
        return None if best is None else best[1:]

    def _children(self, place: Place) -> Ints:
        """Return for each code of the column the child of the node that it lies below; the root's where it does not."""
        path = self.table.ladders[place.column].nodes
        at = np.maximum(np.argmax(path == place.node, axis=1) - 1, 0)
        return np.asarray(path[np.arange(len(path)), at], np.int32)

    def _open(self, column: int, nodes: Ints) -> None:
        """Let those nodes be specialised that have others below them and rows of several classes."""
        cells = self.table.rows.codes[self.table.place, column]
        for node in nodes.tolist():
            place = Place(column, node)
            rows = np.flatnonzero(self.nodes[column][cells] == node)
            below = self._children(place)[cells[rows]]
            if len(rows) and (below != node).any() and len(np.unique(self.classes[rows])) > 1:
                self.gains[place] = _information(self.classes[rows]) - sum(
                    float((below == child).mean()) * _information(self.classes[rows[below == child]])
                    for child in np.unique(below)
                )

    def _effect(self, place: Place) -> Effect | None:
        """Return what a specialisation would do, None where too many rows would stand out."""
        group, sizes, _ = self.effect
        cells = self.table.rows.codes[:, place.column]
        inside = self.nodes[place.column][cells] == place.node
        child = self._children(place)[cells[inside]].astype(np.int64)
        key = group[inside].astype(np.int64) * (int(child.max(initial=0)) + 1) + child
        number = np.unique(key, return_inverse=True)[1]
        fresh = np.where(inside, 0, group + number.max(initial=-1) + 1)
        fresh[inside] = number
        fresh = np.asarray(np.unique(fresh, return_inverse=True)[1], np.int32)
        sizes = np.asarray(np.bincount(fresh, self.table.rows.counts), np.int64)
        out = self._suppressed(fresh, sizes)
        return None if out is None else Effect(fresh, sizes, int(sizes[~out].min()))

    def _suppressed(self, group: Labels, sizes: Sizes) -> Flags | None:
        """Return the groups that would be suppressed, None where that is too much, or all."""
        if self.judge.asks_more:
            out = self.judge.suppressed(group[self.table.place], len(sizes))
        else:
            out = sizes < self.judge.problem.k
            out = out if sizes[out].sum() <= self.judge.limit else None
        return None if out is None or out.all() else out


def _information(classes: Ints) -> float:
    """Return the entropy of the classes in bits."""
    share = np.unique(classes, return_counts=True)[1] / max(1, len(classes))
    return float(-(share * np.log2(share)).sum())
