"""Who stands alone in some columns of a table that is not in memory: counted by hashes, in parts.

Rows agree where a hash of 64 bits does: of a billion rows, a pair that differs and agrees by chance is expected in one
table of forty. What a release promises is counted by two of them, in `verify/stream.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Ints
from shoal.engines.base import Data
from shoal.make.counted import parts_for, quiet, staged
from shoal.progress import Progress
from shoal.table.hashing import row_hashes
from shoal.table.text import is_comparable
from shoal.verify.unique import MOST_COLUMNS, Unique

SET, HASH, TIMES, WHO = "set", "hash", "times", "who"
SEED, BITS = 13, 32


class Alone(NamedTuple):
    """How many different rows there are in some columns, missing being a value, and how many rows occur once.

    `people` are hashes of those who share what some row of theirs has with nobody else, where people are counted.
    """

    different: int
    once: int
    people: Ints | None = None

    def plus(self, other: Alone) -> Alone:
        """Return what two parts tell: no row of one agrees with one of the other."""
        both = [part.people for part in (self, other) if part.people is not None]
        people = np.unique(np.concatenate(both)) if both else None
        return Alone(self.different + other.different, self.once + other.once, people)


def alone_in(
    data: Data, sets: Sequence[Sequence[str]], rows: int, tell: Progress = quiet, who: str | None = None
) -> list[Alone]:
    """Return for each set of columns who stands alone in them; `who` is the column that tells people apart."""
    columns = list(dict.fromkeys([name for names in sets for name in names] + ([who] if who else [])))
    parts = parts_for(rows * len(sets))
    place = partial(_keyed, sets=[tuple(names) for names in sets], parts=parts, who=who)
    scattered = data.scatter(columns, place, parts, staged(tell, "verify"))
    filled = [[at] for at in np.flatnonzero(scattered.sizes).tolist()]
    found = [Alone(0, 0) for _ in sets]
    for part in scattered.each(filled, _counted, quiet):
        for at, more in part.items():
            found[at] = found[at].plus(more)
    return found


def unique_in_parts(
    data: Data, quasi: Sequence[str], others: Sequence[str], released: Sequence[str], rows: int, who: str | None
) -> Unique:
    """Return how many rows are unique over the quasi columns and `others`: what `verify.unique` says in memory."""
    first = data.first.data
    compared = [name for name in others if is_comparable(first.get_column(name))]
    one_by_one = compared[:MOST_COLUMNS]
    sets = [[*quasi, *compared], *([*quasi, name] for name in one_by_one)]
    whole, *each = alone_in(data, sets, rows, who=who)
    of = rows if who is None else alone_in(data, [[who]], rows)[0].different
    known = {*quasi, *compared}
    return Unique(
        of=of,
        counts="rows" if who is None else "people",
        overall=_held(whole),
        beside={name: _held(found) for name, found in zip(one_by_one, each, strict=True)},
        not_compared=tuple(name for name in released if name not in known),
        not_one_by_one=len(compared) - len(one_by_one),
    )


def _held(found: Alone) -> int:
    return found.once if found.people is None else len(found.people)


def _keyed(
    piece: pl.DataFrame, sets: Sequence[Sequence[str]], parts: int, who: str | None
) -> tuple[pl.DataFrame, Ints]:
    """Return a row for each that differs in some set of columns, with how often it occurs, and the part of each."""
    frame = piece.select(_key(piece.get_column(name)) for name in piece.columns)
    whose = [] if who is None else [row_hashes(frame.select(who), (SEED,))[0].alias(WHO)]
    found = []
    for at, names in enumerate(sets):
        keys = pl.DataFrame([row_hashes(frame.select(names), (SEED,))[0].alias(HASH), *whose])
        times = keys.group_by(keys.columns).agg(pl.len().cast(pl.Int64).alias(TIMES))
        found.append(times.with_columns(pl.lit(at, pl.Int32).alias(SET)))
    rows = pl.concat(found)
    by = rows[HASH].to_numpy() >> np.uint64(BITS)
    return rows, (by.astype(np.int64) * parts >> BITS).astype(np.int32)


def _counted(number: int, rows: pl.DataFrame) -> dict[int, Alone]:
    """Return for each set of columns who stands alone in one part."""
    del number
    people = [pl.col(WHO).min().alias("first"), pl.col(WHO).max().alias("last")] if WHO in rows.columns else []
    each = rows.group_by(SET, HASH).agg(pl.col(TIMES).sum(), *people)
    found = {}
    for (at,), some in each.partition_by(SET, as_dict=True).items():
        whose = some.filter(pl.col("first") == pl.col("last"))["first"].unique().to_numpy() if people else None
        found[int(at)] = Alone(some.height, int((some[TIMES] == 1).sum()), whose)
    return found


def _key(series: pl.Series) -> pl.Series:
    """Return a column as its cells are compared: 0 equals -0."""
    return series.fill_nan(None) + 0.0 if series.dtype.is_float() else series
