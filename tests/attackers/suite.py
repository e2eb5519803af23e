"""Every attacker against every method: how often he is right, beside what is promised."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import shoal
from shoal.partition.registry import PARTITIONERS, about_of
from tests.attackers import guess, position
from tests.attackers.scene import people, run

K, N = 5, 300
L, COUNTS = 5, (15, 35, 35, 35, 33, 33, 32, 32)
"""For l-diversity: how many people have each value; the first one is rare."""


class Outcome(NamedTuple):
    """How often an attacker was right, what the promise allows, and of how many guesses that is a share."""

    attacker: str
    method: str
    right: float
    allowed: float
    guesses: int


def identity(method, trials):
    """Return how often the rows of people are found whose values are all different; 1 in k is allowed."""
    scenes = [_distinct(method, trial) for trial in range(trials)]
    attackers = [guess.by_order, guess.by_doing_it_again]
    if scenes[0].release.form == "synthetic":
        attackers.append(guess.by_nearest_row)
    return [
        Outcome(_title(attacker), method, float(np.mean([attacker(scene) for scene in scenes])), 1 / K, trials * N)
        for attacker in attackers
    ]


def two_tables(trials, *, method="anatomy", n=1000, k=4):
    """Return how often the values of two tables are dealt again, with such of unlike frequency; 1 in k is allowed."""
    found = []
    for trial in range(trials):
        rng = np.random.default_rng(trial)
        truth = rng.permutation(np.repeat([f"v{i}" for i in range(6)], np.array([24, 22, 20, 16, 10, 8]) * n // 100))
        found.append(guess.by_turns(run(method, people(n, trial), truth, k=k, seed=trial)))
    return Outcome(_title(guess.by_turns), method, float(np.mean(found)), 1 / k, trials * n)


def rare_value(method, trials):
    """Return how often the place in the table tells who of a group has a rare value; chance is allowed."""
    known = people(sum(COUNTS), 99)
    scenes = [_diverse(method, known, trial) for trial in range(trials)]
    right, chance, tried = position.by_position(scenes, "v0", position.in_table_order)
    return Outcome("by place in the table", method, right, chance, tried)


def outcomes(trials):
    """Yield what every attacker gets from every method."""
    for method in sorted(PARTITIONERS):
        if form_of(method) == "two tables":
            yield two_tables(trials, method=method)
        else:
            yield from identity(method, trials)
    for method in guarding():
        yield rare_value(method, 6 * trials)


def form_of(method):
    """Return the form that a method publishes."""
    return about_of(method).publishes


def guarding():
    """Return the methods that keep criteria in groups of some rows, and one that searches afterwards.

    Methods that lift whole columns, and single_link, leave a few large groups under criteria: nobody has a place there.
    """
    kept = (n for n, m in PARTITIONERS.items() if m.about.keeps != "not" and m.about.publishes in ("box", "centroid"))
    return [*sorted(set(kept) - {"single_link"}), "oka+improve"]


def _title(attacker):
    return attacker.__name__.replace("_", " ")


def _distinct(method, trial):
    rng = np.random.default_rng(1000 + trial)
    truth = rng.permutation(np.array([f"v{i:03}" for i in range(N)]))
    return run(method, people(N, trial), truth, k=K, seed=trial)


def _diverse(method, known, trial):
    """Return a run under l-diversity; the values, and nothing else, differ from trial to trial."""
    rng = np.random.default_rng(2000 + trial)
    truth = rng.permutation(np.repeat([f"v{i}" for i in range(8)], COUNTS))
    more = {"options": {"l": L}} if method == "cb_diverse" else {"criteria": shoal.LDiversity(L)}
    return run(method, known, truth, k=L, seed=7, **more)
