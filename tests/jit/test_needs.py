"""The list of what every run needs compiled."""

from __future__ import annotations

import json
import subprocess
import sys

import numba
import pytest

import shoal
from shoal.jit.needs import every_need, needs_of, uses
from shoal.request.settings import Settings
from shoal.warming import CRITERIA, uses_of, warm
from tests.ready import tour

JIT = not numba.config.DISABLE_JIT


def test_every_use_is_listed():
    assert sorted(uses()) == sorted(tour.uses())


@pytest.mark.skipif(not JIT, reason="kernels are plain functions with NUMBA_DISABLE_JIT")
def test_every_need_is_a_kernel_that_python_may_call():
    for need in every_need():
        assert not need.dispatcher.targetoptions.get("no_cpython_wrapper")


def test_a_run_without_criteria_needs_nothing_of_the_guard():
    for use in uses():
        plain = not use.endswith(CRITERIA) and use not in ("cb_diverse", "anatomy")
        words = [argument for part in needs_of(use) for need in part for argument in need.arguments]
        assert not (plain and any(word.startswith("Guard(") for word in words))


def test_the_bound_does_not_hold_the_groups_up():
    needs = needs_of("auto")
    assert {"bound.row_box.cheapest_boxes", "bound.dual.raise_shares"} <= {need.kernel for need in needs.later}
    assert sum(need.seconds for need in needs.later) > 0.5 * sum(need.seconds for need in needs.first)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, ("auto",)),
        ({"method": "mondrian", "criteria": [shoal.LDiversity(2)], "vary": 0.1}, ("mondrian, criteria", "vary")),
        ({"method": "oka+improve", "suppress": 0.1}, ("oka", "auto", "suppress")),
    ],
)
def test_a_run_uses_its_method_and_what_its_settings_ask_for(settings, expected):
    assert uses_of(Settings.of({"k": 2, **settings})) == expected


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("use", ["auto", "k_member, criteria"])
def test_a_use_calls_nothing_that_is_not_listed_for_it(use):
    code = [sys.executable, "-m", "tests.ready", "--use", use]
    done = subprocess.run(code, capture_output=True, text=True, check=True)
    called = [(kernel, tuple(kinds)) for part in json.loads(done.stdout.splitlines()[-1]) for kernel, kinds in part]
    assert called
    assert set(called) <= {(need.kernel, need.arguments) for part in needs_of(use) for need in part}


def test_an_unknown_method_is_refused_before_anything_is_compiled():
    with pytest.raises(shoal.SettingError, match="no method 'nothing'"):
        warm("nothing")
