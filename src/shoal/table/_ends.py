"""First and last rows that look like something else: a second line of the header, a line of totals."""

from __future__ import annotations

import polars as pl

from shoal.table.missing import is_known
from shoal.table.number_form import LOOSE

HEAD = 100
LEAST_ROWS = 3
DIGIT = "[0-9]"
TOTAL = (
    r"(?i)^\s*(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme|insgesamt|ensemble|totale|totaal|suma|"
    r"razem|somma|summa|average|mean|mittelwert|moyenne|media)\s*:?\s*$"
)
"""What the first cell of a line of totals says."""


def doubts_on_ends(frame: pl.DataFrame, source: str, lead: int, *, is_named: bool) -> tuple[str, ...]:
    """Return a sentence on a first row that may belong to the header, and on a last row that may be a total."""
    found: list[str] = []
    if frame.height < LEAST_ROWS:
        return ()
    if is_named and _is_header(frame.head(HEAD)):
        message = f"the second line of the table in {source} looks like a part of the header, and is read as a row"
        found.append(f"{message}: if it is, add --skip {lead + 2} --no-header --columns a,b,c")
    last = frame.tail(1).to_series().drop_nulls()
    if len(last) and last.str.contains(TOTAL).all() and not _in_others(frame):
        found.append(f"the last line of {source} looks like a total, and is read as a row: add --skip-end 1")
    return tuple(found)


def _is_header(frame: pl.DataFrame) -> bool:
    """Return whether the first row has words where all others have numbers or dates, and no number at all."""
    first = [cell for cell in frame.row(0) if cell is not None]
    if any(pl.Series([cell]).str.contains(DIGIT).any() for cell in first):
        return False
    words = 0
    for series in frame.iter_columns():
        rest = series.slice(1).drop_nulls()
        cell = series.head(1).drop_nulls()
        if len(rest) >= LEAST_ROWS - 1 and rest.str.contains(rf"{LOOSE}|^[0-9/.: -]+$").all():
            if not len(cell) or is_known(cell).all():
                return False
            words += 1
    return words > 0


def _in_others(frame: pl.DataFrame) -> bool:
    """Return whether the first cell of the last row is that of others as well: a value like any other."""
    column = frame.to_series()
    return int((column == column[-1]).sum()) > 1
