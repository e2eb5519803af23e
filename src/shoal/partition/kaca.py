"""Merge classes of equal rows until every class is large enough.

After Li, Wong, Fu and Pei, DaWaK 2006 and TKDE 20(9), 2008 (KACA: k-anonymisation by clustering in attribute
hierarchies). Time O(small classes · classes · d), at worst O(n² d); memory O(n d).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from shoal.arrays import Codes, Floats, Rows
from shoal.encode.domain import Domain
from shoal.kernels.kaca import APART, SMALLEST, STUB, mark_failing, mark_small, merge_failing, merge_small
from shoal.kernels.kaca_classes import Classes, Scale, label_classes, write_all_places
from shoal.kernels.shared.chains import chain_rows
from shoal.kernels.shared.groups import group_sizes, rows_alike
from shoal.partition._options import Checked, Listed, Rule, number
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step
from shoal.schema.tree import Tree

PAIRS = 1 << 26
"""Pairs of classes to compare in one call, a second or less, so that progress is seen."""

PACK_LIMIT = 1024
"""Trees share a table of prices as long as their nodes have no more combinations than this."""


@dataclass(frozen=True, slots=True)
class Kaca(Checked):
    """Repeatedly merge a class of fewer than k rows with the class that is nearest to it.

    Classes begin as rows that are equal. To merge two classes is to lift the labels of both to the lowest common ones;
    their distance is how far all their rows rise, as a share of the height of the hierarchy. A merged class whose label
    another class already has joins that class.

    `weights`: `uniform` counts every step of a hierarchy alike; `height` counts the step from level i to i-1 (the root
    is level 1) as 1 / (i-1)^`beta`, more near the root. `stub`: where both classes together have 2k rows or more, take
    only the missing rows, the lowest, and leave the rest as it is (the journal version). `pick`: the next small class
    is drawn at `random` (the paper), or the `smallest` one. `start`: `classes` of equal rows, as in the paper; or
    `rows`, each a class of its own, of which those with one label stay apart: a class is done when it has k rows. Its
    classes are smaller and take far longer; others have measured KACA so.

    A column of numbers without a hierarchy, and an ordered one, is generalised to intervals: a class's rise is then
    how much its interval widens, as a share of the range (the paper knows hierarchies only). Where criteria guard
    sensitive values, a class that breaks one is merged as a small class is, and a class is split only if both parts
    meet them.
    """

    about: ClassVar[About] = About(
        title="KACA, merging classes up the hierarchies",
        paper="Li, Wong, Fu, Pei, DaWaK 2006",
        cost="n²",
        advice="Where many rows are equal already: these stay as they are, and only small classes are merged.",
        keeps="natively",
        loss="height",
    )

    weights: Annotated[Literal["uniform", "height"], Listed("weights are")] = "uniform"
    beta: Annotated[float, number(1)] = 1.0
    stub: Annotated[bool, Rule(lambda value: isinstance(value, bool), "it must be true or false")] = True
    pick: Annotated[Literal["random", "smallest"], Listed("picks are")] = "random"
    start: Annotated[Literal["classes", "rows"], Listed("starts are")] = "classes"

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows; with k = 1, rows that are equal, or single ones."""
        only = one_group(problem)
        if only:
            return only
        classes, scale = self._start(problem)
        rules = STUB * self.stub + SMALLEST * (self.pick == "smallest") + APART * (self.start == "rows")
        if problem.is_guarded:
            mark_failing(classes, problem.k, problem.guard)
        else:
            mark_small(classes, problem.k)
        turns = max(1, min(PAIRS // int(classes.used[0]), int(classes.used[0])))
        weak = first = int(classes.used[2])
        while weak:
            problem.progress(Step("group", 1 - weak / first))
            draws = problem.rng.random(turns) if self.pick == "random" else np.zeros(turns)
            if problem.is_guarded:
                weak = int(merge_failing(classes, scale, problem.k, rules, draws, problem.guard))
            else:
                weak = int(merge_small(classes, scale, problem.k, rules, draws))
        labels = np.empty(problem.rows, np.int32)
        return Partition(labels, int(label_classes(classes, labels)))

    def _start(self, problem: Problem) -> tuple[Classes, Scale]:
        """Return the first classes, by their first rows, and what labels cost."""
        if self.start == "rows":
            ids, count = np.arange(problem.rows, dtype=np.int32), problem.rows
        else:
            ids, count = rows_alike(problem.codes.T, problem.rows)
        head = np.full(count, -1, np.int32)
        after = np.empty(problem.rows, np.int32)
        chain_rows(ids, head, after)
        size = np.zeros(count, np.int64)
        group_sizes(ids, size)
        scale = self._scale(problem.domains)
        label = _labels(problem.domains, problem.codes[head], scale)
        classes = Classes(
            label=label,
            pack=np.empty((len(scale.first) - 1, count), np.int32),
            size=size,
            own=np.zeros(count),
            mark=np.empty(count, np.int64),
            head=head,
            after=after,
            weak=np.zeros(count, np.uint8),
            used=np.array([count, 0, 0]),
        )
        write_all_places(classes, scale)
        return classes, scale

    def _scale(self, domains: Sequence[Domain]) -> Scale:
        """Return what labels cost."""
        climbed = [domain for domain in domains if _on_tree(domain)]
        trees = [_tree(domain) for domain in climbed]
        lines = [domain for domain in domains if not _on_tree(domain)]
        at = np.cumsum([0, *(len(tree.labels) for tree in trees)], dtype=np.int64)
        base = at[-1] + np.cumsum([0, *(domain.size for domain in lines)], dtype=np.int64)[:-1]
        parents = [np.where(tree.parent < 0, -1, tree.parent + start) for tree, start in zip(trees, at, strict=False)]
        rises = [self._rises(tree) * domain.weight for tree, domain in zip(trees, climbed, strict=True)]
        missing = np.array([domain.missing for domain in lines], np.int64)
        first, pack_at = _packs([len(tree.labels) for tree in trees])
        return Scale(
            at=at,
            parent=np.concatenate([*parents, np.zeros(0)]).astype(np.int32),
            price=np.concatenate([*rises, *(_places(domain) for domain in lines), np.zeros(0)]),
            weight=np.array([domain.weight for domain in lines], np.float64),
            base=base,
            missing=np.where(missing < 0, -1, base + missing),
            first=first,
            pack_at=pack_at,
        )

    def _rises(self, tree: Tree) -> Floats:
        """Return what it costs to rise to each node from a leaf: 0 for a leaf, 1 for the root."""
        depth = tree.levels.shape[1]
        level = np.zeros(len(tree.labels), np.int64)
        for at in range(depth - 1, -1, -1):
            level[tree.levels[:, at]] = at
        below = np.arange(depth - 1, 0, -1, dtype=np.float64)
        steps = below**-self.beta if self.weights == "height" else np.ones(depth - 1)
        rises = np.concatenate([np.zeros(1), np.cumsum(steps)])
        return np.asarray((rises / max(rises[-1], 1.0))[level], np.float64)


def _on_tree(domain: Domain) -> bool:
    """Return whether labels are nodes; a line has them only where it was given a hierarchy as well."""
    return not domain.is_line or domain.leaf is not None


def _packs(sizes: Sequence[int]) -> tuple[Rows, Rows]:
    """Return the first tree of each pack and where the pack begins in a table of prices, and the ends of both."""
    first, at, width = [0], [0], 1
    for s, size in enumerate(sizes):
        if s > 0 and width * size > PACK_LIMIT:
            first.append(s)
            at.append(at[-1] + width)
            width = 1
        width *= size
    if sizes:
        first.append(len(sizes))
        at.append(at[-1] + width)
    return np.array(first, np.int64), np.array(at, np.int64)


def _tree(domain: Domain) -> Tree:
    if domain.tree is None:
        message = f"column {domain.name!r} has neither positions nor a tree"
        raise TypeError(message)
    return domain.tree


def _labels(domains: Sequence[Domain], codes: Codes, scale: Scale) -> Codes:
    """Return the label of each row: its leaf on each tree, then its code twice on each line, numbered through."""
    columns = list(zip(domains, codes.T, strict=True))
    leaves = [cells if domain.leaf is None else domain.leaf[cells] for domain, cells in columns if _on_tree(domain)]
    spots = [cells for domain, cells in columns if not _on_tree(domain)]
    label = [cells + start for cells, start in zip(leaves, scale.at, strict=False)]
    label += [cells + start for cells, start in zip(spots, scale.base, strict=True) for _ in range(2)]
    return np.ascontiguousarray(np.stack(label, axis=1), np.int32)


def _places(domain: Domain) -> Floats:
    """Return the weighted place of each code of a column on a line; a missing cell is out of reach of all others."""
    if domain.position is None:
        message = f"column {domain.name!r} has no positions"
        raise TypeError(message)
    places = domain.position * domain.weight
    if domain.missing >= 0:
        places[domain.missing] = 2 * domain.weight
    return places
