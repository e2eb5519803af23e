"""Random tables with sensitive columns, and criteria of every kind on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.guarding import least_rows, require_possible
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.schema.hierarchy import Nested
from tests.reference.problems import random_problem

ILLS = {"*": {"lung": {"": ["asthma"], "infection": ["flu", "cold"]}, "heart": ["angina"], "skin": ["acne", "rash"]}}
NAMES = ("asthma", "flu", "cold", "angina", "acne", "rash")
COMMON = (0.3, 0.2, 0.2, 0.15, 0.1, 0.05)

ONE = {
    "distinct l": LDiversity(3, "distinct", "ill"),
    "frequency l": LDiversity(2, "frequency", "ill"),
    "entropy l": LDiversity(2.5, "entropy", "ill"),
    "recursive l": LDiversity(2, "recursive", "ill", c=1.5),
    "alpha": AlphaK(0.5, "ill"),
    "alpha listed": AlphaK(0.25, "ill", ("angina", "acne")),
    "t equal": TCloseness(0.3, "ill", "equal"),
    "t ordered": TCloseness(0.15, "pay", "ordered"),
    "t hierarchical": TCloseness(0.2, "ill", "hierarchical"),
    "beta basic": BetaLikeness(1.5, "ill", "basic"),
    "beta enhanced": BetaLikeness(1.5, "ill", "enhanced"),
    "delta": DeltaDisclosure(1.2, "pay"),
}

ASKED = {name: (criterion,) for name, criterion in ONE.items()} | {
    "entropy l and t ordered": (ONE["entropy l"], ONE["t ordered"]),
    "frequency l and t hierarchical": (ONE["frequency l"], ONE["t hierarchical"]),
    "recursive l and alpha of another column": (ONE["recursive l"], AlphaK(0.6, "pay")),
    "t equal and beta": (ONE["t equal"], ONE["beta enhanced"]),
    "distinct l of both": (ONE["distinct l"], LDiversity(2, "distinct", "pay")),
}
"""Criteria, alone and in pairs, on one or two columns."""


def sensitive_columns(problem, rng, *, missing=False):
    """Return a column of names on a hierarchy, and one of few numbers, both uneven.

    Half of the rows have a value that goes with their first quasi columns, so that groups which cost little are alike.
    """
    n = problem.rows
    rank = np.argsort(np.argsort(problem.codes[:, :2].sum(axis=1) + rng.random(n))) / max(1, n)
    place = np.where(rng.random(n) < 0.5, rank, rng.random(n))
    ill = pl.Series("ill", np.array(NAMES)[np.searchsorted(np.cumsum(COMMON)[:-1], place)], dtype=pl.String)
    pay = pl.Series("pay", np.array([10, 20, 40])[np.searchsorted([0.4, 0.75], rng.permutation(place))])
    if missing:
        ill = ill.set(pl.Series(rng.random(n) < 0.1), None)
    return code_sensitive(ill, Nested(ILLS)), code_sensitive(pay)


def guarded(problem, asked, *, missing=False, seed=0):
    """Return a problem with the criteria of ASKED[asked], which the whole table as one group meets."""
    wanted = ASKED[asked]
    rng = np.random.default_rng(seed)
    columns = sensitive_columns(problem, rng, missing=missing)
    columns = tuple(column for column in columns if column.about.name in {c.column for c in wanted})
    require_possible(wanted, columns)
    criteria = (KAnonymity(problem.k), *wanted)
    return replace(problem, k=least_rows(criteria), criteria=criteria, sensitive=columns)


def guarded_problem(seed, asked, *, k=2, n=60, missing=False):
    """Return a random table of every kind of column with criteria on its sensitive columns."""
    return guarded(random_problem(seed, k=k, n=n, missing=missing), asked, missing=missing, seed=seed + 1000)
