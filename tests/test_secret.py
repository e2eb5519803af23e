"""Draws that protect: every number is equally likely, and a second draw is another one."""

from __future__ import annotations

import numpy as np
import pytest

from shoal import secret
from shoal.secret import SystemSecret


@pytest.mark.parametrize("n", [0, 1, 1000])
def test_a_permutation_holds_every_number_once(n, monkeypatch):
    monkeypatch.setattr(secret, "AT_ONCE", 300)
    found = SystemSecret().permutation(n)
    assert found.dtype == np.int64
    assert np.sort(found).tolist() == list(range(n))


def test_two_permutations_differ():
    one, other = (SystemSecret().permutation(1000) for _ in range(2))
    assert (one != other).any()


def test_every_part_of_a_long_draw_is_drawn(monkeypatch):
    monkeypatch.setattr(secret, "AT_ONCE", 64)
    found = SystemSecret().uniform(1000)
    assert len(np.unique(found)) == 1000
    assert 0 <= found.min() < 0.1
    assert 0.9 < found.max() < 1
