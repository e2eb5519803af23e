"""Whatever columns, hierarchies and criteria are made of: they are right, or they are refused with a reason."""

from __future__ import annotations

from dataclasses import fields

import pytest

import shoal
from shoal.errors import ShoalError
from tests.reference.checks import MARK, MARKED, ODD

MADE = {
    shoal.Column: {"name": "age"},
    shoal.Schema: {"columns": ()},
    shoal.Bands: {"widths": (5,)},
    shoal.Calendar: {},
    shoal.Flat: {},
    shoal.Levels: {"rows": (("a", "*"),)},
    shoal.Nested: {"mapping": {"*": ["a"]}},
    shoal.Order: {"values": ("a",)},
    shoal.Prefix: {},
    shoal.AlphaK: {"alpha": 0.5},
    shoal.BetaLikeness: {"beta": 1},
    shoal.DeltaDisclosure: {"delta": 1},
    shoal.KAnonymity: {"k": 2},
    shoal.LDiversity: {"l": 2},
    shoal.TCloseness: {"t": 0.2},
}
"""The public classes that users fill, each with what it needs at least."""


@pytest.mark.parametrize(
    ("kind", "field"),
    [(kind, field.name) for kind in MADE for field in fields(kind)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_any_value_makes_an_object_or_a_reason(kind, field):
    for value in ODD:
        try:
            made = kind(**{**MADE[kind], field: value})
        except ShoalError as error:
            words = str(error)
        else:
            words = made.sentence if hasattr(made, "sentence") else ""
            assert not isinstance(getattr(made, field), bytes)
        assert MARK not in words
        assert str(MARKED) not in words


@pytest.mark.parametrize("kind", [kind for kind in MADE if hasattr(kind, "holds")])
@pytest.mark.parametrize("column", [5, "", b"disease", ["disease"]])
def test_a_criterion_guards_a_column_by_its_name(kind, column):
    if "column" in {field.name for field in fields(kind)}:
        with pytest.raises(shoal.SettingError, match="the name of a column"):
            kind(**MADE[kind], column=column)
