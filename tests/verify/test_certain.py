from __future__ import annotations

import polars as pl

from shoal.verify.certain import Certain, certain_in
from shoal.verify.facts import read_facts

ELEVEN = ["flu"] * 10 + ["hiv"]


def found_in(frame, person=None):
    return certain_in(read_facts(frame, ["zip"], {"ill": None}, person), "ill")


def test_groups_with_one_value_and_groups_of_which_nine_in_ten_share_one():
    # One group of two with one value, one of eleven of which ten have flu (10/11 > 0.9), one of two with two values.
    frame = pl.DataFrame({"zip": [1] * 2 + [2] * 11 + [3] * 2, "ill": ["hiv", "hiv", *ELEVEN, "flu", "hiv"]})
    found = found_in(frame)
    assert (found.groups, found.held, found.likely_groups, found.likely, found.of) == (1, 2, 2, 13, 15)
    assert found.words == (
        "certain in 1 group, for 2 of 15 rows (13.3 %); more than 90 % likely in 2 groups, for 13 rows (86.7 %)"
    )
    assert found.remedy == "LDiversity(2), or --l 2, prevents the first, AlphaK(0.9), or --alpha 0.9, prevents both"


def test_nine_in_ten_is_not_more_than_nine_in_ten():
    found = found_in(pl.DataFrame({"zip": [1] * 10 + [2] * 2, "ill": ["flu"] * 9 + ["hiv"] * 2 + ["flu"]}))
    assert (found.groups, found.likely_groups, found.words) == (0, 0, "")


def test_people_are_counted_once_where_they_have_rows_in_two_groups():
    # Ann has a row in both groups, Bob one in the first, Eve one in the second: three people, all certain of flu.
    frame = pl.DataFrame({"zip": [1, 1, 2, 2], "ill": ["flu"] * 4})
    found = found_in(frame, pl.Series("who", ["ann", "bob", "ann", "eve"]))
    assert (found.groups, found.held, found.of, found.counts) == (2, 3, 3, "people")


def test_a_value_that_all_people_of_a_group_have_is_certain_though_they_have_others_too():
    frame = pl.DataFrame({"zip": [1] * 4, "ill": ["flu", "hiv", "flu", "gout"]})
    found = found_in(frame, pl.Series("who", ["ann", "ann", "bob", "bob"]))
    assert (found.groups, found.held) == (1, 2)


def test_what_no_criterion_can_prevent_is_not_promised():
    alone = Certain(2, 4, 2, 4, 4, "rows", 1, 1.0)
    assert alone.remedy == "it has a single value, which no criterion can hide"
    frequent = Certain(2, 40, 3, 90, 100, "rows", 2, 0.95)
    assert frequent.remedy.startswith("LDiversity(2), or --l 2, prevents that it is certain; one value fills more than")
    assert Certain(2, 4, 2, 4, 9, "rows", 3, 0.5).remedy == "LDiversity(2), or --l 2, prevents that"
    assert Certain(0, 0, 2, 40, 90, "rows", 3, 0.5).remedy == "AlphaK(0.9), or --alpha 0.9, prevents that"
