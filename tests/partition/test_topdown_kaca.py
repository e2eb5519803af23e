"""Topdown-KACA: KACA inside the parts of a top-down cut."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.partition.kaca import Kaca
from shoal.partition.top_down import TopDown
from shoal.partition.topdown_kaca import TopdownKaca
from tests.partition import groups_of
from tests.reference.problems import random_problem
from tests.reference.turns import in_turn


def test_one_part_is_plain_kaca():
    made = [random_problem(1, k=3, n=60, loss="height") for _ in range(2)]
    assert groups_of(TopdownKaca(part_size=1000).partition(made[0])) == groups_of(Kaca().partition(made[1]))


@in_turn("seed", range(3))
def test_groups_stay_inside_their_parts(seed):
    made = [random_problem(seed, k=2, n=120, loss="height") for _ in range(2)]
    found = TopdownKaca(part_size=30).partition(made[0])
    parts = TopDown().partition(replace(made[1], k=15)).labels
    assert parts.max() > 0
    for rows in groups_of(found):
        assert len(rows) >= 2
        assert len(np.unique(parts[rows])) == 1


def test_a_part_size_below_one_is_refused():
    with pytest.raises(SettingError, match="1 or more"):
        TopdownKaca(part_size=0)
