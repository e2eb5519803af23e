"""Let a learner predict a sensitive column from the quasi columns of the release."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Flags, Rows
from shoal.decode.alike import Values
from shoal.decode.features import released_features, shares
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.scene import Scene
from shoal.judge.learner import Learner

MOST_ROWS = 50_000
"""Rows to learn from at most; of a longer release they are drawn."""


def learner(scene: Scene, values: Values, how: Learner) -> Attack:
    """Return how often what was learnt from the release predicts a person's own sensitive value.

    It learns from the middles of the released cells, and is asked about the people as they are known; where someone has
    several rows, about the value in the row that is known. The people are
    in the release: what is learnt from their own rows counts, as it does for an attacker. Where it is known which these
    are, a fact says what it is without them: so much of the success is due to what people have in common, and would not
    go away if these had not been released.
    """
    right = _predicted(scene, values, how, np.arange(len(values.released)))
    scene.tell(0.5)
    base = float(scene.persons.shares(values).max(initial=0.0))
    facts: dict[str, float | int | str] = {"learner": how.name, "values in all": len(values.shares)}
    facts["rows learnt from"] = min(MOST_ROWS, len(values.released))
    others = _others(scene)
    if others is not None:
        facts["rate without their own rows"] = float(_predicted(scene, values, how, others).mean())
    scene.tell(1.0)
    sentence = (
        f"What {how.name} learns from the release predicts the value of {values.name!r} of "
        f"{percent(float(right.mean()))} of the people; to name the most frequent value is right for "
        f"{percent(base)} of the {'people' if scene.persons.have_several else 'rows'}."
    )
    return scene.result("learner", right, (base, "base rate"), sentence, facts=facts, column=values.name)


def _predicted(scene: Scene, values: Values, how: Learner, rows: Rows) -> Flags:
    """Return of which people the value is predicted rightly after some of the released rows."""
    people, cells = scene.people, scene.combos.cells
    rng = np.random.default_rng(np.random.SeedSequence(scene.adversary.seed, spawn_key=(2,)))
    some = np.sort(rng.permutation(rows)[:MOST_ROWS])
    test = np.stack([shares(c, people.low[:, j], people.high[:, j]) for j, c in enumerate(cells)], axis=1)
    predicted = how.predict(released_features(cells)[some], values.released[some], np.ascontiguousarray(test))
    return np.asarray(predicted == values.original[people.rows], np.bool_)


def _others(scene: Scene) -> Rows | None:
    """Return the released rows that are not those of the people; None where it is not known, or too few are left."""
    if scene.persons.owner is None:
        return None
    taken = np.isin(scene.persons.owner, scene.people.who)
    others = np.flatnonzero(~taken)
    return others if 2 * len(others) >= len(taken) else None
