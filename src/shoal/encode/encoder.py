"""Encode the quasi columns of a whole table."""

from __future__ import annotations

from collections.abc import Callable
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
from shoal.schema.column import Column, Kind

Missing: TypeAlias = Literal["value", "error"]
MISSINGS: tuple[Missing, ...] = get_args(Missing)
ROW_LIMIT = 2**31 - 1

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
    codes = np.empty((data.height, len(columns)), np.int32)
    domains = []
    for j, column in enumerate(columns):
        series = data.get_column(column.name)
        if column.kind is None:
            message = f"column {column.name!r} has no kind yet"
            raise SchemaError(message, hint="declare it, or let `complete` infer it")
        domain, codes[:, j] = ENCODERS[column.kind](column, series)
        if missing == "error" and domain.missing >= 0:
            _refuse_missing(column, int((codes[:, j] == domain.missing).sum()), data.height)
        domains.append(domain)
    return Coded(codes, tuple(domains))


def _refuse_missing(column: Column, cells: int, rows: int) -> NoReturn:
    message = f"column {column.name!r} has {cells} missing cells among {rows}"
    raise SchemaError(message, hint='use missing="value" to treat missing as a value of its own')
