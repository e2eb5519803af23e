"""Numbers as people write them: `1.250,50 €`, `12 %`, `1'000`. A form is the number 1234.5 in that way of writing."""

from __future__ import annotations

import re
from typing import NamedTuple

import polars as pl

from shoal.table._empty import BLANKS

SIGN = r"(?:[€$£¥%‰]|EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|kr|zł|Kč|Ft)"
LOOSE = r"^-?[0-9][0-9.,' ]*$"
HEAD = 256
"""Texts that are looked at first: most columns show there that they are no numbers."""

_FORM = re.compile(r"1([.,' ]?)234([.,])5")
_ZERO = r"(?:0|[1-9][0-9]*)"


class Marks(NamedTuple):
    """The mark before fractions, and the one between thousands; empty where it is not said, or there is none."""

    decimal: str = ""
    thousands: str = ""

    @property
    def form(self) -> str:
        """Return how 1234.5 is written with these marks.

        >>> Marks(",", ".").form
        '1.234,5'
        """
        return f"1{self.thousands}234{self.decimal}5"

    @property
    def pattern(self) -> str:
        """Return the pattern of numbers with these marks; codes with leading zeros are none."""
        grouped = rf"|[1-9][0-9]{{0,2}}(?:{re.escape(self.thousands)}[0-9]{{3}})+" if self.thousands else ""
        return rf"^-?(?:{_ZERO}{grouped})(?:{re.escape(self.decimal)}[0-9]+)?$"

    def allow(self, other: Marks) -> bool:
        """Return whether what is said here goes with other marks."""
        return (not self.decimal or other.decimal == self.decimal) and (
            not self.thousands or (other.thousands in ("", self.thousands) and other.decimal != self.thousands)
        )


WAYS = (
    Marks("."), Marks(","), Marks(".", ","), Marks(",", "."), Marks(",", " "), Marks(".", " "), Marks(".", "'"),
    Marks(",", "'"),
)  # fmt: skip
"""All ways of writing numbers, the one of programs first."""


def marks_of(form: str) -> Marks | None:
    """Return the marks of a form; None where it is no form of numbers."""
    found = _FORM.fullmatch(form)
    return None if found is None or found[1] == found[2] else Marks(found[2], found[1])


def numbers_in(texts: pl.Series, marks: Marks) -> pl.Series:
    """Return numbers as programs write them; missing where a text is no number with these marks."""
    tidy = _tidy(texts)
    bare = tidy.str.replace_all(marks.thousands, "", literal=True) if marks.thousands else tidy
    return bare.str.replace(marks.decimal, ".", literal=True).set(~tidy.str.contains(marks.pattern), None)


def ways_of(texts: pl.Series, said: Marks = Marks()) -> tuple[Marks, ...]:  # noqa: B008 - a tuple
    """Return the ways of writing in which all texts are numbers, each other numbers than the ones before it.

    None: they are no numbers. More than one: what they mean is not certain. `said` are marks that are known.
    """
    there = texts.drop_nulls()
    if not len(there) or not _tidy(there.head(HEAD)).str.contains(LOOSE).all():
        return ()
    tidy = _tidy(there.unique())
    found: list[tuple[Marks, pl.Series]] = []
    for way in WAYS:
        if said.allow(way) and tidy.str.contains(way.pattern).all():
            numbers = numbers_in(tidy, way).cast(pl.Float64, strict=False)
            if numbers.is_finite().all() and not any(numbers.equals(other) for _, other in found):
                found.append((way, numbers))
    return tuple(way for way, _ in found)


def _tidy(texts: pl.Series) -> pl.Series:
    """Return texts without blanks around them, signs of currencies and percent, and with one blank and one minus."""
    return (
        texts.str.strip_chars(BLANKS)
        .str.replace_all("[\u00a0\u202f\u2009]", " ")
        .str.replace_all("[\u2019\u2018`\u00b4]", "'")
        .str.replace("^[−–]", "-")
        .str.replace(rf"^(-?) ?{SIGN} ?", "$1")
        .str.replace(rf"(?:,-|,–)?\s?{SIGN}$|,[-–]$", "")
    )
