"""One run to be: a drawn table, what is asked of shoal, and the way it is asked."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

import polars as pl

import shoal
from tests.fuzz.call import draw_call
from tests.fuzz.column import LINES, draw_column, draw_marks, written
from tests.fuzz.tree import draw_tree

METHODS = {method.name: method for method in shoal.methods()}
WEIGHTS = {"auto": 12, "mondrian": 10, "cb": 5, "datafly": 5, "incognito": 4, "genetic": 1, "bottom_up": 2}
"""How often a method is drawn; 3 where it is not listed, so that a new one is covered when it is registered."""
SOURCES = {"polars": 40, "pandas": 15, "arrow": 10, "csv": 18, "parquet": 9, "ipc": 4, "xlsx": 4}
EXACT = 2**53
"""Whole numbers up to this one a sheet, which has floats only, holds as such."""
TARGETS = {"csv": 40, "parquet": 25, "arrow": 14, "csv.gz": 5, "tsv": 5, "xlsx": 5}
ODD_NAMES = (
    "a b",
    "größe",
    "a,b",
    "x=y",
    'say "x"',
    "group",
    "count",
    "row",
    "q0_min",
    "*",
    "^q.*$",
    "[1 - 2]",
    "日本",
)
SIDE = {"html": 0.03, "json": 0.03, "schema": 0.08, "again": 0.06, "round trip": 0.05}
"""What else is done, and in which share of the runs."""


@dataclass(frozen=True)
class Case:
    """A run that can be made, checked and shrunk.

    Attributes:
        columns: the table.
        call: the keywords of `shoal.anonymize` that are plain values; criteria as mappings, see `asked`.
        source: how the table comes in: as a frame of polars, pandas or arrow, or as a file.
        target: the format of the file that the release goes to.
        way: "python", or "command" for the command line.
        side: what else is asked for: a mapping, reports, a schema file, a second run.
    """

    columns: tuple
    call: dict
    source: str = "polars"
    target: str = "csv"
    way: str = "python"
    side: frozenset = frozenset()

    @property
    def rows(self):
        """Return the number of rows."""
        return len(self.columns[0].values)

    @property
    def keeps_others(self):
        """Return whether all columns that are named nowhere are to be kept, rather than each of them by name."""
        unnamed = all(column.kind is column.tree is None for column in self.of_role("plain"))
        return unnamed and not self.of_role("omitted") and self.rows % 2 == 0

    def of_role(self, role):
        """Return the columns of a role."""
        return [column for column in self.columns if column.role == role]

    @property
    def method(self):
        """Return what is known of the method, without the search that may follow it."""
        return METHODS[self.call["method"].removesuffix("+improve")]

    @property
    def style(self):
        """Return how numbers are published."""
        return self.call.get("style") or ("mean" if self.method.publishes == "centroid" else "interval")

    @property
    def frame(self):
        """Return the table as a polars frame."""
        return pl.DataFrame([column.series() for column in self.columns])


def draw_case(seed, number, *, most_rows=2000):
    """Return the case of a seed and a number: always the same one."""
    rng = random.Random(f"{seed}/{number}")
    weights = [WEIGHTS.get(name, 3) for name in METHODS]
    method = METHODS[rng.choices(list(METHODS), weights)[0]]
    rows = min(most_rows, _rows(rng, method.name))
    way = "command" if rng.random() < 0.2 else "python"
    case = Case(_columns(rng, rows, method), {}, way=way)
    case = replace(case, call=draw_call(rng, case, method))
    case = replace(case, source=_source(rng, case), target=_pick(rng, TARGETS))
    side = {name for name, share in SIDE.items() if rng.random() < share}
    if case.call.get("suppress") or method.publishes != "box" or rng.random() < 0.4:
        side.add("mapping")
    return fitting(replace(case, side=frozenset(side)))


def fitting(case):
    """Return the case with what it cannot have put right: sheets hold few types, the command line few hierarchies."""
    if case.way == "command":
        kept = [replace(c, tree=c.tree if c.tree and c.tree.fits_file else None) for c in case.columns]
        case = replace(case, columns=tuple(kept))
    if case.source == "xlsx" and not all(map(fits_sheet, case.columns)):
        case = replace(case, source="parquet")
    if case.source in ("pandas", "arrow") and any(column.dtype == pl.Int128 for column in case.columns):
        case = replace(case, source="polars")
    if case.source in ("csv", "xlsx") and _has_empty_row(case):
        case = replace(case, source="parquet")
    if case.source == "csv":
        case = replace(case, columns=tuple(map(_as_text, case.columns)))
    return case


def _has_empty_row(case):
    """Return whether a row has no value at all: in a text file it is no row."""
    texts = [[written(column, value).strip() for value in column.values] for column in case.columns]
    return not all(map(any, zip(*texts, strict=True)))


def _as_text(column):
    """Return a column as a text file holds it: the empty text is missing, and doubtful cells are declared as text."""
    if column.family != "text":
        return column
    values = tuple(value or None for value in column.values)
    doubtful = any(value is not None and value[0] in "-.0123456789" for value in values)
    return replace(column, values=values, kind="categorical" if doubtful else column.kind)


def fits_sheet(column):
    """Return whether a sheet holds the cells of a column as they are."""
    present = [value for value in column.values if value is not None]
    if column.family == "number":
        if column.dtype.is_integer():
            return all(abs(v) <= EXACT for v in present)
        return column.dtype == pl.Float64 and all(math.isfinite(v) and float(f"{v:.16G}") == v for v in present)
    if column.family == "text":
        return all(value.strip() and value.isprintable() for value in present)
    return column.family == "truth" and bool(present)


def _rows(rng, method):
    if rng.random() < 0.03 and method not in ("bottom_up", "genetic", "k_type", "nh"):
        return rng.randint(200, 2000) if method in ("mondrian", "datafly", "hilbert") else rng.randint(100, 300)
    return rng.choice([rng.randint(1, 8), rng.randint(5, 20), rng.randint(10, 40), rng.randint(10, 60)])


def _columns(rng, rows, method):
    only = "numeric" in method.needs and rng.random() < 0.97
    families = LINES if only else None
    columns = []
    for place in range(rng.choice([1, 1, 2, 2, 2, 3, 3, 4, 5, 8])):
        column = draw_column(rng, f"q{place}", rows, families=families, missing=not only)
        columns.append(_described(rng, replace(column, role="quasi"), method))
    wanted = 1 if method.needs == ("sensitive",) else rng.choice([0, 1, 1, 1, 2])
    columns += [replace(_sensitive(rng, f"s{place}", rows), role="sensitive") for place in range(wanted)]
    columns += [draw_column(rng, f"p{place}", rows) for place in range(rng.choice([0, 0, 1, 1, 2]))]
    for place in range(rng.choice([0, 1, 1, 2])):
        columns.append(draw_marks(rng, f"id{place}", rows, role="identifier", numeric=rng.random() < 0.3))
    if rng.random() < 0.12 and not only:
        columns.append(draw_marks(rng, "qm", rows, role="quasi"))
    if rng.random() < 0.12:
        columns.append(draw_marks(rng, "pm", rows, role="plain", numeric=rng.random() < 0.3))
    if rng.random() < 0.3:
        columns.append(draw_marks(rng, "om", rows, role="omitted", numeric=rng.random() < 0.3))
    rng.shuffle(columns)
    return tuple(_renamed(rng, columns))


def _renamed(rng, columns):
    if rng.random() < 0.93:
        return columns
    place = rng.randrange(len(columns))
    odd = rng.choice(ODD_NAMES)
    taken = odd in [column.name for column in columns]
    return [replace(c, name=odd) if i == place and not taken else c for i, c in enumerate(columns)]


def _sensitive(rng, name, rows):
    column = draw_column(rng, name, rows)
    if column.family == "opaque" or rng.random() < 0.5:
        values = tuple(rng.choice("uvwxyz"[: rng.randint(2, 6)]) for _ in range(rows))
        column = replace(column, family="text", dtype=pl.String(), values=values)
    return _described(rng, column, None)


def _described(rng, column, method):
    """Return the column with a hierarchy or a kind, now and then."""
    likely = 0.7 if method is not None and "hierarchies" in method.needs else 0.3
    if rng.random() < likely:
        texts = sorted({written(column, value) for value in column.values} - {""})
        far = column.family == "day" and any(v is not None and not -25000 < v < 90000 for v in column.values)
        return column if far else replace(column, tree=draw_tree(rng, column, texts))
    if rng.random() < 0.06 and (method is None or "numeric" not in method.needs):
        return replace(column, kind="categorical")
    return column


def _source(rng, case):
    known = SOURCES if case.way == "python" else {"csv": 5, "parquet": 3, "ipc": 1, "xlsx": 1}
    return _pick(rng, known)


def _pick(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]
