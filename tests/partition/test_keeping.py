"""Every method keeps the criteria on sensitive values that it is asked for: while it groups, or by repair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import shoal
from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.guarding import compared_with
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness
from shoal.kernels import threads
from shoal.partition._judge import Judge
from shoal.partition._levels import LevelTable
from shoal.partition.cb import Cb
from shoal.partition.datafly import Datafly
from shoal.partition.genetic import GRAIN, Cuts, Genetic
from shoal.partition.incognito import Incognito, anonymous_vectors
from shoal.partition.kaca import Kaca
from shoal.partition.keep import keep_criteria
from shoal.partition.mondrian import Mondrian
from shoal.partition.registry import PARTITIONERS, make_partitioner
from shoal.partition.top_down import TopDown
from tests.partition import groups_of
from tests.partition.test_contract import problem_for
from tests.reference.cb import cb
from tests.reference.guarded import ASKED, ILLS, ONE, guarded, guarded_problem
from tests.reference.kaca import kaca
from tests.reference.levels import (
    anonymous,
    best_cut_loss,
    best_vector,
    classes,
    datafly,
    is_lost,
    level_problem,
    loss_of,
    may_leave,
    nodes_at,
    small_rows,
)
from tests.reference.mondrian import mondrian
from tests.reference.problems import TREE, random_frame, random_problem
from tests.reference.top_down import top_down
from tests.reference.turns import IS_PYTHON, in_turn

NATIVE = sorted(name for name in PARTITIONERS if PARTITIONERS[name].about.keeps == "natively")
REPAIRED = sorted(name for name in PARTITIONERS if PARTITIONERS[name].about.keeps == "by repair")
QUICK = {"genetic": {"population": 10, "offspring": 30, "mutation": 0.05}, "auto": {"steps": 20}}
FEW = ["entropy l and t ordered", "t hierarchical", "delta", "frequency l"]
"""Requests that try each kernel's rules, for methods and options that are slow to try with all of them."""
MOST = [*FEW, *(asked for asked in ASKED if asked not in FEW)]


def asked_of(name, seed, asked, *, k=2, n=60):
    """Return a random table of the kinds of column that a method takes, with criteria on its sensitive columns."""
    missing = seed % 2 == 1
    problem = problem_for(name, seed, k=k, n=n, missing=missing)
    if PARTITIONERS[name].about.publishes == "levels":
        problem = level_problem(seed, k=k, n=n, missing=missing)
    return guarded(problem, asked, missing=missing, seed=seed)


def require_kept(problem, found):
    """Require k rows and every criterion of each group, compared with the rows that are left."""
    kept = np.flatnonzero(found.labels >= 0)
    assert found.groups > 0
    assert np.bincount(found.labels[kept], minlength=found.groups).min() >= problem.k
    assert replace(problem, sensitive=compared_with(problem.sensitive, kept)).holds(found).all()


SLOW_AUTO = [pytest.param(name, marks=pytest.mark.slow) if name == "auto" else name for name in NATIVE]
"""The house method takes long without compiled kernels; test_guarded_search.py tries it then."""


def test_every_way_to_keep_criteria_is_told():
    abouts = [method.about for method in PARTITIONERS.values()]
    assert {about.keeps for about in abouts} == {"natively", "by repair", "not"}
    assert all(bool(about.why_not) == (about.keeps == "not") for about in abouts)
    own = {"mondrian", "top_down", "topdown_kaca", "cb", "cb_diverse", "kaca", "incognito", "datafly", "genetic"}
    assert own <= set(NATIVE)
    assert all(PARTITIONERS[name].about.publishes in ("box", "centroid") for name in REPAIRED)


@in_turn("asked", MOST)
@pytest.mark.parametrize("name", SLOW_AUTO)
def test_what_is_kept_while_grouping_holds(name, asked):
    for seed, k in ((1, 2), (2, 4)):
        problem = asked_of(name, seed, asked, k=k, n=60)
        found = make_partitioner(name, QUICK.get(name, {})).partition(problem)
        require_kept(problem, found)
        assert PARTITIONERS[name].about.publishes == "levels" or (found.labels >= 0).all()


@in_turn("asked", FEW)
@pytest.mark.parametrize("name", REPAIRED)
def test_what_is_repaired_holds(name, asked):
    problem = asked_of(name, 1, asked, k=3)
    method = make_partitioner(name, QUICK.get(name, {}))
    require_kept(problem, keep_criteria(problem, method, method.partition(problem)))


@pytest.mark.parametrize("suppress", [0, 0.1])
@pytest.mark.parametrize("name", [name for name in NATIVE if name != "auto"])
def test_a_release_is_verified_to_hold_what_was_asked_for(name, suppress):
    problem = guarded_problem(7, "t hierarchical", n=80)
    cells = problem.sensitive[0].about.values.gather(problem.sensitive[0].codes).rename("ill")
    frame = random_frame(np.random.default_rng(7), 80).drop("real").with_columns(cells)
    wanted = [LDiversity(2, "entropy"), TCloseness(0.4), AlphaK(0.6, "ill")]
    roles = {"quasi": ["number", "flat", "tree"], "sensitive": "ill", "hierarchies": {"tree": TREE, "ill": ILLS}}
    release = shoal.anonymize(
        frame, k=2, criteria=wanted, method=name, suppress=suppress, seed=1, options=QUICK.get(name, {}), **roles
    )
    assert release.verdict.k >= 2
    assert release.suppressed <= 80 * suppress


@pytest.mark.parametrize("name", SLOW_AUTO)
def test_the_number_of_threads_does_not_matter_where_criteria_are_kept(name, monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    found = []
    for count in (1, 3):
        with threads(count):
            problem = asked_of(name, 4, "t equal", n=80 if IS_PYTHON else 300)
            found.append(make_partitioner(name, QUICK.get(name, {})).partition(problem).labels.tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["mondrian", "top_down", "topdown_kaca", "cb", "kaca"])
def test_rows_that_cannot_meet_the_criteria_are_one_group(name):
    # A part of a table may be worse than the whole: all of its rows have the same value.
    problem = guarded_problem(3, "frequency l", n=80)
    same = problem.part(np.flatnonzero(problem.sensitive[0].codes == 0))
    assert make_partitioner(name, {}).partition(same).labels.tolist() == [0] * same.rows


@in_turn("asked", MOST)
@pytest.mark.parametrize("options", [{}, {"mode": "relaxed"}, {"categories": "children"}])
def test_mondrian_cuts_as_its_twin_does(asked, options):
    problem = guarded_problem(6, asked, k=2, n=70, missing=True)
    assert groups_of(Mondrian(**options).partition(problem)) == mondrian(problem, **options)


@in_turn("asked", FEW)
@in_turn("seed", range(3))
def test_top_down_cuts_as_its_twin_does(asked, seed):
    made = [guarded_problem(seed, asked, k=1 + seed, n=50, missing=seed == 1) for _ in range(2)]
    assert groups_of(TopDown().partition(made[0])) == top_down(made[1])


@in_turn("asked", FEW)
@pytest.mark.parametrize("options", [{}, {"restart": True}, {"against": "group"}])
def test_cb_bisects_as_its_twin_does(asked, options):
    made = [guarded_problem(8, asked, k=2, n=50) for _ in range(2)]
    assert groups_of(Cb(rounds=5, **options).partition(made[0])) == cb(made[1], 5, **options)


@in_turn("asked", FEW)
@pytest.mark.parametrize("options", [{}, {"stub": False}, {"pick": "smallest"}])
def test_kaca_merges_as_its_twin_does(asked, options):
    made = [guarded_problem(9, asked, k=3, n=50, missing=True) for _ in range(2)]
    assert groups_of(Kaca(**options).partition(made[0])) == sorted(map(sorted, kaca(made[1], **options)))


@in_turn("asked", FEW)
@pytest.mark.parametrize("limit", [0, 6, 25])
def test_incognito_finds_the_cheapest_vector_of_the_whole_lattice(asked, limit):
    problem = guarded(level_problem(2, k=2, n=50), asked, seed=7)
    found = Incognito(suppress_limit=limit).partition(problem)
    best = best_vector(problem, limit)
    assert tuple(found.notes["levels"].values()) == best
    held = [rows for rows in classes(problem, nodes_at(problem, best)).values() if not is_lost(problem, rows)]
    assert groups_of(found) == sorted(held)
    require_kept(problem, found)


@in_turn("asked", MOST)
def test_without_suppression_the_vectors_that_incognito_tests_are_those_of_the_whole_lattice(asked):
    problem = guarded(level_problem(3, k=2, n=50, missing=True), asked, missing=True, seed=8)
    table = LevelTable.of(problem)
    numbers = [ladder.numbers for ladder in table.ladders]
    holds = np.argwhere(anonymous_vectors(table, Judge(problem, 0)).holds).tolist()
    assert {tuple(numbers[j][level] for j, level in enumerate(v)) for v in holds} == anonymous(problem)


@in_turn("asked", MOST)
@pytest.mark.parametrize("limit", [0, 8])
def test_datafly_climbs_as_its_twin_does(asked, limit):
    problem = guarded(level_problem(5, k=3, n=50), asked, seed=5)
    found = Datafly(suppress_limit=limit).partition(problem)
    assert tuple(found.notes["levels"].values()) == datafly(problem, limit)
    require_kept(problem, found)


@in_turn("asked", MOST)
def test_the_rank_of_a_cut_is_its_twins(asked):
    problem = guarded(level_problem(4, k=2, n=50, loss="lm"), asked, seed=4)
    table = LevelTable.of(problem)
    made, rng = Cuts.of(table), np.random.default_rng(4)
    worst = sum(domain.weight for domain in problem.domains)
    for share in (0.0, 0.1, 0.3, 0.6, 1.0):
        genome = (rng.random(len(made.genes)) < share).astype(np.uint8)
        nodes, lost = made.nodes(genome), small_rows(problem, made.nodes(genome))
        for limit in (0, 10, 48):
            excess, loss = made.judged(genome, Judge(problem, limit), table.place, worst)
            assert loss * GRAIN == pytest.approx(loss_of(problem, nodes, "lm"), abs=1e-9)
            assert (excess == 0) == may_leave(problem, nodes, limit)
            assert lost <= limit or excess == lost - limit


@pytest.mark.parametrize("asked", ["frequency l", "t equal"])
def test_the_genetic_search_finds_the_best_of_all_cuts_of_a_small_table(asked):
    problem = guarded(level_problem(1, k=2, n=30, loss="lm"), asked, seed=3)
    found = Genetic(population=40, offspring=1500, mutation=0.1, suppress_limit=4).partition(problem)
    assert loss_of(problem, found.nodes, "lm") == pytest.approx(best_cut_loss(problem, "lm", 4), abs=1e-9)


def test_a_criterion_of_the_users_own_is_kept_by_levels():
    class NoPair:
        """Groups of two are not enough."""

        column = None
        sentence = "no group is a pair"

        def holds(self, facts):
            return facts.sizes > 2

    for name in ("incognito", "datafly", "genetic"):
        problem = replace(level_problem(6, k=2), criteria=(NoPair(),))
        found = make_partitioner(name, QUICK.get(name, {})).partition(problem)
        assert min(map(len, groups_of(found))) > 2


@pytest.mark.parametrize("name", ["auto", "mondrian", "cb", "oka"])
def test_a_criterion_of_the_users_own_is_kept_by_groups(name):
    class Even:
        """Kernels do not know it: where groups are mended for its sake, they grow beyond k."""

        column = None
        sentence = "every group has an even number of rows"

        def holds(self, facts):
            return facts.sizes % 2 == 0

    for seed in range(4):
        problem = replace(random_problem(seed, k=3, n=60), criteria=(Even(),), effort="fast")
        method = make_partitioner(name, {})
        found = keep_criteria(problem, method, method.partition(problem))
        assert {len(rows) % 2 for rows in groups_of(found)} == {0}


def test_guarded_tables_are_not_kept_by_chance():
    # What is asked for is broken where nobody looks: else the tests above would prove nothing.
    broken = 0
    for asked in ASKED:
        problem = guarded_problem(1, asked)
        free = Mondrian().partition(replace(problem, criteria=()))
        broken += not problem.holds(free).all()
    assert broken >= len(ASKED) - 1
    assert set(FEW) <= set(ASKED)
    assert len(ONE) < len(ASKED)
