"""Linkage succeeds at most at 1/k against a release that is k-anonymous, and more often against a table that is not."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal

PEOPLE = pl.DataFrame({"age": [21, 24, 25, 38, 39, 60], "sex": ["f", "f", "m", "m", "f", "m"]})


def linkage(original, released, **arguments):
    (found,) = shoal.attack(original, released, quasi=["age", "sex"], only="linkage", **arguments)
    return found


def with_rows(frame):
    """Return the table with a number for each row, which leaves with it and so tells whose row is whose."""
    return frame.with_columns(row=pl.int_range(pl.len()))


def truth_in(data, rows):
    truth = np.full(rows, -1)
    truth[data["row"].to_numpy()] = np.arange(data.height)
    return truth


# ------------------------------------------------------------------------------------------------------ worked by hand


def test_disjoint_groups_give_one_in_their_size():
    released = pl.DataFrame({"age": ["[21 - 25]"] * 3 + ["[38 - 60]"] * 3, "sex": ["*"] * 6})
    found = linkage(PEOPLE, released, truth="order")
    assert (found.trials, found.rate, found.promise, found.holds) == (6, pytest.approx(1 / 3), 1 / 3, True)
    assert found.facts["rows that fit, mean"] == 3


def test_a_raw_table_gives_everyone_away_who_is_alone():
    found = linkage(PEOPLE, PEOPLE, truth="order", k=2)
    assert (found.rate, found.promise, found.holds) == (1.0, 0.5, False)
    assert found.facts["one row fits"] == 1.0


def test_overlapping_groups_hide_better_unless_the_tightest_fit_is_picked():
    # 25 m fits both groups, 3 + 3 rows; its own is the tighter one. The others fit one group each.
    released = pl.DataFrame({"age": ["[21 - 25]"] * 3 + ["[25 - 60]"] * 3, "sex": ["*"] * 6})
    found = linkage(PEOPLE, released, truth="order")
    assert found.facts["rate, of those that fit"] == pytest.approx((5 / 3 + 1 / 6) / 6)
    assert found.facts["rate, of those that fit most tightly"] == pytest.approx(1 / 3)
    assert found.rate == pytest.approx(1 / 3)
    assert found.facts["way"] == "one of the rows that fit most tightly"


def test_without_the_truth_the_right_row_is_taken_to_fit():
    released = pl.DataFrame({"age": ["[21 - 25]"] * 3 + ["[25 - 60]"] * 3, "sex": ["*"] * 6})
    found = linkage(PEOPLE, released.sample(fraction=1, shuffle=True, seed=1))
    assert found.rate == pytest.approx((5 / 3 + 1 / 6) / 6)
    assert "at most" in found.sentence
    assert "not known" in found.notes[0]


def test_a_suppressed_person_is_not_found():
    released = pl.DataFrame({"age": ["[21 - 25]"] * 3, "sex": ["*"] * 3})
    found = linkage(PEOPLE, released, truth=[0, 1, 2, -1, -1, -1])
    assert found.rate == pytest.approx(1 / 6)
    assert found.facts["no row fits"] == 0.5


def test_middles_fit_whom_they_are_nearest_to():
    # Groups {21, 24}, {25, 38}, {39, 60} of one sex, published as 22.5, 31.5, 49.5: 25 is nearer to 22.5, 39 to 31.5.
    original = pl.DataFrame({"age": [21, 24, 25, 38, 39, 60], "sex": ["f"] * 6})
    released = pl.DataFrame({"age": [22.5, 22.5, 31.5, 31.5, 49.5, 49.5], "sex": ["f"] * 6})
    found = linkage(original, released, truth="order")
    assert found.rate == pytest.approx(4 * 0.5 / 6)
    assert found.facts["right row fits"] == pytest.approx(4 / 6)


def test_noise_makes_more_rows_fit_and_never_leaves_the_right_one_out():
    found = linkage(PEOPLE, PEOPLE, truth="order", k=2, noise=0.1, unknown=0.5, seed=3)
    assert found.facts["right row fits"] == 1.0
    assert found.facts["rows that fit, mean"] > 1
    assert found.rate < 1.0
    assert "within 10 % of their range" in found.sentence


def test_a_wrong_truth_is_noted():
    released = pl.DataFrame({"age": ["[21 - 25]"] * 3 + ["[38 - 60]"] * 3, "sex": ["*"] * 6})
    found = linkage(PEOPLE, released, truth=[3, 4, 5, 0, 1, 2])
    assert found.rate == 0
    assert "truth that was given is wrong" in found.notes[0]


def test_missing_cells_fit_missing_cells_and_what_may_be_anything():
    original = pl.DataFrame({"age": [20, None, None, 40], "sex": ["f"] * 4})
    released = pl.DataFrame({"age": ["*", "*", None, "40"], "sex": ["f"] * 4})
    found = linkage(original, released, truth="order")
    # 20 fits two rows; the missing ones fit three, the second of them most tightly the one that is missing too.
    assert found.facts["rate, of those that fit"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 3 + 1 / 3) / 4)
    assert found.facts["rate, of those that fit most tightly"] == pytest.approx((1 / 2 + 0 + 1 + 1) / 4)


# ------------------------------------------------------------------------------------------------------------ releases


@pytest.mark.parametrize(
    "method",
    ["mondrian", *(pytest.param(name, marks=pytest.mark.slow) for name in ("k_member", "datafly", "nh", "mdav"))],
)
@pytest.mark.parametrize("k", [2, 5, 10])
def test_linkage_against_a_release_succeeds_at_most_at_one_in_k(method, k):
    table = shoal.datasets.patients(500, seed=2)
    quasi = ["age", "sex", "zip"] if method != "mdav" else ["age"]
    frame = with_rows(table.frame.select(*quasi))
    trees = {name: tree for name, tree in table.hierarchies.items() if name in quasi}
    with pytest.warns(shoal.PrivacyWarning):
        release = shoal.anonymize(frame, k=k, quasi=quasi, hierarchies=trees, method=method, seed=1, keep="row")
    (found,) = shoal.attack(frame, release, only="linkage", truth=truth_in(release.data, 500))
    assert found.holds
    assert found.promise == 1 / k
    if method != "nh":  # there it holds on average, not for each person
        assert found.rate <= 1 / k + 1e-12
    if method != "mdav":
        assert found.facts["right row fits"] == 1.0


def test_linkage_against_the_raw_table_does_not_keep_to_one_in_k():
    frame = shoal.datasets.patients(500, seed=2).frame
    (found,) = shoal.attack(frame, frame, quasi=["age", "sex", "zip"], only="linkage", truth="order", k=10)
    assert found.rate > 0.5
    assert found.interval[0] > 1 / 10
    assert not found.holds


def test_a_box_of_its_own_for_each_row_gives_more_away_than_one_in_k():
    # k_type publishes each row as a box that covers k rows, and the row keeps it: the tightest fit is often its own.
    frame = with_rows(shoal.datasets.patients(300, seed=2).frame.select("age", "sex", "zip"))
    with pytest.warns(shoal.PrivacyWarning):
        release = shoal.anonymize(frame, k=5, quasi=["age", "sex", "zip"], method="k_type", seed=1, keep="row")
    (found,) = shoal.attack(frame, release, only="linkage", truth=truth_in(release.data, 300))
    assert found.facts["rate, of those that fit"] <= 1 / 5
    assert found.facts["rate, of those that fit most tightly"] > 1 / 5
    assert not found.holds


def test_same_seed_same_people_and_another_seed_others():
    frame = shoal.datasets.patients(500, seed=2).frame
    call = {"quasi": ["age", "sex"], "only": "linkage", "people": 50, "noise": 0.05, "unknown": 0.2}
    one, two, three = (shoal.attack(frame, frame, seed=seed, **call)[0] for seed in (7, 7, 8))
    assert one.to_dict() == two.to_dict()
    assert one.successes != three.successes
    assert (one.trials, one.sampled, one.seed) == (50, True, 7)
