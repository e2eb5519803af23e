"""What identifiers look like: patterns for whole cells and for places inside of texts."""

from __future__ import annotations

from typing import NamedTuple

from shoal.schema._given_names import GIVEN_NAMES

BEFORE, AFTER = r"(?:^|[^0-9A-Za-z.@+-])", r"(?:[^0-9A-Za-z@-]|$)"
"""What may stand around an identifier inside of a text."""

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_YEAR = r"(?:19|20)[0-9]{2}"

EMAIL = r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"
PHONE = (
    r"(?:\+[1-9][0-9]{0,2}(?:[ .-]?[0-9]{2,5}){2,5}"
    r"|(?:1[ .-])?(?:\([0-9]{2,4}\) ?|[0-9]{2,4}[ .-])[0-9]{3,5}[ .-][0-9]{4})"
)
SOCIAL = r"(?:00[1-9]|0[1-9][0-9]|[1-578][0-9]{2}|6[0-57-9][0-9]|66[0-57-9])-[0-9]{2}-[0-9]{4}"
WEB = r"(?:https?://|www\.)[^\s]+"
_PART = "[0-9A-Fa-f]{1,4}"
IP = rf"(?:{_OCTET}\.){{3}}{_OCTET}|(?:{_PART}:){{7}}{_PART}|(?:{_PART}:){{2,6}}(?::{_PART}){{1,5}}"
MAC = r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}"
UUID = r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
DATE = (
    rf"{_YEAR}-[01][0-9]-[0-3][0-9](?:[T ][0-9:.]+)?|[0-3]?[0-9][./-][0-3]?[0-9][./-]{_YEAR}"
    rf"|{_MONTH}\.? [0-9]{{1,2}},? {_YEAR}|[0-9]{{1,2}}\.? {_MONTH} {_YEAR}"
)
TITLED = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? \p{Lu}\p{Ll}+"
GIVEN = rf"(?:{'|'.join(GIVEN_NAMES)}) (?:\p{{Lu}}\. )?\p{{Lu}}\p{{Ll}}+"


class Pattern(NamedTuple):
    """What an identifier looks like by itself and inside of a text, and what cells must hold to be looked at."""

    letter: str
    alone: str
    inside: str
    needs: tuple[str, ...] = ()


def _pattern(letter: str, core: str, *needs: str) -> Pattern:
    return Pattern(letter, rf"^\s*(?:{core})\s*$", rf"{BEFORE}(?:{core}){AFTER}", needs)


DIGITS = tuple("0123456789")

IN_CELLS = (
    _pattern("F", EMAIL, "@"),
    _pattern("D", PHONE, *DIGITS),
    _pattern("G", SOCIAL, "-"),
    Pattern("N", rf"^\s*{WEB}\s*$", WEB, ("://", "www.")),
    _pattern("O", IP, ".", ":"),
    _pattern("M", MAC, ":", "-"),
    _pattern("R", UUID, "-"),
    _pattern("C", DATE, "19", "20"),
    _pattern("A", rf"{TITLED}|{GIVEN}", " "),
)
"""Those that are told wherever they stand, even in a single cell."""

WHOLE = (
    Pattern("C", rf"^{_YEAR}-(?:0[1-9]|1[0-2])$", ""),
    Pattern("I", r"^[1-9][A-Z][A-Z0-9][0-9]-?[A-Z][A-Z0-9][0-9]-?[A-Z]{2}[0-9]{2}$", ""),
    Pattern("J", r"^(?:[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?|[0-9]{4}(?:[ -][0-9]{4}){3})$", ""),
    Pattern("L", r"^[A-HJ-NPR-Z0-9]{17}$", "", ("[0-9]", "[A-Z]")),
    Pattern("Q", r"(?i)\.(?:jpe?g|png|gif|tiff?|bmp|heic|dcm)$", ""),
)
"""Those that are told where most distinct values look like them; `needs` are patterns that must fit as well."""
