"""Columns of random cells: every type that a table may have, and the ways in which its values repeat."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import numpy as np
import polars as pl

from tests.fuzz.tree import Tree

EPOCH = date(1970, 1, 1)
TICKS = {"ms": 10**6, "us": 10**3, "ns": 1}
"""Nanoseconds per tick of each unit of time."""
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu")
WIDTHS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
WORDS = ("ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "yew")
ODD_TEXT = (
    "", " ", "é", "e\u0301", "日本", "🐟", "a,b", "a;b", '"', 'say "x"', "line\nbreak", "cr\rlf", "tab\tx", "007", "0",
    "-5", "1e5", "=1+1", "+x", "@sum", "*", "[1 - 2]", "[a - b]", "null", "NA", "nan", "true", "2024-01-01", "'", "\\",
    "\u200b", "x" * 40, " lead", "trail ", "İ", "ß", "SS",
)  # fmt: skip


@dataclass(frozen=True)
class Column:
    """A column of a drawn table.

    Attributes:
        name: its name.
        family: what its cells are: number, truth, day, moment, text, opaque (types that are only passed through).
        dtype: the type in a polars frame.
        values: the cells; None is missing, days are days since 1970 and moments are ticks of their unit.
        role: as for shoal.
        tree: the hierarchy that is given for it, if any.
        kind: the kind that is declared for it, if any.
        marked: whether each value is a mark that occurs nowhere else.
    """

    name: str
    family: str
    dtype: pl.DataType
    values: tuple
    role: str = "plain"
    tree: Tree | None = None
    kind: str | None = None
    marked: bool = False

    def at(self, rows):
        """Return the column with some of its rows."""
        return replace(self, values=tuple(self.values[row] for row in rows))

    @property
    def is_line(self):
        """Return whether the column is one of numbers or dates to shoal, when it comes in a typed frame."""
        ordered = self.tree is not None and self.tree.rule == "order"
        return self.family in ("number", "day", "moment") and self.kind != "categorical" and not ordered

    def series(self):
        """Return the column as polars has it; the name comes last, for polars takes some for patterns."""
        return self._cells().alias(self.name)

    def _cells(self):
        if self.family == "day":
            return pl.Series(self.values, dtype=pl.Int32).cast(pl.Date)
        if self.family == "moment":
            zone = self.dtype.time_zone
            ticks = pl.Series(self.values, dtype=pl.Int64).cast(pl.Datetime(self.dtype.time_unit))
            return ticks if zone is None else ticks.dt.replace_time_zone("UTC").dt.convert_time_zone(zone)
        if self.family == "opaque":
            return pl.Series(self.values, dtype=pl.Int64).cast(self.dtype)
        return pl.Series(self.values, dtype=self.dtype)


def written(column, value):
    """Return a cell as a program would write it into a text file; missing is the empty text."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if column.family == "truth":
        return str(value).lower()
    if column.family == "day":
        return date.fromordinal(value + EPOCH.toordinal()).isoformat()
    if column.family == "moment":
        return _iso(column, value)
    if isinstance(value, float):
        return repr(float(np.float32(value))) if column.dtype == pl.Float32 else repr(value)
    return str(value)


def _iso(column, ticks):
    """Return a moment in ISO form, with all the digits that its unit has."""
    shown = wall(column, ticks)
    offset = shown.strftime("%z")
    digits = 9 - len(str(TICKS[column.dtype.time_unit])) + 1
    fraction = f"{ticks * TICKS[column.dtype.time_unit] % 10**9:09d}"[:digits]
    zone = f"{offset[:3]}:{offset[3:5]}" if offset else ""
    return shown.strftime("%Y-%m-%dT%H:%M:%S") + (f".{fraction}" if int(fraction) else "") + zone


def wall(column, ticks):
    """Return the time that a clock on the wall shows at a moment, with its zone where it has one."""
    nanoseconds = ticks * TICKS[column.dtype.time_unit]
    seconds, rest = divmod(nanoseconds, 10**9)
    zone = column.dtype.time_zone
    found = datetime.fromtimestamp(seconds, ZoneInfo(zone or "UTC")).replace(microsecond=rest // 1000)
    return found if zone else found.replace(tzinfo=None)


def _whole(rng, count):
    width = rng.choice(WIDTHS)
    dtype = getattr(pl, width)
    low, high = _ends(width)
    if rng.random() < 0.25:
        middle = rng.choice([low, high, 0, min(high, 2**53)])
        pool = [min(high, max(low, middle + rng.randint(-3, 3))) for _ in range(count)]
    else:
        pool = [min(high, max(low, rng.randint(-20, 100))) for _ in range(count)]
    return "number", dtype(), pool


def _ends(width):
    bits = int(width.removeprefix("U").removeprefix("Int"))
    return (0, 2**bits - 1) if width[0] == "U" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def _wide(rng, count):
    return (
        "number",
        pl.Int128(),
        [rng.choice([-1, 1]) * rng.getrandbits(rng.choice([10, 70, 126])) for _ in range(count)],
    )


def _real(rng, count):
    draw = rng.choice([_usual, _usual, _usual, _near, _extreme])
    return "number", pl.Float64(), [draw(rng) for _ in range(count)]


def _usual(rng):
    return rng.choice([round(rng.uniform(-50, 200), rng.randint(0, 3)), rng.gauss(0, 1), float(rng.randint(0, 20))])


def _near(rng):
    value = rng.choice([0.1, 1.0, 1e140])
    for _ in range(rng.randint(0, 3)):
        value = math.nextafter(value, rng.choice([0.0, math.inf]))
    return value


def _extreme(rng):
    return rng.choice([0.0, -0.0, 5e-324, -5e-324, 1e149, -1e149, 1e-10, 2.0**53, math.nan])


def _short_real(rng, count):
    return "number", pl.Float32(), [float(np.float32(rng.uniform(-9, 9))) for _ in range(count)]


def _infinite(rng, count):
    return "number", pl.Float64(), [rng.choice([math.inf, -math.inf, 1.0, sys.float_info.max]) for _ in range(count)]


def _decimal(rng, count):
    places = rng.choice([0, 2, 2, 9])
    return "number", pl.Decimal(20, places), [Decimal(rng.randint(-9999, 9999)).scaleb(-places) for _ in range(count)]


def _word(rng, count):
    return "text", pl.String(), [rng.choice(WORDS) for _ in range(count)]


def _odd(rng, count):
    return "text", pl.String(), [rng.choice(ODD_TEXT) for _ in range(count)]


def _digits(rng, count):
    return (
        "text",
        pl.String(),
        [f"{rng.choice([rng.randint(0, 99999), rng.randint(47900, 47930)]):05d}" for _ in range(count)],
    )


def _listed(rng, count):
    labels = rng.sample(WORDS, rng.randint(1, len(WORDS)))
    dtype = rng.choice([pl.Enum(labels), pl.Categorical()])
    return "text", dtype, [rng.choice(labels) for _ in range(count)]


def _truth(rng, count):
    return "truth", pl.Boolean(), [rng.random() < 0.5 for _ in range(count)]


def _day(rng, count):
    middle = rng.choice([0, 19000, 19800, -20000, -600000, 2000000])
    return "day", pl.Date(), [middle + rng.randint(-400, 400) for _ in range(count)]


def _moment(rng, count):
    unit = rng.choice(["ms", "us", "ns"])
    zone = rng.choice([None, None, None, *ZONES])
    second = 10**9 // TICKS[unit]
    step = rng.choice([second * 86400, second * 3600, second, 1])
    middle = rng.choice([0, 1_700_000_000, 1_698_541_200, -1_500_000_000]) * second  # the third is in a fold of Berlin
    pool = [middle // step * step + step * rng.randint(-50, 50) for _ in range(count)]
    return "moment", pl.Datetime(unit, zone), pool


def _opaque(rng, count):
    dtype = rng.choice([pl.Duration("us"), pl.Time()])
    return "opaque", dtype, [rng.randint(0, 80_000) * 10**6 for _ in range(count)]


FAMILIES = {
    _whole: 24, _wide: 1, _real: 16, _short_real: 3, _infinite: 1, _decimal: 5, _word: 14, _odd: 7, _digits: 7,
    _listed: 7, _truth: 5, _day: 7, _moment: 7, _opaque: 1,
}  # fmt: skip
LINES = {_whole: 20, _real: 14, _short_real: 3, _decimal: 4, _day: 5, _moment: 4}
"""What the methods take that know numbers only."""


def draw_column(rng, name, rows, *, families=None, missing=True):
    """Return a column of cells: their type, which values there are, how they repeat, and where cells are missing."""
    weights = families or FAMILIES
    maker = rng.choices(list(weights), list(weights.values()))[0]
    family, dtype, pool = maker(rng, _distinct(rng, rows))
    shape = rng.choice(["even", "even", "even", "skewed", "ties"])
    if shape == "even":
        values = [rng.choice(pool) for _ in range(rows)]
    elif shape == "skewed":
        values = [pool[min(len(pool) - 1, int(rng.expovariate(1.0)))] for _ in range(rows)]
    else:
        values = [pool[0] if rng.random() < 0.8 else rng.choice(pool) for _ in range(rows)]
    share = rng.choice([0, 0, 0, 0, 0.05, 0.3, 0.9]) if missing else 0
    if not missing:
        values = [0.5 if isinstance(value, float) and math.isnan(value) else value for value in values]
    return Column(name, family, dtype, tuple(None if rng.random() < share else value for value in values))


def _distinct(rng, rows):
    return rng.choice([1, 2, 3, 5, 8, max(1, rows // 4), max(1, rows), max(1, rows)])


def draw_marks(rng, name, rows, *, role, numeric=False):
    """Return a column in which every cell is a mark of its own, so that it is known again wherever it turns up."""
    if numeric:
        values = tuple(rng.randrange(7 * 10**14, 8 * 10**14) for _ in range(rows))
        return Column(name, "number", pl.Int64(), values, role=role, marked=True)
    values = tuple(f"zq{rng.getrandbits(48):012x}" for _ in range(rows))
    dtype = rng.choice([pl.String(), pl.String(), pl.Categorical(), pl.Enum(sorted(values))])
    return Column(name, "text", dtype, values, role=role, marked=True)
