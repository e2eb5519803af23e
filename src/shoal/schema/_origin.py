"""Where a hierarchy comes from, for its errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from shoal.errors import HierarchyError


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a hierarchy comes from, so that an error can name the column and the line."""

    column: str
    source: str = ""
    lines: Sequence[int] = ()

    @property
    def name(self) -> str:
        """Return the name of the file; empty where there is none."""
        return PurePath(self.source).name

    def at(self, row: int) -> str:
        """Return how to find a row: its line in the file, or its number where there is no file."""
        number = self.lines[row] if self.lines else row + 1
        return f"line {number} of {self.name}" if self.source else f"row {number}"

    def fault(self, what: str, hint: str = "") -> HierarchyError:
        """Return the error to raise."""
        return HierarchyError(f"hierarchy of column {self.column!r}: {what}", hint=hint)
