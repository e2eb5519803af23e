from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.decode.cells import MISSING
from shoal.decode.table import decode, released_as, unread_notes
from shoal.errors import SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Calendar, Nested, Order, Prefix

ANYTHING = (-MISSING, MISSING)
AWAY = (MISSING, MISSING)


def cells(original, released, **meaning):
    column = Column("x", "quasi", **{"kind": "numeric", **meaning})
    shown = released if isinstance(released, pl.DataFrame) else pl.DataFrame({"x": released})
    return decode(pl.DataFrame({"x": original}), shown, [column])[0]


def spans(found):
    """Return what the released rows stand for, one after the other."""
    return list(zip(found.low[found.codes].tolist(), found.high[found.codes].tolist(), strict=True))


# ---------------------------------------------------------------------------------------------------------------- lines


def test_numbers_lie_where_they_are_and_missing_ones_apart():
    found = cells([3, None, 7], ["[3 - 7]", None, "3"])
    assert found.at.tolist() == [3.0, MISSING, 7.0]
    assert (found.least, found.greatest, found.step, found.is_number) == (3.0, 7.0, 1.0, True)
    assert spans(found) == [(3.0, 7.0), AWAY, (3.0, 3.0)]


def test_a_star_is_anything():
    assert spans(cells([3, None], ["*", "*"])) == [ANYTHING, ANYTHING]


def test_an_open_end_leaves_its_whole_number_out():
    assert spans(cells([20, 25, 30], ["[20, 30)", "(20, 30]", "< 25"])) == [(20.0, 29.0), (21.0, 30.0), (20.0, 24.0)]


def test_an_open_end_leaves_nothing_but_its_fraction_out():
    (low, high), *_ = spans(cells([0.5, 2.5], ["[0.5, 2.5)", "2.5"]))
    assert (low, high < 2.5, round(high, 9)) == (0.5, True, 2.5)


def test_a_side_without_an_end_goes_as_far_as_the_table():
    assert spans(cells([20, 90], [">= 65", "65+"])) == [(65.0, 90.0)] * 2


def test_decimals_lie_where_they_are():
    found = cells(pl.Series([Decimal("1.50"), Decimal("2.25")]), ["[1.50 - 2.25]", "2.25"])
    assert found.at.tolist() == [1.5, 2.25]
    assert spans(found) == [(1.5, 2.25), (2.25, 2.25)]


def test_numbers_as_text_are_numbers():
    found = cells(["3", "7"], ["[3 - 7]", "[3 - 7]"])
    assert found.at.tolist() == [3.0, 7.0]


def test_two_columns_are_two_ends_and_nothing_where_they_are_missing():
    released = pl.DataFrame({"x_min": [3, 3, None], "x_max": [7, 3, None]})
    assert spans(cells([3, 7, None], released)) == [(3.0, 7.0), (3.0, 3.0), ANYTHING]
    assert released_as("x", released.columns) == ("x_min", "x_max")


def test_numbers_that_the_original_has_are_values_and_others_are_middles():
    raw = cells([3, 7, None], [7, 3, None])
    assert raw.is_point
    assert spans(raw) == [(7.0, 7.0), (3.0, 3.0), AWAY]
    middle = cells([3, 7, None], [5.0, 5.0, None])
    assert middle.is_point
    assert spans(middle) == [(5.0, 5.0), (5.0, 5.0), ANYTHING]
    assert not cells([3, 7], ["[3 - 7]", "3"]).is_point


def test_a_node_of_a_hierarchy_of_numbers_spans_the_values_below_it():
    tree = Nested({"*": {"low": [1, 2, 3], "high": [7, 9]}})
    assert spans(cells([1, 9], ["low", "high"], hierarchy=tree)) == [(1.0, 3.0), (7.0, 9.0)]
    assert spans(cells([1, 9], ["*", "9"], hierarchy=tree)) == [ANYTHING, (9.0, 9.0)]
    assert spans(cells([21, 29], ["[20 - 30[", "[20 - 25["], hierarchy=Bands((5, 10)))) == [(21.0, 29.0), (21.0, 21.0)]


def test_dates_and_moments_lie_at_their_ticks():
    day = cells([date(1970, 1, 3), date(1970, 2, 1)], ["[1970-01-03 - 1970-02-01]", "1970-01-03"], kind="date")
    assert (day.at.tolist(), day.step) == ([2.0, 31.0], 1.0)
    assert spans(day) == [(2.0, 31.0), (2.0, 2.0)]
    tree = Calendar(("month", "year"))
    month = cells([date(1970, 1, 3), date(1970, 1, 9)], ["1970-01", "*"], kind="date", hierarchy=tree)
    assert spans(month) == [(2.0, 8.0), ANYTHING]
    moment = cells([datetime(1970, 1, 1, 1), datetime(1970, 1, 1, 2)], [datetime(1970, 1, 1, 2)] * 2, kind="date")
    assert (moment.step, spans(moment)[0]) == (0.0, (7.2e9, 7.2e9))


def test_periods_of_the_calendar_need_no_hierarchy():
    original = [date(1970, 1, 3), date(1970, 5, 9)]
    found = cells(original, ["1970-Q1", "1970-02", "1970"][:2], kind="date")
    assert found.unread == 0
    assert spans(found) == [(0.0, 89.0), (31.0, 58.0)]


def test_a_day_holds_its_moments_but_is_one_moment_where_all_are_midnights():
    day = 86_400e6
    (low, high), *_ = spans(cells([datetime(1970, 1, 2, 12), datetime(1970, 1, 3)], ["1970-01-02"] * 2, kind="date"))
    assert (low, high < 2 * day, round(high)) == (day, True, 2 * day)
    midnights = cells(
        [datetime(1970, 1, 2), datetime(1970, 1, 3)], ["1970-01-02", "[1970-01-02 - 1970-01-03]"], kind="date"
    )
    assert spans(midnights) == [(day, day), (day, 2 * day)]


def test_labels_without_a_known_form_are_counted_and_told():
    found = cells([3, 7], ["young", "[7 - 3]", "3"][:2])
    assert found.unread == 2
    assert np.isnan(found.low).all()
    (note,) = unread_notes([found])
    assert note.startswith("2 of the 2 labels of column 'x'")
    assert "young" not in note


def test_numbers_cannot_be_released_as_dates():
    with pytest.raises(SchemaError, match="numbers in the original and dates in the release"):
        cells([3, 7], [date(2024, 1, 1)] * 2)


# ----------------------------------------------------------------------------------------------------------- categories


def test_categories_lie_at_their_leaves_and_labels_span_them():
    tree = Nested({"*": {"care": ["nurse", "doctor"], "office": ["clerk", "lawyer"]}})
    found = cells(["clerk", "nurse", None], ["care", "*", None], kind="categorical", hierarchy=tree)
    assert found.at.tolist() == [2.0, 0.0, MISSING]
    assert (found.greatest, found.is_number) == (3.0, False)
    assert spans(found) == [(0.0, 1.0), ANYTHING, AWAY]


def test_without_a_hierarchy_a_category_is_itself():
    found = cells(["b", "a"], ["a", "c"], kind="categorical")
    assert found.at.tolist() == [1.0, 0.0]
    assert spans(found)[0] == (0.0, 0.0)
    assert found.unread == 1


def test_an_interval_of_ordered_categories_spans_those_between():
    order = Order(("low", "mid - ish", "high"))
    found = cells(["low", "high"], ["[low - mid - ish]", "[mid - ish - high]"], kind="categorical", hierarchy=order)
    assert spans(found) == [(0.0, 1.0), (1.0, 2.0)]


def test_an_interval_against_the_order_of_the_categories_has_no_known_form():
    # As text "10" comes before "9": what [9 - 10] spans among texts cannot be known.
    (cells,) = decode(
        pl.DataFrame({"n": ["9", "10", "11"]}), pl.DataFrame({"n": ["[9 - 10]", "[9 - 10]", "11"]}),
        [Column("n", "quasi", "categorical")],
    )  # fmt: skip
    assert cells.unread == 1
    assert (cells.extents > 0).all()


def test_a_mask_spans_the_codes_that_it_leaves_open():
    codes = ["01234", "01299", "02110"]
    for tree in (None, Prefix()):
        found = cells(codes, ["012**", "0123*", "02110"], kind="categorical", hierarchy=tree)
        assert spans(found) == [(0.0, 1.0), (0.0, 0.0), (2.0, 2.0)]


# ------------------------------------------------------------------------------------------------------- whole releases


def test_a_missing_column_is_named():
    with pytest.raises(SchemaError, match="no column 'x', nor 'x_min' and 'x_max'; it has: y"):
        cells([1], pl.DataFrame({"y": [1]}))


def test_categories_cannot_have_ends():
    with pytest.raises(SchemaError, match="holds categories"):
        cells(["a"], pl.DataFrame({"x_min": ["a"], "x_max": ["a"]}), kind="categorical")


@pytest.mark.parametrize("style", ["interval", "bounds"])
def test_every_released_cell_of_shoal_covers_the_original_one(style):
    table = shoal.datasets.patients(300, seed=3)
    gone = pl.int_range(pl.len()) % 17 == 0
    frame = table.frame.select(*table.quasi).with_columns(
        pl.when(~gone).then(pl.col(name)).alias(name) for name in ("age", "zip", "admitted")
    )
    trees = {name: tree for name, tree in table.hierarchies.items() if name in table.quasi}
    call = {"k": 4, "quasi": table.quasi, "hierarchies": trees, "method": "mondrian", "style": style}
    with pytest.warns(shoal.PrivacyWarning, match="original order"):
        release = shoal.anonymize(frame, keep_order=True, **call)
    for column in decode(frame, release.data, release.schema.of_role("quasi")):
        low, high = column.low[column.codes], column.high[column.codes]
        assert ((low <= column.at) & (column.at <= high)).all(), column.name
