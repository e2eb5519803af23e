"""The scale on which losses are reported to others: what the release shows, and nothing that it hides.

A loss is a share of what a column ranges over. The range of the originals comes from rows that may have been left out,
and from ends that a midpoint or a mean hides: anyone who divides what they see by what is reported gets it back. So
a reported loss is measured again. Rows that were left out count by their number alone, as if their values had never
occurred. Where the release shows the ends of its groups, the range is that of the ends it shows; where it does not,
each value counts as what stands at its rank in the release, so that a hidden value can be any that keeps its rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Flags, Floats, Ints, Labels, Rows, Sizes
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded
from shoal.generalize.centre import line_values
from shoal.generalize.published import Published
from shoal.kernels.shared.groups import count_codes
from shoal.measure.pruned import pruned, squeezed
from shoal.partition.base import Boxes
from shoal.schema.column import Column
from shoal.schema.hierarchy import Flat


class Scale(NamedTuple):
    """The quasi columns and the groups as others may know them.

    Attributes:
        domains: the columns, with the range, the ranks or the values of what was released.
        boxes: the groups on these.
        counts: for each column how many of the released rows have each code of the originals.
        rows: the rows that were released; None for all of them.
        entry: the box that each row leaves as; -1 for a row that is left out.
        is_whole: whether all of it is as in the originals.
    """

    domains: tuple[Domain, ...]
    boxes: Boxes
    counts: tuple[Sizes, ...]
    rows: Rows | None
    entry: Labels
    is_whole: bool


def scale_of(coded: Coded, columns: Sequence[Column], published: Published, *, shows_ends: bool) -> Scale:
    """Return the scale on which the losses of a release are reported; O(n · columns).

    `shows_ends` says whether released values are the ends of what groups hold.
    """
    kept = published.groups >= 0
    all_kept = bool(kept.all())
    boxes = published.boxes
    lo, hi = boxes.lo.copy(), boxes.hi.copy()
    counts = count_codes(coded.codes, published.groups, np.array([domain.size for domain in coded.domains]))
    domains = []
    for j, (domain, column, rows) in enumerate(zip(coded.domains, columns, counts, strict=True)):
        reported = domain
        if domain.is_line and domain.kind != "categorical":
            declared = column.domain is not None
            if not shows_ends:
                reported = by_rank(domain, rows, _released(published, domain.name), declared=declared)
            elif not declared:
                reported = by_ends(domain, lo[:, j], hi[:, j])
        elif not all_kept and not domain.is_line and rows.any():
            keep = known_leaves(domain, column, rows, np.bincount(coded.codes[:, j], minlength=domain.size))
            if not keep.all():
                reported = without_leaves(domain, keep)
                lo[:, j], hi[:, j] = squeezed(lo[:, j], hi[:, j], keep)
        domains.append(reported)
    same = all(one is other for one, other in zip(domains, coded.domains, strict=True))
    released = None if all_kept else np.flatnonzero(kept)
    return Scale(tuple(domains), Boxes(boxes.sizes, lo, hi), tuple(counts), released, published.entry, same)


def by_ends(domain: Domain, lo: Ints, hi: Ints) -> Domain:
    """Return the column with the range of the groups that show it; one that is mixed with missing cells does not."""
    shown = hi != domain.missing
    if not shown.any():
        return domain
    low, high = int(lo[shown].min()), int(hi[shown].max())
    if low == 0 and high == len(domain.values) - 1:
        return domain
    at = line_values(domain) / 2  # by halves, so that the widest range there is does not overflow
    return _placed(domain, at, at[low], at[high] - at[low])


def by_rank(domain: Domain, rows: Sizes, released: tuple[Floats, Sizes], *, declared: bool) -> Domain:
    """Return the column with each value where its rank is in the release; by rank alone where that has no numbers."""
    counts = rows[: len(domain.values)]
    held = np.flatnonzero(counts)
    if not len(held):
        return domain
    place = (np.cumsum(counts) - counts / 2) / counts.sum()
    cells, times = released
    if len(cells) > 1:
        place = np.interp(place, (np.cumsum(times) - times / 2) / times.sum(), cells / 2)
    width = place[held[-1]] - place[held[0]]
    if declared and len(cells) > 1:
        at, reach = line_values(domain) / 2, domain.position
        width = (at[-1] - at[0]) / (reach[len(at) - 1] - reach[0]) if reach is not None and at[-1] > at[0] else width
    return _placed(domain, place, place[held[0]], width)


def _placed(domain: Domain, place: Floats, start: float, width: float) -> Domain:
    """Return the column with its values at these places, as shares of a width; what lies beyond counts as its end."""
    position = np.clip((place - start) / width, 0.0, 1.0) if width > 0 else np.zeros(len(place))
    return replace(domain, position=np.append(position, 1.0) if domain.missing >= 0 else position)


def _released(published: Published, name: str) -> tuple[Floats, Sizes]:
    """Return the distinct numbers that are released instead of a column's, and how many rows show each."""
    series = published.columns[name][0]
    if not (series.dtype.is_numeric() or series.dtype.is_temporal()):
        return np.zeros(0), np.zeros(0, np.int64)
    cells = pl.DataFrame({"cell": series.to_physical().cast(pl.Float64), "rows": published.boxes.sizes})
    found = cells.drop_nulls().group_by("cell").agg(pl.col("rows").sum()).sort("cell")
    return found["cell"].to_numpy(), found["rows"].to_numpy()


def known_leaves(domain: Domain, column: Column, rows: Sizes, originals: Sizes) -> Flags:
    """Return which leaves of a hierarchy may be known: those that are listed in it, and those that were released."""
    keep = np.ones(domain.size, np.bool_)
    if not ((originals > 0) & (rows == 0)).any():
        return keep
    rule = column.hierarchy or Flat()
    values = domain.values.filter(pl.Series(rows[: len(domain.values)] > 0)).to_list()
    known = set(rule.tree(column.name, sorted(values)).leaf_labels)
    keep[: len(domain.values)] = [value in known for value in domain.values.to_list()]
    if domain.missing >= 0:
        keep[domain.missing] = rows[domain.missing] > 0
    return keep


def without_leaves(domain: Domain, keep: Flags) -> Domain:
    """Return a column on a tree without the values that are not kept."""
    if domain.tree is None:
        return domain
    values = domain.values.filter(pl.Series(keep[: len(domain.values)]))
    missing = len(values) if domain.missing >= 0 and keep[domain.missing] else -1
    return replace(domain, size=int(keep.sum()), missing=missing, values=values, tree=pruned(domain.tree, keep))
