"""What a given value may be."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.checks import Several, Text, Whole, items_of, nearest, plain, shown
from shoal.errors import SettingError
from shoal.request.settings import SETTINGS
from tests.reference.checks import FRAME, MARK, MARKED, ODD, takes


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_takes_what_its_twin_takes(name):
    for value in ODD:
        expected = takes(SETTINGS[name], value)
        refusal = refusal_of(SETTINGS[name], value)
        assert expected is None or (refusal == "") == expected, f"{type(value)}: {refusal or 'taken'}"
        assert MARK not in refusal
        assert str(MARKED) not in refusal


def refusal_of(check, value):
    try:
        check.take("it", value)
    except SettingError as error:
        return str(error)
    return ""


def test_what_numpy_gives_becomes_plain_python():
    given = [np.int8(3), np.uint64(3), np.float32(0.5), np.longdouble(0.5), np.bool_(False), np.str_("a")]
    assert [type(plain(value)) for value in given] == [int, int, float, float, bool, str]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a" * 61, f"{'a' * 60!r}..."),
        (10**60, "a number of more than 60 digits"),
        pytest.param(10**5000, "a number of more than 60 digits", id="endless"),
        (FRAME, "a DataFrame"),
        (np.int64(2), "2"),
        (None, "None"),
    ],
)
def test_a_message_shows_what_was_typed_and_no_table(value, words):
    assert shown(value) == words


def test_the_items_of_a_list_are_named_by_their_place_and_those_of_a_column_are_not_shown():
    check = Several(Text("a name"), "a name, or a list of names")
    with pytest.raises(SettingError, match=r"quasi\[1\] is 5; it must be a name"):
        check.take("quasi", ["age", 5])
    with pytest.raises(SettingError, match="quasi is a Series; it must be a name, or a list of names"):
        check.take("quasi", FRAME["age"])


def test_a_number_that_is_too_great_is_told_the_greatest():
    with pytest.raises(SettingError, match="from 1 to 9"):
        Whole(1, 9).take("k", 10)
    with pytest.raises(SettingError, match="1 or more"):
        Whole(1, 9).take("k", 0)


@pytest.mark.parametrize("value", ["ab", b"ab", {"a"}, {"a": 1}, 5, None, (c for c in "ab"), np.str_("ab"), list])
def test_what_has_no_items_in_order_has_none(value):
    assert items_of(value) is None


def test_a_near_word_is_found_whatever_its_case_and_for_texts_only():
    assert nearest("BALANCD", ["fast", "balanced"]) == "did you mean 'balanced'?"
    assert nearest(5, ["fast"]) == ""
