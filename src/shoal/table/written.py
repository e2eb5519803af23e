"""What is said of how cells are written: the marks in numbers, and the forms of dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import polars as pl

from shoal.checks import shown
from shoal.errors import SchemaError, SettingError
from shoal.table.header import hint_on, what_it_has
from shoal.table.number_form import Marks

NOTHING: Mapping[str, str] = MappingProxyType({})


class Written(NamedTuple):
    """How cells are written, as far as that was said.

    Attributes:
        marks: those in numbers.
        dates: the strftime pattern of the dates of some columns.
    """

    marks: Marks = Marks()
    dates: Mapping[str, str] = NOTHING


def written_of(read: Mapping[str, object]) -> Written:
    """Return what is said of a file, in keywords of `read_table`.

    Raises:
        SettingError: both marks are the same.
    """
    decimal, thousands = (str(read.get(name) or "") for name in ("decimal", "thousands"))
    if decimal and decimal == thousands:
        message = f"decimal and thousands are both {decimal!r}; no file has numbers like that"
        raise SettingError(message, hint="give one of them")
    dates = read.get("date_format")
    return Written(Marks(decimal, thousands), dict(dates) if isinstance(dates, Mapping) else NOTHING)


def require_known(what: str, named: Mapping[str, object], columns: Sequence[str], data: pl.DataFrame) -> None:
    """Refuse what is said of a column that is not there; `what` is the keyword.

    Raises:
        SchemaError: there is such a one.
    """
    for name in named:
        if name not in columns:
            message = f"{what} is given for {shown(name)}, and there is no such column; {what_it_has(columns, data)}"
            raise SchemaError(message, hint=hint_on(name, columns, data))
