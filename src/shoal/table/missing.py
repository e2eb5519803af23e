"""Texts that mean missing: those that a caller names, and those that are known to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import polars as pl

EVERYWHERE = "*"
"""What stands for all columns in a mapping from columns to texts."""

SURELY = ("na", "n/a", "n.a.", "n.a", "#n/a", "nan", "null", "<na>", "(null)", "missing", "#null!", "\\n")
"""Texts that mean missing wherever they stand, in any case."""

PERHAPS = (
    "", "-", "--", "---", ".", "..", "?", "??", "*", "x", "none", "nil", "nd", "n.d.", "unknown", "unk", "unbekannt",
    "k.a.", "k. a.", "k.a", "keine angabe", "fehlend", "inconnu", "inconnue", "nc", "desconocido", "sin dato", "s/d",
    "ignoto", "sconosciuto", "onbekend", "nieznany", "brak", "brak danych", "okänd", "not available", "not known",
    "not applicable", "no data", "refused", "not reported",
)  # fmt: skip
"""Texts that mean missing where all others are numbers or dates."""

LEFTOVERS = ("99", "999", "9999", "99999", "999999", "-1", "-9", "-99", "-999", "-9999")
"""Numbers that stand for missing where they lie far from all others."""


class Nulls(NamedTuple):
    """The texts that mean missing, in all columns and in some."""

    everywhere: tuple[str, ...] = ("",)
    by_column: Mapping[str, tuple[str, ...]] = {}

    def in_column(self, name: str) -> list[str]:
        """Return the texts that mean missing in a column."""
        return [*self.everywhere, *self.by_column.get(name, ())]


def nulls_of(given: object) -> Nulls:
    """Return what a caller says: a text, some, or some for each column; the empty cell is missing as well.

    No text at all leaves the empty cell a text like others.

    >>> nulls_of(["NA"]).everywhere, nulls_of({"age": ["?"]}).in_column("age")
    (('', 'NA'), ['', '?'])
    """
    if isinstance(given, Mapping):
        texts = {str(name): _texts(one) for name, one in given.items()}
        everywhere = texts.pop(EVERYWHERE, ())
        return Nulls(tuple(dict.fromkeys(("", *everywhere))), texts)
    found = _texts(given)
    return Nulls(tuple(dict.fromkeys(("", *found))) if found else ())


def without(frame: pl.DataFrame, nulls: Nulls) -> pl.DataFrame:
    """Return a table of texts in which those that mean missing in one column alone are missing there."""
    changes = [
        pl.when(pl.col(name).is_in(list(texts))).then(None).otherwise(pl.col(name)).alias(name)
        for name, texts in nulls.by_column.items()
        if name in frame.columns
    ]
    return frame.with_columns(changes) if changes else frame


def is_known(texts: pl.Series) -> pl.Series:
    """Return which texts are known to mean missing, where all others are numbers or dates."""
    return texts.str.strip_chars().str.to_lowercase().is_in([*SURELY, *PERHAPS])


def option_for(column: str, texts: Iterable[str]) -> str:
    """Return the options that let some texts of a column be missing, as they are typed."""
    import shlex

    found = [text if text.strip().lower() in SURELY else f"{column}={text}" for text in texts]
    return " ".join(f"--null {shlex.quote(one)}" for one in found)


def _texts(given: object) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(map(str, given))  # type: ignore[call-overload]  # checked as a setting
