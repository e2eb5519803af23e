"""A column of categories on its scale: the places are the leaves of its hierarchy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
import polars as pl

from shoal.decode.cells import MISSING, Cells, Labels
from shoal.decode.label import MASK
from shoal.encode.categorical import encode_categorical
from shoal.schema.column import Column
from shoal.schema.tree import Tree
from shoal.table.text import as_text

Span: TypeAlias = tuple[float, float]
BETWEEN = " - "


def on_tree(column: Column, original: pl.Series, found: Labels) -> Cells:
    """Return a column of categories; its places are the leaves of its hierarchy."""
    domain, leaf = encode_categorical(column, original)
    tree = domain.tree
    if tree is None:
        message = f"column {column.name!r} has no tree"
        raise TypeError(message)
    leaves = tree.leaves - (domain.missing >= 0)
    spans = node_spans(tree, leaves)
    read = [_span(label, spans, tree.leaf_labels[:leaves]) for label in as_text(found.labels).to_list()]
    low, high = np.array(read, np.float64).reshape(-1, 2).T
    at = np.where(leaf == domain.missing, MISSING, leaf).astype(np.float64)
    return Cells(
        name=column.name,
        is_number=False,
        step=1.0,
        least=0.0,
        greatest=max(0.0, leaves - 1.0),
        at=at,
        codes=found.codes,
        low=low.copy(),
        high=high.copy(),
    )


def _span(label: str | None, spans: Mapping[str, Span], leaves: Sequence[str]) -> Span:
    return (MISSING, MISSING) if label is None else span_of(label, spans, leaves) or (np.nan, np.nan)


def node_spans(tree: Tree, leaves: int) -> dict[str, Span]:
    """Return what each label of a tree spans; one that names several nodes spans them all."""
    spans: dict[str, Span] = {}
    for label, first, last in zip(tree.labels, tree.first.tolist(), tree.last.tolist(), strict=True):
        low, high = spans.get(label, (float(first), float(last)))
        spans[label] = min(low, float(first)), max(high, float(last))
    if len(tree.labels) > leaves:
        spans[tree.labels[tree.root]] = -MISSING, MISSING
    return {**spans, MASK: (-MISSING, MISSING)}


def span_of(label: str, spans: Mapping[str, Span], leaves: Sequence[str]) -> Span | None:
    """Return what a label of categories spans: a node, an interval of ordered ones, or all that a mask leaves open.

    `spans` has what the nodes span, `leaves` what lies at each place. None for a label of another form.
    """
    if label in spans:
        return spans[label]
    parts = label.strip("[]").split(BETWEEN)
    for cut in range(1, len(parts)):
        ends = BETWEEN.join(parts[:cut]), BETWEEN.join(parts[cut:])
        if all(end in spans for end in ends) and spans[ends[0]][0] <= spans[ends[1]][1]:
            return spans[ends[0]][0], spans[ends[1]][1]
    shown = label.rstrip(MASK)
    fitting = [i for i, leaf in enumerate(leaves) if leaf.startswith(shown) and len(leaf) == len(label)]
    return (float(fitting[0]), float(fitting[-1])) if shown != label and fitting else None
