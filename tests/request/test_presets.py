"""A highest risk instead of k, and what others have published, by name."""

from __future__ import annotations

from typing import get_args

import polars as pl
import pytest

import shoal
from shoal.errors import SettingError
from shoal.request.presets import PRESETS, PresetName, on_k
from shoal.request.request import Request
from shoal.request.settings import Settings, k_for
from shoal.schema.hierarchy import Prefix, TopCoded, Years, ZipThree

STRICTER = (
    "k is 8, as is asked for: a highest risk of 0.2 asks for groups of at least 5 rows, as 1/4 is above it, "
    "and 8 is stricter"
)


@pytest.fixture(scope="module")
def data():
    return shoal.datasets.patients(200, seed=1)


def released(data, **asked):
    roles = {"quasi": ["age", "zip", "admitted"], "identifiers": data.identifiers}
    return shoal.anonymize(data.frame, method="mondrian", **{**roles, **asked})


@pytest.mark.parametrize(("risk", "k"), [(0.09, 12), (0.2, 5), (1 / 3, 3), (0.5, 2), (1, 1), (0.0909091, 11)])
def test_a_highest_risk_sets_k(risk, k):
    assert k_for(risk) == Settings.of({"max_risk": risk}).k == k


def test_the_release_says_where_k_comes_from(data):
    release = released(data, max_risk=0.09)
    assert release.inferred[0] == (
        "k is 12: a highest risk of 0.09 asks for groups of at least 12 rows, as 1/11 is above it"
    )
    assert (release.to_dict()["max_risk"], release.to_dict()["k"]) == (0.09, 12)
    assert release.verdict.smallest >= 12


def test_with_a_person_it_is_about_people(data):
    assert (
        "at least 3 different people, as 1/2 is above it" in released(data, max_risk=1 / 3, person="name").inferred[0]
    )


@pytest.mark.parametrize(
    ("k", "held", "words"),
    [
        (3, 5, "k is 5, and not 3: a highest risk of 0.2 asks for groups of at least 5 rows, as 1/4 is above it"),
        (5, 5, "k is 5: a highest risk of 0.2 asks for groups of at least 5 rows, as 1/4 is above it"),
        (8, 8, STRICTER),
    ],
)  # fmt: skip
def test_of_k_and_a_highest_risk_the_stricter_holds(k, held, words):
    assert Settings.of({"k": k, "max_risk": 0.2}).k == held
    assert on_k({"k": k, "max_risk": 0.2}, 5) == (words,)


def test_without_a_highest_risk_nothing_is_said():
    assert on_k({"k": 5}, 5) == ()


@pytest.mark.parametrize("name", ["ema-0070", "health-canada-prci"])
def test_a_preset_may_be_a_highest_risk(name):
    assert Settings.of({"preset": name}).k == 12
    assert Settings.of({"preset": name, "max_risk": 0.2}).max_risk == 0.09
    assert Settings.of({"preset": name, "max_risk": 0.05}).k == 20
    assert f"0.09 (preset {name})" in on_k({"preset": name, "max_risk": 0.2}, 12)[0]


def test_each_preset_says_who_says_it_and_how_it_is_read():
    for preset in PRESETS.values():
        assert preset.source
        assert preset.reading
        assert "compliant" not in f"{preset.source} {preset.reading}".lower()


def test_an_unknown_preset_lists_those_that_there_are():
    with pytest.raises(SettingError, match="one of: ema-0070, health-canada-prci, hipaa-safe-harbor") as error:
        Request.of(preset="ema-070")
    assert error.value.hint == "did you mean 'ema-0070'?"


def test_safe_harbor_needs_a_k():
    with pytest.raises(SettingError, match="k is not given"):
        Settings.of({"preset": "hipaa-safe-harbor"})


def test_safe_harbor_puts_a_floor_under_quasi_columns_and_says_so(data):
    release = released(data, k=3, preset="hipaa-safe-harbor", hierarchies={"zip": Prefix()}, kinds={"admitted": "date"})
    rules = {column.name: column.hierarchy for column in release.schema.of_role("quasi")}
    assert rules == {"age": TopCoded(90), "zip": ZipThree(), "admitted": Years()}
    text = " | ".join(release.inferred)
    for words in ("as 90+ (preset hipaa-safe-harbor)", "census of 2000", "dates leave as years at the finest"):
        assert words in text
    assert "zip" in text.partition("; the hierarchy that was given for it is not used")[0]


@pytest.mark.filterwarnings("ignore:.* repeats, and k counts rows")
def test_years_of_birth_of_the_oldest_leave_together():
    visits = shoal.datasets.visits(200, seed=1)
    release = shoal.anonymize(
        visits.frame, k=2, quasi=["birth_date", "sex"], preset="hipaa-safe-harbor", method="mondrian"
    )
    rule = release.schema.column("birth_date").hierarchy
    assert isinstance(rule, Years)
    assert rule.earliest is not None
    assert release.data["birth_date"].cast(pl.String).str.contains("or earlier").any()


def test_what_leaves_and_has_no_rule_is_named(data):
    frame = data.frame.with_columns(city=pl.col("zip").str.head(2), note=pl.lit("Call 617-555-0123."))
    with pytest.warns(shoal.PrivacyWarning):
        release = shoal.anonymize(
            frame, k=2, quasi=["age", "city"], keep=["note"], preset="hipaa-safe-harbor", method="mondrian"
        )
    assert (
        "city: it may hold places smaller than a state; hipaa-safe-harbor has no rule for it here" in release.inferred
    )
    assert (
        "note: it may hold telephone numbers in its text; hipaa-safe-harbor removes them, and it leaves as it is"
        in release.inferred
    )


@pytest.mark.parametrize("asked", [{"max_risk": 0.2}, {"preset": "ema-0070"}, {"preset": "hipaa-safe-harbor", "k": 4}])
def test_it_survives_the_way_through_a_settings_file(data, tmp_path, asked):
    release = released(data, **asked)
    release.save_schema(tmp_path / "shoal.toml")
    again = shoal.anonymize(data.frame, schema=tmp_path / "shoal.toml")
    assert again.settings == release.settings
    assert again.schema.of_role("quasi") == release.schema.of_role("quasi")
    Request.of(quasi="age", **asked).save(tmp_path / "asked.toml")
    assert Request.load(tmp_path / "asked.toml").run == asked


@pytest.mark.filterwarnings("ignore::shoal.errors.PrivacyWarning")
def test_attackers_are_read_by_the_same_rules(data):
    release = released(data, k=4, preset="hipaa-safe-harbor", keep_order=True)
    (found,) = shoal.attack(data.frame, release, only="linkage")
    assert found.rate <= 1 / 4
    assert found.rate > 0
    assert not any("no known form" in note for note in found.notes)


def test_type_checkers_know_every_preset():
    assert set(get_args(PresetName)) == set(PRESETS)


def test_a_request_has_one_k():
    assert Request.of(max_risk=0.09).k == Request.of(preset="ema-0070", k=5).k == 12
    assert Request.of(k=20, max_risk=0.09).k == 20
    assert Request.of(preset="hipaa-safe-harbor").k is None
