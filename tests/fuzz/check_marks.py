"""Marks that stand for secrets: they may turn up in no message, and in no file that does not hold the cell."""

from __future__ import annotations

import gzip
import zipfile

from tests.fuzz.read import read_sheet
from tests.fuzz.source import separator_of

PRIVATE = ("mapping",)
"""Files that hold the way back, for their owner alone."""

HIDDEN = ("identifier", "omitted")
"""The roles of columns that do not leave."""


def check_marks(case, outcome):
    """Return where a mark of the table was found that should have stayed at home."""
    marked = [column for column in case.columns if column.marked]
    if not marked:
        return []
    marks = {str(value) for column in marked for value in column.values}
    faults = [
        ("a cell is in a message", f"{len(found)} marks") for text in outcome.said if (found := _found(marks, text))
    ]
    if outcome.code:
        return faults
    released, others = _of_files(case, outcome)
    names = {str(value) for column in marked if column.role in HIDDEN for value in column.values}
    for place, text in [*others, *released.items()]:
        if _found(names, text):
            faults.append(("a column that stays at home is in a file", place))
    shown = "".join(released.values())
    hidden = {mark for mark in marks if mark not in shown}
    faults += [("a cell that was not released is in a file", place) for place, text in others if _found(hidden, text)]
    return faults


def _of_files(case, outcome):
    """Return the texts of the released tables, by file, and those of everything else that was written."""
    released, others = {}, []
    for name, place in outcome.files.items():
        if name in PRIVATE:
            continue
        if name in ("release", "sensitive"):
            sheet = read_sheet(place, separator_of(case))
            released[name] = repr(sheet.columns)
            others += [(f"metadata of {name}", text) for text in sheet.spare]
        others.append((name, _text(place)))
    return released, others


def _text(place):
    if place.suffix == ".xlsx":
        with zipfile.ZipFile(place) as packed:
            return "".join(packed.read(name).decode("utf-8", "replace") for name in packed.namelist())
    data = place.read_bytes()
    return (gzip.decompress(data) if place.suffix == ".gz" else data).decode("utf-8", "replace")


def _found(marks, text):
    return [mark for mark in marks if mark in text]
