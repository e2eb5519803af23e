"""Ways to guess who has which value; each returns the share of people for whom the guess is right."""

from __future__ import annotations

import numpy as np
import polars as pl

from tests.attackers.scene import anonymized


def by_order(scene):
    """Say that the rows of a group left in the order in which its people stand in the table."""
    right = 0
    at = np.argsort(scene.group[scene.people], kind="stable")
    order = np.argsort(scene.group, kind="stable")
    for person, row in zip(order.tolist(), at.tolist(), strict=True):
        right += scene.values[row] == scene.truth[person]
    return right / len(order)


def by_doing_it_again(scene):
    """Anonymize what is known once more with the same seed, and say that rows with equal cells are the same people.

    Where several rows have the same cells, they are taken in the order of the file.
    """
    known = scene.known.select(scene.asked["quasi"])
    table = known.with_columns(
        pl.Series("disease", np.arange(len(scene.truth))), pl.Series("tag", np.arange(known.height))
    )
    again = anonymized(table, scene.asked | {"keep_order": True})
    shown = again.data.select(scene.asked["quasi"])
    cells = np.array(["|".join(map(str, row)) for row in shown.iter_rows()])
    people = again.data["tag"].to_numpy()
    rows = {}
    for row, cell in enumerate(scene.cells.tolist()):
        rows.setdefault(cell, []).append(row)
    right = 0
    for person, cell in zip(people.tolist(), cells.tolist(), strict=True):
        found = rows.get(cell)
        right += bool(found) and scene.values[found.pop(0)] == scene.truth[person]
    return right / len(people)


def by_nearest_row(scene):
    """Say that the drawn row nearest to a person, of those nobody has been given, is that person's."""
    quasi = scene.asked["quasi"]
    drawn, true = scene.release.data.select(quasi).to_numpy(), scene.known.select(quasi).to_numpy()
    scale = true.std(axis=0)
    right = 0
    for person in range(len(true)):
        gap = (((drawn - true[person]) / scale) ** 2).sum(axis=1)
        right += scene.values[int(np.argmin(gap))] == scene.truth[person]
    return right / len(true)


def by_turns(scene):
    """Deal Anatomy's groups again from the seed: a value's rows are taken one by one from the end of a known order.

    How many rows each value has is public, so it is known which share of a value's rows is left when a group is made,
    and so about where in the order its row stood. In each group the people are given the values whose places fit best.
    """
    meeting, n = scene.release.second, len(scene.truth)
    place = np.empty(n)
    place[np.random.default_rng(scene.asked["seed"]).permutation(np.arange(n, dtype=np.int32))] = np.arange(n) / n
    counts = dict(meeting.group_by("disease").agg(pl.col("count").sum()).iter_rows())
    held = {g: part["disease"].to_list() for (g,), part in meeting.group_by("group")}
    number = scene.release.data.select("tag", "group").sort("tag")["group"].to_numpy()
    members = {g: np.flatnonzero(number == g) for g in held}
    left = dict(counts)
    right = 0
    for g in sorted(held, key=lambda g: -place[members[g]].mean()):
        values = sorted(held[g], key=lambda value: left[value] / counts[value])
        for person, value in zip(members[g][np.argsort(place[members[g]])], values, strict=False):
            right += scene.truth[person] == value
        for value in held[g]:
            left[value] -= 1
    return right / n
