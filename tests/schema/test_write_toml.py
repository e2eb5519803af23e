"""What is written as TOML reads back equal, keys in order."""

from __future__ import annotations

import math
import tomllib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import SchemaError
from shoal.schema.write_toml import dumps

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.one_of(TEXT, st.booleans(), st.integers(), st.floats(allow_nan=False))
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=20)


def pairs(value):
    """Return a value with its tables as lists of pairs, so that the order of keys counts."""
    if isinstance(value, dict):
        return [(key, pairs(inner)) for key, inner in value.items()]
    if isinstance(value, list | tuple):
        return [pairs(item) for item in value]
    return value


@given(st.dictionaries(TEXT, VALUES))
def test_any_document_reads_back_with_its_keys_in_order(document):
    assert pairs(tomllib.loads(dumps(document))) == pairs(document)


@given(st.dictionaries(TEXT, st.dictionaries(TEXT, st.dictionaries(TEXT, VALUES, max_size=3), max_size=3), max_size=3))
def test_nested_tables_read_back_with_their_keys_in_order(document):
    assert pairs(tomllib.loads(dumps(document))) == pairs(document)


@given(st.dictionaries(TEXT, st.lists(st.dictionaries(TEXT, VALUES, max_size=3), max_size=3) | PLAIN, max_size=3))
def test_lists_of_tables_read_back_with_their_keys_in_order(document):
    assert pairs(tomllib.loads(dumps(document))) == pairs(document)


def test_lists_of_tables_have_a_header_each_at_the_top_and_none_below():
    rows = [{"a": 1}, {"b": {"c": 2}}]
    assert dumps({"x": rows, "y": {"z": rows}}) == (
        "[[x]]\na = 1\n\n[[x]]\nb = { c = 2 }\n\n[y]\nz = [{ a = 1 }, { b = { c = 2 } }]\n"
    )
    assert dumps({"x": rows, "y": 1}) == "x = [{ a = 1 }, { b = { c = 2 } }]\ny = 1\n"


def test_the_layout_is_one_that_people_would_write():
    tree = {"*": {"Senior high": {"": ["HS-grad"], "Low": ["11th", "9th"]}, "High": ["Bachelors", "Masters"]}}
    document = {
        "run": {"k": 10, "suppress": 0.01, "keep": True},
        "columns": {
            "age": {"role": "quasi", "hierarchy": {"bands": [5, 10]}},
            "marital status": {"role": "quasi", "hierarchy": {"file": "a\\b.csv"}},
            "education": {"role": "quasi", "hierarchy": {"tree": tree}},
        },
    }
    assert dumps(document) == (
        "[run]\n"
        "k = 10\n"
        "suppress = 0.01\n"
        "keep = true\n"
        "\n"
        "[columns.age]\n"
        'role = "quasi"\n'
        "hierarchy = { bands = [5, 10] }\n"
        "\n"
        '[columns."marital status"]\n'
        'role = "quasi"\n'
        'hierarchy = { file = "a\\\\b.csv" }\n'
        "\n"
        "[columns.education]\n"
        'role = "quasi"\n'
        "\n"
        '[columns.education.hierarchy.tree."*"]\n'
        '"Senior high" = { "" = ["HS-grad"], Low = ["11th", "9th"] }\n'
        'High = ["Bachelors", "Masters"]\n'
    )


def test_long_lists_take_a_line_per_item():
    text = dumps({"order": [f"value number {i}" for i in range(20)]})
    assert len(text.splitlines()) == 22
    assert tomllib.loads(text)["order"][19] == "value number 19"


def test_numbers_without_end_are_kept():
    document = tomllib.loads(dumps({"a": float("inf"), "b": float("-inf"), "c": float("nan")}))
    assert (document["a"], document["b"], math.isnan(document["c"])) == (math.inf, -math.inf, True)


def test_numbers_of_numpy_are_plain_numbers():
    assert dumps({"a": np.int64(3), "b": np.float32(0.5)}) == "a = 3\nb = 0.5\n"


def test_an_empty_document_reads_back():
    assert tomllib.loads(dumps({})) == {}


@pytest.mark.parametrize("value", [None, b"bytes", object(), [None], {"a": {1, 2}}])
def test_what_toml_has_no_form_for_is_refused(value):
    with pytest.raises(SchemaError, match="cannot be written to a settings file"):
        dumps({"x": value})


def test_text_that_is_no_unicode_is_refused():
    with pytest.raises(SchemaError, match="no valid Unicode"):
        dumps({"x": "\udcff"})
