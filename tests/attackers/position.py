"""Where in its group does the rare value stand? An attacker who has seen many runs of the same method guesses that."""

from __future__ import annotations

from collections import Counter

import numpy as np

LONG = 12
"""Groups of more people are looked at in so many parts."""


def by_position(scenes, rare, place):
    """Return how often the best place to look holds the rare value, how often chance alone would, and the guesses.

    The people of a group are put in order by `place(scene)`. In the first half of the runs the attacker learns at which
    place in a group of some size the rare value stands most often, and in the other half he says that the person who
    stands there has it. Groups count in which one person has it.
    """
    half = len(scenes) // 2
    learnt = Counter(spot for scene in scenes[:half] for _, spot, _ in _groups(scene, rare, place))
    hits, chance = [], []
    for scene in scenes[half:]:
        for spots, true, size in _groups(scene, rare, place):
            hits.append(max(spots, key=learnt.__getitem__) == true)
            chance.append(spots.count(true) / size)
    return float(np.mean(hits)), float(np.mean(chance)), len(hits)


def in_table_order(scene):
    """Return the place of each person in the original table."""
    return np.arange(len(scene.truth))


def _groups(scene, rare, place):
    """Yield for each group with one rare value the spots in it, the spot of that value, and how many people it has."""
    order = np.lexsort((place(scene), scene.group))
    for members in np.split(order, np.flatnonzero(np.diff(scene.group[order])) + 1):
        holds = np.flatnonzero(scene.truth[members] == rare)
        if len(holds) == 1:
            size = len(members)
            spots = [(min(size, LONG), rank * min(size, LONG) // size) for rank in range(size)]
            yield spots, spots[int(holds[0])], size
