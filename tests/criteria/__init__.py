"""Criteria: the contract for all, each against its definition, and the guard that kernels test."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.criteria.guarding import facts_of
from shoal.criteria.sensitive import code_sensitive
from shoal.schema.hierarchy import Nested

TREE = Nested({"*": {"x": {"y": ["0", "1"], "z": ["2"]}, "w": ["3", "4", "5", "6"], "v": ["7", "8", "9"]}})


def column_of(cells, hierarchy=None):
    """Return the cells of a sensitive column "s", which is also what groups are compared with."""
    return code_sensitive(pl.Series("s", cells), hierarchy)


def groups_in(column, *groups):
    """Return what criteria may know of groups of a column; each group is the rows in it, and groups may share rows."""
    rows = np.array([row for group in groups for row in group], np.int64)
    labels = np.repeat(np.arange(len(groups)), [len(group) for group in groups]).astype(np.int32)
    return facts_of(labels, len(groups), [column._replace(codes=column.codes[rows])])


def answers(criterion, column, *groups):
    """Return whether each group meets the criterion."""
    return criterion.holds(groups_in(column, *groups)).tolist()


def random_column(rng, n, *, kind="flat", missing=False):
    """Return a column of up to ten values: flat names, names on a tree, or numbers."""
    cells = pl.Series("s", rng.integers(0, 10, n))
    if kind != "line":
        cells = cells.cast(pl.String)
    if missing:
        cells = cells.set(pl.Series(rng.random(n) < 0.15), None)
    return code_sensitive(cells, TREE if kind == "tree" else None)


def random_labels(rng, n, most):
    """Return groups of random rows, none empty, and how many there are."""
    _, labels = np.unique(rng.integers(0, most, n), return_inverse=True)
    return labels.astype(np.int32), int(labels.max()) + 1
