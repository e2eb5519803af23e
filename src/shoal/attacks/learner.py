"""Let a learner tell a sensitive column from the quasi columns of the release."""

from __future__ import annotations

import numpy as np

from shoal.attacks.attack import Attack, percent
from shoal.attacks.scene import Scene
from shoal.decode.alike import Values
from shoal.decode.features import released_features, shares
from shoal.learn.learner import Learner

MOST_ROWS = 50_000
"""Rows to learn from at most; of a longer release they are drawn."""


def learner(scene: Scene, values: Values, how: Learner) -> Attack:
    """Return how often what was learnt from the release tells a person's own sensitive value.

    It learns from the middles of the released cells, and is asked about the people as they are known. The people are
    in the release: what is learnt from their own rows counts, as it does for an attacker.
    """
    people, cells = scene.people, scene.combos.cells
    total = len(values.released)
    rng = np.random.default_rng(np.random.SeedSequence(scene.adversary.seed, spawn_key=(2,)))
    rows = np.sort(rng.permutation(total)[:MOST_ROWS])
    test = np.stack([shares(c, people.low[:, j], people.high[:, j]) for j, c in enumerate(cells)], axis=1)
    told = how.predict(released_features(cells)[rows], values.released[rows], np.ascontiguousarray(test))
    scene.tell(1.0)
    right = told == values.original[people.rows]
    base = float(values.shares.max(initial=0.0))
    return Attack(
        name="learner",
        column=values.name,
        trials=len(right),
        successes=float(right.sum()),
        promise=base,
        promised_by="base rate",
        sentence=(
            f"What {how.name} learns from the release tells the value of {values.name!r} of "
            f"{percent(float(right.mean()))} of the people; to name the most frequent value is right for "
            f"{percent(base)} of the rows."
        ),
        sampled=len(right) < people.of,
        seed=scene.adversary.seed,
        facts={"learner": how.name, "rows learnt from": len(rows), "values in all": len(values.shares)},
    )
