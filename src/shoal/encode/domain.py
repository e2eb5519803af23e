"""The ordered domain of one quasi column: what the codes of that column mean."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from shoal.arrays import Floats, Ints
from shoal.schema.column import Kind
from shoal.schema.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """A column's values in the order of their codes.

    A column lies on a *line* when it has positions (numbers, dates, ordered categories), else on its tree.

    Attributes:
        name: the column.
        kind: numeric, categorical or date.
        weight: what a unit of loss in this column counts.
        size: how many codes there are, the one for missing cells included.
        missing: the code of missing cells, always the last; -1 when there are none.
        values: what each code but `missing` stands for, in the column's own type or as text.
        position: (size,) where each code lies, the whole range being 1; None for a column on a tree.
        tree: the hierarchy, if there is one; with a leaf of its own for missing cells.
        leaf: (size,) the leaf of each code, for a column on a line that has a hierarchy as well.
        form: the strftime pattern by which dates are written; empty for ISO form.
    """

    name: str
    kind: Kind
    weight: float
    size: int
    missing: int
    values: pl.Series
    position: Floats | None = None
    tree: Tree | None = None
    leaf: Ints | None = None
    form: str = ""

    @property
    def is_line(self) -> bool:
        """Return whether the price of a group is the distance between its ends."""
        return self.position is not None
