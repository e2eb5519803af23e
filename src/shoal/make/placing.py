"""Put the rows of a piece into blocks, as they are on their way: codes, the cells that leave, and whose row each is."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import Ints
from shoal.encode.learn import coded_piece
from shoal.make.block import WHO, code_name, other_name, sensitive_name
from shoal.partition.cuts import Cuts
from shoal.table.hashing import row_hashes
from shoal.table.learn import Lookup

PSEUDONYM_BYTES = 8


@dataclass(frozen=True, slots=True, eq=False)
class Placing:
    """Puts the rows of a piece into blocks: their codes, the cells that leave, and whose row each is."""

    lookups: tuple[Lookup, ...]
    guarded: tuple[Lookup, ...]
    cuts: Cuts
    others: tuple[str, ...]
    pseudonymized: tuple[str, ...]
    person: str | None
    key: bytes
    room: tuple[int, ...]

    def __call__(self, piece: pl.DataFrame) -> tuple[pl.DataFrame, Ints]:
        """Return the rows, and the block of each."""
        codes = coded_piece(self.lookups, piece)
        columns = [
            pl.Series(code_name(at), codes[:, at].astype(_narrow(room)), nan_to_null=False)
            for at, room in enumerate(self.room)
        ]
        columns += [
            pl.Series(sensitive_name(at), lookup.apply(piece.get_column(lookup.name)))
            for at, lookup in enumerate(self.guarded)
        ]
        for at, name in enumerate(self.others):
            series = piece.get_column(name)
            leaving = pseudonyms_of(series, self.key) if name in self.pseudonymized else series
            columns.append(leaving.alias(other_name(at)))
        if self.person is not None:
            seed = int.from_bytes(self.key[:7], "big")
            columns.append(row_hashes(piece.select(self.person), (seed,))[0].alias(WHO))
        return pl.DataFrame(columns), self.cuts.assign(codes)


def pseudonyms_of(series: pl.Series, key: bytes) -> pl.Series:
    """Return pseudonyms by a keyed hash: equal cells get equal ones in every piece, missing cells stay missing."""
    text = series.cast(pl.String)
    values = text.unique().drop_nulls()
    made = [hashlib.blake2b(value.encode(), key=key, digest_size=PSEUDONYM_BYTES).hexdigest() for value in values]
    return text.replace_strict(values, pl.Series(made, dtype=pl.String), default=None, return_dtype=pl.String)


def _narrow(room: int) -> type[np.unsignedinteger[Any]]:
    """Return the smallest type that holds so many codes."""
    return np.uint8 if room <= 1 << 8 else np.uint16 if room <= 1 << 16 else np.uint32
