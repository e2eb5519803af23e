"""What a release shows of its quasi columns, in summaries of blocks: from these its losses are reported to others.

`scale` does so for a table of which all groups are in memory. Of blocks, what is kept is enough to measure again on the
scale that all of them show together: on a line, a loss is the place of the upper end less that of the lower one, so
that it takes no more than how many rows have each value for an end; on a tree, the different ranges of groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats, Ints, Sizes
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded
from shoal.encode.loss import LossName, column_costs
from shoal.generalize.published import Published
from shoal.measure.loss import SpreadLoss
from shoal.measure.measures import Lost
from shoal.measure.pruned import squeezed
from shoal.measure.scale import by_ends, by_rank, known_leaves, without_leaves
from shoal.schema.column import Column

Cells = Callable[[str], tuple[Floats, Sizes]]
"""Returns the distinct numbers that are released instead of those of a column, and how many rows show each."""


class Shown(NamedTuple):
    """What the groups of a block are in one column.

    Attributes:
        lo, hi: the different ranges of groups on a tree; on a line, the lowest and the highest code that a group shows.
        rows: how many rows the groups of each range have; on a line, of all groups that are mixed with missing cells.
        ends, net: on a line, codes that are ends, and how many rows have each as the upper end less as the lower one.
        gone, times: codes of rows that were left out, and how many of these have each.
    """

    lo: Ints
    hi: Ints
    rows: Sizes
    ends: Ints
    net: Sizes
    gone: Ints
    times: Sizes


def may_hide(domains: Sequence[Domain], *, shows_ends: bool, drops: bool) -> bool:
    """Return whether a release may hide some of what its columns range over, so that losses are reported otherwise."""
    return not shows_ends or drops or any(domain.missing >= 0 for domain in domains)


def shown_in(coded: Coded, published: Published) -> tuple[Shown, ...]:
    """Return what the groups of a block are in each column; O(n + groups · columns)."""
    boxes, gone = published.boxes, np.flatnonzero(published.groups < 0)
    found = []
    for j, domain in enumerate(coded.domains):
        codes, times = np.unique(coded.codes[gone, j], return_counts=True)
        lo, hi = boxes.lo[:, j], boxes.hi[:, j]
        one = _on_line(domain, lo, hi, boxes.sizes) if domain.is_line else _on_tree(domain, lo, hi, boxes.sizes)
        found.append(one._replace(gone=codes, times=times))
    return tuple(found)


def reported_loss(
    lost: Lost,
    domains: Sequence[Domain],
    columns: Sequence[Column],
    originals: Sequence[Sizes],
    blocks: Sequence[Sequence[Shown]],
    cells: Cells | None,
) -> Lost | None:
    """Return what was lost on the scale that the release shows; None where that is the scale of the originals.

    originals: for each column, how many rows of the table have each code. `cells` tells what is released instead of
    numbers and dates; None where the ends of groups are.
    """
    changed = {}
    for j, (domain, column) in enumerate(zip(domains, columns, strict=True)):
        shown = [block[j] for block in blocks]
        rows = originals[j].copy()
        for one in shown:
            rows[one.gone] -= one.times
        if domain.is_line:
            found = _reported_on_line(domain, column, rows, shown, cells)
        else:
            found = _reported_on_tree(domain, column, rows, originals[j], shown)
        if found is not None:
            changed[j] = found
    return _with_totals(lost, changed) if changed else None


def _on_line(domain: Domain, lo: Ints, hi: Ints, sizes: Sizes) -> Shown:
    shows = hi != domain.missing
    mixed = sizes[(hi == domain.missing) & (lo != hi)].sum()
    ends, at = np.unique(np.concatenate([lo[shows], hi[shows]]), return_inverse=True)
    weight = np.concatenate([-sizes[shows], sizes[shows]]).astype(np.int64)
    net = np.bincount(at, weight, len(ends)).astype(np.int64)
    none, nil = np.zeros(0, np.int32), np.zeros(0, np.int64)
    return Shown(
        lo[shows].min(keepdims=True) if shows.any() else none, hi[shows].max(keepdims=True) if shows.any() else none,
        np.array([mixed], np.int64), ends, net, none, nil,
    )  # fmt: skip


def _on_tree(domain: Domain, lo: Ints, hi: Ints, sizes: Sizes) -> Shown:
    ranges, at = np.unique(lo.astype(np.int64) * domain.size + hi, return_inverse=True)
    rows = np.bincount(at, sizes, len(ranges)).astype(np.int64)
    none, nil = np.zeros(0, np.int32), np.zeros(0, np.int64)
    low, high = np.divmod(ranges, domain.size)
    return Shown(low.astype(np.int32), high.astype(np.int32), rows, none, nil, none, nil)


def _reported_on_line(
    domain: Domain, column: Column, rows: Sizes, shown: Sequence[Shown], cells: Cells | None
) -> dict[LossName, float] | None:
    """Return the loss of a column of numbers or dates on the scale that is shown; None where it is that of before."""
    declared, reported = column.domain is not None, domain
    if domain.kind == "categorical":
        return None
    if cells is not None:
        reported = by_rank(domain, rows, cells(domain.name), declared=declared)
    elif not declared:
        reported = by_ends(domain, _joined([one.lo for one in shown]), _joined([one.hi for one in shown]))
    if reported is domain or reported.position is None:
        return None
    net = np.zeros(domain.size, np.int64)
    for one in shown:
        net[one.ends] += one.net
    total = float(net @ reported.position) + sum(int(one.rows.sum()) for one in shown)
    return dict.fromkeys(("ncp", "height", "lm"), total)


def _reported_on_tree(
    domain: Domain, column: Column, rows: Sizes, originals: Sizes, shown: Sequence[Shown]
) -> dict[LossName, float] | None:
    """Return the loss of a column on its hierarchy without leaves that only rows have which were left out."""
    if not any(len(one.gone) for one in shown) or not rows.any():
        return None
    keep = known_leaves(domain, column, rows, originals)
    if keep.all():
        return None
    reported = without_leaves(domain, keep)
    lo, hi = squeezed(_joined([one.lo for one in shown]), _joined([one.hi for one in shown]), keep)
    sizes = np.concatenate([one.rows for one in shown])
    losses: tuple[LossName, ...] = ("ncp", "height", "lm")
    return {loss: float(sizes @ column_costs(reported, lo, hi, loss)) for loss in losses}


def _with_totals(lost: Lost, changed: dict[int, dict[LossName, float]]) -> Lost:
    def reported(loss: SpreadLoss, name: LossName, suppressed: int) -> SpreadLoss:
        totals = list(loss.totals)
        for j, found in changed.items():
            totals[j] = found[name] + suppressed
        return replace(loss, totals=tuple(totals))

    gone = lost.ncp.rows - lost.released.rows
    return replace(
        lost,
        ncp=reported(lost.ncp, "ncp", gone),
        released=reported(lost.released, "ncp", 0),
        height=reported(lost.height, "height", gone),
        lm=reported(lost.lm, "lm", gone),
    )


def _joined(parts: Sequence[Ints]) -> Ints:
    return np.concatenate(parts).astype(np.int32)
