"""The house search keeps every criterion on sensitive values, in each of its steps, and still gains."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.kernels import threads
from shoal.partition.auto import Auto
from shoal.partition.base import Partition
from shoal.partition.improve import improve
from shoal.partition.keep import keep_criteria
from shoal.partition.mondrian import Mondrian
from shoal.partition.oka import Oka
from shoal.partition.repair import repair
from shoal.partition.suppress import suppress
from shoal.schema.hierarchy import Nested
from tests.partition import AtLeast, groups_of, total_of
from tests.reference.problems import random_problem
from tests.reference.turns import IS_PYTHON, in_turn

ROWS, STEPS = (40, 5) if IS_PYTHON else (90, 30)
TREE = Nested({"*": {"low": ["a", "b"], "high": {"": ["c"], "higher": ["d", "e"]}}})

CRITERIA = [
    (LDiversity(3, "distinct", "illness"),),
    (LDiversity(2, "frequency", "illness"),),
    (LDiversity(2.5, "entropy", "illness"),),
    (LDiversity(3, "recursive", "illness", c=2),),
    (AlphaK(0.4, "illness"),),
    (AlphaK(0.35, "illness", values=["a", "e"]),),
    (TCloseness(0.25, "illness", "equal"),),
    (TCloseness(0.2, "illness", "hierarchical"),),
    (TCloseness(0.15, "income", "ordered"),),
    (BetaLikeness(1.0, "illness", "basic"),),
    (BetaLikeness(1.5, "illness", "enhanced"),),
    (DeltaDisclosure(1.5, "illness"),),
    (LDiversity(2, "entropy", "illness"), TCloseness(0.3, "income"), LDiversity(3, "distinct", "income")),
]


def guarded(seed, criteria, *, k=3, n=90):
    """Return a random table whose illness goes with its first columns, so that cheap groups are alike."""
    rng = np.random.default_rng(seed)
    problem = random_problem(seed, k=k, n=n)
    leaning = np.argsort(np.argsort(problem.codes[:, 0] + rng.normal(0, 3, n))) * 5 // n
    illness = np.where(rng.random(n) < 0.5, leaning, rng.integers(0, 5, n))
    columns = (
        code_sensitive(pl.Series("illness", np.array(list("abcde"))[illness]), TREE),
        code_sensitive(pl.Series("income", rng.integers(0, 12, n) + 4 * illness)),
    )
    return replace(problem, criteria=criteria, sensitive=columns)


def require_kept(problem, found):
    assert problem.holds(found).all()
    assert np.bincount(found.labels[found.labels >= 0]).min() >= problem.k


@in_turn("criteria", [CRITERIA[-1], CRITERIA[7], CRITERIA[11], *CRITERIA])
def test_auto_keeps_the_criteria(criteria):
    for seed in range(1 if IS_PYTHON else 3):
        problem = guarded(seed, criteria, n=ROWS)
        require_kept(problem, Auto(steps=STEPS).partition(problem))


@pytest.mark.parametrize("effort", ["fast", 0.05] if IS_PYTHON else ["fast", "balanced", 0.05])
def test_auto_keeps_them_at_every_effort(effort):
    problem = replace(guarded(5, CRITERIA[6], n=ROWS), effort=effort)
    require_kept(problem, Auto().partition(problem))


@pytest.mark.slow
@in_turn("criteria", CRITERIA[::2])
def test_improve_keeps_them_and_never_loses_more(criteria):
    problem = guarded(7, criteria)
    start = repair(problem, Mondrian().partition(problem))
    better = improve(problem, start, steps=40)
    require_kept(problem, better)
    assert total_of(problem, better) <= total_of(problem, start) + 1e-9


@pytest.mark.slow
def test_the_search_gains_under_a_criterion():
    gains = []
    for seed in range(4):
        problem = guarded(seed, CRITERIA[2], n=120)
        start = repair(problem, Mondrian().partition(problem))
        gains.append(total_of(problem, improve(problem, start, steps=60)) / total_of(problem, start))
    assert np.mean(gains) < 0.95


@pytest.mark.slow
@pytest.mark.parametrize("criteria", [CRITERIA[2], CRITERIA[-1]], ids=["one", "three"])
def test_groups_do_not_depend_on_the_number_of_threads(criteria):
    found = []
    for count in (1, 2):
        with threads(count):
            found.append(Auto(steps=50).partition(guarded(3, criteria, n=150)))
    assert (found[0].labels == found[1].labels).all()


@pytest.mark.slow
def test_a_criterion_of_the_users_own_is_kept_beside_a_guarded_column():
    problem = guarded(2, (*CRITERIA[0], AtLeast(7)), n=120)
    found = Auto(steps=30).partition(problem)
    require_kept(problem, found)
    assert min(map(len, groups_of(found))) >= 7


@in_turn("criteria", CRITERIA[::-1])
def test_repair_merges_until_all_hold(criteria):
    problem = guarded(11, criteria)
    found = Oka().partition(problem)
    mended = repair(problem, found)
    require_kept(problem, mended)
    for rows in groups_of(found):  # groups are merged, never split
        assert len(set(mended.labels[rows].tolist())) == 1


def test_repair_leaves_groups_that_hold_alone():
    problem = guarded(1, CRITERIA[0])
    whole = Partition(np.zeros(problem.rows, np.int32), 1)
    assert repair(problem, whole) is whole
    mended = repair(problem, Oka().partition(problem))
    assert (repair(problem, mended).labels == mended.labels).all()


def test_repair_leaves_suppressed_rows_suppressed():
    problem = guarded(4, CRITERIA[1])
    found = Oka().partition(problem)
    dropped = replace(
        found, labels=np.where(found.labels == 0, np.int32(-1), found.labels - 1), groups=found.groups - 1
    )
    mended = repair(problem, dropped)
    assert ((mended.labels < 0) == (dropped.labels < 0)).all()
    require_kept(problem, mended)


@pytest.mark.slow
def test_what_a_repair_lost_is_partly_won_back():
    ratios = []
    for seed in range(4):
        problem = guarded(seed, CRITERIA[2], n=120)
        found = Oka().partition(problem)
        kept = keep_criteria(problem, Oka(), found)
        require_kept(problem, kept)
        ratios.append(total_of(problem, kept) / total_of(problem, repair(problem, found)))
    assert max(ratios) <= 1 + 1e-9
    assert np.mean(ratios) < 0.97


@pytest.mark.parametrize("criteria", [CRITERIA[1], CRITERIA[6], CRITERIA[9]], ids=["share", "distance", "gain"])
def test_after_suppression_groups_are_held_against_what_is_left(criteria):
    problem = guarded(6, criteria, n=120)
    raw = Oka().partition(problem)
    found = suppress(problem, Oka(), keep_criteria(problem, Oka(), raw), 24, raw=raw)
    kept = np.flatnonzero(found.labels >= 0)
    assert problem.rows - len(kept) <= 24
    columns = [code_sensitive(pl.Series(c.about.name, c.codes[kept]), None) for c in problem.sensitive]
    left = replace(problem.part(kept), sensitive=tuple(columns))
    assert left.holds(replace(found, labels=found.labels[kept])).all()


@pytest.mark.slow
def test_ten_thousand_values_are_no_trouble():
    problem = random_problem(0, k=2, n=400)
    rng = np.random.default_rng(0)
    column = code_sensitive(pl.Series("s", rng.integers(0, 10_000, 400)))
    problem = replace(problem, criteria=(LDiversity(4, "distinct", "s"), TCloseness(0.3, "s")), sensitive=(column,))
    require_kept(problem, Auto(steps=20).partition(problem))
