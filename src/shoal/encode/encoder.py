"""Encode the quasi columns of a whole table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NoReturn, TypeAlias, get_args

import numpy as np
import polars as pl

from shoal.arrays import Codes, Ints
from shoal.encode.categorical import encode_categorical
from shoal.encode.dates import encode_date
from shoal.encode.domain import Domain
from shoal.encode.equal import Equals
from shoal.encode.numeric import encode_numeric
from shoal.errors import InputError, SchemaError
from shoal.kernels.pool import in_threads
from shoal.schema.column import Column, Kind

Missing: TypeAlias = Literal["value", "error"]
MISSINGS: tuple[Missing, ...] = get_args(Missing)
ROW_LIMIT = 2**31 - 1
BLOCK = 1 << 14
"""Rows that are put side by side at a time: as many as a core's cache holds."""

ENCODERS: dict[Kind, Callable[[Column, pl.Series], tuple[Domain, Ints]]] = {
    "numeric": encode_numeric,
    "categorical": encode_categorical,
    "date": encode_date,
}


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """The quasi columns of a table as codes, what the codes mean, and which rows are equal."""

    codes: Codes
    domains: tuple[Domain, ...]
    equals: Equals = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Let equal rows be looked for once."""
        object.__setattr__(self, "equals", Equals(self.codes, self.domains))


def encode(data: pl.DataFrame, columns: tuple[Column, ...], *, missing: Missing = "value") -> Coded:
    """Return the codes of the given columns, in their order, four bytes a cell.

    Raises:
        SchemaError: a column is not what it is declared to be, or cells are missing and `missing` is "error".
        InputError: a column holds what cannot be grouped.
    """
    if data.height > ROW_LIMIT:
        message = f"the table has {data.height} rows; one run takes at most {ROW_LIMIT}"
        raise InputError(message, hint="split the table first")

    def encoded(column: Column) -> tuple[Domain, Ints]:
        domain, codes = ENCODERS[require_kind(column)](column, data.get_column(column.name))
        if missing == "error" and domain.missing >= 0:
            refuse_missing(column, int((codes == domain.missing).sum()), data.height)
        return domain, codes

    found = in_threads(encoded, columns)
    return Coded(side_by_side([codes for _, codes in found], data.height), tuple(domain for domain, _ in found))


def side_by_side(columns: Sequence[Ints], rows: int) -> Codes:
    """Return columns as one array, a row after the other, a block of them at a time."""
    codes = np.empty((rows, len(columns)), np.int32)

    def fill(start: int) -> None:
        for j, column in enumerate(columns):
            codes[start : start + BLOCK, j] = column[start : start + BLOCK]

    in_threads(fill, range(0, rows, BLOCK))
    return codes


def require_kind(column: Column) -> Kind:
    """Return the kind of a column.

    Raises:
        SchemaError: it has none.
    """
    if column.kind is None:
        message = f"column {column.name!r} has no kind yet"
        raise SchemaError(message, hint="declare it, or let `complete` infer it")
    return column.kind


def refuse_missing(column: Column, cells: int, rows: int) -> NoReturn:
    """Refuse missing cells of a column.

    Raises:
        SchemaError: always.
    """
    message = f"column {column.name!r} has {cells} missing cells among {rows}"
    raise SchemaError(message, hint='use missing="value" to treat missing as a value of its own')
