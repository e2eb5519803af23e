"""Propose a hierarchy for the values of a column, and write it as rows that can be edited."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import polars as pl

from shoal.schema.classified import classification_of
from shoal.schema.column import Kind
from shoal.schema.tree import Tree

CODE = re.compile(r"[0-9A-Z]+")
HEAD = 100
SHORTEST, LONGEST, FEWEST = 3, 12, 8
"""How long codes are that are masked from behind, and how many different ones there are at least."""


def propose_hierarchy(kind: Kind, values: Sequence[str]) -> str:
    """Return the hierarchy that fits the different values of a column, as `--hierarchy` takes it.

    >>> propose_hierarchy("categorical", [f"0{number}" for number in range(1000, 1010)])
    'prefix'
    """
    if kind == "date":
        return "calendar:month,year"
    if kind == "numeric":
        return _bands([float(value) for value in values])
    known = classification_of(values)
    return known or ("prefix" if are_codes(values) else "flat")


def are_codes(values: Sequence[str]) -> bool:
    """Return whether values are codes of one length with digits in them."""
    if len(values) < FEWEST or len({*map(len, values)}) != 1 or not SHORTEST <= len(values[0]) <= LONGEST:
        return False
    return all(map(CODE.fullmatch, values)) and all(any(map(str.isdigit, value)) for value in values)


def is_code(series: pl.Series) -> bool:
    """Return whether the first cells of a column of texts look like codes, so that it is worth looking at all."""
    return all(map(CODE.fullmatch, series.head(HEAD).drop_nulls().to_list()))


def rows_of(tree: Tree) -> list[list[str]]:
    """Return a row for each value: the value, the labels above it, the root."""
    return [[tree.labels[node] for node in nodes] for nodes in tree.levels.tolist()]


def _bands(numbers: Sequence[float]) -> str:
    """Return three widths of bands, of which the widest makes about four."""
    span = max(numbers, default=1.0) - min(numbers, default=0.0) or 1.0
    widest = 10.0 ** math.floor(math.log10(span / 2)) if span > 0 else 1.0
    steps = [f"{widest * share:g}" for share in (0.5, 1, 2)]
    return f"bands:{','.join(steps)}"
