from __future__ import annotations

import pytest

from shoal.cli._options import columns, pairs, plain, reading, weights
from shoal.errors import SettingError


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (None, ()),
        (["age"], ("age",)),
        (["age,zip"], ("age", "zip")),
        (["age, zip", "sex"], ("age", "zip", "sex")),
        (['"a,b",c'], ("a,b", "c")),
        (['"say ""hi"""'], ('say "hi"',)),
        (["marital-status"], ("marital-status",)),
    ],
)
def test_column_names_are_read_like_a_line_of_csv(values, names):
    assert columns(values, "--quasi") == names


@pytest.mark.parametrize("value", ["", "a,", ",a", "a,,b", " "])
def test_an_empty_column_name_is_refused(value):
    with pytest.raises(SettingError, match="--quasi holds an empty column name"):
        columns([value], "--quasi")


@pytest.mark.parametrize(
    ("value", "pair"),
    [
        ("age=2", {"age": "2"}),
        ("age=trees/a=b.csv", {"age": "trees/a=b.csv"}),
        ('"a=b"=c.csv', {"a=b": "c.csv"}),
        ("home town=x.csv", {"home town": "x.csv"}),
    ],
)
def test_a_pair_is_parted_at_the_first_equals_sign_outside_quotes(value, pair):
    assert pairs([value], "--hierarchy") == pair


@pytest.mark.parametrize("value", ["", "age", "age=", "=2", '"age=2'])
def test_half_a_pair_is_refused(value):
    with pytest.raises(SettingError, match="name=value"):
        pairs([value], "--weight")


def test_a_name_given_twice_is_refused():
    with pytest.raises(SettingError, match="twice for 'age'"):
        pairs(["age=1", "age=2"], "--weight")


def test_texts_become_the_plain_values_they_stand_for():
    assert [plain(text) for text in ("15", "-2", "0.5", "true", "False", "fast")] == [15, -2, 0.5, True, False, "fast"]
    assert type(plain("15")) is int


@pytest.mark.parametrize("text", ["heavy", "true"])
def test_a_weight_is_a_number(text):
    with pytest.raises(SettingError, match="takes a number"):
        weights([f"age={text}"])


@pytest.mark.parametrize("spelling", ["\t", "\\t", "tab"])
def test_a_tab_may_be_spelt_out(spelling):
    assert reading(spelling, None, None, None, None)["separator"] == "\t"


def test_the_empty_cell_means_missing_unless_something_else_does():
    assert reading(None, None, None, None, None) == {}
    assert reading(None, None, ["?", "NA"], None, None) == {"null": ["?", "NA"]}
