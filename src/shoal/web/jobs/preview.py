"""A hierarchy on the values of a column: its tree, what it leaves out, and what it would lose in the groups of now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.encode.encoder import encode
from shoal.encode.loss import column_costs
from shoal.errors import HierarchyError, ShoalError
from shoal.figure import counted
from shoal.schema.column import Column, Kind
from shoal.schema.hierarchy import Bands, Calendar, Flat, Hierarchy, Nested, Prefix
from shoal.schema.infer import infer_kind
from shoal.schema.tree import Tree
from shoal.table.number import as_floats
from shoal.table.text import as_text
from shoal.web.held import DATA
from shoal.web.jobs.link import ROWS
from shoal.web.jobs.worker import Desk
from shoal.web.rule import described, node_of_tree, rule_of
from shoal.web.shape_asked import Hierarchy as Described

EXAMPLES = 8
STEPS = (1, 2, 5)
PARTS = 40
"""About how many of the narrowest bands cover a column."""

MOST_LEAVES = 20_000
"""Values up to which a tree is shown."""


def run(given: Mapping[str, Any], desk: Desk) -> dict[str, Any]:  # noqa: ARG001 - it takes no time worth telling
    """Return the preview of a hierarchy, or of the one that is proposed.

    Raises:
        HierarchyError: it is broken, or no tree can be shown of so many values.
    """
    name = given["column"]
    series = pl.scan_ipc(Path(given["place"]) / DATA).select(name).collect().get_column(name)
    kind: Kind = given["kind"] or infer_kind(series, textual=given["textual"])
    values = _values(series, kind)
    if len(values) > MOST_LEAVES:
        message = f"column {name!r} has {counted(len(values), 'distinct value')}, too many for a tree to be looked at"
        raise HierarchyError(message, hint="choose a rule, such as bands or prefix, without looking at its tree")
    rule = proposed(values, kind) if given["hierarchy"] is None else rule_of(name, Described(**given["hierarchy"]))
    tree, gaps = _tree(rule, name, values)
    return {
        "hierarchy": described(rule),
        "tree": node_of_tree(tree).model_dump(exclude_none=True),
        "levels": _levels(tree),
        "gaps": gaps,
        "loss": None if gaps or given["run"] is None else _loss(rule, series, kind, given),
    }


def proposed(values: Sequence[str], kind: Kind) -> Hierarchy:
    """Return a hierarchy by what the values look like: bands, calendar, prefix, else flat.

    Example:
        >>> proposed(["47918", "47906", "01234"], "categorical"), proposed(["a", "b"], "categorical")
        (Prefix(steps=(), mask='*'), Flat(root='*'))
    """
    if kind == "date":
        return Calendar()
    if kind == "numeric":
        return _bands([float(value) for value in values])
    lengths = {len(value) for value in values}
    if len(lengths) == 1 and min(lengths) > 1 and all(any(sign.isdigit() for sign in value) for value in values):
        return Prefix()
    return Flat()


def _bands(numbers: Sequence[float]) -> Bands:
    """Return bands of round widths, each a multiple of the one before."""
    spread = max(numbers, default=1.0) - min(numbers, default=0.0)
    step = 10.0 ** np.floor(np.log10(spread / PARTS)) if spread > 0 else 1.0
    narrow = next((step * part for part in (*STEPS, 10) if step * part * PARTS >= spread), step * 10)
    narrow = max(narrow, 1.0) if all(number == int(number) for number in numbers) else narrow
    narrow = float(f"{narrow:.6g}")
    return Bands(tuple(float(f"{narrow * times:.6g}") for times in (1, 2, 4, 8)))


def _values(series: pl.Series, kind: Kind) -> list[str]:
    """Return the different values as text: numbers and dates ascending, others sorted."""
    different = series.unique().drop_nulls()
    if kind == "numeric":
        different = different.gather(as_floats(different).arg_sort())
    return [str(text) for text in as_text(different if kind == "numeric" else different.sort()).to_list()]


def _tree(rule: Hierarchy, name: str, values: Sequence[str]) -> tuple[Tree, list[str]]:
    """Return the tree of a rule, and the values that it does not know."""
    try:
        return rule.tree(name, values), []
    except HierarchyError:
        if not isinstance(rule, Nested):
            raise
        known = rule.tree(name, [])
        return known, sorted(set(values) - set(known.leaf_labels))


def _levels(tree: Tree) -> list[list[str]]:
    """Return a few values, each with what stands above it."""
    picked = np.unique(np.linspace(0, tree.leaves - 1, EXAMPLES).astype(np.int64))
    return [list(dict.fromkeys(tree.labels[node] for node in tree.levels[leaf])) for leaf in picked]


def _loss(rule: Hierarchy, series: pl.Series, kind: Kind, given: Mapping[str, Any]) -> float | None:
    """Return the mean loss of a cell of the column, were the groups of a run published by this hierarchy."""
    column = Column(series.name, "quasi", kind, hierarchy=rule)
    try:
        coded = encode(series.to_frame(), (column,))
    except ShoalError:
        return None
    groups = pl.scan_ipc(Path(given["run"]) / ROWS).select("group").collect().get_column("group")
    frame = pl.DataFrame({"group": groups, "code": coded.codes[:, 0]}).filter(pl.col("group") >= 0)
    ends = frame.group_by("group").agg(lo=pl.col("code").min(), hi=pl.col("code").max(), rows=pl.len())
    lo, hi = (ends[name].to_numpy().astype(np.int32) for name in ("lo", "hi"))
    costs = column_costs(coded.domains[0], lo, hi, "ncp")
    rows = ends["rows"].to_numpy()
    return float(costs @ rows / rows.sum()) if len(rows) else None
