"""How many people of a population each group of a table may stand for.

Two ways. Where both tables are raw, or generalised alike, people are counted whose cells are the same. Where the table
is a release and the population is raw, people are counted whose values lie in the group's box: that of a cell holds the
value itself, the values from one end of `[39 - 42]` to the other, those below a node of the hierarchy, or all (`*`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl

from shoal.arrays import Bounds, Codes, Ints, Labels, Rows, Sizes
from shoal.encode.domain import Domain
from shoal.encode.encoder import encode
from shoal.encode.levels import level_tree
from shoal.kernels.shared.groups import refine
from shoal.schema.column import Column
from shoal.table.agree import groups_of_both
from shoal.table.text import as_text

ANY = "*"
SPAN = r"^\[.* - .*\]$"
BLOCK = 512
BOXES_AT_ONCE = 4096
NOTHING = (1, 0)


def is_generalised(data: pl.DataFrame, quasi: Sequence[str]) -> bool:
    """Return whether some cell stands for several values: `[39 - 42]` or `*`."""
    for name in quasi:
        series = data.get_column(name)
        if series.dtype == pl.String or isinstance(series.dtype, (pl.Enum, pl.Categorical)):
            cells = series.unique().drop_nulls().cast(pl.String)
            if (cells.str.contains(SPAN) | (cells == ANY)).any():
                return True
    return False


def same_cells(data: pl.DataFrame, labels: Labels, groups: int, people: pl.DataFrame, quasi: Sequence[str]) -> Sizes:
    """Return how many people have the same quasi cells as each group; missing equals missing. O(rows)."""
    here, there, found = groups_of_both(data, people, quasi)
    of_label = np.zeros(groups, np.int64)
    of_label[labels] = here
    return np.bincount(there, minlength=found).astype(np.int64)[of_label]


def inside_boxes(
    data: pl.DataFrame, labels: Labels, groups: int, people: pl.DataFrame, columns: Sequence[Column]
) -> Sizes:
    """Return how many people have values inside the cells of each group; columns say what the raw values mean.

    A cell that cannot be read, such as a mean, holds nobody. O(groups · people) at worst, far less where boxes are
    small.

    Raises:
        SchemaError: the population is not what the columns say; InputError and HierarchyError likewise.
    """
    shown = data[_firsts(labels, groups)] if groups else data.clear()
    coded = encode(people, tuple(columns))
    lo, hi = np.empty((groups, len(columns)), np.int32), np.empty((groups, len(columns)), np.int32)
    for j, domain in enumerate(coded.domains):
        lo[:, j], hi[:, j] = _ranges(domain, shown)
    return count_inside(coded.codes, lo, hi)


def count_inside(codes: Codes, lo: Bounds, hi: Bounds) -> Sizes:
    """Return how many rows lie in each box, both ends included.

    The distinct rows are halved along the column in which they spread most, again and again. A box that holds all rows
    of a part is done with it, as is one that holds none; only the others go on to its halves.
    """
    total = np.zeros(len(lo), np.int64)
    points, times = _distinct(codes)
    widest = 1 + codes.max(axis=0, initial=0)
    parts = [(np.arange(len(points)), np.arange(len(lo)))] if len(points) else []
    while parts:
        rows, boxes = parts.pop()
        block, weight = points[rows], times[rows]
        least, greatest = block.min(axis=0), block.max(axis=0)
        boxes = boxes[((lo[boxes] <= greatest) & (hi[boxes] >= least)).all(axis=1)]
        whole = ((lo[boxes] <= least) & (hi[boxes] >= greatest)).all(axis=1)
        total[boxes[whole]] += int(weight.sum())
        boxes = boxes[~whole]
        if len(boxes) and len(block) > BLOCK:
            half = len(block) // 2
            order = rows[np.argpartition(block[:, int(((greatest - least) / widest).argmax())], half)]
            parts += [(order[:half], boxes), (order[half:], boxes)]
            continue
        for some in _pieces(boxes, BOXES_AT_ONCE):
            inside = np.ones((len(some), len(block)), np.bool_)
            for j in range(codes.shape[1]):
                inside &= (block[:, j] >= lo[some, j, None]) & (block[:, j] <= hi[some, j, None])
            total[some] += (inside @ weight.astype(np.float64)).astype(np.int64)
    return total


def _distinct(codes: Codes) -> tuple[Codes, Sizes]:
    """Return the distinct rows, and how often each occurs."""
    labels = np.zeros(len(codes), np.int32)
    groups = min(1, len(codes))
    for j in range(codes.shape[1]):
        groups = refine(labels, codes[:, j].astype(np.int64), labels)
    return codes[_firsts(labels, groups)], np.bincount(labels, minlength=groups).astype(np.int64)


def _firsts(labels: Labels, groups: int) -> Rows:
    """Return the first row of each group."""
    rows = np.zeros(groups, np.int64)
    rows[labels[::-1]] = np.arange(len(labels))[::-1]
    return rows


def _pieces(items: Rows, size: int) -> Iterator[Rows]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _ranges(domain: Domain, shown: pl.DataFrame) -> tuple[Ints, Ints]:
    """Return the least and greatest code that the cell of each row stands for; an empty range for what is not known."""
    known = _known(domain)
    if domain.name in shown.columns:
        cells = as_text(shown.get_column(domain.name))
        ends = (cells, cells)
    else:
        ends = (as_text(shown.get_column(f"{domain.name}_min")), as_text(shown.get_column(f"{domain.name}_max")))
    found = []
    for cells, side in zip(ends, (0, 1), strict=True):
        distinct = cells.unique(maintain_order=True)
        codes = pl.Series([_read(cell, known)[side] for cell in distinct.to_list()], dtype=pl.Int32)
        found.append(np.asarray(cells.replace_strict(distinct, codes, return_dtype=pl.Int32).to_numpy(), np.int32))
    return found[0], found[1]


def _known(domain: Domain) -> dict[str | None, tuple[int, int]]:
    """Return the codes that each label stands for; None is a missing cell."""
    known: dict[str | None, tuple[int, int]] = {ANY: (0, domain.size - 1)}
    tree, leaf = level_tree(domain)
    if (np.diff(leaf) > 0).all():  # else what is below a node may be no range of values
        low, high = np.searchsorted(leaf, tree.first), np.searchsorted(leaf, tree.last, side="right") - 1
        known |= {label: (int(a), int(b)) for label, a, b in zip(tree.labels, low, high, strict=True)}
    if domain.is_line:
        texts = as_text(domain.values).to_list()
        # Whole numbers are released without a point, also where the population has others beside them.
        known |= {text.removesuffix(".0"): (code, code) for code, text in enumerate(texts)}
        known |= {text: (code, code) for code, text in enumerate(texts)}
    if domain.missing >= 0:
        known[None] = (domain.missing, domain.missing)
    return known


def _read(cell: str | None, known: dict[str | None, tuple[int, int]]) -> tuple[int, int]:
    """Return the codes that a cell stands for: those of its label, or from one end of an interval to the other."""
    if cell in known or cell is None:
        return known.get(cell, NOTHING)
    parts = cell[1:-1].split(" - ") if cell.startswith("[") and cell.endswith("]") else []
    for cut in range(1, len(parts)):
        low, high = " - ".join(parts[:cut]), " - ".join(parts[cut:])
        if low in known and high in known:
            return known[low][0], known[high][1]
    return NOTHING
