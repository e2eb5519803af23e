"""Small random tables of every kind of column."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.criteria.sensitive import code_sensitive
from shoal.encode.encoder import encode
from shoal.encode.loss import costs_of
from shoal.partition.base import Problem
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested, Order
from tests.reference.secret import SeededSecret

TREE = {"*": {"low": {"": ["a"], "lower": ["b", "c"]}, "high": ["d", "e"], "": ["f"]}}


def random_frame(rng, n, *, missing=False):
    """Return a table with numbers, a flat category, a tree, an order and a constant."""
    frame = pl.DataFrame(
        {
            "number": rng.integers(0, 12, n),
            "flat": rng.choice(["u", "v", "w"], n),
            "tree": rng.choice(list("abcdef"), n),
            "order": rng.choice(["s", "m", "l"], n),
            "constant": np.ones(n, np.int64),
            "real": rng.random(n).round(2),
        },
        schema_overrides={"flat": pl.String, "tree": pl.String, "order": pl.String},
    )
    if not missing:
        return frame
    return frame.with_columns(
        pl.when(pl.Series(rng.random(n) < 0.2)).then(None).otherwise(pl.col(name)).alias(name)
        for name in ("number", "flat", "tree", "order")
    )


COLUMNS = (
    Column("number", "quasi", "numeric"),
    Column("flat", "quasi", "categorical"),
    Column("tree", "quasi", "categorical", hierarchy=Nested(TREE), weight=0.5),
    Column("order", "quasi", "categorical", hierarchy=Order(("s", "m", "l"))),
    Column("constant", "quasi", "numeric"),
    Column("real", "quasi", "numeric", weight=2.0),
)


def problem_of(frame, k, *, columns=COLUMNS, seed=0, loss="ncp"):
    """Return the table as a method is given it; every row has a sensitive value of its own, and the secret is none."""
    coded = encode(frame, tuple(columns))
    own_value = code_sensitive(pl.Series("own", np.arange(len(frame))))
    rng, secret = np.random.default_rng(seed), SeededSecret(seed)
    costs = costs_of(coded.domains, loss)
    return Problem(coded.codes, coded.domains, costs, k, rng, sensitive=(own_value,), secret=secret)


def random_problem(seed, *, k=2, n=24, missing=False, loss="ncp"):
    """Return a random table as a method is given it."""
    return problem_of(random_frame(np.random.default_rng(seed), n, missing=missing), k, seed=seed, loss=loss)
