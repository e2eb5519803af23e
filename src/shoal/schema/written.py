"""What the cells of a text column stand for, as people write numbers, dates and missing cells.

What is certain is taken; what is not is asked for, in a sentence with the option that settles it. The sentence names
a text of the column only where it is one of a fixed list of texts that mean missing.
"""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

import polars as pl

from shoal.schema.column import Kind
from shoal.schema.kind import infer_kind
from shoal.table.date_form import forms_of, is_short
from shoal.table.frame import Table
from shoal.table.missing import LEFTOVERS, is_known, option_for
from shoal.table.number_form import Marks, ways_of

THOUSANDS = r"^-?[1-9][0-9]{0,2}(?:\.[0-9]{3})+$"
HEAD = 256
MOST_TEXTS = 8
"""Texts for missing that a column may have, and still be asked about."""

LEAST_SHARE = 0.2
"""The share of numbers or dates that a column has at least, to be asked about."""

FEW = 5
"""Different numbers that are needed to see that another one lies far from them."""

_PLAIN_DATE = re.compile("%Y-%m-%d(?: %H:%M:%S)?")


class Look(NamedTuple):
    """What a column looks like: its kind, the form of its numbers or dates where it is not the plain one, and doubts.

    Attributes:
        kind: what it is taken for.
        form: how its numbers or dates are written; empty for those of programs.
        doubt: what is not certain, as a sentence without its subject; empty where nothing is.
        option: what settles it on the command line, where it can be guessed; else empty.
        likely: the kind that it has with this option.
    """

    kind: Kind
    form: str = ""
    doubt: str = ""
    option: str = ""
    likely: Kind | None = None


def look_at(table: Table, name: str, cells: pl.Series | None = None) -> Look:
    """Return what a column of a table looks like; `cells` are all its different cells where the table has not all."""
    series = table.data.get_column(name) if cells is None else cells.alias(name)
    said = table.written.dates.get(name)
    if said is not None and series.dtype == pl.String:
        return Look("date", said)
    kind = infer_kind(series, textual=table.textual)
    if not table.textual or series.dtype != pl.String or series.null_count() == len(series):
        return Look(kind)
    if kind == "numeric" and not _is_doubtful(series, table.written.marks):
        return Look(kind, *_leftovers(series))
    if kind == "date":
        return Look(kind, _form_of_moments(series))
    return _as_numbers(table, series) or _as_dates(series) or _with_gaps(table, series) or Look(kind)


def _is_doubtful(series: pl.Series, said: Marks) -> bool:
    """Return whether points may separate thousands in numbers that a program could have written."""
    head = [cell for cell in series.head(HEAD).to_list() if cell is not None and "." in cell]
    if said.decimal == "." or not all(re.match(THOUSANDS, cell) for cell in head):
        return said.decimal == "," or said.thousands == "."
    dotted = series.filter(series.str.contains(".", literal=True))
    return len(dotted) > 0 and bool(dotted.str.contains(THOUSANDS).all())


def _as_numbers(table: Table, series: pl.Series) -> Look | None:
    """Return the look of a column of numbers; None where it has others."""
    ways = ways_of(series, table.written.marks)
    if len(ways) > 1 and table.written.marks == Marks():
        ways = ways_of(series, marks_of_table(table)) or ways
    if not ways:
        return None
    if len(ways) == 1:
        is_plain = infer_kind(series, textual=True) == "numeric" and ways[0] == Marks(".")
        return Look("numeric", "" if is_plain else ways[0].form)
    point = ways[0].decimal
    mark = "comma" if point == "," else "point"
    doubt = f"its numbers have a {mark} before three digits, for thousands or for fractions"
    option = f"--decimal {shlex.quote(point)} or --thousands {shlex.quote(point)}"
    return Look("numeric" if point == "." else "categorical", "", doubt, option, "numeric")


def marks_of_table(table: Table) -> Marks:
    """Return the decimal mark that columns of a table show without doubt; none where they show none, or several."""
    found = set()
    for series in table.data.iter_columns():
        if series.dtype == pl.String:
            ways = ways_of(series)
            if len(ways) == 1 and _shows(series, ways[0]):
                found.add(ways[0].decimal)
    return Marks(found.pop()) if len(found) == 1 else Marks()


def _shows(series: pl.Series, way: Marks) -> bool:
    """Return whether a column has a fraction, or thousands, that tell its decimal mark."""
    other = "," if way.decimal == "." else "."
    telling = rf"{re.escape(way.decimal)}[0-9]" + (rf"|{re.escape(other)}[0-9]{{3}}" if way.thousands == other else "")
    return bool(series.str.contains(telling).any())


def _as_dates(series: pl.Series) -> Look | None:
    """Return the look of a column of dates; None where it has others."""
    forms = forms_of(series)
    if not forms:
        return None
    if len(forms) == 1 and not is_short(forms[0]):
        return Look("date", forms[0])
    ways = " or ".join(f"--date-format {shlex.quote(f'{series.name}={form}')}" for form in forms)
    doubt = "its years have two digits" if is_short(forms[0]) else "its dates may begin with the day or with the month"
    return Look("categorical", "", doubt, ways, "date")


def _form_of_moments(series: pl.Series) -> str:
    """Return the form of moments in ISO form whose precision, or mark between day and time, is to be kept."""
    forms = forms_of(series)
    return "" if len(forms) != 1 or _PLAIN_DATE.fullmatch(forms[0]) else forms[0]


def _with_gaps(table: Table, series: pl.Series) -> Look | None:
    """Return the look of a column that has numbers or dates, and texts that mean missing; None where it has others."""
    head = series.head(HEAD).drop_nulls()
    rest = head.filter(~is_known(head))
    if len(head) == HEAD and not len(rest):
        return None
    if len(rest) and not rest.str.contains("[0-9]").all():
        return None
    there = series.drop_nulls()
    known = is_known(there)
    others = there.filter(~known)
    texts = there.filter(known).unique().sort().to_list()
    if not texts or len(texts) > MOST_TEXTS or len(others) < max(1.0, LEAST_SHARE * len(there)):
        return None
    column = Table(pl.DataFrame([others]), textual=True, written=table.written)
    found = look_at(column, others.name)
    likely = found.likely or found.kind
    if likely == "categorical":
        return None
    share = f"{int(100 * len(others) / len(there))} % {'numbers' if likely == 'numeric' else 'dates'}"
    named = ", ".join(repr(text.strip()) if text.strip() else "blank" for text in texts)
    option = option_for(others.name, texts) + (f" {found.option}" if found.option else "")
    return Look("categorical", "", f"{share}, the rest is {named}", option, likely)


def _leftovers(series: pl.Series) -> tuple[str, str, str]:
    """Return no form, and the doubt on numbers that lie far from all others and often stand for missing."""
    texts = series.filter(series.is_in(LEFTOVERS))
    if not len(texts):
        return "", "", ""
    (most,) = texts.value_counts(sort=True).head(1).iter_rows()
    rest = series.filter(series != most[0]).drop_nulls().cast(pl.Float64, strict=False)
    if most[1] < max(2, len(series) / 200) or rest.n_unique() < FEW:
        return "", "", ""
    least, greatest, mark = float(rest.min()), float(rest.max()), float(most[0])  # type: ignore[arg-type]  # floats
    is_far = least >= 0 if mark < 0 else mark > greatest + (greatest - least)
    if not is_far:
        return "", "", ""
    return "", f"{most[1]} of its cells are '{most[0]}', far from all others", option_for(str(series.name), [most[0]])
