from __future__ import annotations

import polars as pl
import pytest

from shoal.comparison.grid import compare
from shoal.comparison.knee import suggest
from shoal.datasets import patients


def runs(losses, method="mondrian"):
    return [{"method": method, "k": k, "loss": loss} for k, loss in losses.items()]


def test_the_knee_is_farthest_from_the_straight_line():
    # On log k the points lie at 0, 1/3, 2/3, 1; scaled, the loss is 0, 0.1, 0.2, 1: k = 8 is farthest below.
    found = suggest(runs({2: 0.0, 4: 0.02, 8: 0.04, 16: 0.2}))
    assert found.k == 8
    assert "rises slowly, from 0 % at k = 2 to 4 % at k = 8; beyond it rises faster, to 20 % at k = 16" in found.why


def test_a_loss_that_flattens_has_a_knee_too():
    found = suggest(runs({2: 0.0, 4: 0.16, 8: 0.18, 16: 0.2}))
    assert found.k == 4
    assert "rises fast" in found.why
    assert "more slowly" in found.why


def test_the_best_method_at_each_k_counts():
    found = suggest([*runs({2: 0.5, 4: 0.5, 8: 0.5, 16: 0.5}), *runs({2: 0.0, 4: 0.02, 8: 0.04, 16: 0.2}, "cb")])
    assert found.k == 8


def test_methods_that_protect_in_another_way_do_not_count():
    assert suggest(runs({2: 0.0, 4: 0.02, 8: 0.04, 16: 0.2}, "anatomy")).k is None


@pytest.mark.parametrize(
    ("losses", "words"),
    [
        ({2: 0.1, 4: 0.2, 8: 0.3}, "no knee"),
        ({2: 0.1, 4: 0.2}, "at least 3"),
        ({}, "at least 3"),
        ({2: 0.1, 4: 0.1, 8: 0.1}, "the same"),
        ({2: 0.1, 4: None, 8: 0.1}, "at least 3"),
    ],
)
def test_where_there_is_no_knee_it_says_so(losses, words):
    found = suggest(runs(losses))
    assert found.k is None
    assert words in found.why


@pytest.mark.parametrize("kind", ["polars", "pandas", "arrow"])
def test_what_compare_returns_can_be_asked_at_once(kind):
    frame = pl.DataFrame({"method": ["mondrian"] * 4, "k": [2, 4, 8, 16], "loss": [0.01, 0.02, 0.03, 0.2]})
    records = {"polars": frame, "pandas": frame.to_pandas(), "arrow": frame.to_arrow()}[kind]
    assert suggest(records).k == 8


@pytest.mark.parametrize("kind", ["polars", "pandas", "arrow"])
def test_a_real_comparison_of_any_frame_can_be_asked(kind):
    frame = patients(200, seed=1).frame.select("age", "zip")
    table = {"polars": frame, "pandas": frame.to_pandas(), "arrow": frame.to_arrow()}[kind]
    found = compare(table, k=[2, 4, 8, 16], methods="mondrian", quasi=["age", "zip"])
    asked = suggest(compare(frame, k=[2, 4, 8, 16], methods="mondrian", quasi=["age", "zip"]))
    assert suggest(found) == asked
    assert asked.k in (None, 2, 4, 8, 16)
    assert asked.why
