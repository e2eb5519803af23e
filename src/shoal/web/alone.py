"""How many stand alone in some columns, counted on the coded copy of a table; people where it is known who is who."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from shoal.web.shape_asked import Uniqueness

SIZES = (2, 3, 5, 10, 20, 50, 100)
"""Group sizes below which rows are counted."""


def uniqueness(codes: Path, columns: list[str], person: str | None) -> Uniqueness:
    """Return how many rows, or people, no other equals in some columns; O(n · columns).

    Someone counts as often as once, by the smallest group that a row of theirs is in.
    """
    lazy = pl.scan_ipc(codes)
    named = {f"c{place}": name for place, name in enumerate(columns)}
    keys = list(named)
    known = [pl.col(name).alias(key) for key, name in named.items()]
    if person is None:
        sizes = lazy.select(known).group_by(keys).agg(size=pl.len())
        alike = sizes.group_by("size").agg(held=pl.len() * pl.col("size").first()).collect()
        rows = int(alike["held"].sum())
        return _counted(columns, rows, None, alike)
    pairs = lazy.select(*known, who=pl.col(person))
    groups = pairs.unique().with_columns(size=pl.col("who").n_unique().over(keys))
    people = groups.group_by("who").agg(size=pl.col("size").min())
    alike = people.group_by("size").agg(held=pl.len()).collect()
    rows = int(lazy.select(pl.len()).collect().item())
    return _counted(columns, rows, int(alike["held"].sum()), alike)


def _counted(columns: list[str], rows: int, people: int | None, alike: pl.DataFrame) -> Uniqueness:
    """Return the figures of how many are in groups of which size."""
    below = {str(size): int(alike.filter(pl.col("size") < size)["held"].sum()) for size in SIZES}
    unique = below[str(SIZES[0])]
    everyone = rows if people is None else people
    share = unique / everyone if everyone else 0.0
    return Uniqueness(columns=columns, rows=rows, unique=unique, share=share, people=people, below=below)
