"""Which released row is whose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.arrays import Rows
from shoal.errors import InputError
from shoal.figure import counted

ORDER = "order"
ROW, RELEASED, GROUP = "row", "released", "group"


def truth_by_order(rows: int, released: int) -> Rows:
    """Return that each row is where it was.

    Raises:
        InputError: there are not as many rows in the release as in the original.
    """
    if rows != released:
        message = f"the release has {counted(released, 'row')} and the original {rows}: they are not in the same order"
        raise InputError(message, hint="give the truth as positions, or as the mapping that anonymize wrote")
    return np.arange(rows, dtype=np.int64)


def truth_by_position(places: Sequence[int] | np.ndarray | pl.Series, rows: int, released: int) -> Rows:
    """Return positions in the release, one for each original row, -1 for none, once they are found possible.

    Raises:
        InputError: they are not.
    """
    try:
        truth = np.asarray(places)
    except ValueError:  # lists of unlike lengths
        truth = np.zeros((0, 0))
    if truth.ndim != 1 or len(truth) != rows or (rows and not np.issubdtype(truth.dtype, np.integer)):
        message = f"the truth must be one whole number for each of {counted(rows, 'row')} of the original"
        raise InputError(message, hint="it says where each row is in the release, -1 where it is not")
    truth = truth.astype(np.int64)
    present = truth[truth >= 0]
    if (truth < -1).any() or (present >= released).any():
        message = f"the truth names rows that a release of {counted(released, 'row')} does not have"
        raise InputError(message, hint="rows are counted from 0; -1 stands for a row that is not in the release")
    if len(np.unique(present)) < len(present):
        message = "the truth names some rows of the release twice"
        raise InputError(message)
    return truth


def truth_by_mapping(mapping: pl.DataFrame, released: pl.DataFrame, rows: int) -> Rows:
    """Return what a mapping tells: a table of `row` and `released`, or of `row` and a column that the release has too.

    Such is what `anonymize` writes where identifiers are pseudonymized.

    Raises:
        InputError: it does not tell.
    """
    place = _places(mapping, rows)
    is_named = RELEASED in mapping.columns
    goal = _whole(mapping.get_column(RELEASED), RELEASED) if is_named else _by_key(mapping, released)
    truth = np.full(rows, -1, np.int64)
    truth[place.to_numpy()] = goal.fill_null(-1).to_numpy()
    return truth_by_position(truth, rows, released.height)


def owners_by_mapping(mapping: pl.DataFrame, released: pl.DataFrame, person: Rows) -> Rows:
    """Return whose each released row is, -1 for nobody's, by a mapping of `row` and a column that the release has too.

    `person` (n,) says whose each original row is. Rows of one person may share a value of that column, a pseudonym;
    those of two people may not. Of several such columns the first that tells is taken.

    Raises:
        InputError: none tells.
    """
    whose = person[_places(mapping, len(person)).to_numpy()]
    for key in (keys := _keys(mapping, released)):
        named = pl.DataFrame({"key": mapping.get_column(key).cast(pl.String), "person": whose}).unique()
        if named.get_column("key").n_unique() == named.height:
            shown = released.select(key=pl.col(key).cast(pl.String))
            found = shown.join(named, on="key", how="left", maintain_order="left", nulls_equal=True)
            return np.asarray(found["person"].fill_null(-1).to_numpy(), np.int64)
    message = f"the column {keys[0]!r} has the same value in rows of several people, so it does not tell whose they are"
    raise InputError(message, hint="pseudonymize the column that says whose row it is")


def _places(mapping: pl.DataFrame, rows: int) -> pl.Series:
    """Return the original row that each line of a mapping is about."""
    if ROW not in mapping.columns:
        message = f"the mapping has no column {ROW!r}, which counts the rows of the original from 0"
        raise InputError(message)
    place = _whole(mapping.get_column(ROW), ROW)
    if place.is_null().any() or not place.is_between(0, rows - 1).all() or place.n_unique() < len(place):
        message = f"the mapping does not name each of {counted(rows, 'row')} of the original at most once"
        raise InputError(message, hint="rows are counted from 0")
    return place


def _whole(series: pl.Series, name: str) -> pl.Series:
    numbers = series.cast(pl.Int64, strict=False)
    if numbers.null_count() > series.null_count():
        message = f"the column {name!r} of the mapping holds cells that are not whole numbers"
        raise InputError(message)
    return numbers


def _by_key(mapping: pl.DataFrame, released: pl.DataFrame) -> pl.Series:
    """Return the place in the release of each row of a mapping, by the first column that both have."""
    key = _keys(mapping, released)[0]
    shown = released.get_column(key).cast(pl.String)
    if shown.drop_nulls().n_unique() < len(shown):
        message = f"the column {key!r} does not name each row of the release by a value of its own"
        raise InputError(message)
    places = pl.DataFrame({"key": shown, "place": np.arange(len(shown))})
    wanted = pl.DataFrame({"key": mapping.get_column(key).cast(pl.String)})
    return wanted.join(places, on="key", how="left", maintain_order="left")["place"]


def _keys(mapping: pl.DataFrame, released: pl.DataFrame) -> list[str]:
    """Return the columns of a mapping that the release has too."""
    keys = [name for name in mapping.columns if name in released.columns and name not in (ROW, GROUP)]
    if not keys:
        message = f"the mapping has neither a column {RELEASED!r} nor one that the release has too"
        raise InputError(message, hint="pseudonymize an identifier, and anonymize writes such a mapping")
    return keys
