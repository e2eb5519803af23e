"""A column of numbers or dates on its scale: a number lies where it is, a date at its ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints
from shoal.decode.cells import MISSING, Cells, Labels
from shoal.decode.label import read_ends
from shoal.decode.value import without_zone
from shoal.encode.dates import as_dates
from shoal.encode.numeric import as_numbers
from shoal.errors import SchemaError
from shoal.kernels.shared.groups import refine
from shoal.schema.column import Column
from shoal.table.number import TICKS, as_floats
from shoal.table.text import MIDNIGHT, as_text

SMALLER = 2.0**-5
"""What places are multiplied by that lie too far apart; the distances of others leave this much room too."""


def values_of(column: Column, original: pl.Series) -> pl.Series:
    """Return the numbers or dates of an original column; moments without their zone.

    Raises:
        SchemaError: some cells are neither.
    """
    return without_zone(as_dates(column, original) if column.kind == "date" else as_numbers(column, original))


def on_line(column: Column, values: pl.Series, found: Labels) -> Cells:
    """Return a column of numbers or dates that is released in one column.

    Single numbers that the original does not have are middles of groups; where such a one is missing, the group may
    have held anything.
    """
    null = found.labels.is_null().to_numpy()
    low, high = _read(column, values, found.labels)
    single = bool(((low == high) | null).all())
    centre = single and not np.isin(low[~null], _places(values.drop_nulls())).all()
    low = np.where(null, -MISSING if centre else MISSING, low)
    high = np.where(null, MISSING, high)
    return _cells(column, values, found.codes, low, high, is_point=single)


def between(column: Column, values: pl.Series, ends: Sequence[Labels]) -> Cells:
    """Return a column of numbers or dates that is released as its two ends; without these it may be anything."""
    codes = np.zeros(len(ends[0].codes), np.int32)
    for end in ends:
        refine(codes, end.codes.astype(np.int64), codes)
    _, first = np.unique(codes, return_index=True)
    places = []
    for end, anything in zip(ends, (-MISSING, MISSING), strict=True):
        read, _ = _read(column, values, end.labels)
        places.append(np.where(end.labels.is_null().to_numpy(), anything, read)[end.codes[first]])
    return _cells(column, values, codes, *places)


def _cells(
    column: Column, values: pl.Series, codes: Ints, low: Floats, high: Floats, *, is_point: bool = False
) -> Cells:
    least, greatest = _range(values)
    at = np.where(values.is_null().to_numpy(), MISSING, _places(values))
    # Distances are what counts: where they would leave the range of floats, the whole scale is made smaller.
    scale = 1.0 if math.isfinite((greatest - least) / SMALLER) else SMALLER
    return Cells(
        name=column.name,
        is_number=True,
        step=_step(values) * scale,
        least=least * scale,
        greatest=greatest * scale,
        at=at * scale,
        codes=codes,
        low=low * scale,
        high=high * scale,
        is_point=is_point,
    )


def _read(column: Column, values: pl.Series, labels: pl.Series) -> tuple[Floats, Floats]:
    """Return the ends of labels; NaN for those that have no known form, or are missing.

    What has one end goes as far as the table does; an end that is left out makes way for the next place.
    """
    if labels.dtype != pl.String and labels.dtype.is_temporal() != values.dtype.is_temporal():
        kinds = ("dates", "numbers") if values.dtype.is_temporal() else ("numbers", "dates")
        message = f"column {column.name!r} holds {kinds[0]} in the original and {kinds[1]} in the release"
        raise SchemaError(message, hint="convert one of the two")
    ends = read_ends(labels, values.dtype, column.form)
    low, high = (ends[end].fill_null(np.nan).to_numpy().copy() for end in ("low", "high"))
    least, greatest = _range(values)
    one_end = np.isfinite(low) != np.isfinite(high)
    low = np.where(one_end & np.isneginf(low), np.minimum(least, high), low)
    high = np.where(one_end & np.isposinf(high), np.maximum(greatest, low), high)
    low = np.where(ends["least_open"].to_numpy(), _next(low, values, 1), low)
    high = np.where(ends["most_open"].to_numpy(), _next(high, values, -1), high)
    if labels.dtype == pl.String:
        _read_nodes(column, values, labels, low, high)
    wrong = ~(low <= high)
    low[wrong] = high[wrong] = np.nan
    return low, high


def _next(places: Floats, values: pl.Series, way: int) -> Floats:
    """Return the nearest place above each (way 1), or below it (way -1), at which there can be values."""
    unit = _unit(values)
    if not unit:
        return np.nextafter(places, way * np.inf)
    return np.asarray((np.floor(way * places / unit) + 1) * unit * way, np.float64)


def _read_nodes(column: Column, values: pl.Series, labels: pl.Series, low: Floats, high: Floats) -> None:
    """Put in the ends of labels that name an inner node of the hierarchy: those of the values below it."""
    if column.hierarchy is None:
        return
    tree = column.hierarchy.tree(column.name, as_text(values.unique().drop_nulls().sort()).to_list())
    leaves = read_ends(pl.Series(tree.leaf_labels, dtype=pl.String), values.dtype, column.form)
    places = leaves["low"].fill_null(np.nan).to_numpy()
    inner = {tree.labels[node]: node for node in range(tree.leaves, tree.root)}
    for at, label in enumerate(labels.to_list()):
        node = inner.get(label)
        if node is not None:
            below = places[tree.first[node] : tree.last[node] + 1]
            low[at], high[at] = np.fmin.reduce(below), np.fmax.reduce(below)
        elif label == tree.labels[tree.root]:
            low[at], high[at] = -MISSING, MISSING


def _range(values: pl.Series) -> tuple[float, float]:
    present = _places(values.drop_nulls())
    return (float(present.min()), float(present.max())) if len(present) else (0.0, 0.0)


def _places(series: pl.Series) -> Floats:
    return np.asarray(as_floats(series).fill_null(np.nan).to_numpy(), np.float64)


def _unit(values: pl.Series) -> float:
    """Return what all values are multiples of: 1, a day where all moments are midnights, or 0 for nothing."""
    if isinstance(values.dtype, pl.Datetime) and (values.dt.time() == MIDNIGHT).all():
        return float(TICKS[values.dtype.time_unit])
    return _step(values)


def _step(values: pl.Series) -> float:
    return 1.0 if values.dtype.is_integer() or values.dtype == pl.Date else 0.0
