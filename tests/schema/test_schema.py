"""Schemas: what they refuse, and that they read back as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import HierarchyError, OutputError, SchemaError
from shoal.schema.column import KINDS, ROLES, Column
from shoal.schema.hierarchy import Bands, Calendar, Flat, Levels, Nested, Order, Prefix, read_levels
from shoal.schema.read_toml import read_schema
from shoal.schema.schema import Schema

PATIENTS = Schema(
    (
        Column("name", "identifier"),
        Column("age", "quasi", "numeric", hierarchy=Bands((5, 10))),
        Column("zip code", "quasi", hierarchy=Prefix()),
        Column("disease", "sensitive"),
    )
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
LABEL = TEXT.filter(str.strip)


def test_columns_are_found_by_role_and_by_name():
    assert PATIENTS.names == ("name", "age", "zip code", "disease")
    assert [column.name for column in PATIENTS.of_role("quasi")] == ["age", "zip code"]
    assert PATIENTS.of_role("plain") == ()
    assert PATIENTS.column("disease").role == "sensitive"


def test_an_unknown_name_is_refused_with_the_nearest_one():
    with pytest.raises(
        SchemaError, match=r"no column 'Zipcode' in the schema; it has: name, age, zip code, disease"
    ) as caught:
        PATIENTS.column("Zipcode")
    assert caught.value.hint == "did you mean 'zip code'?"


def test_two_columns_of_one_name_are_refused():
    with pytest.raises(SchemaError, match="names 'age' more than once"):
        Schema((Column("age"), Column("sex"), Column("age", "quasi")))


def test_a_table_must_have_every_column():
    PATIENTS.require(["disease", "zip code", "more", "age", "name"])
    with pytest.raises(
        SchemaError, match="no column 'disease' in the table; it has: name, age, zip code, diseases"
    ) as caught:
        PATIENTS.require(["name", "age", "zip code", "diseases"])
    assert caught.value.hint == "did you mean 'diseases'?"


def test_a_column_like_no_other_gets_no_hint():
    with pytest.raises(SchemaError) as caught:
        Schema((Column("age"),)).require(["x1", "x2"])
    assert caught.value.hint == ""


def test_one_column_is_replaced_and_the_schema_stays_as_it_was():
    changed = PATIENTS.replaced("age", weight=2.0, kind="categorical")
    assert (changed.column("age").weight, changed.column("age").kind) == (2.0, "categorical")
    assert changed.names == PATIENTS.names
    assert PATIENTS.column("age").weight == 1.0


def test_a_replacement_is_checked():
    with pytest.raises(SchemaError, match="weight"):
        PATIENTS.replaced("age", weight=-1)
    with pytest.raises(SchemaError, match="no column 'agee'"):
        PATIENTS.replaced("agee", weight=1)


def test_a_written_schema_reads_back_with_its_settings(tmp_path):
    path = tmp_path / "shoal.toml"
    run = {
        "k": 10,
        "method": "mondrian",
        "seed": None,
        "options": {"rounds": 15},
        "suppress": 0.01,
        "odd": ("a",),
    }
    PATIENTS.to_toml(path, run)
    schema, settings = read_schema(path)
    assert schema == PATIENTS
    expected = {"k": 10, "method": "mondrian", "options": {"rounds": 15}, "suppress": 0.01, "odd": ["a"]}
    assert settings == expected


def test_a_hierarchy_file_is_written_as_a_path_from_the_folder_of_the_schema(tmp_path):
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "sex.csv").write_text("M;Person\nF;Person\n")
    schema = Schema((Column("sex", "quasi", hierarchy=read_levels("sex", tmp_path / "trees" / "sex.csv")),))
    schema.to_toml(tmp_path / "shoal.toml", {})
    assert 'hierarchy = { file = "trees/sex.csv" }' in (tmp_path / "shoal.toml").read_text()
    assert read_schema(tmp_path / "shoal.toml")[0] == schema


def test_rows_without_a_file_keep_their_levels(tmp_path):
    rows = (("x", "A", "C", "*"), ("y", "y", "B", "*"))
    schema = Schema((Column("x", "quasi", hierarchy=Levels(rows)),))
    schema.to_toml(tmp_path / "shoal.toml", {})
    back = read_schema(tmp_path / "shoal.toml")[0]
    assert back == schema
    tree = back.column("x").hierarchy.tree("x", [])
    assert [tree.labels[node] for node in tree.levels[1]] == ["y", "y", "B", "*"]


def test_the_order_of_a_nested_tree_survives(tmp_path):
    nested = Nested({"*": {"B": {"Q": ["z", "a"], "": ["m"], "P": ["c"]}, "": ["y"], "A": ["x"]}})
    Schema((Column("x", "quasi", hierarchy=nested),)).to_toml(tmp_path / "shoal.toml", {})
    back = read_schema(tmp_path / "shoal.toml")[0].column("x").hierarchy
    assert back.tree("x", []).leaf_labels == ("z", "a", "m", "c", "y", "x")


HIERARCHIES = st.one_of(
    st.none(),
    st.builds(Flat, LABEL),
    st.builds(Order, st.lists(LABEL, min_size=1, max_size=5, unique=True).map(tuple)),
    st.builds(Levels, st.lists(st.lists(TEXT, min_size=1, max_size=4), max_size=5)),
    st.builds(Nested, st.dictionaries(LABEL, st.lists(TEXT) | st.dictionaries(TEXT, st.lists(TEXT)), max_size=3)),
    st.builds(Prefix, st.sets(st.integers(1, 9)).map(sorted).map(tuple), st.characters(exclude_categories=["Cs"])),
    st.just(Calendar()),
    st.builds(Bands, st.just((0.5, 1.5)), st.floats(-1e9, 1e9)),
)
DOMAINS = st.none() | st.tuples(st.floats(-1e9, 0), st.floats(0, 1e9)) | st.just(("2020-01-01", "2024-12-31"))
COLUMNS = st.builds(
    Column,
    TEXT,
    st.sampled_from(ROLES),
    st.sampled_from([None, *KINDS]),
    st.just(0.0) | st.floats(1e-6, 1e6),
    DOMAINS,
    HIERARCHIES,
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)


@given(st.lists(COLUMNS, max_size=5, unique_by=lambda column: column.name))
def test_any_schema_reads_back_equal(tmp_path_factory, columns):
    path = tmp_path_factory.mktemp("schema") / "shoal.toml"
    Schema(tuple(columns)).to_toml(path, {"k": 2})
    assert read_schema(path) == (Schema(tuple(columns)), {"k": 2})


def test_criteria_have_a_table_each_between_the_run_and_the_columns(tmp_path):
    path = tmp_path / "shoal.toml"
    criteria = [{"model": "l-diversity", "l": 3, "kind": "entropy"}, {"model": "alpha-k", "values": ["a", "b, c"]}]
    Schema((Column("age", "quasi"),)).to_toml(path, {"k": 2, "criteria": criteria})
    assert path.read_text("utf-8") == (
        "[run]\n"
        "k = 2\n"
        "\n"
        "[[criteria]]\n"
        'model = "l-diversity"\n'
        "l = 3\n"
        'kind = "entropy"\n'
        "\n"
        "[[criteria]]\n"
        'model = "alpha-k"\n'
        'values = ["a", "b, c"]\n'
        "\n"
        "[columns.age]\n"
        'role = "quasi"\n'
    )
    assert read_schema(path)[1] == {"k": 2, "criteria": criteria}


def test_dates_and_whole_numbers_of_toml_are_taken(tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text("[columns.born]\nrole = 'quasi'\ndomain = [1900-01-01, 2024-12-31]\nweight = 2\n")
    column = read_schema(path)[0].column("born")
    assert column == Column("born", "quasi", domain=("1900-01-01", "2024-12-31"), weight=2.0)


def test_a_schema_may_have_a_byte_order_mark_and_no_columns(tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_bytes(b"\xef\xbb\xbf[run]\nk = 5\n")
    assert read_schema(path) == (Schema(()), {"k": 5})


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        (
            "[columnz.age]\n",
            "unknown key 'columnz' in shoal.toml; known are: run, criteria, columns",
            "did you mean 'columns'?",
        ),
        ("[columns.age]\nrol = 'quasi'\n", "unknown key 'rol' in column 'age'", "did you mean 'role'?"),
        ("[columns.age]\nrole = 'quazi'\n", "the role of column 'age' is 'quazi'", ""),
        ("[columns.age]\nweight = 'much'\n", "the weight of column 'age'", ""),
        ("[columns.age]\ndomain = 5\n", "the domain of column 'age' must be a list", ""),
        ("[columns.age]\ndomain = [5]\n", "the domain of column 'age'", "two finite numbers"),
        ("[columns.age]\nform = 5\n", "the form of column 'age' is 5; it must be a text", ""),
        ("[columns]\nage = 5\n", "column 'age' in shoal.toml must be a table", ""),
        ("run = 5\n", "[run] in shoal.toml must be a table", ""),
        ("columns = []\n", "[columns] in shoal.toml must be a table", ""),
        ("[criteria]\nmodel = 'l-diversity'\n", "criteria in shoal.toml must be a list of tables", "[[criteria]]"),
        ("criteria = 3\n", "criteria in shoal.toml must be a list of tables", "[[criteria]]"),
        ("criteria = [3]\n", "criteria in shoal.toml must be a list of tables", "[[criteria]]"),
        ("[run]\ncriteria = []\n", "unknown key 'criteria' in [run] in shoal.toml", "[[criteria]]"),
        ("[columns.age]\nrole = \n", "shoal.toml is no valid TOML at line 2, column 8", ""),
        ("[columns.age]\nhierarchy = { prefx = [1] }\n", "hierarchy of column 'age': unknown key 'prefx'", "'prefix'"),
    ],
)
def test_a_broken_file_is_refused(tmp_path, text, words, hint):
    path = tmp_path / "shoal.toml"
    path.write_text(text)
    with pytest.raises(SchemaError) as caught:
        read_schema(path)
    assert words in caught.value.message
    assert hint in caught.value.hint


def test_a_missing_hierarchy_file_is_refused(tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text("[columns.age]\nhierarchy = { file = 'none.csv' }\n")
    with pytest.raises(HierarchyError, match="column 'age'"):
        read_schema(path)


def test_a_file_that_is_not_utf8_is_refused(tmp_path):
    (tmp_path / "shoal.toml").write_bytes(b"[columns.K\xf6ln]\n")
    with pytest.raises(SchemaError, match="is not UTF-8"):
        read_schema(tmp_path / "shoal.toml")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(SchemaError, match="cannot be read: No such file"):
        read_schema(tmp_path / "none.toml")


def test_errors_of_toml_show_nothing_of_the_file(tmp_path):
    (tmp_path / "shoal.toml").write_text('[columns.age]\nhierarchy = { order = ["secret" "hidden"] }\n')
    with pytest.raises(SchemaError) as caught:
        read_schema(tmp_path / "shoal.toml")
    assert "secret" not in str(caught.value)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text("[run]\nk = 3\n")
    with pytest.raises(SchemaError, match="cannot be written"):
        PATIENTS.to_toml(path, {"odd": object()})
    assert path.read_text() == "[run]\nk = 3\n"
    assert [path.name for path in tmp_path.iterdir()] == ["shoal.toml"]


def test_a_folder_in_the_way_is_refused_and_nothing_stays_behind(tmp_path):
    (tmp_path / "shoal.toml").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        PATIENTS.to_toml(tmp_path / "shoal.toml", {})
    assert [path.name for path in tmp_path.iterdir()] == ["shoal.toml"]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(OutputError, match="cannot be written: No such file"):
        PATIENTS.to_toml(tmp_path / "none" / "shoal.toml", {})


def test_a_relative_path_is_written_where_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    PATIENTS.to_toml(Path("shoal.toml"), {})
    assert read_schema(tmp_path / "shoal.toml")[0] == PATIENTS
