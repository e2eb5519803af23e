"""Which of the 18 identifiers of HIPAA Safe Harbor a column may hold, by its name and by its values.

The list is that of 45 CFR 164.514(b)(2)(i). All distinct values are looked at; what comes back are names, letters and
shares, never a cell value. It is a finder: what it does not find may be there all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import polars as pl

from shoal.schema._given_names import GIVEN_NAMES
from shoal.schema._patterns import IN_CELLS, WHOLE, Pattern
from shoal.schema.column import Kind
from shoal.schema.names import PERSON, words_of
from shoal.table.frame import Table

IDENTIFIERS = {
    "A": "names",
    "B": "places smaller than a state",
    "C": "dates finer than a year, ages over 89",
    "D": "telephone numbers",
    "E": "fax numbers",
    "F": "e-mail addresses",
    "G": "social security numbers",
    "H": "medical record numbers",
    "I": "health plan numbers",
    "J": "account numbers",
    "K": "certificate or licence numbers",
    "L": "vehicle numbers or plates",
    "M": "device numbers",
    "N": "web addresses",
    "O": "IP addresses",
    "P": "biometric marks",
    "Q": "photographs",
    "R": "other unique numbers or codes",
}
"""The identifiers by their letter in the rule."""

NAMED = {
    "A": "surname|firstname|lastname|fullname|forename",
    "B": (
        "zip|zipcode|postcode|postal|plz|city|town|village|county|district|precinct|parish|municipality|address|street|"
        "latitude|longitude|lat|lon|lng|geocode|birthplace"
    ),
    "C": "dob|birthday|birthdate|date",
    "D": "phone|telephone|tel|mobile|cellphone|phonenumber",
    "E": "fax",
    "F": "email|mail",
    "G": "ssn|social security",
    "H": "mrn|medical record|patient id|patient number|patient no|patientid|chart number|nhs",
    "I": (
        "insurance number|insurance id|insurance no|member id|member number|memberid|policy number|policy id|policy no|"
        "beneficiary|subscriber id|subscriber number|health plan|medicare number|medicaid number"
    ),
    "J": "=account|account number|account no|account id|accountnumber|iban|card number|credit card",
    "K": "=licence|=license|licence number|license number|licence no|license no|passport|certificate number|npi",
    "L": "vin|plate|vehicle id|vehicle number|vehicle registration",
    "M": "=device|device id|device number|deviceid|serial|imei|udi|mac",
    "N": "url|uri|website|homepage",
    "O": "=ip|ip address|ipaddress",
    "P": "biometric|biometrics|fingerprint|fingerprints|voiceprint|retina|faceprint",
    "Q": "photo|photos|photograph|photographs|portrait",
    "R": "id|ids|uid|uuid|guid|userid|customerid|personid|clientid|username|login|nin",
}
"""Words in names of columns: all of an alternative must be there; after "=" it must be the whole name."""

KEY_SHARE = 0.95
"""A column is taken for a key when at least this share of its rows have values of their own."""

KEY_ROWS = 20
"""Tables with fewer rows are too small to tell a key, or a column of yes and no, by its values."""

AGES, DATES = "ages over 89", "dates finer than a year"
"""The two halves of letter C."""

OLDEST = 89
"""Ages above this are to be told together."""

MOSTLY = 0.5
GIVEN_SHARE, GIVEN_VALUES = 0.2, 10
"""The least share, and number, of distinct values that begin with a frequent given name, in a column of names."""

FIRST_WORD = r"^(?:\p{L}+, *)?(\p{Lu}\p{L}+)\b"
ZIP_CODE = r"^[0-9]{5}(?:-[0-9]{4})?$"


@dataclass(frozen=True, slots=True)
class Identifier:
    """One of the 18 identifiers that a column may hold.

    Attributes:
        letter: its letter in the rule, A to R.
        what: what it is called here.
        by: "name" where the name of the column says so; "values" where whole cells look like it; "text" where it stands
            inside of longer texts; several of them joined by "and".
        share: the share of the distinct values that look like it or hold it; None where the name alone says so.
    """

    letter: str
    what: str
    by: str
    share: float | None = None

    @property
    def words(self) -> str:
        """Return it in a few words."""
        return f"{self.what} in its text" if self.by == "text" else self.what


def identifiers_in(table: Table, name: str, kind: Kind) -> tuple[Identifier, ...]:
    """Return the identifiers that a column of a kind may hold, by letter; O(values), some passes over distinct ones."""
    series = table.data.get_column(name)
    if series.dtype.is_nested() or series.dtype in (pl.Binary, pl.Boolean):
        return ()
    distinct = series.unique().drop_nulls()
    if not len(distinct):
        return ()
    found = {} if table.rows >= KEY_ROWS and len(distinct) <= 2 else _by_name(name)  # noqa: PLR2004 - yes and no
    if "C" in found and _are_years(distinct, kind):
        del found["C"]
    for letter, by, share in _by_values(name, distinct, kind):
        if letter == "D" and "E" in found:
            letter = "E"  # noqa: PLW2901 - a fax number looks like any other
        known = found.get(letter)
        found[letter] = (
            _of(letter, by, share, AGES if kind == "numeric" else DATES if letter == "C" else "")
            if known is None
            else replace(known, by=f"{known.by} and {by}", share=share)
        )
    if not found and kind != "date" and is_key(table, series, kind, len(distinct)):
        found["R"] = _of("R", "values", 1.0)
    return tuple(found[letter] for letter in sorted(found))


def is_key(table: Table, series: pl.Series, kind: Kind, distinct: int) -> bool:
    """Return whether nearly all rows have a value of their own, in a table that is large enough to tell."""
    if table.rows < KEY_ROWS or distinct < KEY_SHARE * table.rows:
        return False
    return not _is_measure(series, kind)


def is_zip(table: Table, name: str) -> bool:
    """Return whether a column holds ZIP codes, by its name or because all values look like codes of that form."""
    distinct = table.data.get_column(name).unique().drop_nulls()
    if not len(distinct):
        return False
    if {"zip", "zipcode"} & {*words_of(name)}:
        return True
    return distinct.dtype == pl.String and _are_zip_codes(distinct)


def is_age(name: str, kind: Kind) -> bool:
    """Return whether a column holds ages, by its name."""
    return kind == "numeric" and bool({"age", "ages"} & {*words_of(name)})


def _of(letter: str, by: str, share: float | None = None, what: str = "") -> Identifier:
    return Identifier(letter, what or IDENTIFIERS[letter], by, share)


def _by_name(name: str) -> dict[str, Identifier]:
    """Return what the words in a name stand for; "address" and "id" count only where nothing else is meant."""
    words = words_of(name)
    found = [letter for letter, known in NAMED.items() if any(_says(words, said) for said in known.split("|"))]
    if words == ["name"] or ("name" in words and {*PERSON.split()} & {*words}):
        found.insert(0, "A")
    if len(found) > 1:
        found = [letter for letter in found if letter != "R" and not (letter == "B" and "address" in words)]
    return {letter: _of(letter, "name", what=DATES if letter == "C" else "") for letter in found}


def _says(words: list[str], said: str) -> bool:
    return words == [said[1:]] if said.startswith("=") else {*said.split()} <= {*words}


def _by_values(name: str, distinct: pl.Series, kind: Kind) -> list[tuple[str, str, float]]:
    """Return the letter, the manner and the share of each identifier that values look like."""
    if kind == "date":
        return [("C", "values", 1.0)]
    if kind == "numeric":
        return _ages(distinct) if is_age(name, kind) else []
    if distinct.dtype != pl.String:
        if not isinstance(distinct.dtype, (pl.Enum, pl.Categorical)):
            return []
        distinct = distinct.cast(pl.String)
    found = [one for pattern in IN_CELLS if (one := _inside(pattern, distinct)) is not None]
    whole = [(p.letter, "values", share) for p in WHOLE if (share := _share_of_all(p, distinct)) >= MOSTLY]
    if whole:  # parts of codes are no identifiers of their own
        found = [one for one in found if one[1] != "text"]
    found += whole
    if _are_zip_codes(distinct):
        found.append(("B", "values", 1.0))
    first = distinct.str.extract(FIRST_WORD).is_in(GIVEN_NAMES)
    given = int(first.sum())
    if given >= max(GIVEN_VALUES, GIVEN_SHARE * len(distinct)) and not _are_texts(distinct):
        found.append(("A", "values", given / len(distinct)))
    best: dict[str, tuple[str, str, float]] = {}
    for one in found:
        best[one[0]] = max(best.get(one[0], one), one, key=lambda each: each[2])
    return list(best.values())


def _inside(pattern: Pattern, distinct: pl.Series) -> tuple[str, str, float] | None:
    """Return how an identifier stands in cells: by itself, or inside of longer texts; None where it does not."""
    likely = distinct.filter(distinct.str.contains_any(list(pattern.needs))) if pattern.needs else distinct
    hits = likely.filter(likely.str.contains(pattern.inside))
    if not len(hits):
        return None
    alone = int(hits.str.contains(pattern.alone).sum())
    return pattern.letter, "values" if alone >= MOSTLY * len(hits) else "text", len(hits) / len(distinct)


def _share_of_all(pattern: Pattern, distinct: pl.Series) -> float:
    hits = distinct.str.contains(pattern.alone)
    for needed in pattern.needs:
        hits &= distinct.str.contains(needed)
    return int(hits.sum()) / len(distinct)


def _ages(distinct: pl.Series) -> list[tuple[str, str, float]]:
    """Return the share of ages that are to be told together; a single one of them may stand for all."""
    ages = distinct.cast(pl.Float64, strict=False)
    above = int((ages > OLDEST).sum())
    return [("C", "values", above / len(distinct))] if above > 1 else []


def _are_zip_codes(distinct: pl.Series) -> bool:
    """Return whether all are five digits, some with a leading zero or four digits more: no numbers, but codes."""
    if not distinct.head(100).str.contains(ZIP_CODE).all():
        return False
    return bool(distinct.str.contains(ZIP_CODE).all()) and bool(distinct.str.contains(r"^0|-").any())


def _are_years(distinct: pl.Series, kind: Kind) -> bool:
    """Return whether a column that a date is spoken of holds years, or other numbers too short for a date."""
    if kind != "numeric":
        return False
    numbers = distinct.cast(pl.Float64, strict=False)
    return bool((numbers.abs() < 10**4).all())


def _are_texts(distinct: pl.Series) -> bool:
    """Return whether cells are sentences rather than names: more than five words on average."""
    words = distinct.str.count_matches(" ").mean()
    return isinstance(words, float) and words > 5  # noqa: PLR2004 - names are shorter


def _is_measure(series: pl.Series, kind: Kind) -> bool:
    """Return whether a column holds numbers with fractions, which may all differ without being a key."""
    if kind != "numeric":
        return False
    if series.dtype == pl.String:
        return bool(series.str.contains_any([".", "e", "E"]).any())
    return not series.dtype.is_integer()
