"""A release as its files show it, beside the table that it was made of."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from decimal import Decimal

import polars as pl

from tests.fuzz.case import Case
from tests.fuzz.column import TICKS
from tests.fuzz.read import Sheet, read_sheet
from tests.fuzz.source import separator_of


@dataclass(frozen=True)
class View:
    """A case and the released files, read without shoal.

    Attributes:
        case: what was asked for.
        facts: what shoal reported.
        sheet: the released table.
        second: the sensitive table, in the form of two tables.
        groups: for each original row its group in the mapping, None where it was left out; None without a mapping.
    """

    case: Case
    facts: dict
    sheet: Sheet
    second: Sheet | None = None
    groups: list | None = None

    @classmethod
    def of(cls, case, outcome):
        """Return the view of the files of a run."""
        mark = separator_of(case)
        sheet = read_sheet(outcome.files["release"], mark)
        second = read_sheet(outcome.files["sensitive"], mark) if "sensitive" in outcome.files else None
        groups = None
        if "mapping" in outcome.files:
            groups = list(list(read_sheet(outcome.files["mapping"]).columns.values())[1])
        return cls(case, outcome.facts, sheet, second, groups)

    @property
    def kept(self):
        """Return the original rows that were released, in order; None where nothing tells."""
        if self.groups is not None:
            return [row for row, group in enumerate(self.groups) if group is not None]
        return list(range(self.case.rows)) if self.sheet.rows == self.case.rows else None

    @property
    def is_aligned(self):
        """Return whether each released row is known to be that of an original row."""
        known = self.kept is not None and len(self.kept) == self.sheet.rows
        return known and self.case.call["keep_order"] and self.case.method.name != "nh"

    def held(self, column):
        """Return the cells of a column as the format of the release holds them: sheets have numbers of 16 digits."""
        text = self.case.source == "csv" and (column.role != "quasi" or self.second is not None)  # and leaves as text
        if self.case.target != "xlsx" or text:
            return column
        return replace(column, values=tuple(_on_sheet(column, value) for value in column.values))

    def quasi_names(self):
        """Return the released columns that stand for quasi columns."""
        return [name for column in self.case.of_role("quasi") for name in self.names_of(column)]

    def names_of(self, column):
        """Return the released columns of a column: its own name, or its two ends."""
        return self.names[column.name]

    @property
    def names(self):
        """Return for each column of the table the names that it is released under, by their order.

        Raises:
            ValueError: the names are not those that were expected.
        """
        left = list(self.sheet.columns)[: -1 if self.second is not None else None]
        found = {}
        for column in self.case.columns:
            fits = (names for names in self._expected(column) if tuple(left[: len(names)]) == names)
            found[column.name] = next(fits, None)
            if found[column.name] is None:
                raise ValueError(column.name)
            left = left[len(found[column.name]) :]
        if left:
            raise ValueError(left[0])
        return found

    def _expected(self, column):
        """Return the released names that a column may have: what text files hold is shown by their cells."""
        if column.role == "omitted":
            return [()]
        if column.role == "identifier":
            return [(column.name,)] if column.name in self.case.call.get("pseudonymize", ()) else [()]
        if column.role == "sensitive" and self.second is not None:
            return [()]
        ends = (f"{column.name}_min", f"{column.name}_max")
        if column.role != "quasi" or self.case.style != "bounds" or self.second is not None:
            return [(column.name,)]
        if self.case.source in ("csv", "xlsx"):
            return [ends, (column.name,)]
        return [ends] if column.is_line else [(column.name,)]

    def alike(self):
        """Return the released rows by their quasi cells: for each combination, the rows that have it."""
        found = defaultdict(list)
        for row, cells in enumerate(self.sheet.tuples(self.quasi_names())):
            found[tuple(map(repr, cells))].append(row)
        return found


def _on_sheet(column, value):
    """Return a cell as a sheet holds it: numbers of 16 digits, and moments without a zone to the millisecond."""
    if isinstance(value, float | Decimal) and column.dtype != pl.Float32:
        return type(value)(f"{value:.16G}")
    if column.family == "moment" and column.dtype.time_zone is None and value is not None:
        step = 10**6 // TICKS[column.dtype.time_unit]
        return round(value / step) * step
    return value


def rows_in(sheet):
    """Return the rows of a sheet as texts that can be compared and counted."""
    return [repr(row) for row in sheet.tuples(list(sheet.columns))]
