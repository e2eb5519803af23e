"""Learn what the columns of a table hold a piece at a time, and find the place of any cell among what was learnt.

A pass over the table counts the different cells of some columns, and keeps some of its rows. What two pieces tell
merges to what both tell together, in any order, so that pieces can be looked at anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Ints, Sizes
from shoal.errors import InputError
from shoal.table.hashing import by_label, is_labels, row_hashes

CELL, TIMES, HASH = "cell", "times", "hash"

SAMPLE = 1 << 16
"""Different rows that are kept to learn from."""

MOST_VALUES = 20_000_000
"""Different cells of a column that are kept in memory."""

SPAN = 1 << 22
"""Whole numbers from the least to the greatest that a look-up table may hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """What passes over pieces of a table have learnt; two of them merge to what one pass over both pieces learns.

    Attributes:
        rows: how many there are.
        cells: for each column its different cells, missing among them, and how often each occurs.
        sample: different rows of the sampled columns, how often each occurs, and a hash: those with the least hashes.
            Which they are depends on the rows alone, never on their order or on the pieces.
    """

    rows: int
    cells: Mapping[str, pl.DataFrame]
    sample: pl.DataFrame

    @classmethod
    def of(cls, piece: pl.DataFrame, counted: Sequence[str], sampled: Sequence[str]) -> Learnt:
        """Return what one piece tells of the columns to count, and of those to sample; O(n · columns)."""

        def cells(name: str) -> pl.DataFrame:
            column = piece.get_column(name)
            found = (column if is_labels(column) else _plain(column)).alias(CELL).value_counts(name=TIMES)
            return found.with_columns(_plain(found.get_column(CELL)))

        found = {name: cells(name) for name in counted}
        hashes = row_hashes(piece.select(sampled), (0,))[0].alias(HASH)
        rows = piece.select(sampled).with_columns(hashes).filter(hashes <= _threshold(hashes))
        return cls(piece.height, found, _texts(_least(rows, TIMES)))

    @classmethod
    def merged(cls, parts: Iterable[Learnt]) -> Learnt:
        """Return what is learnt from all pieces.

        Raises:
            InputError: a column has more different cells than fit in memory.
        """
        parts = list(parts)
        names = list(parts[0].cells)
        found = {name: _added([part.cells[name] for part in parts]) for name in names}
        for name, cells in found.items():
            if cells.height > MOST_VALUES:
                message = f"column {name!r} has more than {MOST_VALUES:,} different values, too many to keep in memory"
                raise InputError(message, hint="round it first, or give it coarser values")
        sample = _least(pl.concat([part.sample for part in parts], how="vertical_relaxed"), TIMES)
        return cls(sum(part.rows for part in parts), found, sample)

    def column(self, name: str) -> pl.Series:
        """Return the different cells of a column, missing among them where there are such."""
        return self.cells[name].get_column(CELL).alias(name)

    def times(self, name: str) -> Sizes:
        """Return how often each of the different cells occurs."""
        return np.asarray(self.cells[name].get_column(TIMES).cast(pl.Int64).to_numpy(), np.int64)


class Lookup(NamedTuple):
    """The code of each different cell of a column: the cells in ascending order, their codes, that of missing ones."""

    name: str
    cells: pl.Series
    codes: Ints
    missing: int

    @classmethod
    def of(cls, cells: pl.Series, codes: Ints) -> Lookup:
        """Return how the different cells of a column are coded; missing may be among them."""
        gone = cells.is_null().to_numpy()
        there = cells.filter(pl.Series(~gone))
        order = there.arg_sort().to_numpy()
        return cls(str(cells.name), there.gather(order), codes[~gone][order], int(codes[gone][0]) if gone.any() else -1)

    def apply(self, series: pl.Series) -> Ints:
        """Return the code of each cell; O(n), but O(n log cells) for numbers far apart.

        Raises:
            InputError: a cell is none of those that were learnt.
        """
        if is_labels(series):
            return by_label(series, self.apply, np.int32(self.missing))
        series = _plain(series)
        if series.dtype == pl.String or series.dtype.is_decimal():
            place = series.cast(pl.String).cast(pl.Enum(self.cells.cast(pl.String)), strict=False).to_physical()
            found = place.cast(pl.UInt32).fill_null(len(self.cells)).to_numpy()
            unknown = place.null_count() > series.null_count()
        else:
            found, unknown = self._placed(series)
        if unknown:
            message = f"column {self.name!r} holds cells that were not there when it was read first"
            raise InputError(message, hint="did the file change in the meantime? run it again")
        return np.asarray(np.append(self.codes, np.int32(self.missing))[found], np.int32)

    def _placed(self, series: pl.Series) -> tuple[np.ndarray, bool]:
        """Return the place of each cell of numbers, dates and truth values among the different ones."""
        known, cells = _wide(self.cells).to_numpy(), _wide(series)
        gone = cells.is_null().to_numpy()
        at = cells.fill_null(strategy="zero").to_numpy() if cells.null_count() else cells.to_numpy()
        if not len(known):
            return np.zeros(len(at), np.int64), bool((~gone).any())
        low, span = known[0], int(known[-1]) - int(known[0]) + 1 if known.dtype.kind in "iu" else SPAN + 1
        if span <= SPAN:
            table = np.full(span, -1, np.int32)
            table[known - low] = np.arange(len(known), dtype=np.int32)
            inside = (at >= low) & (at <= known[-1])
            found = np.where(inside, table[np.where(inside, at - low, 0)], -1)
            wrong = found < 0
        else:
            found = np.searchsorted(known, at).clip(max=len(known) - 1)
            wrong = known[found] != at
        return np.where(gone, len(known), found), bool((wrong & ~gone).any())


def _plain(series: pl.Series) -> pl.Series:
    """Return a column whose cells mean the same in every piece: labels as texts, and no number that is none."""
    if isinstance(series.dtype, pl.Categorical | pl.Enum):
        return series.cast(pl.String)
    if series.dtype.is_float():
        return series.fill_nan(None) + 0.0
    return series.cast(pl.String) if series.dtype == pl.Null else series


def _wide(series: pl.Series) -> pl.Series:
    """Return a column as numbers whose differences have room."""
    number = series.to_physical()
    return number.cast(pl.Int64) if number.dtype in (pl.Int8, pl.Int16, pl.Int32) else number


def _texts(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(_plain(column) for column in frame.iter_columns())


def _threshold(hashes: pl.Series) -> int:
    """Return a hash below which about twice as many rows are as the sample needs, if they all differ."""
    if len(hashes) <= SAMPLE:
        return 2**64 - 1
    different = pl.DataFrame(hashes).select(pl.col(HASH).approx_n_unique()).item()
    share = min(1.0, 2 * SAMPLE / max(1, int(different)))
    return min(2**64 - 1, int(share * 2**64))


def _least(rows: pl.DataFrame, times: str) -> pl.DataFrame:
    """Return the different rows with the least hashes, and how often each occurs."""
    count = pl.col(times).sum() if times in rows.columns else pl.len().cast(pl.UInt32)
    others = [pl.col(name).first() for name in rows.columns if name not in (HASH, times)]
    return rows.group_by(HASH).agg(*others, count.cast(pl.Int64).alias(times)).sort(HASH).head(SAMPLE)


def _added(parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Return the different cells of several pieces, and how often each occurs in all."""
    whole = pl.concat([part.with_columns(pl.col(TIMES).cast(pl.Int64)) for part in parts], how="vertical_relaxed")
    return whole.group_by(CELL).agg(pl.col(TIMES).sum()) if len(parts) > 1 else whole
