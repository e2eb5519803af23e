"""A run seen from both sides: what an attacker has, and what is true."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
import polars as pl

import shoal
from shoal.partition.registry import PARTITIONERS, about_of, searches

QUASI = ("age", "zip", "sex")
TEXT = ("sex",)
OPTIONS = {"auto": {"steps": 20}, "oka+improve": {"steps": 20}, "genetic": {"population": 20, "offspring": 200}}
"""What makes a method quick: how well it groups is not asked here."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A release, and the people it is about.

    Attributes:
        known: what the attacker knows of everyone, in the original order.
        truth: the sensitive value of each person, which he is after.
        release: the release; its quasi cells and its sensitive column are public, its column `tag` is not.
        cells: the released quasi cells, row by row as they left, as one text each.
        values: the sensitive value of each released row; None in two tables.
        people: which person each released row is; for the judge, and for attackers who are given the groups.
        group: the group of each person, as the release shows it.
        asked: the settings, the seed included.
    """

    known: pl.DataFrame
    truth: np.ndarray
    release: shoal.Release
    cells: np.ndarray
    values: np.ndarray | None
    people: np.ndarray
    group: np.ndarray
    asked: dict[str, object]

    @property
    def sizes(self):
        """Return the size of each person's group."""
        return np.bincount(self.group)[self.group]


def people(n, seed):
    """Return what is known of n people: many ties, no order."""
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {"age": rng.integers(18, 60, n), "zip": rng.integers(100, 130, n), "sex": rng.choice(["f", "m"], n)}
    )


def columns_for(method):
    """Return the quasi columns that a method takes."""
    numbers_only = "numeric" in about_of(method).needs
    return [name for name in QUASI if not (numbers_only and name in TEXT)]


def run(method, known, truth, *, k, seed, **more):
    """Return the scene of one run with a known seed."""
    table = known.with_columns(pl.Series("disease", truth), pl.Series("tag", np.arange(known.height)))
    quasi = columns_for(method)
    asked = {"k": k, "method": method, "quasi": quasi, "sensitive": "disease", "seed": seed} | more
    asked.setdefault("options", OPTIONS.get(method))
    asked["effort"] = "fast" if searches(method) else None
    release = anonymized(table.select(*quasi, "disease", "tag"), asked)
    return _seen(known, truth, release, asked)


def anonymized(table, asked):
    """Return a release; that a column tells people apart is what the judge needs here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        return shoal.anonymize(table, keep="tag", **asked)


def _seen(known, truth, release, asked):
    shown = release.data.select(asked["quasi"]) if release.second is None else release.data.select("group")
    cells = np.array(["|".join(map(str, row)) for row in shown.iter_rows()])
    people = release.data["tag"].to_numpy()
    if release.form in ("ring", "synthetic"):
        group = _remade_groups(known, asked)
    else:
        group = np.empty(known.height, np.int64)
        group[people] = np.unique(cells, return_inverse=True)[1]
    values = None if release.second is not None else release.data["disease"].to_numpy()
    return Scene(known, truth, release, cells, values, people, group, asked)


def _remade_groups(known, asked):
    """Return the groups of a form whose released rows are not alike: they follow from the seed and what is known."""
    from tests.reference.problems import problem_of

    quasi = [shoal.Column(name, "quasi", "categorical" if name in TEXT else "numeric") for name in asked["quasi"]]
    problem = problem_of(known.select(asked["quasi"]), asked["k"], columns=quasi, seed=asked["seed"])
    method = PARTITIONERS[asked["method"]]
    return method().partition(problem).labels.astype(np.int64)
