"""Make one run, and say what it gave."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import cast

import numpy as np

from shoal.bounds.lower import lower_bound
from shoal.bounds.table import bound_of
from shoal.encode.encoder import Coded
from shoal.encode.loss import LossName, costs_of
from shoal.errors import VerificationError
from shoal.generalize.level import level_boxes
from shoal.generalize.published import one_each
from shoal.kernels import threads
from shoal.kernels.shared.box_cost import lowest_nodes
from shoal.measure.measures import measure
from shoal.partition.base import Boxes, Effort, Partition, Problem, boxes_of
from shoal.partition.registry import make_partitioner
from shoal.reproduce import distorted, literal
from shoal.reproduce.cell import Cell, Facts
from shoal.reproduce.neighbour import errors
from shoal.reproduce.table import Table

REPEATS, ENOUGH = 3, 0.25
"""A run is timed so often at most, and not again once it has taken so many seconds in all; the least time counts."""

BOUND_SECONDS = 2.0
WARM_ROWS = 400

Find = Callable[[Problem], Partition]
_warmed: set[tuple[object, ...]] = set()

LITERAL: dict[str, tuple[Find, LossName]] = {
    "k_member, all priced": (literal.k_member, "height"),
    "oka, all priced": (literal.oka, "height"),
}
"""Methods as their papers ran them, with the loss that they work against."""


def run(cell: Cell, table: Table) -> Facts:
    """Return the losses of a run, the sizes of its groups, and its seconds; the method alone is timed.

    Raises:
        VerificationError: a group has fewer than k rows.
        SettingError: there is no such method or option.
    """
    if cell.method in OWN:
        return OWN[cell.method](cell, table)
    if cell.method in LITERAL:
        return _grouped(cell, table, *LITERAL[cell.method])
    method = make_partitioner(cell.method, dict(cell.options))
    return _grouped(cell, table, method.partition, method.about.loss)


def _grouped(cell: Cell, table: Table, find: Find, loss: LossName) -> Facts:
    with threads(cell.threads):
        _warm(cell, table, find, loss)
        found, seconds = _timed(cell, table, find, loss)
        times = [seconds]
        while len(times) < REPEATS and sum(times) < ENOUGH:
            times.append(_timed(cell, table, find, loss)[1])
    facts = _facts(cell, table, found)
    return facts | {"seconds": min(times)} | (_numbers(table, found) if table.x is not None else {})


def _timed(cell: Cell, table: Table, find: Find, loss: LossName) -> tuple[Partition, float]:
    problem = _problem(cell, table.coded, loss)
    start = time.perf_counter()
    found = find(problem)
    return found, time.perf_counter() - start


def _problem(cell: Cell, coded: Coded, loss: LossName) -> Problem:
    costs, rng = costs_of(coded.domains, loss), np.random.default_rng(cell.seed)
    effort = cast("Effort", cell.effort)
    return Problem(coded.codes, coded.domains, costs, min(cell.k, len(coded.codes)), rng, effort=effort)


def _warm(cell: Cell, table: Table, find: Find, loss: LossName) -> None:
    """Run the method once on a few rows, so that no time of compiling is measured."""
    known = (cell.method, cell.options, cell.table.partition("/")[0])
    if known not in _warmed:
        find(_problem(cell, table.head(max(WARM_ROWS, 4 * cell.k)), loss))
        _warmed.add(known)


def _facts(cell: Cell, table: Table, found: Partition) -> Facts:
    coded = table.coded
    sizes = np.bincount(found.labels[found.labels >= 0], minlength=found.groups)
    if sizes.min() < cell.k:
        message = f"{cell.words}: a group has {sizes.min()} rows"
        raise VerificationError(message)
    boxes = _boxes(coded, found)
    left = int((found.labels < 0).sum())
    told = measure(coded.domains, boxes, suppressed=left, k=cell.k, groups=sizes.astype(np.int64))
    facts = {
        "gcp": told.gcp,
        "il": told.il,
        "total_loss": told.diversity,
        "groups": float(found.groups),
        "mean_size": told.mean_size,
        "largest": float(told.largest),
        "rows": float(table.rows),
    }
    return facts if found.ring is not None else facts | {"mean_shown": table.rows / _shown(coded, boxes)}


def _boxes(coded: Coded, found: Partition) -> Boxes:
    """Return what is published: a box for each group, for each row of a ring, or the labels of whole columns."""
    if found.ring is not None:
        return one_each(found.ring.lo, found.ring.hi)
    if found.nodes is not None:
        return level_boxes(coded.codes, coded.domains, found, found.nodes)
    return boxes_of(coded.codes, found)


def _shown(coded: Coded, boxes: Boxes) -> int:
    """Return how many groups a reader of the release sees: those that are published alike are one."""
    columns = []
    for j, domain in enumerate(coded.domains):
        lo, hi = np.ascontiguousarray(boxes.lo[:, j]), np.ascontiguousarray(boxes.hi[:, j])
        if domain.tree is None or domain.is_line:
            columns += [lo, hi]
            continue
        node = np.empty(len(lo), np.int32)
        lowest_nodes(domain.tree.last, domain.tree.parent, lo, hi, node)
        columns.append(node)
    return len(np.unique(np.stack(columns, axis=1), axis=0))


# -------------------------------------------------------------------------------------------------- tables of numbers


def _numbers(table: Table, found: Partition) -> Facts:
    """Return the distortion of a release in which each row is the centre of its group, and the errors of neighbours."""
    assert table.x is not None  # noqa: S101 - asked for by the caller
    assert table.classes is not None  # noqa: S101 - every table of numbers has them
    centres = distorted.centres(table.x, found.labels)
    learned = cast("Mapping[str, float]", found.notes.get("weights", {}))
    even = distorted.even(table.x.shape[1])
    weights = np.array([learned[domain.name] for domain in table.coded.domains]) if learned else even
    facts = {
        "distortion": distorted.distortion(table.x, centres, weights),
        "distortion_even": distorted.distortion(table.x, centres, even),
    }
    for own, exclude in (("excluded", True), ("kept", False)):
        for rule, groups in (("first", None), ("majority", found.labels)):
            wrong = errors(table.x, centres, table.classes, exclude=exclude, groups=groups)
            facts[f"errors_{own}_{rule}_share"] = 100 * wrong / table.rows
    return facts


def _original(cell: Cell, table: Table) -> Facts:
    """Return the errors of neighbours on the table as it is, which every reading shares."""
    del cell  # nothing is drawn, and no k is asked for
    assert table.x is not None  # noqa: S101 - only tables of numbers are asked for it
    assert table.classes is not None  # noqa: S101 - likewise
    wrong = 100 * errors(table.x, table.x, table.classes) / table.rows
    names = [f"errors_{own}_{rule}_share" for own in ("excluded", "kept") for rule in ("first", "majority")]
    return dict.fromkeys(names, wrong)


def _least_distortion(cell: Cell, table: Table) -> Facts:
    assert table.x is not None  # noqa: S101 - only tables of numbers are asked for it
    least = distorted.least(table.x, cell.k)
    return {"distortion": least, "distortion_even": least}


def _bound(cell: Cell, table: Table) -> Facts:
    """Return what no groups of k rows can go below, by the loss that the table is read by."""
    start = time.perf_counter()
    with threads(cell.threads):
        found = bound_of(table.coded, cell.k, effort=BOUND_SECONDS)
    return {"gcp": found.loss, "il": found.loss, "seconds": time.perf_counter() - start}


def _bound_by_height(cell: Cell, table: Table) -> Facts:
    """Return the same for the total loss of Byun and Lin, on heights in the hierarchies."""
    costs = costs_of(table.coded.domains, "height")
    with threads(cell.threads):
        rng = np.random.default_rng(cell.seed)
        found = lower_bound(table.coded.codes, costs, cell.k, rng=rng, effort=BOUND_SECONDS)
    return {"total_loss": found.total}


OWN: dict[str, Callable[[Cell, Table], Facts]] = {
    "bound": _bound,
    "bound by height": _bound_by_height,
    "least distortion": _least_distortion,
    "original": _original,
}
"""What is run beside the methods."""
