"""What each column of a table that is not in memory tells, and each pair of them.

Columns, the pairs that are shown and the proposed quasi columns are counted on all rows. What values look like, and
which pairs are worth counting, is told by a sample: every row is in it with the same chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Rows
from shoal.engines.base import Data
from shoal.figure import counted
from shoal.make.alone import alone_in
from shoal.make.counted import quiet, staged
from shoal.progress import Progress
from shoal.risks.profile import ColumnProfile, Profile, column_profile, pair_columns, pairs_in, profile_table
from shoal.schema.column import Kind
from shoal.schema.infer import infer_kind
from shoal.schema.safe_harbor import KEY_SHARE
from shoal.table.frame import Table
from shoal.table.hashing import row_hashes

SAMPLE = 1 << 17
"""Rows that are kept to look at: sixteen times as many are in memory for a while."""

SEEDED_BY = 64
KEY = ", as in a key"


class Seen(NamedTuple):
    """What pieces of a table tell: how many rows they have, some of these, gaps, and what each column looks like.

    `draw` has a number for each row of the sample; those with the least are kept.
    """

    rows: int
    sample: pl.DataFrame
    draw: Floats
    missing: Mapping[str, int]
    kinds: Mapping[str, frozenset[Kind]]

    @classmethod
    def of(cls, piece: pl.DataFrame, *, textual: bool, most: int | None = None) -> Seen:
        """Return what a piece tells; which of its rows are drawn depends on what it holds."""
        seed = row_hashes(piece.head(SEEDED_BY), (0,))[0].to_list() if piece.height else []
        draw = np.random.default_rng([piece.height, *seed]).random(piece.height)
        kept = _least(draw, most)
        columns = piece.get_columns()
        kinds = {
            column.name: frozenset({infer_kind(column, textual=textual)} if column.null_count() < len(column) else ())
            for column in columns
        }
        missing = {column.name: column.null_count() for column in columns}
        return cls(piece.height, piece[kept], draw[kept], missing, kinds)

    @classmethod
    def merged(cls, parts: Sequence[Seen], most: int | None = None) -> Seen:
        """Return what all pieces tell."""
        draw = np.concatenate([part.draw for part in parts])
        sample = pl.concat([part.sample for part in parts], how="vertical_relaxed")
        kept = _least(draw, most)
        names = parts[0].kinds
        return cls(
            sum(part.rows for part in parts),
            sample[kept],
            draw[kept],
            {name: sum(part.missing[name] for part in parts) for name in names},
            {name: frozenset().union(*(part.kinds[name] for part in parts)) for name in names},
        )


def profile_in_parts(data: Data, tell: Progress = quiet) -> Profile:
    """Return the profile of a table that is not in memory; one that fits into the sample is told of as in memory."""
    first = data.first
    names = list(first.columns)
    seen = data.fold(names, Look(textual=first.textual), Seen.merged, staged(tell, "learn"))
    sample = Table(seen.sample, textual=first.textual, notes=first.notes, written=first.written)
    if sample.rows == seen.rows:
        return profile_table(sample)
    alone = alone_in(data, [[name] for name in names], seen.rows, tell)
    columns = tuple(
        _column(sample, seen, name, found.different, found.once) for name, found in zip(names, alone, strict=True)
    )
    tried, notes = pair_columns(columns)
    quasi = tuple(column.name for column in columns if column.role == "quasi")
    pairs = pairs_in(sample.data, tried)
    counts = alone_in(data, [*((pair.first, pair.second) for pair in pairs), quasi or names[:1]], seen.rows, tell)
    kept = [replace(pair, unique=found.once / seen.rows) for pair, found in zip(pairs, counts[:-1], strict=True)]
    return Profile(
        rows=seen.rows,
        columns=columns,
        pairs=tuple(
            sorted(
                (pair for pair in kept if pair.unique > 0),
                key=lambda pair: (-pair.unique, names.index(pair.first), names.index(pair.second)),
            )
        ),
        quasi=quasi,
        unique_share=counts[-1].once / seen.rows if quasi else 0.0,
        notes=(*first.notes, *notes, _note(sample.rows)),
        sampled=sample.rows,
    )


class Look:
    """Looks at a piece; a class, so that other processes can be given one."""

    def __init__(self, *, textual: bool, most: int | None = None) -> None:
        """Keep so many rows at most."""
        self.textual, self.most = textual, most

    def __call__(self, piece: pl.DataFrame) -> Seen:
        """Return what a piece tells."""
        return Seen.of(piece, textual=self.textual, most=self.most)


def _least(draw: Floats, most: int | None) -> Rows:
    """Return the rows with the least numbers."""
    most = SAMPLE if most is None else most
    return np.argpartition(draw, most)[:most] if len(draw) > most else np.arange(len(draw))


def _column(sample: Table, seen: Seen, name: str, different: int, once: int) -> ColumnProfile:
    """Return the profile of a column: its counts are of all rows, what its values look like is told by the sample."""
    missing = seen.missing[name]
    distinct = different - (missing > 0)
    kinds = seen.kinds[name]
    kind: Kind = next(iter(kinds)) if len(kinds) == 1 else "categorical"
    looked_at = sample
    if distinct < KEY_SHARE * seen.rows:  # in a sample, more rows have a value of their own than in the table
        looked_at = Table(pl.concat([sample.data.select(name)] * 2), textual=sample.textual, written=sample.written)
    found = column_profile(looked_at, name, kind)
    reason = found.reason
    if reason.endswith(KEY):
        reason = f"{distinct:,} distinct values in {counted(seen.rows, 'row')}{KEY}"
    elif distinct > 1 and sample.data.get_column(name).drop_nulls().n_unique() <= 1 and found.role == "plain":
        reason = "all rows of the sample have the same value in it"
    return replace(found, distinct=distinct, reason=reason, missing=missing / seen.rows, unique=once / seen.rows)


def _note(rows: int) -> str:
    return (
        f"what values look like, and which pairs were counted, was told by {counted(rows, 'row')} drawn at random; "
        "all numbers are counted on all rows"
    )
