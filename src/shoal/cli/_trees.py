"""Hierarchies that the command line names, one by one or by their folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoal.cli._output import say
from shoal.errors import HierarchyError

if TYPE_CHECKING:
    from shoal.schema.hierarchy import Hierarchy
    from shoal.table.frame import Table


@dataclass(frozen=True, slots=True)
class Trees:
    """Hierarchies to use, and those of sensitive columns to use where they fit."""

    sure: Mapping[str, object]
    perhaps: Mapping[str, Hierarchy]

    def for_table(self, table: Table) -> dict[str, object]:
        """Return those that fit a table; say so where one does not."""
        from shoal.request import that_fit

        there = {name: tree for name, tree in self.perhaps.items() if name in table.columns}
        fitting, sentences = that_fit(there, table)
        for sentence in sentences:
            say("warning:", sentence, "bold yellow")
        return {**fitting, **self.sure}


def trees_of(folder: str | None, files: Mapping[str, str], quasi: Sequence[str], sensitive: Sequence[str]) -> Trees:
    """Return the hierarchies of a folder and of single files, which win.

    Raises:
        HierarchyError: the folder has none for any of the columns, or one that cannot be read.
    """
    if folder is None:
        return Trees(files, {})
    from shoal.schema.hierarchy import hierarchies_in

    known, perhaps = hierarchies_in(folder, quasi), hierarchies_in(folder, sensitive)
    if not known and not perhaps:
        message = f"the folder of hierarchies {folder} has no file for any quasi or sensitive column"
        raise HierarchyError(message, hint="name each file after its column: <column>.csv")
    return Trees({**known, **files}, {name: tree for name, tree in perhaps.items() if name not in files})
