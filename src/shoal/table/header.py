"""Whether the names of columns may be shown in messages, and how.

A file without a header has cells where the names should be. An error report must be safe to paste in public, so names
that nobody typed are shown only where all of them look like names. One that does not is enough to show none, for a row
of cells seldom has no number, date or person in it. What does not look like a name:

- what begins with anything but a letter or an underscore, such as a number, a date or an amount;
- what has more than 40 characters, a control character or `@`;
- what has four digits or more, and as many digits as letters, such as the number of a passport;
- two words or more that all begin with a capital, as people are called, unless one is usual in names of columns;
- what also is a value of its own column.

Where all columns hold words, and none of the names has a word that is usual in names, or an underscore, there is
nothing to tell names from cells by: then none is shown either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import polars as pl

from shoal.checks import nearest

LONGEST_NAME = 40
MANY_DIGITS = 4
MOST_NAMES = 30
"""How many names a message lists of a table that lacks one."""

MOST_LISTED = 20
"""How many names a sentence on some columns lists."""

LOOKED_AT = 10_000
"""How many cells of a column are looked at."""

USUAL = (
    "account address admission admitted age amount birth city class code condition contact cost count country "
    "county customer date day debt degree diagnosis discharge disease district drug duration education email "
    "employer end ethnicity family first full gain gender group hospital hour hours id income index industry "
    "job key kind language last level loss marital medication middle month name nationality number occupation "
    "of party patient payment person phone place point postal price profession province race rate ratio "
    "region relationship religion result role salary school score sex size start state status street sum "
    "surname symptom test time title town treatment type unit value visit wage ward week weight work year zip"
)
"""Words that are usual in the names of columns and no one's name."""

HEADER_HINT = "the first line looks like data: does the file have a header? if not, add --no-header and --columns a,b,c"


PATTERN = re.compile(r"\*|\^.*\$", re.DOTALL)
"""Names that polars takes for a pattern, and which then stand for other columns as well, identifiers included."""

PATTERN_HINT = "rename it: a name must not be a lone *, nor begin with ^ and end in $"


def patterned(names: Sequence[str]) -> int | None:
    """Return the place, from 1, of the first name that is a pattern rather than a name; None where there is none.

    >>> patterned(["age", "^zip"]), patterned(["age", "^zip$"])
    (None, 2)
    """
    return next((place for place, name in enumerate(names, 1) if PATTERN.fullmatch(name)), None)


def looks_like_cell(name: str) -> bool:
    """Return whether the name of a column may be a cell of a table.

    >>> [looks_like_cell(name) for name in ("age", "Marital Status", "Alice Smith", "34", "2024-03-05", "P1234567")]
    [False, False, True, True, True, True]
    """
    if len(name) > LONGEST_NAME or "@" in name or not name.isprintable() or not re.match(r"[^\W\d]", name):
        return True
    digits = sum(sign.isdigit() for sign in name)
    if digits >= MANY_DIGITS and digits >= sum(map(str.isalpha, name)):
        return True
    words = name.split()
    return len(words) > 1 and all(word[0].isupper() for word in words) and not _is_usual(name)


def look_like_cells(names: Sequence[str], data: pl.DataFrame | None = None) -> bool:
    """Return whether the names of columns may be a row of cells; `data`, where given, is what stands below them."""
    if any(map(looks_like_cell, names)):
        return True
    if data is None or not data.height:
        return False
    there = set(names)
    texts = [column for column in data.iter_columns() if column.name in there and column.dtype == pl.String]
    if any((text.head(LOOKED_AT) == text.name).any() for text in texts):
        return True
    return len(texts) == len(names) and not any("_" in name or _is_usual(name) for name in names) and _all_words(texts)


def what_it_has(names: Sequence[str], data: pl.DataFrame | None = None) -> str:
    """Return the end of a sentence on a table: the names of its columns, or how many there are where none may be shown.

    >>> what_it_has(["age", "zip"])
    'it has: age, zip'
    >>> what_it_has(["Alice Smith", "34", "HIV"])
    'it has 3 columns, whose names are not shown because they look like cells'
    """
    if look_like_cells(names, data):
        return f"it has {len(names):,} columns, whose names are not shown because they look like cells"
    return f"it has: {listed(names, MOST_NAMES)}"


def listed(names: Sequence[str], most: int = MOST_LISTED) -> str:
    """Return names with commas between them; beyond so many, the rest is counted.

    >>> listed(["age", "sex", "zip"], most=2)
    'age, sex and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def hint_on(name: str, names: Sequence[str], data: pl.DataFrame | None = None) -> str:
    """Return what to try where a column is not there: a name like it, or to see whether there is a header at all."""
    if look_like_cells(names, data):
        return f"{HEADER_HINT} `head -n 1 FILE` shows it, to you alone"
    return nearest(name, names)


def called(some: Sequence[str], names: Sequence[str], data: pl.DataFrame | None = None) -> list[str]:
    """Return what a message calls some of the columns: by their names where these may be shown, else by their places.

    >>> called(["zip"], ["age", "zip"]), called(["Alice Smith"], ["31", "Alice Smith"])
    (["column 'zip'"], ['column 2'])
    """
    shown = shown_as(some, names, data)
    return [f"column {name!r}" for name in some] if shown == list(some) else shown


def shown_as(some: Sequence[str], names: Sequence[str], data: pl.DataFrame | None = None) -> list[str]:
    """Return the names of some of the columns where these may be shown, else their places.

    >>> shown_as(["zip"], ["age", "zip"]), shown_as(["Alice Smith"], ["31", "Alice Smith"])
    (['zip'], ['column 2'])
    """
    if not some or not look_like_cells(names, data):
        return list(some)
    places = {name: place for place, name in enumerate(names, start=1)}
    return [f"column {places[name]}" for name in some]


def _is_usual(name: str) -> bool:
    """Return whether a name has a word that is usual in names of columns."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
    return not {word.lower() for word in words}.isdisjoint(USUAL.split())


def _all_words(texts: Sequence[pl.Series]) -> bool:
    """Return whether no column has cells that all begin like numbers: such a column tells its name from its cells."""
    heads = (text.head(LOOKED_AT).drop_nulls().str.contains(r"^[-+]?[0-9.]") for text in texts)
    return not any(len(head) and head.all() for head in heads)
