"""Which original row left as what: for the owner of the table, in the private folder, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Bounds, Floats, Picks
from shoal.decode.table import released_as
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded
from shoal.encode.loss import column_costs, node_prices
from shoal.kernels.shared.box_cost import lowest_nodes
from shoal.measure.scale import Scale
from shoal.release import Release
from shoal.table.text import as_text

RELEASED, ROWS, GROUPS = "released.arrow", "rows.arrow", "groups.arrow"
"""Private files of a run: the release in the order of the table, the group and codes of each row, and the groups."""


@dataclass(slots=True)
class Seen:
    """What the observer of a run has seen: the codes of the table, and the boxes that rows leave as."""

    coded: Coded | None = None
    scale: Scale | None = None


class Link(NamedTuple):
    """A release beside its originals: `order` is the original that each released row is."""

    seen: Seen
    order: Picks
    release: Release


def write_released(data: pl.DataFrame, order: Picks | None, rows: int, folder: Path) -> None:
    """Write the release as text: in the order of the table where that is known, rows that were left out being empty."""
    shown = pl.DataFrame([as_text(series).alias(series.name) for series in data.iter_columns()])
    if order is not None:
        place = np.full(rows, -1, np.int64)
        place[order] = np.arange(len(order))
        where = pl.Series(place).cast(pl.UInt32, strict=False)
        shown = shown.select(pl.all().gather(where))
    shown.write_ipc(folder / RELEASED, compression="uncompressed")


def write_link(link: Link, folder: Path) -> None:
    """Write the group and the codes of each row, and of each group its rows, price, cells and what they cover."""
    coded, scale = link.seen.coded, link.seen.scale
    if coded is None or scale is None:
        return
    codes = {f"code{j}": coded.codes[:, j] for j in range(len(coded.domains))}
    rows = pl.DataFrame({"group": pl.Series(scale.entry, dtype=pl.Int32), **codes})
    rows.write_ipc(folder / ROWS, compression="uncompressed")
    groups: dict[str, object] = {"n": np.arange(len(scale.boxes.sizes)), "rows": scale.boxes.sizes}
    prices = _prices(scale)
    groups["price"] = prices.sum(axis=1)
    for j, domain in enumerate(coded.domains):
        lo, hi = _cover(domain, *_ends(link, j))
        groups |= {f"price{j}": prices[:, j], f"lo{j}": lo, f"hi{j}": hi}
    made = pl.DataFrame(groups).with_columns(_cells(link))
    made.filter(pl.col("rows") > 0).write_ipc(folder / GROUPS, compression="uncompressed")


def _prices(scale: Scale) -> Floats:
    """Return what each column adds to the loss of a row of each group, as a share of all that could be lost."""
    weights = np.array([domain.weight for domain in scale.domains])
    lo, hi = scale.boxes.lo, scale.boxes.hi
    costs = [column_costs(domain, lo[:, j], hi[:, j], "ncp") for j, domain in enumerate(scale.domains)]
    total = weights.sum()
    return np.asarray(np.column_stack(costs) * (weights / total if total else weights), np.float64)


def scales_of(seen: Seen) -> list[dict[str, Any]]:
    """Return what is needed to price another group in each column: places on a line, or the prices of a tree."""
    if seen.coded is None or seen.scale is None:
        return []
    total = sum(domain.weight for domain in seen.scale.domains) or 1.0
    found = []
    for domain, original in zip(seen.scale.domains, seen.coded.domains, strict=True):
        told: dict[str, Any] = {"weight": domain.weight / total, "missing": domain.missing}
        if domain.position is not None:
            told["position"] = domain.position
        elif domain.tree is not None and domain.size == original.size:
            told |= {"last": domain.tree.last, "parent": domain.tree.parent, "price": node_prices(domain.tree, "ncp")}
        found.append(told)
    return found


def _ends(link: Link, j: int) -> tuple[Bounds, Bounds]:
    """Return the lowest and highest code of each group in a column, as the originals are coded."""
    coded, scale = link.seen.coded, link.seen.scale
    assert coded is not None  # noqa: S101 - looked at before
    assert scale is not None  # noqa: S101 - likewise
    if scale.domains[j].size == coded.domains[j].size:
        return scale.boxes.lo[:, j].copy(), scale.boxes.hi[:, j].copy()
    kept = scale.entry >= 0
    lo = np.full(len(scale.boxes.sizes), coded.domains[j].size - 1, np.int32)
    hi = np.zeros(len(scale.boxes.sizes), np.int32)
    np.minimum.at(lo, scale.entry[kept], coded.codes[kept, j])
    np.maximum.at(hi, scale.entry[kept], coded.codes[kept, j])
    return lo, hi


def _cover(domain: Domain, lo: Bounds, hi: Bounds) -> tuple[Bounds, Bounds]:
    """Return what a released cell stands for: all below the common ancestor, or all where missing ones are mixed in."""
    if domain.tree is not None and domain.position is None:
        node = np.empty(len(lo), np.int32)
        lowest_nodes(domain.tree.last, domain.tree.parent, lo, hi, node)
        return domain.tree.first[node], domain.tree.last[node]
    mixed = (hi == domain.missing) & (lo != hi)
    return np.where(mixed, 0, lo).astype(np.int32), np.where(mixed, domain.size - 1, hi).astype(np.int32)


def _cells(link: Link) -> list[pl.Series]:
    """Return the released cells of each group, as text; of a column with two ends, both in one."""
    scale, data = link.seen.scale, link.release.data
    assert scale is not None  # noqa: S101 - looked at before
    first = np.zeros(len(scale.boxes.sizes), np.int64)
    first[scale.entry[link.order]] = np.arange(len(link.order))
    found = []
    for j, column in enumerate(link.release.schema.of_role("quasi")):
        ends = [as_text(data.get_column(name).gather(first)) for name in released_as(column.name, data.columns)]
        text = ends[0] if len(ends) == 1 else ends[0] + " - " + ends[1]
        found.append(text.alias(f"cell{j}"))
    return found
