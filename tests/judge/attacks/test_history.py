from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl
import pytest
from tests.reference.attacks import found_by_pseudonym, found_by_row

import shoal

# a and c have a row in each group, b two in the first, d one in the second.
ORIGINAL = pl.DataFrame(
    {
        "id": ["a", "a", "b", "b", "c", "c", "d"],
        "age": [20, 50, 22, 24, 26, 56, 58],
        "disease": ["flu", "gout", "cold", "cold", "flu", "ache", "gout"],
    }
)
GROUPS = ["[20 - 26]", "[50 - 58]", "[20 - 26]", "[20 - 26]", "[20 - 26]", "[50 - 58]", "[50 - 58]"]
RELEASED = ORIGINAL.with_columns(age=pl.Series(GROUPS), id=pl.Series(["x", "x", "y", "y", "z", "z", "w"]))


def history(original=ORIGINAL, released=RELEASED, **arguments):
    call = {"quasi": "age", "sensitive": "disease", "person": "id", "only": "history", "truth": "order", **arguments}
    return shoal.attack(original, released, **call)


def test_pseudonyms_that_have_a_row_for_each_known_one_are_left():
    # a and c: each of the two could be the other. b: only one has two rows in the first group.
    person, disease = history()
    assert (person.name, person.column, person.trials, person.sampled) == ("history", None, 3, False)
    assert person.rate == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)
    assert (person.promise, person.promised_by, person.is_by_k) == (1 / 3, "1/k", False)
    assert person.facts["one of the pseudonyms left"] == pytest.approx(1 / 3)
    assert person.facts["one of the pseudonyms left, and right"] == pytest.approx(1 / 3)
    assert person.facts["pseudonyms left, mean"] == pytest.approx(5 / 3)
    assert person.facts["rate, by one row"] == pytest.approx(1 / 3)  # either group holds rows of three people
    assert (person.facts["people with several rows"], person.facts["people in all"]) == (3, 4)
    # Both that are left for a and c have had the flu; b had a cold. By one row three are left, who share nothing.
    assert (disease.column, disease.rate, disease.promise, disease.promised_by) == ("disease", 1.0, 0.0, "base rate")
    assert disease.facts["certain, by one row"] == 0.0


def test_without_pseudonyms_the_known_row_that_the_fewest_fit_is_used():
    # The first group has four rows, two of b's; the second three, one each of a and c.
    person, disease = history(released=RELEASED.drop("id"))
    assert person.rate == pytest.approx((1 / 3 + 1 / 3 + 2 / 4) / 3)
    assert person.facts["rows left, mean"] == pytest.approx((3 + 3 + 4) / 3)
    assert person.facts["way"] == "one of the rows that fit the known row which the fewest fit"
    assert (disease.rate, disease.facts["certain, by one row"]) == (0.0, 0.0)


def test_a_row_whose_group_has_one_value_makes_it_certain():
    # Of a, b and c only c has no row in the first group.
    original = ORIGINAL.with_columns(
        age=pl.Series([20, 50, 22, 24, 52, 56, 58]),
        disease=pl.Series(["flu", "gout", "flu", "flu", "ache", "cold", "flu"]),
    )
    released = original.with_columns(
        age=pl.Series([f"[{20 if age < 30 else 50} - {26 if age < 30 else 58}]" for age in original["age"]])
    )
    _, disease = history(original, released.drop("id"))
    assert disease.rate == pytest.approx(2 / 3)


def test_what_would_follow_if_the_value_were_the_same_in_all_rows_is_distinguished():
    # First group: flu, cold, cold, gout; second: flu, ache, ache. Only a has a row in both, and only flu is in both.
    original = ORIGINAL.with_columns(
        id=pl.Series(["a", "a", "b", "b", "c", "d", "d"]),
        disease=pl.Series(["flu", "flu", "cold", "cold", "gout", "ache", "ache"]),
    )
    released = RELEASED.with_columns(original["disease"]).drop("id")
    _, disease = history(original, released)
    assert disease.rate == 0.0
    assert disease.facts["one value left, if it is the same in all rows"] == pytest.approx(1 / 3)


def test_the_tightest_fits_are_tried_too():
    # a's rows fit their own boxes and the wide one, whose two rows are b's.
    original = pl.DataFrame({"id": [*"aabb"], "age": [20, 30, 10, 40]})
    released = pl.DataFrame({"age": ["[19 - 21]", "[29 - 31]", "[10 - 40]", "[10 - 40]"], "id": [*"xxyy"]})
    (person,) = history(original, released, sensitive=())
    assert person.facts["rate, of those that fit"] == pytest.approx((1 / 2 + 1) / 2)
    assert (person.rate, person.facts["way"]) == (1.0, "one of the pseudonyms that fit most tightly")


def test_a_suppressed_row_leaves_the_others_to_be_found_by():
    # Without the second row of a: of those left, a's pseudonym has one row, and c's stands for both known ones of a.
    person, _ = history(released=RELEASED[[0, 2, 3, 4, 5, 6]], truth=[0, -1, 1, 2, 3, 4, 5], k=2)
    assert person.rate == pytest.approx((0 + 1 + 1) / 3)


def test_without_the_truth_the_person_is_taken_to_be_left():
    person, _ = history(truth=None)
    assert person.rate == pytest.approx(2 / 3)
    assert "at most" in person.sentence
    assert "one of the pseudonyms left, and right" not in person.facts


def test_no_more_rows_are_known_than_may_be():
    original = pl.DataFrame({"id": [*"aaaabb"], "age": [1, 2, 3, 4, 5, 6]})
    released = pl.DataFrame({"age": ["*"] * 6})
    (person,) = history(original, released, sensitive=(), known_rows=3)
    assert person.facts["known rows, mean"] == (3 + 2) / 2


def test_a_value_that_everybody_has_is_no_news():
    same = ORIGINAL.with_columns(disease=pl.lit("flu"))
    for released in (RELEASED, RELEASED.drop("id")):
        _, disease = history(same, released.with_columns(disease=pl.lit("flu")))
        assert (disease.rate, disease.promise, disease.holds) == (1.0, 1.0, True)


def test_same_seed_same_histories():
    frame = shoal.datasets.visits(400).frame
    call = {
        "quasi": ["sex", "zip"],
        "sensitive": "diagnosis",
        "people": 20,
        "noise": 0.05,
        "unknown": 0.2,
        "known_rows": 2,
    }
    one, two, three = (
        [each.to_dict() for each in history(frame, frame, person="patient_id", seed=seed, **call)] for seed in (7, 7, 8)
    )
    assert one == two
    assert one != three
    assert (one[0]["trials"], one[0]["sampled"]) == (20, True)


def test_no_result_holds_a_cell_value():
    for released in (RELEASED, RELEASED.drop("id")):
        for one in history(released=released):
            assert not any(word in f"{one.to_dict()} {one}" for word in ("flu", "gout", "cold", "ache"))


@pytest.mark.parametrize("seed", range(8))
def test_the_attack_agrees_with_its_slow_twins(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(8, 25))
    people, ages, diseases = (rng.integers(0, most, rows) for most in (5, 12, 4))
    low, high = ages - rng.integers(0, 4, rows), ages + rng.integers(0, 4, rows)
    original = pl.DataFrame({"id": people, "age": ages, "disease": diseases.astype(str)})
    released = original.with_columns(age=pl.format("[{} - {}]", pl.Series(low), pl.Series(high)), id=pl.col("id") + 100)
    plain = (people.tolist(), ages.tolist(), list(zip(low.tolist(), high.tolist(), strict=True)))
    assert max(Counter(people.tolist()).values()) > 1

    person, disease = history(original, released, known_rows=100)
    slow = found_by_pseudonym(*plain, released["id"].to_list(), released["disease"].to_list())
    chances, certain, left = zip(*slow.values(), strict=True)
    assert (person.trials, disease.rate) == (len(slow), np.mean(certain))
    assert person.facts["rate, of those that fit"] == pytest.approx(np.mean(chances))
    assert person.facts["pseudonyms left, mean"] == pytest.approx(np.mean(left))

    person, disease = history(original, released.drop("id"), known_rows=100)
    least, most, certain = zip(*found_by_row(*plain, released["disease"].to_list()).values(), strict=True)
    assert np.mean(least) - 1e-9 <= person.facts["rate, of those that fit"] <= np.mean(most) + 1e-9
    assert disease.rate == np.mean(certain)
