"""Draw what each method does to the same small table: one SVG per method, beside this file.

Run `python docs/pictures/draw.py`. The table has two columns of numbers, 40 rows and k = 4; methods that climb
hierarchies get bands of 10, 20 and 40. Boxes are what is published for a group; lines tie rows to the mean that is
published for them, or to the others of their group where the values themselves are published.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from shoal.criteria.sensitive import code_sensitive
from shoal.encode.encoder import encode
from shoal.encode.loss import costs_of
from shoal.generalize.level import level_boxes
from shoal.partition.base import Boxes, Partition, Problem, boxes_of
from shoal.partition.registry import PARTITIONERS, make_partitioner
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands

WIDTH, HEIGHT, MARGIN = 420, 260, 18
K, TOP = 4, 80
HERE = Path(__file__).parent


def table() -> pl.DataFrame:
    """Return three clusters and a few rows between them."""
    rng = np.random.default_rng(7)
    crowds = [rng.normal(middle, spread, (rows, 2)) for middle, spread, rows in
              (((18, 58), 6, 14), ((52, 22), 8, 14), ((64, 64), 5, 7), ((40, 45), 20, 5))]  # fmt: skip
    x, y = np.clip(np.concatenate(crowds), 0, TOP - 1).round().astype(int).T
    return pl.DataFrame({"x": x, "y": y})


def problem_for(loss: str) -> Problem:
    """Return the table as a method is given it."""
    bands = Bands((10, 20, 40))
    columns = tuple(Column(name, "quasi", "numeric", hierarchy=bands, domain=(0, TOP)) for name in ("x", "y"))
    coded = encode(table(), columns)
    sensitive = (code_sensitive(pl.Series("s", np.arange(len(coded.codes)) % 7)),)
    rng = np.random.default_rng(3)
    costs = costs_of(coded.domains, loss)
    return Problem(coded.codes, coded.domains, costs, K, rng, sensitive=sensitive, secret=np.random.default_rng(3))


def draw(name: str) -> str:
    """Return the picture of one method."""
    about = PARTITIONERS[name].about
    problem = problem_for(about.loss)
    found = make_partitioner(name, {}).partition(problem)
    points = table().to_numpy().astype(float)
    marks = []
    if found.synthetic is not None:
        marks += [_dot(row, "#c4c9d4", 2.5) for row in points]
        marks += [_dot(row, _colour(group), 3.5) for row, group in zip(found.synthetic, found.labels, strict=True)]
    elif found.ring is not None:
        boxes = Boxes(np.ones(len(points), np.int64), found.ring.lo, found.ring.hi)
        marks += [_box(problem, boxes, row, _colour(row), 0.06) for row in range(len(points))]
        marks += [_dot(row, "#39415a", 3) for row in points]
    elif about.publishes == "two tables":
        marks += _ties(points, found)
    else:
        marks += _groups(problem, found, points, centred=about.publishes == "centroid")
    body = "\n".join(marks)
    space = "http://www.w3.org/2000/svg"
    return (
        f'<svg xmlns="{space}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{about.title}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff" stroke="#dfe3ea"/>\n{body}\n</svg>\n'
    )


def _groups(problem: Problem, found: Partition, points: np.ndarray, *, centred: bool) -> list[str]:
    if found.nodes is None:
        boxes = boxes_of(problem.codes, found)
    else:
        boxes = level_boxes(problem.codes, problem.domains, found, found.nodes)
    marks = [_box(problem, boxes, group, _colour(group), 0.16) for group in range(found.groups)]
    for row, group in zip(points, found.labels.tolist(), strict=True):
        if centred:
            marks.append(_line(row, points[found.labels == group].mean(axis=0), _colour(group)))
        marks.append(_dot(row, _colour(group) if group >= 0 else "#c4c9d4", 3))
    return marks


def _ties(points: np.ndarray, found: Partition) -> list[str]:
    marks = []
    for group in range(found.groups):
        rows = points[found.labels == group]
        marks += [_line(a, b, _colour(group)) for a, b in pairwise(rows)]
    return marks + [_dot(row, _colour(group), 3) for row, group in zip(points, found.labels.tolist(), strict=True)]


def _place(point: np.ndarray) -> tuple[float, float]:
    x = MARGIN + float(point[0]) / TOP * (WIDTH - 2 * MARGIN)
    y = HEIGHT - MARGIN - float(point[1]) / TOP * (HEIGHT - 2 * MARGIN)
    return round(x, 1), round(y, 1)


def _box(problem: Problem, boxes: Boxes, group: int, colour: str, strength: float) -> str:
    values = [domain.values.to_numpy() for domain in problem.domains]
    low = _place(np.array([v[boxes.lo[group, j]] for j, v in enumerate(values)]))
    high = _place(np.array([v[boxes.hi[group, j]] for j, v in enumerate(values)]))
    width, height = high[0] - low[0] + 10, low[1] - high[1] + 10
    return (
        f'<rect x="{low[0] - 5:.1f}" y="{high[1] - 5:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4" '
        f'fill="{colour}" fill-opacity="{strength}" stroke="{colour}" stroke-opacity="0.7"/>'
    )


def _dot(point: np.ndarray, colour: str, radius: float) -> str:
    x, y = _place(point)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'


def _line(a: np.ndarray, b: np.ndarray, colour: str) -> str:
    (x1, y1), (x2, y2) = _place(a), _place(b)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-opacity="0.5"/>'


def _colour(group: int) -> str:
    return f"hsl({(group * 137) % 360}, 62%, 42%)"


if __name__ == "__main__":
    for name in PARTITIONERS:
        (HERE / f"{name}.svg").write_text(draw(name), "utf-8")
