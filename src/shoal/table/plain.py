"""Tables in plain Python: columns by name, rows by name, and a series, which is one column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import InputError


def is_plain(frame: object) -> bool:
    """Return whether something is a mapping, a list of mappings or a series."""
    if isinstance(frame, list | tuple):
        return bool(frame) and all(isinstance(row, Mapping) for row in frame)
    return isinstance(frame, Mapping | pl.Series) or bool(nw.dependencies.is_pandas_series(frame))


def columns_of(frame: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever `is_plain` takes
    """Return the columns of a table in plain Python; rows that lack a cell have a missing one.

    Raises:
        InputError: a series has no name.
    """
    if isinstance(frame, Mapping):
        return dict(frame)
    if isinstance(frame, list | tuple):
        names = list(dict.fromkeys(name for row in frame for name in row))
        return {name: [row.get(name) for row in frame] for name in names}
    name = getattr(frame, "name", None)
    if not isinstance(name, str) or not name:
        message = "the series has no name, so it is no column of a table"
        raise InputError(message, hint="give a data frame, or a series with a name")
    return {name: frame if isinstance(frame, pl.Series) else pl.Series(frame.array.to_numpy())}
