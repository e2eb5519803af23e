"""What a setting may be, once more and without any of the code that checks it; and values that are odd."""

from __future__ import annotations

import math
import os
import pathlib

import numpy as np
import pandas as pd
import polars as pl

from shoal.checks import (
    Anything,
    By,
    Callback,
    Choice,
    Fields,
    Fit,
    Having,
    Made,
    Named,
    Number,
    OneOf,
    Place,
    Several,
    Text,
    Truth,
    Whole,
)
from shoal.criteria.l_diversity import LDiversity
from shoal.schema.schema import Schema

MARK = "Zqxvj-77310"
"""A cell of the tables here, which no message may hold."""

MARKED = 77310
"""Another one."""

FRAME = pl.DataFrame({"age": [MARKED, 34, 36, 39], "name": [MARK, "Bob", "Cid", "Dee"]})

ODD = (
    "", " ", "no", "yes", "2", "0.5", "nan", "nonsense", "a,b", "*", "é", "\n", "x" * 300, "a\0b", "~nobody0/x",
    "\ud800", 0, 1, 2, -1, 5, 10**6, 2**31, 2**63, 10**400, -(10**400), True, False, 0.0, 0.5, 1.0, 2.0, 2.5, -0.5,
    1e-310, 1e308, math.nan, math.inf, -math.inf, 1j, b"age", b"", bytearray(b"x"), object(), int, Schema, len,
    LDiversity,
    [], ["age"], ["age", None], [1], [2, 2.5], [True], [[]], [b"age"], (), ("age",), ("age", 5), {"age"}, frozenset(),
    {}, {"age": 1}, {"age": None}, {5: "flat"}, {None: 1}, {"age": {"age": []}}, {"null": "NA"}, {"null": 5},
    {"separator": 5}, {"separator": ";;"}, {"sheet": ["a"]}, {"format": "docx"}, {"encoding": 8}, {"nonsense": "x"},
    np.int64(2), np.int8(-1), np.float64(0.5), np.float32("nan"), np.bool_(True), np.str_("age"), np.array(["age"]),
    np.array([2, 5]), np.array(2), np.array([[1.5]]), np.datetime64("2024-01-01"), pd.Index(["age"]), pd.Series([MARK]),
    pd.NA, pd.Timestamp("2024-01-01"), pathlib.Path("age"), Schema(()), LDiversity(2), [LDiversity(2)], FRAME,
    FRAME["age"], FRAME["name"], FRAME.to_pandas(),
)  # fmt: skip
"""Values of many kinds; some are right for some settings."""


def takes(check, value):
    """Return whether a setting may have this value; None where it takes more than its kind to say."""
    value = value.item() if isinstance(value, np.generic) and value.dtype.kind in "biufU" else value
    return TWINS[type(check)](check, value)


def _is_number(value):
    if type(value) not in (int, float):
        return False
    return -1.7976931348623157e308 <= value <= 1.7976931348623157e308


def _whole(check, value):
    return type(value) is int and check.least <= value <= check.most


def _number(check, value):
    return _is_number(value) and check.least <= value <= check.most and not (check.above and value == check.least)


def _text(check, value):
    return type(value) is str and len(value) >= check.least


def _place(_, value):
    text = os.fspath(value) if isinstance(value, pathlib.Path) else value
    return type(text) is str and text != ""


def _together(parts):
    """Return False where one part is wrong, None where of one it cannot be said."""
    found = list(parts)
    return False if False in found else None if None in found else True


def _several(check, value):
    if isinstance(value, pl.Series | pd.Series | pd.Index | np.ndarray):
        items = value.to_list() if isinstance(value, pl.Series) else value.tolist()
        return type(items) is list and _together(takes(check.of, item) for item in items)
    if type(value) in (list, tuple):
        return _together(takes(check.of, item) for item in value)
    return takes(check.of, value)


def _named(check, value):
    if type(value) is not dict or any(type(key) is not str for key in value):
        return False
    return _together(takes(check.of, one) for one in value.values())


def _fields(check, value):
    if type(value) is not dict or any(key not in check.of for key in value):
        return False
    return _together(takes(check.of[key], one) for key, one in value.items() if one is not None)


def _fit(check, value):
    return None if takes(check.of, value) else False


TWINS = {
    Whole: _whole,
    Number: _number,
    Truth: lambda _, value: type(value) is bool,
    Text: _text,
    Choice: lambda check, value: type(value) is str and value in check.choices,
    Several: _several,
    Named: _named,
    Fields: _fields,
    Place: _place,
    OneOf: lambda check, value: any(takes(one, value) for one in check.checks),
    Made: lambda check, value: isinstance(value, check.of),
    Callback: lambda _, value: callable(value),
    Having: lambda check, value: not isinstance(value, type) and check.attribute in dir(value),
    Anything: lambda _, value: True,  # noqa: ARG005 - it takes all
    Fit: _fit,
    By: lambda check, value: None,  # noqa: ARG005 - the tests of the function say what it takes
}
"""For each kind of check what it may take; a new kind has no place in the tests until it has a line here."""
