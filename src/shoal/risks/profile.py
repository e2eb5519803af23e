"""How well each column, each pair and the likely quasi columns tell the rows of a table apart.

Everything is counted exactly on integer codes; a profile holds names, counts and shares, never a cell value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.answer import Answer, Card
from shoal.figure import counted, in_words, percent
from shoal.schema.column import Kind, Role
from shoal.schema.infer import propose_role
from shoal.schema.propose import is_code, propose_hierarchy
from shoal.schema.safe_harbor import IDENTIFIERS, Identifier, identifiers_in
from shoal.schema.telling import own_value_share
from shoal.schema.written import Look, look_at
from shoal.table.frame import Table

PAIRS_SHOWN = 10
PAIR_COLUMNS = 20
COUNTED_DIRECTLY = 1 << 24


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One column by itself.

    Attributes:
        name: the column.
        kind: the kind it looks like.
        distinct: distinct values, missing not counted.
        missing: share of rows without a value.
        unique: share of rows whose value no other row has; missing counts as one value.
        role: the role that is proposed, for a person to decide.
        reason: why.
        safe_harbor: the identifiers of HIPAA Safe Harbor that it may hold.
        form: how its numbers or dates are written in a text file, where that is not as programs do.
        doubt: what is not certain of how it is to be read.
        likely: the kind that it has once that is settled, where it is another one.
        option: what settles it on the command line, or several options of which one does, with "or" between them.
        hierarchy: the hierarchy that is proposed, as `--hierarchy` takes it; empty where none is.
    """

    name: str
    kind: Kind
    distinct: int
    missing: float
    unique: float
    role: Role
    reason: str
    safe_harbor: tuple[Identifier, ...] = ()
    form: str = ""
    doubt: str = ""
    likely: Kind | None = None
    option: str = ""
    hierarchy: str = ""


@dataclass(frozen=True, slots=True)
class PairProfile:
    """Two columns together: the share of rows which no other row equals in both."""

    first: str
    second: str
    unique: float


@dataclass(frozen=True, slots=True, repr=False)
class Profile(Answer):
    """What a table gives away before anything is done about it.

    Attributes:
        rows: rows of the table.
        columns: each column by itself, in the order of the table.
        pairs: the pairs that single most rows out, worst first; identifiers are left out.
        quasi: the columns that are proposed as quasi.
        unique_share: share of rows that no other row equals on all proposed quasi columns.
        notes: what was left out or assumed.
        sampled: how many rows told what values look like, and which pairs to count, where not all of them did.
    """

    rows: int
    columns: tuple[ColumnProfile, ...]
    pairs: tuple[PairProfile, ...]
    quasi: tuple[str, ...]
    unique_share: float
    notes: tuple[str, ...] = ()
    sampled: int | None = None

    @property
    def identifiers(self) -> dict[str, tuple[str, ...]]:
        """Return the identifiers of HIPAA Safe Harbor that may be there, by letter, with the columns of each."""
        held = [(one.letter, column.name) for column in self.columns for one in column.safe_harbor]
        return {
            letter: tuple(name for held_letter, name in held if held_letter == letter)
            for letter in IDENTIFIERS
            if any(held_letter == letter for held_letter, _ in held)
        }

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the profile in words: what the table gives away, then a line for each column."""
        size = f"{counted(self.rows, 'row')}, {counted(len(self.columns), 'column')}"
        alone = f"{percent(self.unique_share)} of the rows are alone in {in_words(self.quasi)}"
        first = f"{size}; {alone if self.quasi else 'no column is proposed as quasi'}"
        return first, *(f"{column.name}: {column.role}, {column.reason}" for column in self.columns)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the figures of the profile."""
        return (
            Card("Rows", f"{self.rows:,}", f"of {counted(len(self.columns), 'column')}"),
            Card("Alone", percent(self.unique_share), f"of the rows, in {in_words(self.quasi)}"),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the profile as plain values."""
        return {
            "rows": self.rows,
            "columns": [
                asdict(column) | {"safe_harbor": [asdict(one) for one in column.safe_harbor]} for column in self.columns
            ],
            "identifiers": [
                {"letter": letter, "what": IDENTIFIERS[letter], "columns": list(names)}
                for letter, names in self.identifiers.items()
            ],
            "pairs": [asdict(pair) for pair in self.pairs],
            "quasi": list(self.quasi),
            "unique_share": self.unique_share,
            "notes": list(self.notes),
            "sampled": self.sampled,
        }


def profile_table(table: Table) -> Profile:
    """Return the profile of a table; O(n log n) for each column and each pair that is tried."""
    codes = _coded(table.data)
    columns = tuple(_column(table, name, of_column) for name, of_column in codes.items())
    tried, notes = pair_columns(columns)
    quasi = tuple(column.name for column in columns if column.role == "quasi")
    return Profile(
        rows=table.rows,
        columns=columns,
        pairs=_pairs(tried, codes),
        quasi=quasi,
        unique_share=_unique_together([codes[name] for name in quasi]),
        notes=(*table.notes, *table.doubts, *notes),
    )


def _coded(data: pl.DataFrame) -> dict[str, NDArray[np.uint32]]:
    """Return for each column a number per row, alike where the values are alike; 0 for missing."""
    codes = data.select(pl.all().rank("dense").cast(pl.UInt32).fill_null(0))
    return {series.name: series.to_numpy() for series in codes.iter_columns()}


def _column(table: Table, name: str, codes: NDArray[np.uint32]) -> ColumnProfile:
    """Return the profile of one column."""
    return replace(
        column_profile(table, name),
        distinct=int(codes.max(initial=0)),
        missing=int(np.count_nonzero(codes == 0)) / max(1, table.rows),
        unique=own_value_share(table.data.get_column(name)),
    )


def column_profile(table: Table, name: str, kind: Kind | None = None) -> ColumnProfile:
    """Return what a column of a kind seems to be; how often its values occur is left to be counted.

    Without a kind, or where it is categorical, the column has the kind that its values look like.
    """
    look = look_at(table, name) if kind in (None, "categorical") else Look(kind or "categorical")
    kind = look.kind
    held = identifiers_in(table, name, kind)
    role, reason = propose_role(table, name, kind, held)
    told = look.form, look.doubt, look.likely, look.option
    return ColumnProfile(name, kind, 0, 0.0, 0.0, role, reason, held, *told, _hierarchy_for(table, name, role, kind))


def _hierarchy_for(table: Table, name: str, role: Role, kind: Kind) -> str:
    """Return the hierarchy that is proposed for a quasi column of codes; empty for others, which do well without."""
    series = table.data.get_column(name)
    if role != "quasi" or kind != "categorical" or series.dtype != pl.String or not is_code(series):
        return ""
    found = propose_hierarchy(kind, series.unique().drop_nulls().sort().to_list())
    return "" if found == "flat" else found


def pair_columns(columns: Sequence[ColumnProfile]) -> tuple[list[str], list[str]]:
    """Return the columns to try in pairs, those with most distinct values, and a note where some are left out."""
    candidates = [column for column in columns if column.role != "identifier"]
    if len(candidates) <= PAIR_COLUMNS:
        return [column.name for column in candidates], []
    note = f"pairs were tried among the {PAIR_COLUMNS} of {len(candidates)} columns that have most distinct values"
    chosen = {column.name for column in sorted(candidates, key=lambda column: -column.distinct)[:PAIR_COLUMNS]}
    return [column.name for column in candidates if column.name in chosen], [note]


def pairs_in(data: pl.DataFrame, names: Sequence[str]) -> tuple[PairProfile, ...]:
    """Return the pairs of some columns that single most rows out, worst first."""
    return _pairs(names, _coded(data.select(names))) if names else ()


def _pairs(names: Sequence[str], codes: dict[str, NDArray[np.uint32]]) -> tuple[PairProfile, ...]:
    """Return the pairs that single most rows out, worst first; ties keep the order of the table."""
    found = [PairProfile(a, b, _unique_together([codes[a], codes[b]])) for a, b in combinations(names, 2)]
    telling = [pair for pair in found if pair.unique > 0]
    return tuple(sorted(telling, key=lambda pair: -pair.unique)[:PAIRS_SHOWN])


def _unique_together(columns: Sequence[NDArray[np.uint32]]) -> float:
    """Return the share of rows that no other row equals in all columns; 0 without columns."""
    if not columns:
        return 0.0
    keys = columns[0].astype(np.int64)
    for number, codes in enumerate(columns[1:], 1):
        if number > 1:  # three or more columns may not fit in a key: number the combinations so far
            keys = np.unique(keys, return_inverse=True)[1]
        keys = keys * (int(codes.max(initial=0)) + 1) + codes
    return _unique(keys)


def _unique(keys: NDArray[np.int64]) -> float:
    """Return the share of keys that occur once."""
    if not len(keys):
        return 0.0
    if keys.max() < COUNTED_DIRECTLY:
        return int(np.count_nonzero(np.bincount(keys) == 1)) / len(keys)
    ordered = np.sort(keys)
    steps = np.concatenate(([True], ordered[1:] != ordered[:-1], [True]))
    return int(np.count_nonzero(steps[1:] & steps[:-1])) / len(keys)
