"""What every test may lean on: the public tables, Ctrl-C, and how Hypothesis searches."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.reference.command import made_once
from tests.reference.turns import IS_PYTHON

ROOT = Path(__file__).resolve().parent.parent

made_once()

# A shell that starts the suite in the background lets it ignore Ctrl-C, and so would every process that a test starts:
# those that are to end by Ctrl-C never would.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadlines: the first call of a kernel compiles it.
settings.register_profile("dev", deadline=None, max_examples=50)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
# Kernels as plain Python are some hundred times slower: fewer examples, and slow ones are no sign of a bad test.
settings.register_profile(
    "nojit",
    settings.get_profile("ci"),
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)


def _profile() -> str:
    if IS_PYTHON:
        return "nojit"
    return "ci" if os.environ.get("CI") else "dev"


settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or _profile())


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
