"""Tables of numbers, and their distances without rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import polars as pl

from shoal.schema.column import Column
from tests.reference.problems import problem_of


def number_problem(values, k, *, seed=0, weights=()):
    """Return a table of numbers, given as rows or as one column, as a method is given it."""
    rows = [row if isinstance(row, (list, tuple)) else [row] for row in values]
    names = [f"x{j}" for j in range(len(rows[0]))]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    weights = weights or [1.0] * len(names)
    columns = [Column(name, "quasi", "numeric", weight=w) for name, w in zip(names, weights, strict=True)]
    return problem_of(frame, k, columns=columns, seed=seed)


def whole_numbers(seed, n, d=2, *, most=9):
    """Return a random table of few different whole numbers, full of ties."""
    return np.random.default_rng(seed).integers(0, most + 1, (n, d)).tolist()


def reals(seed, n, d=3):
    """Return a random table in which no two distances are equal."""
    return np.random.default_rng(seed).normal(size=(n, d)).tolist()


class Exact:
    """The rows of a problem as fractions, and their squared distance."""

    def __init__(self, problem, scale):
        values = [domain.values.to_list() for domain in problem.domains]
        self.rows = [[Fraction(values[j][code]) for j, code in enumerate(codes)] for codes in problem.codes.tolist()]
        columns = list(zip(*self.rows, strict=True))
        pairs = zip(problem.domains, columns, strict=True)
        self.factors = [Fraction(domain.weight) * _factor(column, scale) for domain, column in pairs]

    def gap(self, a, b):
        """Return the squared distance of two rows of fractions."""
        return sum(f * (p - q) ** 2 for f, p, q in zip(self.factors, a, b, strict=True))

    def between(self, i, j):
        """Return the squared distance of two rows by their numbers."""
        return self.gap(self.rows[i], self.rows[j])

    def mean(self, rows):
        """Return the mean of some rows."""
        return [sum(column) / len(rows) for column in zip(*(self.rows[i] for i in rows), strict=True)]

    def squares(self, rows):
        """Return the sum of squared distances from the mean."""
        mean = self.mean(rows)
        return sum(self.gap(self.rows[i], mean) for i in rows)


def _factor(column, scale):
    if min(column) == max(column):
        return Fraction(0)
    if scale == "minmax":
        return 1 / (max(column) - min(column)) ** 2
    mean = sum(column) / len(column)
    return Fraction(1) if scale == "none" else len(column) / sum((value - mean) ** 2 for value in column)
