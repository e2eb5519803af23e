"""What a cell of a released file stands for, whatever the format made of it."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction

import numpy as np
import polars as pl

from tests.fuzz.column import EPOCH, TICKS, wall, written
from tests.fuzz.read import Tick

DAY = 86_400 * 10**9
_TIME = re.compile(r"(-?\d{1,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(Z|[+-]\d\d:?\d\d)?")
_INTERVAL = re.compile(r"\[(.*)([\]\[])", re.DOTALL)


def value_key(column, value):
    """Return an original cell as something that equal cells share; None is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    match column.family:
        case "number":
            return value if isinstance(value, float) and math.isinf(value) else Fraction(value)
        case "day":
            return value * DAY
        case "moment":
            return value * TICKS[column.dtype.time_unit]
    return value


def cell_key(column, cell):
    """Return a released cell in the terms of `value_key`, or the text itself where it cannot be read so."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return None
    try:
        match column.family:
            case "number":
                return _number(column, cell)
            case "truth":
                return {"true": True, "false": False, True: True, False: False}[cell]
            case "day" | "moment":
                return _moment(column, cell)
    except (ValueError, KeyError, OverflowError):
        return cell
    return cell


def _number(column, cell):
    if isinstance(cell, bool) or str(cell).strip() != str(cell):
        raise ValueError
    if column.dtype.is_float():
        cell = float(np.float32(cell)) if column.dtype == pl.Float32 else float(cell)
        return cell if math.isinf(cell) else Fraction(cell)
    return Fraction(str(cell) if column.dtype.is_decimal() else cell)


def _moment(column, cell):
    """Return a date or a moment in nanoseconds; text without an offset shows the wall clock of the column's zone."""
    if isinstance(cell, Tick):
        return int(cell)
    if isinstance(cell, date):
        return (cell.toordinal() - EPOCH.toordinal()) * DAY
    found = _TIME.fullmatch(cell)
    if found is None:
        raise ValueError
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    at = (_days(year, month, day)) * DAY
    at += ((hour * 60 + minute) * 60 + second) * 10**9 + int((found[7] or "0").ljust(9, "0")[:9])
    if found[8] in (None, "Z") or column.family == "day":
        return at if found[8] or not _zone(column) else Wall(at)
    sign = -1 if found[8][0] == "-" else 1
    return at - sign * (int(found[8][1:3]) * 60 + int(found[8][-2:])) * 60 * 10**9


class Wall(int):
    """What a clock on the wall shows, as nanoseconds: it does not say how far from UTC it is."""


def _zone(column):
    return column.family == "moment" and column.dtype.time_zone


def _days(year, month, day):
    """Return the days from 1970 to a date of any year of the calendar as it is counted today."""
    shifted = year + 400 * (abs(year) // 400 + 1) if year < 1 else year
    while shifted > 9999:
        shifted -= 400
    return date(shifted, month, day).toordinal() - EPOCH.toordinal() + (year - shifted) // 400 * 146_097


def key_in_terms_of(column, value, key):
    """Return an original cell to compare with a released one: by the wall clock where that is all there is."""
    own = value_key(column, value)
    if isinstance(key, Wall) and own is not None:
        shown = wall(column, value)
        return (shown.toordinal() - EPOCH.toordinal()) * DAY + (own - _floor(own)) + _seconds(shown) * 10**9
    return own


def _floor(nanoseconds):
    return nanoseconds // 10**9 * 10**9


def _seconds(shown):
    return (shown.hour * 60 + shown.minute) * 60 + shown.second


def same(column, cell, value):
    """Return whether a released cell is an original one; many formats hold the empty text as missing."""
    key = cell_key(column, cell)
    own = key_in_terms_of(column, value, key)
    if key == own or (key is None and own == ""):
        return True
    return isinstance(cell, str) and own is not None and cell == written(column, value)


def ends_of(cell):
    """Return every reading of a cell as an interval: its ends, and whether the upper one belongs to it."""
    found = _INTERVAL.fullmatch(cell) if isinstance(cell, str) else None
    if found is None:
        return []
    inner, readings = found[1], []
    at = inner.find(" - ")
    while at >= 0:
        readings.append((inner[:at], inner[at + 3 :], found[2] == "]"))
        at = inner.find(" - ", at + 1)
    return readings


def covers(column, cell, value):
    """Return whether a released cell may stand for an original one."""
    if cell == "*" or same(column, cell, value):
        return True
    tree = column.tree
    if value is None or value_key(column, value) is None:
        return tree is not None and cell == tree.root
    if tree is not None and any(cell in tree.above(text) for text in _texts(column, value)):
        return True
    return any(_inside(column, low, high, value, closed) for low, high, closed in ends_of(cell))


def _texts(column, value):
    """Return a cell as it is written, and a moment with a zone also in UTC: text with an offset is taken for that."""
    found = [written(column, value)]
    if _zone(column):
        found.append(written(replace(column, dtype=pl.Datetime(column.dtype.time_unit, "UTC")), value))
    return found


def _inside(column, low, high, value, closed):
    if column.tree is not None and column.tree.rule == "order":
        place = {text: at for at, text in enumerate(column.tree.setting)}
        text = written(column, value)
        return low in place and high in place and place[low] <= place[text] <= place[high]
    if not closed:
        return _in_band(low, high, value)
    least, most = cell_key(column, low), cell_key(column, high)
    own = key_in_terms_of(column, value, least)
    try:
        return least <= own <= most
    except TypeError:
        return False


def _in_band(low, high, value):
    """Return whether a number lies in a band, which is counted in decimals as they are written."""
    try:
        return Fraction(low) <= Fraction(repr(value) if isinstance(value, float) else value) < Fraction(high)
    except ValueError:
        return False


def between(column, low, high, value):
    """Return whether a cell lies between its ends; both are missing where any cell of the group is."""
    if low is None or high is None:
        return low is None and high is None
    own = value_key(column, value)
    return own is not None and (cell_key(column, low) <= own <= cell_key(column, high) or same(column, low, value))
