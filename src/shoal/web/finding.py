"""What is worth knowing of a table that was just read, in words and as small pictures."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from shoal.figure import counted
from shoal.schema.infer import NUMBER
from shoal.table.date_form import moments_in
from shoal.table.formula import formulas, neutralized
from shoal.table.frame import Table
from shoal.table.number import as_floats
from shoal.table.number_form import marks_of, numbers_in
from shoal.table.text import as_text

BARS, VALUES = 24, 12
TINY = 1e-300
MOSTLY = 0.8
"""The share of cells that must be numbers for the others to be worth a word."""

ABSENT = frozenset({"na", "n/a", "nan", "null", "none", "-", "--", "?", ".", "missing", "unknown", "n.a.", "#n/a"})
"""Texts that mean missing in many files; only these are named."""


def findings(table: Table) -> tuple[list[str], int]:
    """Return sentences on what is odd about a table, and how many cells and names begin like formulas."""
    found = list(table.notes)
    for series in table.data.iter_columns():
        if series.dtype == pl.String and table.textual:
            found += _of_text(series)
        elif series.null_count() == len(series):
            found.append(f"{series.name} has no values")
    signs = formulas(table.data)
    heads = sum(
        name != guarded for name, guarded in zip(table.columns, neutralized(table.data.clear()).columns, strict=True)
    )
    if heads:
        found.append(f"{counted(heads, 'name')} of columns would be run as formulas by a spreadsheet")
    found += [
        f"{counted(cells, 'cell')} of {name} would be run as formulas by a spreadsheet; in CSV they get a ' in front"
        for name, cells in signs.items()
    ]
    return found, sum(signs.values()) + heads


def _of_text(series: pl.Series) -> list[str]:
    """Return what is odd about a column of text."""
    values = series.drop_nulls()
    if not len(values):
        return [f"{series.name} has no values"]
    found = []
    if values.str.contains(r"^0[0-9]+$").any() and values.str.contains(r"^[0-9]+$").mean() == 1.0:
        found.append(f"{series.name} keeps its leading zeros")
    numbers = values.str.contains(NUMBER)
    share = float(numbers.mean() or 0.0)  # type: ignore[arg-type]  # of truth values
    if MOSTLY <= share < 1.0 and not values.str.contains(r"^0[0-9]+$").any():
        rest = values.filter(~numbers).unique()
        texts = sorted({text for text in rest.head(100).to_list() if text.strip().lower() in ABSENT})
        what = " or ".join(texts) if texts and len(texts) == len(rest) else counted(len(rest), "other text")
        percent = math.floor(share * 100)
        found.append(f"{percent} % of {series.name} are numbers, the rest is {what}")
    blanks = int((values != values.str.strip_chars()).sum())
    if blanks:
        found.append(f"{counted(blanks, 'cell')} of {series.name} begin or end with a blank")
    return found


def spark(series: pl.Series, kind: str, form: str = "") -> tuple[list[float], str]:
    """Return the shape of a column as shares, and what they are shares of; `form` is how its texts are written."""
    values = series.drop_nulls()
    if not len(values):
        return [], "no values"
    if kind == "categorical":
        counts = values.alias("value").value_counts(sort=True).get_column("count")
        shown = min(VALUES, len(counts))
        return [
            int(n) / len(values) for n in counts.head(VALUES)
        ], f"the {shown} most frequent of {len(counts):,} values"
    numbers = _numbers(values, kind, form)
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return [], "no values"
    halves = numbers / 2  # whose differences do not overflow
    steps = (halves - halves.min()) / max(float(halves.max() - halves.min()), TINY)
    shares = np.bincount(np.minimum(steps * BARS, BARS - 1).astype(np.int64), minlength=BARS if steps.any() else 1)
    ends = _first_and_last(values, form) if kind == "date" else (f"{numbers.min():g}", f"{numbers.max():g}")
    return [int(n) / len(numbers) for n in shares], " to ".join(ends)


def _first_and_last(dates: pl.Series, form: str) -> tuple[str, str]:
    """Return the first and the last of some dates, as they are written."""
    days = _days(dates, form) if dates.dtype == pl.String and form else dates
    order = days.arg_sort(nulls_last=True).head(len(days) - days.null_count())
    there = as_text(dates.gather(order))
    return str(there[0]), str(there[-1])


def _numbers(values: pl.Series, kind: str, form: str) -> np.ndarray:
    """Return numbers, or days, of cells that are read in their form; those that cannot be are left out."""
    if kind == "date":
        days = _days(values, form) if values.dtype == pl.String else values
        return days.to_physical().cast(pl.Float64).drop_nulls().to_numpy()
    marks = marks_of(form) if values.dtype == pl.String else None
    found = as_floats(values if marks is None else numbers_in(values, marks))
    return np.asarray(found.drop_nulls().to_numpy(), np.float64)


def _days(texts: pl.Series, form: str) -> pl.Series:
    return moments_in(texts, form) if form else texts.str.head(10).str.to_date(strict=False)
