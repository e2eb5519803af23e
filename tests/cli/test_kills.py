"""A kill at any moment leaves every file whole, absent or as it was, and nothing else."""

from __future__ import annotations

import os

import numpy as np
import pytest
from tests.cli.kill import SCENES, one, whole_run

EACH = int(os.environ.get("SHOAL_KILLS", "1"))
"""Kills of each scene; the environment asks for more of them."""


@pytest.fixture(scope="module")
def long():
    """Return the seconds that a run takes that nobody kills."""
    finished = whole_run(SCENES["all"])
    assert finished.faults == []
    return finished.delay


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_run_that_is_killed_leaves_every_file_whole_or_as_it_was(scene, long):
    rng = np.random.default_rng(list(SCENES).index(scene))
    for _ in range(EACH):
        run = one(rng, SCENES[scene], long)
        assert run.faults == [], f"signal {run.number} after {run.delay:.2f} s: {run.stderr}"


@pytest.mark.slow
def test_a_run_that_is_killed_while_it_compiles_says_so_and_nothing_else(tmp_path):
    rng = np.random.default_rng(7)
    for turn in range(EACH):
        cache = tmp_path / str(turn)
        run = one(rng, SCENES["all"], 8.0, env={"NUMBA_CACHE_DIR": str(cache)})
        assert run.faults == [], f"signal {run.number} after {run.delay:.2f} s: {run.stderr}"
