"""How many people of a population each group of a table may stand for.

Two ways. Where both tables are raw, or generalised alike, people are counted whose cells are the same. Where the table
is a release and the population is raw, people are counted whose values lie in the group's box: that of a cell holds all
that its label stands for (`decode/`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import polars as pl

from shoal.arrays import Bounds, Codes, Floats, Ints, Labels, Rows, Sizes
from shoal.decode.category import Span, span_of
from shoal.decode.cells import distinct
from shoal.decode.label import MASK, read_ends, split_ends
from shoal.decode.value import without_zone
from shoal.encode.dates import as_dates
from shoal.encode.domain import Domain
from shoal.encode.encoder import encode
from shoal.encode.levels import level_tree
from shoal.kernels.shared.groups import refine
from shoal.schema.column import Column
from shoal.table.agree import groups_of_both
from shoal.table.number import as_floats
from shoal.table.text import as_text

SEVERAL = r"^\[.* - .*\]$|\*$"
BLOCK = 512
BOXES_AT_ONCE = 4096
NOTHING = (1, 0)


def is_generalised(data: pl.DataFrame, people: pl.DataFrame, columns: Sequence[Column]) -> bool:
    """Return whether some cell of a table stands for several values, and no cell of the people in its column does.

    What a cell stands for depends on the people's values: 2024 is a year among dates, and a value among numbers.
    """
    return any(_has_several(data.get_column(c.name), people.get_column(c.name), c) for c in columns)


def _has_several(here: pl.Series, there: pl.Series, column: Column) -> bool:
    if here.dtype not in (pl.String, pl.Enum, pl.Categorical):
        return False
    cells = here.unique().drop_nulls().cast(pl.String)
    if column.kind == "categorical":
        known = there.unique().drop_nulls().cast(pl.String)
        return bool(cells.str.contains(SEVERAL).any() and not known.str.contains(SEVERAL).any())
    dtype = as_dates(column, there).dtype if column.kind == "date" else pl.Float64()
    ends = read_ends(cells, dtype, column.form)
    return bool((ends["low"] < ends["high"]).any())


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
    for j, (column, domain) in enumerate(zip(columns, coded.domains, strict=True)):
        lo[:, j], hi[:, j] = _ranges(column, domain, shown)
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


def _ranges(column: Column, domain: Domain, shown: pl.DataFrame) -> tuple[Ints, Ints]:
    """Return the least and greatest code that the cell of each row stands for; an empty range for what is not known.

    Where a group leaves as its two ends, a missing one says that it may be anything.
    """
    if domain.name in shown.columns:
        return _codes(column, domain, shown.get_column(domain.name))
    least, greatest = (shown.get_column(f"{domain.name}_{end}") for end in ("min", "max"))
    anything = (least.is_null() | greatest.is_null()).to_numpy()
    low, high = _codes(column, domain, least)[0], _codes(column, domain, greatest)[1]
    return np.where(anything, np.int32(0), low), np.where(anything, np.int32(domain.size - 1), high)


def _codes(column: Column, domain: Domain, cells: pl.Series) -> tuple[Ints, Ints]:
    """Return the least and the greatest code that each cell stands for; O(n log n)."""
    found = distinct(cells)
    known = _known(domain)
    if domain.kind == "categorical":
        low, high = _among_categories(domain, known, found.labels)
    else:
        low, high = _on_line(column, domain, known, found.labels)
    absent = found.labels.is_null().to_numpy()
    missing = (domain.missing, domain.missing) if domain.missing >= 0 else NOTHING
    ends = (np.where(absent, place, end) for place, end in zip(missing, (low, high), strict=True))
    least, greatest = (np.asarray(end[found.codes], np.int32) for end in ends)
    return least, greatest


def _among_categories(domain: Domain, known: Mapping[str, Span], labels: pl.Series) -> tuple[Floats, Floats]:
    leaves = as_text(domain.values).to_list()
    read = [span_of(label or "", known, leaves) or NOTHING for label in as_text(labels).to_list()]
    low, high = np.array(read, np.float64).reshape(-1, 2).T
    return low, high


def _on_line(column: Column, domain: Domain, known: Mapping[str, Span], labels: pl.Series) -> tuple[Floats, Floats]:
    """Return the codes of labels of numbers or dates: those of a label that is known, or of the values in its ends.

    An end that is a value of the people is found by its text: floats do not tell all numbers apart.
    """
    values = without_zone(domain.values)
    at = np.maximum.accumulate(as_floats(values).to_numpy())  # clocks that are put back show an hour twice
    ends, parts = read_ends(labels, values.dtype, column.form), split_ends(as_text(labels), values.dtype, column.form)
    low, high = (ends[end].fill_null(np.nan).to_numpy() for end in ("low", "high"))
    above, below = ends["least_open"].to_numpy(), ends["most_open"].to_numpy()
    least = np.where(above, np.searchsorted(at, low, "right"), np.searchsorted(at, low, "left"))
    greatest = np.where(below, np.searchsorted(at, high, "left"), np.searchsorted(at, high, "right")) - 1
    greatest = np.where(np.isneginf(low) & np.isposinf(high), domain.size - 1, greatest)
    first, last, itself = (_looked_up(parts[part], known) for part in ("from", "to", "text"))
    exact = np.where(parts["least_open"], first[1] + 1, first[0]), np.where(parts["most_open"], last[0] - 1, last[1])
    return _first(itself[0], exact[0], least), _first(itself[1], exact[1], greatest)


def _looked_up(text: pl.Series, known: Mapping[str, Span]) -> tuple[Floats, Floats]:
    """Return the least and the greatest code of labels; NaN for one that is not known."""
    low, high = (
        text.replace_strict(list(known), list(ends), default=None, return_dtype=pl.Float64).fill_null(np.nan).to_numpy()
        for ends in zip(*known.values(), strict=True)
    )
    return low, high


def _first(*choices: Floats) -> Floats:
    """Return of several numbers the first that is not NaN."""
    found = choices[-1]
    for choice in choices[-2::-1]:
        found = np.where(np.isnan(choice), found, choice)
    return found


def _known(domain: Domain) -> dict[str, Span]:
    """Return the codes that each label stands for which is a value or a node of the hierarchy."""
    known: dict[str, Span] = {MASK: (0, domain.size - 1)}
    tree, leaf = level_tree(domain)
    if (np.diff(leaf) > 0).all():  # else what is below a node may be no range of values
        low, high = np.searchsorted(leaf, tree.first), np.searchsorted(leaf, tree.last, side="right") - 1
        known |= {label: (int(a), int(b)) for label, a, b in zip(tree.labels, low, high, strict=True)}
    if domain.is_line:
        known |= {text: (code, code) for code, text in enumerate(as_text(domain.values).to_list())}
    return known
