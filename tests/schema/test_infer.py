"""Kinds from values and types, roles from names and values."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Order
from shoal.schema.infer import HEAD, complete, infer_kind, propose_kind
from shoal.schema.infer import propose_role as role_for
from shoal.schema.schema import Schema
from shoal.table.frame import Table


def kind_of_text(*values):
    """Return the kind of a short column, which a long one of the same values must have too."""
    kind = infer_kind(pl.Series(values, dtype=pl.String), textual=True)
    assert infer_kind(pl.Series(values * (HEAD + 1), dtype=pl.String), textual=True) == kind
    return kind


def propose_role(table, name):
    return role_for(table, name, propose_kind(table, name))


@pytest.mark.parametrize(
    "value",
    ["0", "-5", "12", "3.25", ".5", "-0.5", "1e5", "1.5E-3", "2e+10", str(2**127 - 1), str(-(2**127)), "0.0", "9" * 38],
)
def test_numbers_as_programs_write_them_are_numeric(value):
    assert kind_of_text("1", None, value) == "numeric"


@pytest.mark.parametrize(
    "value",
    [
        *(
            "007",
            "+5",
            " 5",
            "5 ",
            "1_000",
            "1,000",
            "5.",
            "1e",
            "0x10",
            "٣",
            "--5",
            "-",
            "1e5.5",
            "nan",
            "inf",
            "-007",
        ),
        *("1e999", "9" * 39, "1" + "0" * 400 + ".5", "5\n", "NA", "00", "", "1.2.3"),
    ],
)
def test_what_only_looks_like_a_number_is_categorical(value):
    assert kind_of_text("1", None, value) == "categorical"


def test_one_odd_cell_far_down_is_seen():
    assert kind_of_text(*["1"] * 5000, "x") == "categorical"
    assert kind_of_text(*["2024-01-01"] * 5000, "2024-13-01") == "categorical"


@pytest.mark.parametrize(
    "values",
    [
        ["2024-02-29", "1900-01-01"],
        ["2024-02-29T10:00", "2024-02-29T23:59:59"],
        ["2024-02-29 10:00:00.123456", "2024-02-29 10:00:00Z"],
    ],
)
def test_iso_dates_with_and_without_times_are_dates(values):
    assert kind_of_text(None, *values) == "date"


@pytest.mark.parametrize(
    "values",
    [
        ["2023-02-29"],
        ["2024-1-1"],
        ["01.02.2024"],
        ["2024-02-29T25:00"],
        ["2024-02-29 "],
        ["0000-01-01"],
        ["2024-02-29", "2024-02-29T10:00"],
        ["2024-02-29", "soon"],
    ],
)
def test_other_dates_are_categorical(values):
    assert kind_of_text(*values) == "categorical"


def test_a_column_without_values_is_categorical():
    assert kind_of_text(None, None) == kind_of_text() == "categorical"
    assert infer_kind(pl.Series([None, None]), textual=False) == "categorical"


def test_missing_cells_at_the_head_do_not_count():
    assert kind_of_text(*[None] * 1000, "5") == "numeric"
    assert kind_of_text(*[None] * 1000, "2024-01-01") == "date"


@pytest.mark.parametrize(
    ("series", "kind"),
    [
        (pl.Series([1, 2]), "numeric"),
        (pl.Series([1.5, None]), "numeric"),
        (pl.Series([1], dtype=pl.Int128), "numeric"),
        (pl.Series([1], dtype=pl.UInt8), "numeric"),
        (pl.Series(["1.5"]).cast(pl.Decimal(10, 2)), "numeric"),
        (pl.Series([None], dtype=pl.Float32), "numeric"),
        (pl.Series([dt.date(2024, 1, 1)]), "date"),
        (pl.Series([dt.datetime(2024, 1, 1)]), "date"),
        (pl.Series([True]), "categorical"),
        (pl.Series(["1"]), "categorical"),
        (pl.Series(["1"], dtype=pl.Categorical), "categorical"),
        (pl.Series(["1"], dtype=pl.Enum(["1"])), "categorical"),
        (pl.Series([dt.time(1)]), "categorical"),
    ],
)
def test_typed_columns_go_by_their_type(series, kind):
    assert infer_kind(series, textual=False) == kind


@given(st.lists(st.integers(-(2**127), 2**127 - 1) | st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_every_number_that_python_writes_is_numeric(numbers):
    assert kind_of_text(*map(str, numbers)) == "numeric"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_whatever_is_taken_for_numbers_or_dates_can_be_read_as_such(values):
    series = pl.Series(values, dtype=pl.String)
    kind = kind_of_text(*values)
    if kind == "numeric":
        assert series.cast(pl.Float64).is_finite().all()
    if kind == "date":
        assert series.str.head(10).str.to_date("%Y-%m-%d").is_not_null().all()


def people(**columns) -> Table:
    return Table(pl.DataFrame(columns), textual=True)


def test_complete_fills_the_kinds_of_quasi_columns_and_says_so():
    table = people(age=["39", None], zip=["01234", "99999"], born=["2020-01-01", "2021-01-01"], disease=["a", "b"])
    schema = Schema(
        (Column("age", "quasi"), Column("zip", "quasi"), Column("born", "quasi"), Column("disease", "sensitive"))
    )
    done, sentences = complete(schema, table)
    assert [column.kind for column in done.columns] == ["numeric", "categorical", "date", None]
    assert sentences == (
        "age: numeric, from its values",
        "zip: categorical, from its values",
        "born: date, from its values",
    )


def test_complete_finds_numbers_and_dates_in_sensitive_columns_of_text():
    columns = {"a": ["x"], "pay": ["10"], "seen": ["2020-01-01"], "disease": ["flu"], "code": ["7"]}
    schema = Schema(
        (Column("a", "quasi"), *(Column(name, "sensitive") for name in ("pay", "seen", "disease")),
         Column("code", "sensitive", "categorical"))
    )  # fmt: skip
    found, sentences = complete(schema, Table(pl.DataFrame(columns), textual=True))
    assert [column.kind for column in found.columns] == ["categorical", "numeric", "date", None, "categorical"]
    assert sentences[:2] == ("pay: numeric, from its values", "seen: date, from its values")
    typed, _ = complete(schema, Table(pl.DataFrame(columns)))
    assert [column.kind for column in typed.columns] == ["categorical", None, None, None, "categorical"]


def test_complete_leaves_given_kinds_alone():
    schema = Schema((Column("age", "quasi", "categorical"),))
    assert complete(schema, people(age=["39"])) == (schema, ())


def test_complete_goes_by_the_type_of_typed_tables():
    done, sentences = complete(Schema((Column("age", "quasi"),)), Table(pl.DataFrame({"age": [39]})))
    assert done.column("age").kind == "numeric"
    assert sentences == ("age: numeric, from its type Int64",)


def test_a_numeric_column_with_a_hierarchy_stays_numeric_and_an_ordered_one_is_categorical():
    schema = Schema(
        (
            Column("age", "quasi", hierarchy=Bands((5,))),
            Column("pain", "quasi", hierarchy=Order(("1", "2"))),
            Column("seen", "quasi", form="%d.%m.%Y"),
        )
    )
    done, sentences = complete(schema, people(age=["39"], pain=["1"], seen=["05.03.2024"]))
    assert [column.kind for column in done.columns] == ["numeric", "categorical", "date"]
    assert sentences[1:] == ("pain: categorical, from the order given for it", "seen: date, from the form given for it")


def test_complete_refuses_a_column_that_is_not_there():
    with pytest.raises(SchemaError, match="no column 'agee'"):
        complete(Schema((Column("agee", "quasi"),)), people(age=["39"]))


@pytest.mark.parametrize(
    ("name", "role"),
    [
        *(
            (name, "identifier")
            for name in ("name", "Last Name", "patientId", "customer_id", "SSN", "e-mail", "userid")
        ),
        *((name, "quasi") for name in ("age", "DateOfBirth", "ZIPCode", "sex", "native-country", "marital-status")),
        *((name, "sensitive") for name in ("disease", "salary-class", "HIV", "annual_income")),
        *((name, "plain") for name in ("hours-per-week", "product name", "idea", "x", "")),
    ],
)
def test_names_speak_for_roles(name, role):
    found, reason = propose_role(people(**{name: ["a", "b", "a"]}), name)
    assert found == role
    assert reason


def test_a_key_is_told_by_its_values():
    role, reason = propose_role(people(code=[f"v{i}" for i in range(40)]), "code")
    assert (role, reason) == ("identifier", "40 distinct values in 40 rows, as in a key")


@pytest.mark.parametrize(
    "values",
    [
        [f"v{i}" for i in range(19)],
        [f"v{i % 30}" for i in range(40)],
        [str(i + 0.5) for i in range(40)],
    ],
)
def test_few_rows_repeated_values_and_measures_are_no_keys(values):
    assert propose_role(people(code=values), "code")[0] == "plain"


def test_whole_numbers_that_all_differ_are_a_key_and_fractions_are_not():
    table = Table(pl.DataFrame({"code": range(40), "size": [i + 0.5 for i in range(40)]}))
    assert propose_role(table, "code")[0] == "identifier"
    assert propose_role(table, "size")[0] == "plain"


def test_dates_are_proposed_as_quasi():
    assert propose_role(people(seen=["2024-01-01", "2024-01-02"]), "seen")[0] == "quasi"


def test_constant_and_empty_columns_are_plain():
    table = Table(pl.DataFrame({"a": ["x", "x"], "b": pl.Series([None, None], dtype=pl.String)}), textual=True)
    assert propose_role(table, "a") == ("plain", "it has the same value in all rows")
    assert propose_role(table, "b") == ("plain", "it has no values")


def test_reasons_hold_no_cell_value():
    table = people(code=[f"secret{i}" for i in range(40)], disease=["secret"] * 40)
    assert not any("secret" in propose_role(table, name)[1] for name in table.columns)


def test_kinds_are_proposed_for_the_columns_of_a_table():
    assert propose_kind(people(age=["1"]), "age") == "numeric"
    assert propose_kind(Table(pl.DataFrame({"age": ["1"]})), "age") == "categorical"


def test_the_kinds_of_adult_are_found(shared_data):
    table = Table(pl.read_csv(shared_data / "adult.csv", infer_schema=False), textual=True)
    numeric = [name for name in table.columns if propose_kind(table, name) == "numeric"]
    assert numeric == ["age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"]
    roles = {name: propose_role(table, name)[0] for name in table.columns}
    assert roles["salary-class"] == "sensitive"
    assert [name for name, role in roles.items() if role == "identifier"] == []
    quasi = {"age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"}
    assert quasi <= {name for name, role in roles.items() if role == "quasi"}
