"""Where a search begins: with what loses least on a sample."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from shoal.partition.auto import Auto
from shoal.partition.hilbert import Hilbert
from shoal.partition.mondrian import Mondrian
from shoal.partition.search import Plan
from shoal.partition.start import Start, Trial, _best
from shoal.schema.column import Column
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem


def total_of(problem, labels):
    return sum((labels == g).sum() * group_cost(problem, np.flatnonzero(labels == g), "ncp") for g in np.unique(labels))


@pytest.mark.parametrize("seed", range(4))
def test_a_small_table_never_loses_more_than_by_cuts_or_a_curve(seed):
    problem = replace(random_problem(seed, k=3, n=90, missing=seed % 2 == 1), effort="fast")
    ours = total_of(problem, Auto().partition(problem).labels)
    for other in (Mondrian(), Hilbert()):
        assert ours <= total_of(problem, other.partition(problem).labels) + 1e-9


def test_the_notes_say_how_it_began():
    problem = random_problem(2, k=3, n=60)
    assert Auto(steps=1).partition(problem).notes["start"] in {"cuts", "curve", "near", "boxes"}


@pytest.mark.slow
def test_many_columns_of_many_values_begin_with_near_rows():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"c{j}": np.exp(rng.normal(size=4000)) for j in range(16)})
    columns = tuple(Column(name, "quasi", "numeric") for name in frame.columns)
    problem = replace(problem_of(frame, 10, columns=columns), effort="fast")
    assert Auto().partition(problem, Plan(work=1e9)).notes["start"] == "near"


class _Rows:
    rows = range(1000)


def _trial(name, loss, work, *, growth=0.0, seeds=1):
    return Trial(Start(name, 10, seeds), loss, work, _Rows(), 1000.0, growth)


def test_of_what_there_is_work_for_the_least_loss_wins():
    dear, cheap = _trial("boxes", 0.1, 900.0), _trial("near", 0.2, 10.0)
    assert _best([cheap, dear], 1000.0, [512, 1024])[0] is dear
    assert _best([cheap, dear], 100.0, [512, 1024])[0] is cheap


def test_blocks_are_as_large_as_there_is_work_for():
    near = _trial("near", 0.2, 100.0, growth=1.0)
    assert _best([near], 250.0, [500, 1000, 2000, 4000]) == (near, 2000)


def test_where_there_is_work_for_nothing_the_first_is_taken_in_the_smallest_blocks():
    cuts = _trial("cuts", 0.9, 100.0)
    assert _best([cuts, _trial("near", 0.2, 100.0)], 1.0, [512, 1024]) == (cuts, 512)
