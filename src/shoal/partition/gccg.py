"""Group rows around the most typical ones.

After Ni, Xie and Qian, 2017 (GCCG: grading, centering, clustering, generalisation). Time O(d n²/k), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.kernels.gccg import take_groups
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.groups import label_groups
from shoal.partition._options import Checked, Listed
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

NumericScore: TypeAlias = Annotated[Literal["freq", "freq_over_k"], Listed("scores are")]

PAIRS = 1 << 28
"""Pairs of rows to compare in one call, a second or so, so that progress is seen."""


@dataclass(frozen=True, slots=True)
class Gccg(Checked):
    """Repeatedly take the row of the highest score with its k-1 nearest rows.

    A row's score is the sum of how often each of its values occurs. Scores are counted once, and ties keep the order
    of the table. The last group takes the rest, k to 2k-1 rows; all others have k.

    `numeric_score`: `freq` counts a number (or date) like any value; `freq_over_k` divides its count by k, the only
    reading of the paper's garbled sentence in which k occurs. Where the paper is silent: a column of weight 0 enters
    no score, and missing is a value like others.
    """

    about: ClassVar[About] = About(
        title="GCCG, clustering around graded centres",
        paper="Ni, Xie, Qian, 2017",
        cost="n² / k",
        advice="For groups of exactly k rows without any randomness; the last groups take what is left and lose most.",
        loss="height",
    )

    numeric_score: NumericScore = "freq"

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k rows and a last one of k to 2k-1, in the order in which they are made; no seed matters."""
        only = one_group(problem)
        return only or clustered(problem, graded(problem, self.numeric_score), np.zeros(1, np.int64))


def scores(problem: Problem, numeric_score: NumericScore) -> Rows:
    """Return the score of each row as a whole number: n times the paper's, or n k times with `freq_over_k`."""
    total = np.zeros(problem.rows, np.int64)
    for j, domain in enumerate(problem.domains):
        if domain.weight > 0:
            cells = problem.codes[:, j]
            counts = np.bincount(cells, minlength=domain.size)
            scaled = numeric_score == "freq_over_k" and domain.kind == "categorical"
            total += counts[cells] * (problem.k if scaled else 1)
    return total


def graded(problem: Problem, numeric_score: NumericScore) -> Ints:
    """Return the rows by descending score; equal ones keep the order of the table."""
    return np.argsort(-scores(problem, numeric_score), kind="stable").astype(np.int32)


def clustered(problem: Problem, rows: Ints, begins: Rows) -> Partition:
    """Return the groups of each part of the graded rows, in the order of the parts.

    `begins` holds where the parts begin; each has at least k rows. Parts run on many threads, and the result does not
    depend on their number. `rows` is reordered.
    """
    k = problem.k
    ends = np.append(begins[1:], problem.rows)
    edges = [np.arange(start, start + (end - start) // k * k, k) for start, end in zip(begins, ends, strict=True)]
    at, left = begins.copy(), (ends - begins) // k - 1
    whole = float(np.square(ends - begins, dtype=np.float64).sum())
    while left.any():
        problem.progress(Step("group", 1 - float(np.square(ends - at, dtype=np.float64).sum()) / whole))
        turns = np.minimum(left, max(1, PAIRS // int((ends - at).sum())))
        over_runs(take_groups, at, ends, problem.codes, problem.costs, k, rows, aligned=(turns,))
        at, left = at + turns * k, left - turns
    edge = np.zeros(problem.rows, np.uint8)
    edge[np.concatenate(edges)] = 1
    labels = np.empty(problem.rows, np.int32)
    return Partition(labels, int(label_groups(rows, edge, labels)))
