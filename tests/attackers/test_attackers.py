"""Nobody does better than promised, also with the seed, the method, all that is published and the original order."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.partition.registry import PARTITIONERS
from tests.attackers import suite
from tests.attackers.scene import people, run
from tests.reference.secret import SeededSecret

MARGIN = 1.3
KEEPS_IDENTITY = "k_type"
"""The one method whose rows are found by whoever knows all of them; its page says so."""

TWO_TABLES = [name for name in sorted(PARTITIONERS) if suite.form_of(name) == "two tables"]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("method", sorted(set(PARTITIONERS) - {*TWO_TABLES, KEEPS_IDENTITY}))
def test_rows_are_found_no_more_often_than_1_in_k(method):
    for outcome in suite.identity(method, trials=3):
        assert outcome.right <= MARGIN * outcome.allowed, outcome


@pytest.mark.parametrize("method", TWO_TABLES)
def test_the_values_of_two_tables_are_not_dealt_again(method):
    outcome = suite.two_tables(trials=4, method=method)
    assert outcome.right <= MARGIN * outcome.allowed


def test_the_place_in_the_table_does_not_tell_who_has_the_rare_value_where_rows_are_dealt_out():
    outcome = suite.rare_value("cb_diverse", trials=60)
    assert outcome.guesses > 300
    assert outcome.right <= MARGIN * outcome.allowed


def test_the_place_in_the_table_does_not_tell_who_has_the_rare_value_by_any_method():
    # Together they are enough guesses to see 1.3 times what chance allows; by itself, each may be off by chance.
    found = [suite.rare_value(method, trials=8) for method in suite.guarding()]
    guesses = sum(outcome.guesses for outcome in found)
    right, allowed = (
        sum(getattr(outcome, what) * outcome.guesses for outcome in found) / guesses for what in ("right", "allowed")
    )
    assert guesses > 450
    assert right <= MARGIN * allowed
    for outcome in found:
        assert outcome.right <= MARGIN * outcome.allowed + 4 * np.sqrt(outcome.allowed / outcome.guesses), outcome


def test_k_type_gives_rows_away_to_someone_who_knows_all_of_them_as_its_page_says(root):
    found = {outcome.attacker: outcome.right for outcome in suite.identity(KEEPS_IDENTITY, trials=2)}
    assert found["by doing it again"] > 0.5
    page = (root / "docs" / "algorithms" / "k_type.md").read_text("utf-8")
    assert "Row identity is kept" in page


# That the attackers are any good shows where the draws are none.


@pytest.fixture
def _no_secret(monkeypatch):
    for module in ("released", "generalize.publish", "forms.two_tables"):
        monkeypatch.setattr(f"shoal.{module}.SystemSecret", lambda: SeededSecret(5))


@pytest.mark.usefixtures("_no_secret")
@pytest.mark.parametrize("method", ["nh", "condensation"])
def test_a_draw_that_can_be_made_again_gives_all_rows_away(method):
    found = {outcome.attacker: outcome.right for outcome in suite.identity(method, trials=2)}
    assert found["by doing it again"] > 2 * MARGIN / suite.K


def test_rows_that_leave_in_order_give_all_values_away():
    scene = run("mondrian", people(300, 1), np.arange(300), k=5, seed=1, keep_order=True)
    from tests.attackers.guess import by_order

    assert by_order(scene) == 1.0


def test_anatomy_dealt_by_the_seed_gives_most_values_away(monkeypatch):
    class BySeed(SeededSecret):
        def __init__(self, seed):
            super().__init__(seed)
            self.called = False

        def permutation(self, n):
            rows = np.arange(n, dtype=np.int32)
            rows, self.called = self._rng.permutation(rows) if self.called else rows, True
            return rows

    seeds = iter(range(4))
    monkeypatch.setattr("shoal.released.SystemSecret", lambda: BySeed(next(seeds)))
    assert suite.two_tables(trials=4).right > 2 / 4


def test_rows_dealt_in_the_order_of_the_table_tell_who_has_the_rare_value(monkeypatch):
    class InOrder(SeededSecret):
        def permutation(self, n):
            return np.arange(n)

    monkeypatch.setattr("shoal.released.SystemSecret", InOrder)
    outcome = suite.rare_value("cb_diverse", trials=60)
    assert outcome.right > MARGIN * outcome.allowed
