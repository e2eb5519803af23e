from __future__ import annotations

import datetime as dt
import subprocess
import sys

import narwhals as nw
import narwhals.stable.v1 as nw_v1
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal

from shoal.errors import InputError
from shoal.table.files import read_table
from shoal.table.frame import Table, like

DAY = dt.date(2024, 2, 29)
FRAME = pl.DataFrame({"age": [34, 51], "sex": ["f", None], "day": [DAY, None], "ok": [True, None]})
RELEASE = pl.DataFrame(
    {"age": pl.Series(["[34 - 51]", "[34 - 51]"], dtype=pl.Enum(["*", "[34 - 51]"])), "visits": [3, 4]}
)


def test_a_polars_frame_is_not_copied():
    assert Table.of(FRAME).data is FRAME


def test_a_table_is_itself():
    table = Table(FRAME, textual=True, notes=("a note",))
    assert Table.of(table) is table


def test_rows_and_columns():
    table = Table.of(FRAME)
    assert (table.rows, table.columns) == (2, ("age", "sex", "day", "ok"))


@pytest.mark.parametrize(
    "wrap",
    [
        lambda frame: frame.lazy(),
        lambda frame: frame.to_arrow(),
        lambda frame: frame.to_arrow().to_batches()[0],
        nw.from_native,
        lambda frame: nw.from_native(frame.lazy()),
        lambda frame: nw_v1.from_native(frame.to_arrow()),
        lambda frame: frame.to_pandas(use_pyarrow_extension_array=True),
    ],
    ids=["lazy", "arrow", "batch", "narwhals", "narwhals-lazy", "narwhals-v1", "pandas-arrow"],
)
def test_every_kind_of_frame_holds_the_same_table(wrap):
    assert_frame_equal(Table.of(wrap(FRAME)).data, FRAME)


def test_a_pandas_frame_keeps_its_types_and_loses_its_index():
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None], "Int64"),
            "flag": pd.array([True, None], "boolean"),
            "share": [0.5, np.nan],
            "text": ["a", None],
            "day": pd.Series([DAY, None], dtype=object).to_numpy(),
            "code": pd.Categorical(["x", "y"]),
        },
        index=[7, 7],
    )
    expected = pl.DataFrame(
        {
            "whole": [1, None],
            "flag": [True, None],
            "share": [0.5, None],
            "text": ["a", None],
            "day": [DAY, None],
            "code": pl.Series(["x", "y"], dtype=pl.Categorical),
        }
    )
    assert_frame_equal(Table.of(frame).data, expected)


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"x": [1.0, float("nan")]}),
        pa.table({"x": [1.0, float("nan")]}),
        pd.DataFrame({"x": [1.0, np.nan]}),
    ],
    ids=["polars", "arrow", "pandas"],
)
def test_nan_is_missing(frame):
    assert Table.of(frame).data["x"].to_list() == [1.0, None]


def test_infinite_values_stay():
    assert Table.of(pl.DataFrame({"x": [float("inf")]})).data["x"].to_list() == [float("inf")]


def test_a_column_without_any_value_is_text():
    assert Table.of(pl.DataFrame({"x": [None, None]})).data.schema == {"x": pl.String}


def test_the_callers_frame_stays_as_it_was():
    frame = pl.DataFrame({"x": [1.0, float("nan")], "y": [None, None]})
    before = frame.clone()
    Table.of(frame)
    assert_frame_equal(frame, before)


@pytest.mark.parametrize(
    "values",
    [
        ["secret", 1],
        [True, 17],
        ["secret", 1.5, None],
        ["secret", b"x"],
        [DAY, "secret"],
        [DAY, dt.datetime.fromisoformat("2024-01-01T09:00")],
    ],
    ids=["text-int", "bool-int", "text-float", "text-bytes", "date-text", "date-time"],
)
def test_mixed_types_name_the_column_and_no_value(values):
    frame = pd.DataFrame({"fine": range(len(values)), "odd": pd.Series(values, dtype=object)})
    with pytest.raises(InputError, match="column 'odd' holds values of different types") as caught:
        Table.of(frame)
    assert "secret" not in str(caught.value)
    assert "astype(str)" in caught.value.hint
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_whole_numbers_and_fractions_are_not_mixed():
    frame = pd.DataFrame({"x": pd.Series([1, 2.5, None], dtype=object)})
    assert Table.of(frame).data["x"].to_list() == [1.0, 2.5, None]


@pytest.mark.parametrize("column", [pd.Series([1 + 2j]), pd.Series(pd.period_range("2024", periods=1))], ids=str)
def test_a_type_without_meaning_names_the_column(column):
    with pytest.raises(InputError, match="column 'x' has the type"):
        Table.of(pd.DataFrame({"x": column}))


def test_a_column_of_objects_names_the_column():
    with pytest.raises(InputError, match="column 'x' has the type Object"):
        Table.of(pl.DataFrame({"x": pl.Series([object()], dtype=pl.Object)}))


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]),
    ],
    ids=["pandas", "arrow"],
)
def test_a_name_that_occurs_twice_is_refused(frame):
    with pytest.raises(InputError, match="columns 1 and 2 of the table have the same name"):
        Table.of(frame)


@pytest.mark.parametrize(
    ("columns", "kind"), [(["a", 0], "int"), (pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]), "tuple")]
)
def test_names_that_are_not_text_ask_for_renaming(columns, kind):
    with pytest.raises(InputError, match=f"not text but {kind}") as caught:
        Table.of(pd.DataFrame([[1, 2]], columns=columns))
    assert "rename" in caught.value.hint


@pytest.mark.parametrize("frame", [pl.DataFrame(), pd.DataFrame(), pa.table({})], ids=["polars", "pandas", "arrow"])
def test_a_table_without_columns_is_refused(frame):
    with pytest.raises(InputError, match="no columns"):
        Table.of(frame)


@pytest.mark.parametrize("other", [[1], "a", None, 3, np.zeros((2, 2))], ids=type)
def test_what_is_no_frame_is_refused(other):
    with pytest.raises(InputError, match="a table is a pandas or polars data frame"):
        Table.of(other)


def test_a_lazy_frame_that_cannot_be_computed_says_so_without_values():
    frame = pl.LazyFrame({"x": ["secret"]}).with_columns(pl.col("x").cast(pl.Int64))
    with pytest.raises(InputError, match="cannot be computed") as caught:
        Table.of(frame)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("original", [FRAME, Table(FRAME), "table.csv"], ids=["polars", "table", "path"])
def test_like_returns_the_very_frame(original):
    assert like(RELEASE, original) is RELEASE


def test_like_a_lazy_frame():
    result = like(RELEASE, FRAME.lazy())
    assert isinstance(result, pl.LazyFrame)
    assert_frame_equal(result.collect(), RELEASE)


@pytest.mark.parametrize("original", [FRAME.to_arrow(), FRAME.to_arrow().to_batches()[0]], ids=["table", "batch"])
def test_like_pyarrow_has_a_dictionary_for_labels(original):
    result = like(RELEASE, original)
    assert isinstance(result, pa.Table)
    assert pa.types.is_dictionary(result.schema.field("age").type)
    assert result.to_pydict() == RELEASE.to_dict(as_series=False)


def test_like_pandas_has_a_fresh_index_and_categories():
    original = pd.DataFrame({"age": [34, 51], "visits": [3, 4]}, index=["x", "y"])
    result = like(RELEASE, original)
    assert isinstance(result, pd.DataFrame)
    assert isinstance(result.index, pd.RangeIndex)
    assert isinstance(result["age"].dtype, pd.CategoricalDtype)
    assert result["age"].tolist() == ["[34 - 51]", "[34 - 51]"]
    assert result["visits"].dtype == original["visits"].dtype


def test_like_pandas_keeps_nullable_types_of_columns_that_did_not_change():
    big = 2**53 + 1
    original = pd.DataFrame(
        {
            "count": pd.array([big, None], "Int64"),
            "flag": pd.array([True, None], "boolean"),
            "arrow": pd.array([1, None], "int64[pyarrow]"),
            "age": pd.array([1, 2], "Int64"),
        }
    )
    frame = Table.of(original).data.with_columns(age=pl.Series(["*", "*"], dtype=pl.Enum(["*"])))
    result = like(frame, original)
    assert result[["count", "flag", "arrow"]].dtypes.equals(original[["count", "flag", "arrow"]].dtypes)
    assert result["count"][0] == big
    assert result["age"].tolist() == ["*", "*"]


@pytest.mark.parametrize(
    ("original", "kind", "native"),
    [
        (nw.from_native(FRAME), nw.DataFrame, pl.DataFrame),
        (nw.from_native(FRAME.lazy()), nw.LazyFrame, pl.LazyFrame),
        (nw.from_native(FRAME.to_arrow()), nw.DataFrame, pa.Table),
        (nw_v1.from_native(pd.DataFrame({"age": [1]}, index=[9])), nw_v1.DataFrame, pd.DataFrame),
    ],
    ids=["polars", "lazy", "arrow", "v1-pandas"],
)
def test_like_narwhals_wraps_the_same_backend(original, kind, native):
    result = like(RELEASE, original)
    assert type(result) is kind
    assert isinstance(result.to_native(), native)


@pytest.mark.parametrize(
    "plain", [{"a": [1, 2]}, [{"a": 1}, {"a": 2}], pl.Series("a", [1, 2]), pd.Series([1, 2], name="a")], ids=type
)
def test_columns_rows_and_series_of_plain_python_are_tables(plain):
    assert Table.of(plain).data.to_dict(as_series=False) == {"a": [1, 2]}
    assert isinstance(like(RELEASE, plain), pl.DataFrame)


@pytest.mark.parametrize("plain", [{"a": [1], "b": [1, 2]}, {}, {1: [2]}, pl.Series([1]), pd.Series([1])], ids=repr)
def test_plain_python_that_is_no_table_is_refused(plain):
    with pytest.raises(InputError):
        Table.of(plain)


def test_like_what_is_no_frame_is_refused():
    with pytest.raises(InputError, match="a table is"):
        like(RELEASE, [1])


def test_pandas_is_not_imported_for_others():
    code = """
import sys
import polars as pl
from shoal.table.files import read_table
from shoal.table.frame import Table, like
from shoal.table.write import write_table
frame = pl.DataFrame({"a": [1.0, float("nan")], "b": pl.Series(["x", "y"], dtype=pl.Enum(["x", "y"]))})
arrow = frame.to_arrow()
Table.of(frame), Table.of(arrow), like(frame, arrow), like(frame, frame.lazy())
assert "pandas" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["*", "^.*$", "^q$"])
def test_a_name_that_polars_takes_for_a_pattern_is_refused(name, tmp_path):
    frame = pl.DataFrame({"id": ["Alice", "Bob"], name: [1, 2]})
    with pytest.raises(InputError, match="column 2 of the table has a pattern for a name"):
        Table.of(frame)
    (tmp_path / "x.csv").write_text(f"id,{name}\nAlice,1\nBob,2\n")
    with pytest.raises(InputError, match=r"column 2 has a pattern for a name in the header"):
        read_table(tmp_path / "x.csv")


def test_like_pandas_keeps_the_order_of_categories_that_leave_as_they_are_without_those_that_no_row_has():
    pain = pd.Categorical(["low", "high", "mid"], categories=["low", "mid", "high", "never"], ordered=True)
    original = pd.DataFrame({"pain": pain, "town": pd.Categorical(["b", "a", "b"]), "age": pain})
    frame = Table.of(original).data.with_columns(age=pl.Series(["*"] * 3, dtype=pl.Enum(["*"])))
    result = like(frame, original)
    assert result["pain"].dtype == pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    assert result["pain"].tolist() == ["low", "high", "mid"]
    assert not result["town"].cat.ordered
    assert not result["age"].cat.ordered


def test_a_dictionary_of_arrow_in_pandas_comes_back_as_it_came():
    labels = pa.array(["low", "high"]).dictionary_encode()
    original = pd.DataFrame({"pain": pd.Series(labels, dtype=pd.ArrowDtype(labels.type))})
    result = like(Table.of(original).data, original)
    assert result["pain"].dtype == original["pain"].dtype
    assert result["pain"].tolist() == ["low", "high"]
