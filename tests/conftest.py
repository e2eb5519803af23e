"""What every test may lean on: the public tables, and how Hypothesis searches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from shoal import grouping
from shoal.partition import search
from tests.reference.command import made_once

ROOT = Path(__file__).resolve().parent.parent

made_once()

# No deadlines: the first call of a kernel compiles it.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
# Kernels as plain Python are some hundred times slower: fewer examples, and slow ones are no sign of a bad test.
settings.register_profile(
    "nojit",
    settings.get_profile("ci"),
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)


def _profile() -> str:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}:
        return "nojit"
    return "ci" if os.environ.get("CI") else "dev"


settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or _profile())


@pytest.fixture(scope="session", autouse=True)
def _short_searches() -> Iterator[None]:
    """Let the search, and the bound that comes with a release, do little where kernels are plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        if _profile() == "nojit":
            small = replace(search.PLANS["balanced"], seeds=2, region_seeds=2, visits=1, rounds=(1, 1))
            for effort in ("balanced", "best"):
                patch.setitem(search.PLANS, effort, small)
            for effort in ("fast", "balanced", "best"):
                patch.setitem(grouping.BOUND_EFFORT, effort, 1e-5)
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder with the public tables (adult.csv, zoo.csv, hierarchies/), or skip the test.

    The environment variable SHOAL_DATA names it; else it is looked for beside the checkout, in ../shared/data.
    """
    named = os.environ.get("SHOAL_DATA")
    if named:
        folder = Path(named)
        if not folder.is_dir():
            pytest.fail("SHOAL_DATA is set, but names no folder")
        return folder.resolve()
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the public tables are not here; set SHOAL_DATA to the folder that holds adult.csv")
    return folder
