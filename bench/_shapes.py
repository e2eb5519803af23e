"""Generated tables of many shapes, coded: what was tuned on one shape surprises on another. Used by scripts beside it.

Every table is drawn with a seed of its own and is the same on every machine. `SHAPES` are the tables on which times
and losses are told; `drawn` makes one of any number of rows, columns and values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np
import polars as pl
from _coded import FOUR, Facts, coded, coded_adult, coded_census, resampled_adult

from shoal.datasets import visits
from shoal.encode.encoder import Coded

Kind = Literal["numbers", "trees", "mixed"]

NOTHING = 0.2
"""How often nothing was paid in a month."""

VISIT_COLUMNS = ("birth_date", "sex", "zip", "visited", "department", "diagnosis", "weight_kg")


def credit(rows: int = 30_000) -> Coded:
    """Return amounts of money with heavy tails, most of them month by month, as in data on credit cards: 23 columns."""
    rng = np.random.default_rng(11)
    rich = rng.normal(size=rows)
    columns = {
        "limit": (np.exp(11.7 + 0.8 * rich) / 10_000).round().clip(1, 100) * 10_000,
        "sex": rng.integers(1, 3, rows),
        "education": rng.choice(7, rows, p=[0.01, 0.35, 0.46, 0.15, 0.01, 0.01, 0.01]),
        "marriage": rng.choice(4, rows, p=[0.01, 0.45, 0.52, 0.02]),
        "age": (21 + rng.gamma(2.2, 6.5, rows)).round().clip(21, 79),
    }
    late = rng.normal(size=rows)
    owed = rng.normal(size=rows) + 0.5 * rich
    for month in range(6):
        late = 0.8 * late + 0.6 * rng.normal(size=rows)
        columns[f"late_{month}"] = np.floor(late * 0.9).clip(-2, 8)
    for month in range(6):
        owed = 0.95 * owed + 0.31 * rng.normal(size=rows)
        columns[f"bill_{month}"] = np.where(owed < -1, 0, np.exp(9.5 + 1.4 * owed)).round().clip(0, 900_000)
    for month in range(6):
        paid = np.exp(7.3 + 0.7 * owed + 1.2 * rng.normal(size=rows))
        columns[f"paid_{month}"] = np.where(rng.random(rows) < NOTHING, 0, paid).round().clip(0, 800_000)
    return _numbers(columns)


def counts(rows: int = 20_000, width: int = 20) -> Coded:
    """Return correlated whole numbers with heavy tails: 20 columns."""
    rng = np.random.default_rng(12)
    common = rng.normal(size=(rows, 3)) @ rng.normal(size=(3, width))
    drawn = np.exp(1.5 + 0.7 * common + 0.6 * rng.normal(size=(rows, width)))
    return _numbers({f"n{j}": drawn[:, j].round() for j in range(width)})


def mixed(rows: int = 20_000) -> Coded:
    """Return an age, a zip code, a weight, a sex, one of 60 jobs and one of 300 towns: 6 columns."""
    rng = np.random.default_rng(13)
    town = _zipf(rng, rows, 300, 0.8)
    frame = pl.DataFrame(
        {
            "age": rng.integers(18, 90, rows),
            "zip": pl.Series(10_000 + town * 30 + rng.integers(0, 30, rows)).cast(pl.String),
            "weight": (75 + 14 * rng.normal(size=rows)).round(1).clip(35, 160),
            "sex": rng.choice(["f", "m"], rows),
            "job": pl.Series(_zipf(rng, rows, 60, 0.9)).cast(pl.String),
            "town": pl.Series(town).cast(pl.String),
        }
    )
    jobs = _tree([str(j) for j in range(60)], 6)
    return coded(frame, frame.columns, {"job": jobs, "town": _tree([str(j) for j in range(300)], 12)})


def survey(rows: int = 75_000) -> Coded:
    """Return answers on trees of two or three levels: 16 columns of 2 to 90 values."""
    rng = np.random.default_rng(14)
    sizes = (2, 3, 5, 6, 7, 9, 12, 14, 16, 20, 24, 30, 40, 52, 70, 90)
    hidden = rng.normal(size=(rows, 2))
    columns, trees = {}, {}
    for j, size in enumerate(sizes):
        score = hidden @ rng.normal(size=2) + 0.4 * rng.normal(size=rows)
        weights = np.arange(1, size + 1) ** -0.8
        ends = np.quantile(score, np.cumsum(weights / weights.sum())[:-1])
        columns[f"q{j}"] = pl.Series(np.searchsorted(ends, score)).cast(pl.String)
        trees[f"q{j}"] = _tree([str(value) for value in range(size)], 3)
    frame = pl.DataFrame(columns)
    return coded(frame, frame.columns, trees)


def visited(rows: int = 20_000) -> Coded:
    """Return the generated visits with 7 columns."""
    data = visits(rows, seed=0)
    trees = {name: tree for name, tree in data.hierarchies.items() if name in VISIT_COLUMNS}
    return coded(data.frame, VISIT_COLUMNS, trees)


def drawn(rows: int, columns: int, values: int, kind: Kind = "mixed") -> Coded:
    """Return a table of correlated columns of about so many values each: numbers, trees, or the two in turn."""
    rng = np.random.default_rng([rows, columns, values])
    hidden = rng.normal(size=(rows, 3))
    made: dict[str, object] = {}
    trees: dict[str, object] = {}
    for j in range(columns):
        score = hidden @ rng.normal(size=3) + rng.normal(size=rows)
        rank = np.clip((score + 5) / 10, 0, 1 - 1e-9)
        code = (rank**1.5 * values).astype(np.int64)
        if kind == "numbers" or (kind == "mixed" and j % 2 == 0):
            made[f"c{j}"] = code
            continue
        made[f"c{j}"] = pl.Series(code).cast(pl.String)
        trees[f"c{j}"] = _tree([str(value) for value in range(values)], max(2, round(values**0.5)))
    frame = pl.DataFrame(made)
    return coded(frame, frame.columns, trees)


def _numbers(columns: Mapping[str, object]) -> Coded:
    frame = pl.DataFrame(columns)
    return coded(frame, frame.columns, {})


def _zipf(rng: np.random.Generator, rows: int, size: int, power: float) -> np.ndarray:
    weights = np.arange(1, size + 1) ** -power
    return rng.choice(size, rows, p=weights / weights.sum())


def _tree(leaves: list[str], wide: int) -> dict[str, object]:
    """Return a tree whose inner nodes have about so many leaves each."""
    if len(leaves) <= wide:
        return {"*": leaves}
    spans = range(0, len(leaves), wide)
    nodes: list[object] = [leaves[at : at + wide] for at in spans]
    names = [f"{leaves[at]}.." for at in spans]
    while len(nodes) > wide:
        spans = range(0, len(nodes), wide)
        nodes = [dict(zip(names[at : at + wide], nodes[at : at + wide], strict=True)) for at in spans]
        names = [f"{names[at]}." for at in spans]
    return {"*": dict(zip(names, nodes, strict=True))}


SHAPES: dict[str, Callable[[], Coded]] = {
    "credit 30,000 x 23": credit,
    "counts 20,000 x 20": counts,
    "survey 75,000 x 16": survey,
    "mixed 20,000 x 6": mixed,
    "visits 20,000 x 7": visited,
    "adult 30,162 x 8": coded_adult,
    "adult 30,162 x 4": lambda: coded_adult(len(FOUR)),
    "census 100,000 x 7": lambda: coded_census(100_000),
    "long 1,000,000 x 8": lambda: resampled_adult(1_000_000),
    "few values 50,000 x 10": lambda: drawn(50_000, 10, 4, "trees"),
    "many values 50,000 x 4": lambda: drawn(50_000, 4, 20_000, "numbers"),
    "wide 10,000 x 40": lambda: drawn(10_000, 40, 100, "mixed"),
}
"""The tables that figures are told of; none takes more than some seconds to make."""

__all__ = ["SHAPES", "Facts", "counts", "credit", "drawn", "mixed", "survey", "visited"]
