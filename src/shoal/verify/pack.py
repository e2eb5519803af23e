"""Several columns as one number a row, where 63 bits hold them: one number is counted far sooner than seven columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

MOST = 2**63
"""How many different numbers there may be."""

LEAST_WHOLE, MOST_WHOLE = -(2**63), 2**63 - 1


class Packed(NamedTuple):
    """One number for each row, the same where all columns are the same; they are below `most`."""

    number: pl.Series
    most: int


class _Digit(NamedTuple):
    """A column as a number from 0 on, and how many such numbers there are; missing is the last."""

    number: pl.Expr
    room: int


def packed(keys: pl.DataFrame, name: str) -> tuple[Packed, list[str]]:
    """Return one number for as many of the columns as it holds, under a name, and the names of the others.

    Labels, truth values, whole numbers and dates are packed; missing is a value of its own. Exact; O(n · columns).
    """
    number, most, left = pl.lit(0, pl.UInt64), 1, []
    for column in keys.iter_columns():
        digit = _digit(column)
        if digit is None or most * digit.room > MOST:
            left.append(column.name)
            continue
        number, most = number * pl.lit(digit.room, pl.UInt64) + digit.number, most * digit.room
    found = keys.lazy().select(number.alias(name)).collect(engine="streaming").get_column(name)
    return Packed(found if len(found) == keys.height else found.new_from_index(0, keys.height), most), left


def paired(one: Packed, other: pl.Series, count: int) -> pl.Series | None:
    """Return a number for each pair of a number and one of `count` others; None where 63 bits do not hold them.

    What is left when it is divided by `count` is the other.
    """
    if one.most * count > MOST:
        return None
    frame = pl.DataFrame([one.number.alias("one"), other.alias("other")]).lazy()
    both = pl.col("one") * pl.lit(count, pl.UInt64) + pl.col("other").cast(pl.UInt64)
    return frame.select(both.alias("one")).collect(engine="streaming").get_column("one")


def counted(columns: Sequence[pl.Series]) -> pl.DataFrame:
    """Return the distinct rows of some columns in ascending order, and in `len` how often each occurs."""
    frame = pl.DataFrame(columns)
    names = frame.columns
    return frame.lazy().group_by(names).len().collect(engine="streaming").sort(names)


def _digit(column: pl.Series) -> _Digit | None:
    """Return a column as a number from 0 on; None where it has no order of whole numbers, or too many of them."""
    dtype, cells = column.dtype, pl.col(column.name)
    if isinstance(dtype, pl.Enum):
        number, count = cells.to_physical().cast(pl.UInt64), len(dtype.categories)
    elif dtype == pl.Boolean:
        number, count = cells.cast(pl.UInt64), 2
    elif dtype.is_integer() or dtype.is_temporal():
        whole = column.to_physical()
        low, high = whole.min(), whole.max()
        if not isinstance(low, int) or not isinstance(high, int):  # all are missing
            low = high = 0
        if low < LEAST_WHOLE or high > MOST_WHOLE or high - low >= MOST - 1:
            return None
        number, count = (cells.to_physical().cast(pl.Int64) - low).cast(pl.UInt64), high - low + 1
    else:
        return None
    return _Digit(number.fill_null(count), count + 1)
