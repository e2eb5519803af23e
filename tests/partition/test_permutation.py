"""Permutation against all ways to cut, and by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.sensitive import code_sensitive
from shoal.errors import InfeasibleError, SettingError
from shoal.partition import permutation as module
from shoal.partition.permutation import Permutation
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.problems import problem_of
from tests.reference.turns import in_turn


def pay(values, k):
    """Return a table whose sensitive column has these values."""
    problem = problem_of(pl.DataFrame({"x": [0] * len(values)}), k, columns=(Column("x", "quasi", "numeric"),))
    return replace(problem, sensitive=(code_sensitive(pl.Series("pay", values)),))


def least_width(values, k, e):
    """Return the least sum of widths of all ways to cut the values in order into bands that will do."""
    known = sorted(set(values))
    best = np.inf
    for count in range(len(known)):
        for cuts in combinations(range(1, len(known)), count):
            ends = [0, *cuts, len(known)]
            bands = [known[a:b] for a, b in pairwise(ends)]
            if all(will_do([v for v in values if v in band], k, e) for band in bands):
                best = min(best, sum(band[-1] - band[0] for band in bands))
    return best


def will_do(band, k, e):
    return max(band.count(v) for v in band) * k <= len(band) and max(band) - min(band) >= e


@pytest.mark.parametrize("e", [0, 3])
@in_turn("seed", range(12))
def test_no_other_way_to_cut_has_narrower_bands(seed, e):
    rng = np.random.default_rng(seed)
    values = [*rng.integers(0, 9, 14).tolist(), 20, 21, 25]
    k = 2 + seed % 2
    if max(values.count(v) for v in values) * k > len(values):
        return
    bands = [[values[row] for row in rows] for rows in groups_of(Permutation(e=e).partition(pay(values, k)))]
    assert all(will_do(band, k, e) for band in bands)
    assert sum(max(band) - min(band) for band in bands) == least_width(values, k, e)


def test_near_values_are_one_band():
    assert groups_of(Permutation().partition(pay([10, 90, 11, 91, 12, 92], 3))) == [[0, 2, 4], [1, 3, 5]]


def test_bands_are_as_wide_as_asked_for():
    assert groups_of(Permutation(e=2).partition(pay([1, 2, 3, 4, 11, 12, 13, 14], 2))) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_many_values_are_cut_between_some_of_them(monkeypatch):
    monkeypatch.setattr(module, "MOST", 5)
    found = groups_of(Permutation().partition(pay(list(range(40)), 2)))
    assert [len(rows) for rows in found] == [8] * 5


def test_a_release_in_two_tables_is_verified():
    frame = pl.DataFrame({"age": [20, 30, 40, 50, 60, 70], "pay": [10, 90, 11, 91, 12, 92]})
    found = shoal.anonymize(frame, k=3, quasi=["age"], sensitive="pay", method="permutation")
    assert found.verdict.smallest == 3
    bands = found.second.group_by("group").agg(pl.col("pay").sort()).get_column("pay").to_list()
    assert sorted(bands) == [[10, 11, 12], [90, 91, 92]]


def test_what_cannot_be_is_refused():
    with pytest.raises(InfeasibleError, match="more than a share 1/3"):
        Permutation().partition(pay([1, 1, 2], 3))
    with pytest.raises(InfeasibleError, match="closer together than e = 5"):
        Permutation(e=5).partition(pay([1, 2, 3, 4], 2))
    with pytest.raises(SettingError, match="needs one sensitive column"):
        Permutation().partition(replace(pay([1, 2], 2), sensitive=()))
    with pytest.raises(SettingError, match="0 or more"):
        Permutation(e=-1)
