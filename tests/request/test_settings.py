"""The choices of a run, checked before any data is read."""

from __future__ import annotations

import pytest

from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import SettingError
from shoal.request.settings import Settings, effort_of


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


def test_criteria_survive_the_way_through_a_run_table():
    settings = Settings(2, criteria=(LDiversity(3, "entropy", "disease"), TCloseness(0.2)), seed=1)
    run = settings.to_run()
    assert run["criteria"] == [
        {"model": "l-diversity", "l": 3, "kind": "entropy", "column": "disease"},
        {"model": "t-closeness", "t": 0.2},
    ]
    assert Settings.of(run) == settings


@pytest.mark.parametrize(
    "given", [LDiversity(3), [LDiversity(3)], iter([LDiversity(3)]), {"model": "l-diversity", "l": 3}]
)
def test_one_criterion_needs_no_list(given):
    assert Settings.of({"k": 2, "criteria": given}).criteria == (LDiversity(3),)


@pytest.mark.parametrize("given", ["l-diversity", LDiversity, [3], 3, [None]])
def test_what_is_no_criterion_is_refused(given):
    with pytest.raises(SettingError, match="is no criterion"):
        Settings.of({"k": 2, "criteria": given})
