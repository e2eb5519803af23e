"""The house method: valid groups at any moment, for any table, the same for any number of threads."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace
from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from shoal.criteria.k_anonymity import KAnonymity
from shoal.encode.loss import LOSSES
from shoal.errors import Cancelled, SettingError
from shoal.kernels import threads
from shoal.partition import search
from shoal.partition.auto import Auto
from shoal.partition.base import boxes_of
from shoal.progress import Cancel, Watch
from shoal.schema.column import Column
from tests.partition import AtLeast, groups_of, total_of
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import IS_PYTHON, in_turn

NUMBER = (Column("x", "quasi", "numeric"),)
ROWS = 24 if IS_PYTHON else 45


def check(problem, found, least=None):
    """Assert that the labels are groups of enough rows that cover the table."""
    assert (found.labels.dtype, len(found.labels)) == (np.int32, problem.rows)
    assert found.labels.min(initial=0) >= 0
    sizes = np.bincount(found.labels, minlength=found.groups)
    assert len(sizes) == found.groups
    assert sizes.min(initial=problem.rows) >= (least or problem.k)


def numbers(values, k, **settings):
    return problem_of(pl.DataFrame({"x": values}), k, columns=NUMBER, **settings)


# ------------------------------------------------------------------------------------------------------ any table


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("turn", range(4))
def test_every_row_is_in_one_group_of_at_least_k(loss, turn):
    k, missing = (2, 7, 20, 3)[turn], (turn + LOSSES.index(loss)) % 2 == 1
    problem = random_problem(k, k=k, n=40, missing=missing, loss=loss)
    check(problem, Auto(steps=2).partition(problem))


@pytest.mark.slow
@pytest.mark.parametrize("effort", ["fast", "balanced", "best", 0.3, 1])
@pytest.mark.parametrize("n", [12, 13, 200])
def test_every_effort_gives_valid_groups(effort, n):
    problem = replace(random_problem(n, k=3, n=n, missing=True), effort=effort)
    check(problem, Auto().partition(problem))


@in_turn("k", [2, 15, 8, *range(3, 8), *range(9, 15)])
def test_every_k_up_to_half_of_the_rows(k):
    problem = random_problem(k, k=k, n=31, missing=True)
    check(problem, Auto(steps=1).partition(problem))


@pytest.mark.parametrize(("n", "k"), [(0, 3), (1, 1), (3, 3), (5, 3), (39, 20)])
def test_fewer_than_2k_rows_are_one_group(n, k):
    problem = random_problem(n, k=k, n=n)
    found = Auto().partition(problem)
    assert found.labels.tolist() == [0] * n
    assert found.groups == min(1, n)


@pytest.mark.parametrize(("n", "k"), [(4, 2), (20, 10), (40, 20)])
def test_2k_rows_are_one_group_or_two(n, k):
    problem = random_problem(n, k=k, n=n)
    found = Auto(steps=3).partition(problem)
    check(problem, found)
    assert found.groups <= 2


@pytest.mark.parametrize("n", [2, 12, 30])
def test_k_1_loses_nothing(n):
    problem = random_problem(n, k=1, n=n, missing=True)
    found = Auto(steps=1).partition(problem)
    check(problem, found)
    assert total_of(problem, found) == 0


@pytest.mark.parametrize("n", [6, 13, 15, 80])
@pytest.mark.parametrize("k", [1, 3])
def test_rows_that_are_all_equal_lose_nothing(n, k):
    problem = numbers([7] * n, k)
    found = Auto(steps=2).partition(problem)
    check(problem, found)
    assert total_of(problem, found) == 0


@pytest.mark.parametrize("k", [2, 5])
def test_crowds_of_equal_rows_lose_nothing(k):
    problem = numbers([1] * (9 * k) + [2] * (3 * k - 1) + [5] * (3 * k - 2) + [9] * k, k)
    found = Auto(steps=20).partition(problem)
    check(problem, found)
    assert total_of(problem, found) == 0


def test_two_far_clusters_are_not_mixed():
    found = Auto(steps=5).partition(numbers([*range(9), *range(1000, 1009)], 9))
    assert groups_of(found) == [list(range(9)), list(range(9, 18))]


@pytest.mark.slow
def test_ten_thousand_values_of_their_own():
    values = np.random.default_rng(1).permutation(10_000)
    problem = replace(numbers(values, 4), effort="fast")
    found = Auto(steps=30).partition(problem)
    check(problem, found)
    boxes = boxes_of(problem.codes, found)
    assert (boxes.hi - boxes.lo).max() < 2_000


def test_a_table_of_missing_cells_only():
    frame = pl.DataFrame({"x": pl.Series([None] * 30, dtype=pl.Int64), "y": [1, 2, 3] * 10})
    problem = problem_of(frame, 4, columns=(*NUMBER, Column("y", "quasi", "numeric")))
    found = Auto(steps=3).partition(problem)
    check(problem, found)
    assert total_of(problem, found) == 0


def test_the_table_is_left_untouched():
    problem = random_problem(3, k=3, n=60, missing=True)
    before = problem.codes.copy()
    Auto(steps=4).partition(problem)
    assert (problem.codes == before).all()


# -------------------------------------------------------------------------------------------------------- weights


def weighted(frame, weights, k):
    return problem_of(frame, k, columns=[Column(name, "quasi", "numeric", weight=w) for name, w in weights.items()])


def test_a_column_of_weight_0_may_spread_freely():
    frame = pl.DataFrame({"x": [0] * 8 + [9] * 8, "noise": [*range(50, 58), *range(8)]})
    found = Auto(steps=10).partition(weighted(frame, {"x": 1.0, "noise": 0.0}, 8))
    assert groups_of(found) == [list(range(8)), list(range(8, 16))]


def test_a_column_of_great_weight_is_kept_whole():
    rng = np.random.default_rng(2)
    frame = pl.DataFrame({"dear": np.arange(40) % 4, "cheap": rng.integers(0, 99, 40)})
    problem = weighted(frame, {"dear": 1e6, "cheap": 1.0}, 4)
    found = Auto(steps=10).partition(problem)
    check(problem, found)
    assert (boxes_of(problem.codes, found).lo[:, 0] == boxes_of(problem.codes, found).hi[:, 0]).all()


@pytest.mark.parametrize("n", [10, 30])
def test_columns_that_all_weigh_nothing_give_valid_groups(n):
    problem = weighted(pl.DataFrame({"x": list(range(n))}), {"x": 0.0}, 3)
    check(problem, Auto(steps=2).partition(problem))


# -------------------------------------------------------------------------------------- repeatable, and never worse


def test_the_same_seed_and_steps_give_the_same_groups_on_any_number_of_threads(monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    found = []
    for count in (1, 2, 3):
        with threads(count):
            problem = random_problem(5, k=2, n=4 * ROWS, missing=True)
            found.append(Auto(steps=6 if IS_PYTHON else 30).partition(problem).labels.tolist())
    assert found.count(found[0]) == 3


def test_work_in_small_pieces_gives_the_same_groups(monkeypatch):
    expected = Auto(steps=6).partition(random_problem(6, k=2, n=2 * ROWS)).labels
    monkeypatch.setattr(search.Search, "_batch", lambda _self, sizes, at: min(len(sizes), at + 1))
    assert (Auto(steps=6).partition(random_problem(6, k=2, n=2 * ROWS)).labels == expected).all()


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(1 if IS_PYTHON else 2))
def test_more_steps_of_the_same_run_never_cost_more(loss, seed):
    totals = []
    for steps in (0, 1, 2) if IS_PYTHON else (0, 1, 2, 9):
        problem = random_problem(seed, k=3, n=ROWS, missing=True, loss=loss)
        found = Auto(steps=steps).partition(problem)
        assert found.notes["steps"] <= steps
        totals.append(total_of(problem, found, loss))
    assert all(after <= before + 1e-9 for before, after in pairwise(totals))


@pytest.mark.slow
def test_the_search_gains_over_what_was_built():
    totals = []
    for steps in (0, 200):
        problem = random_problem(7, k=3, n=150)
        totals.append(total_of(problem, Auto(steps=steps).partition(problem)))
    assert totals[1] < totals[0]


@pytest.mark.parametrize("steps", [-1, True, False, 1.0, "3"])
def test_steps_that_cannot_be_made_are_refused(steps):
    with pytest.raises(SettingError, match="auto has steps"):
        Auto(steps=steps)


# ------------------------------------------------------------------------------------------ progress, time and Ctrl-C


@pytest.mark.parametrize("effort", [0, 1e-6, 0.05])
@pytest.mark.parametrize("n", [13, 150])
def test_a_tiny_time_budget_still_gives_valid_groups(effort, n):
    problem = replace(random_problem(n, k=3, n=n, missing=True), effort=effort)
    found = Auto().partition(problem)
    check(problem, found)
    assert found.notes["stopped"] in {"out of time", "done"}


def test_progress_tells_shares_from_0_to_1_and_the_loss():
    reported = []
    problem = replace(random_problem(8, k=3, n=ROWS), progress=reported.append)
    found = Auto().partition(problem, search.Plan(work=3e6))
    assert {step.stage for step in reported} == {"group", "search"}
    assert all(0 <= step.done <= 1 for step in reported)
    weight = sum(domain.weight for domain in problem.domains)
    assert reported[-1].loss == pytest.approx(total_of(problem, found) / (ROWS * weight))
    losses = [step.loss for step in reported if step.stage == "search"]
    assert all(later <= sooner + 1e-12 for sooner, later in pairwise(losses))


@pytest.mark.parametrize("stage", ["group", "search"])
@pytest.mark.parametrize("effort", ["balanced", 60])
def test_a_search_that_is_stopped_returns_the_groups_so_far(stage, effort):
    cancel = Cancel()

    def strike(step):
        if step.stage == stage:
            cancel.stop()

    problem = replace(random_problem(9, k=3, n=70, missing=True), effort=effort, progress=strike, watch=Watch(cancel))
    found = Auto().partition(problem)
    check(problem, found)
    assert found.notes["stopped"] == "interrupted"


def test_a_search_that_is_dropped_ends():
    cancel = Cancel()
    watch = Watch(cancel)
    problem = replace(random_problem(9, k=3, n=70), progress=watch.checking(lambda _: cancel.drop()), watch=watch)
    with pytest.raises(Cancelled):
        Auto(steps=50).partition(problem)


def test_a_search_leaves_signals_alone():
    before, seen = signal.getsignal(signal.SIGINT), set()

    def look(_step):
        seen.add(signal.getsignal(signal.SIGINT))

    Auto(steps=5).partition(replace(random_problem(9, k=3, n=70), progress=look))
    assert seen == {before}


def test_it_runs_in_another_thread():
    problem, found = random_problem(10, k=3, n=60), []
    thread = threading.Thread(target=lambda: found.append(Auto(steps=3).partition(problem)))
    thread.start()
    thread.join()
    check(problem, found[0])


# ------------------------------------------------------------------------------------------------------- criteria


@pytest.mark.parametrize("more", [1, 3, 10])
@pytest.mark.parametrize("steps", [0, 1, 8])
def test_a_further_criterion_holds_in_every_group(more, steps):
    problem = random_problem(more, k=3, n=45, missing=True)
    problem = replace(problem, criteria=(KAnonymity(3), AtLeast(3 + more)))
    check(problem, Auto(steps=steps).partition(problem), 3 + more)


def test_a_further_criterion_holds_in_a_tiny_table():
    problem = replace(random_problem(1, k=2, n=10), criteria=(KAnonymity(2), AtLeast(5)))
    check(problem, Auto(steps=5).partition(problem), 5)


@pytest.mark.parametrize("extra", [0, 1, 4])
def test_a_further_criterion_holds_among_equal_rows(extra):
    k = 3
    problem = numbers([1] * (3 * k - 1 + extra) + [2] * (3 * k - 1) + list(range(3, 20)), k)
    problem = replace(problem, criteria=(KAnonymity(k), AtLeast(k + 3)))
    check(problem, Auto(steps=5).partition(problem), k + 3)


def test_a_criterion_that_only_the_whole_table_meets_gives_one_group():
    problem = replace(random_problem(2, k=2, n=30), criteria=(KAnonymity(2), AtLeast(30)))
    assert Auto(steps=3).partition(problem).labels.tolist() == [0] * 30


def test_a_criterion_is_kept_by_a_search_that_is_stopped():
    cancel = Cancel()
    problem = replace(random_problem(3, k=2, n=50), criteria=(KAnonymity(2), AtLeast(6)), watch=Watch(cancel))
    check(problem, Auto().partition(replace(problem, progress=lambda _: cancel.stop())), 6)


@pytest.mark.slow
def test_a_search_under_a_further_criterion_still_gains():
    totals = []
    for steps in (0, 40):
        problem = replace(random_problem(4, k=3, n=60), criteria=(KAnonymity(3), AtLeast(4)))
        totals.append(total_of(problem, Auto(steps=steps).partition(problem)))
    assert totals[1] < totals[0]
