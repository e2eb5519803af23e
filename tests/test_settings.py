"""The choices of a run, checked before any data is read."""

from __future__ import annotations

import pytest

from shoal.errors import SettingError
from shoal.settings import Settings, effort_of


@pytest.mark.parametrize(
    ("given", "effort"),
    [("fast", "fast"), ("balanced", "balanced"), ("best", "best"), (10, 10.0), (0.5, 0.5), ("10", 10.0), ("2.5", 2.5)],
)
def test_an_effort_is_a_name_or_seconds_also_as_a_text(given, effort):
    found = Settings(2, effort=given).effort
    assert found == effort
    assert type(found) is type(effort)


@pytest.mark.parametrize(
    "given",
    ["", "quick", "0", "-1", "nan", "inf", "1e999", 0, -3.5, float("nan"), float("inf"), True, ["fast"], 10**400],
)
def test_anything_else_is_none(given):
    with pytest.raises(SettingError, match="fast, balanced, best, or a number of seconds above 0"):
        effort_of(given)


@pytest.mark.parametrize("method", ["auto", "oka+improve"])
def test_an_effort_is_for_methods_that_search(method):
    assert Settings(2, method=method, effort="best").effort == "best"


@pytest.mark.parametrize(
    ("method", "hint"), [("oka", r"use 'oka\+improve' or 'auto'"), ("mdav", "leave the effort out, or use 'auto'")]
)
def test_an_effort_for_another_is_refused_with_what_would_take_it(method, hint):
    with pytest.raises(SettingError, match=f"{method!r} does not search.*{hint}"):
        Settings(2, method=method, effort="fast")


@pytest.mark.parametrize("effort", [None, "best", 10])
def test_an_effort_survives_the_way_through_a_run_table(effort):
    settings = Settings(2, effort=effort, seed=1)
    run = settings.to_run()
    assert ("effort" in run) == (effort is not None)
    assert Settings.of(run) == settings
