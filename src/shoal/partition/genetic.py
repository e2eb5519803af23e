"""Breed cuts through the hierarchies.

After Iyengar, KDD 2002. Time O(m d) an offspring, m distinct rows; memory O(n + m d + offspring · bits).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Codes, Floats, Ints, Labels, Rows, Sizes
from shoal.kernels.shared.lattice import published_nodes, recoding_cost, recoding_groups
from shoal.partition._judge import Judge, failing
from shoal.partition._levels import LevelTable, about_levels, as_published
from shoal.partition._options import Checked, Listed, Rule, is_number, whole
from shoal.partition.base import About, Partition, Problem
from shoal.progress import Step

GRAIN = 1e-12
REPORT_EVERY = 500
LEAST_POPULATION = 2

OTHER_LOSS = "to work against another loss, set the loss of the run"
CHANCE = Rule(lambda value: is_number(value) and 0 <= value <= 1, "it must be a chance, from 0 to 1")

Genome: TypeAlias = NDArray[np.uint8]
"""(bits,) 1 for a node that is closed: the values below it are published as the node, or as one above it."""

Rank: TypeAlias = tuple[int, int]
"""How many rows too many are suppressed, and the mean loss per row in grains; the least is the best."""


@dataclass(frozen=True, slots=True)
class Genetic(Checked):
    """Publish every value as one node of its hierarchy, the nodes of a column being a cut that evolution found.

    Two parents, better ones more often, are crossed at one point; bits flip at random; the child replaces the worst of
    the population if it is better. Rows in combinations of fewer than k, and in such as break a criterion, are
    suppressed and count as wholly lost. The result is never worse than one group of all rows. Ties go to the older one.

    `population`: how many live at a time. `offspring`: how many are born, which decides the time. `mutation`: the
    chance of a bit to flip. `fitness`: "lm", the loss metric, unless the run asks for another loss.
    `suppress_limit`: how many rows may be suppressed; None, the paper's rule, sets no limit, and on a real table it can
    be one row in ten. A table of fewer than 2k rows loses none.
    """

    about: ClassVar[About] = about_levels(
        title="Genetic search for cuts through hierarchies",
        paper="Iyengar, KDD 2002",
        cost="offspring · n",
        advice="Global recoding finer than Incognito's, if it may suppress rows: give it a budget.",
        loss="lm",
    )

    population: Annotated[int, whole(LEAST_POPULATION)] = 200
    offspring: Annotated[int, whole(0)] = 20_000
    mutation: Annotated[float, CHANCE] = 0.002
    fitness: Annotated[Literal["lm"], Listed("the only one is", OTHER_LOSS)] = "lm"
    suppress_limit: Annotated[int | None, whole(0)] = None

    def partition(self, problem: Problem) -> Partition:
        """Return the groups that the best cut makes, with rows in smaller ones suppressed.

        Raises:
            InfeasibleError: there are fewer than k rows.
        """
        table = LevelTable.of(problem)
        if problem.rows < 2 * problem.k:
            vector = table.agreement() if problem.rows else (0,) * len(table.ladders)
            return as_published(problem, table.nodes(vector), {})
        cuts = Cuts.of(table)
        most = problem.rows - problem.k  # of more than that, no group is left
        limit = most if self.suppress_limit is None else min(self.suppress_limit, most)
        worst = float(problem.costs.weight.sum())
        judge = Judge(problem, limit)

        def rank(genome: Genome) -> Rank:
            if judge.asks_more:
                return cuts.judged(genome, judge, table.place, worst)
            loss, dropped = cuts.loss(genome, problem.k, worst)
            return max(0, dropped - limit), loss

        best = self._bred(rank, len(cuts.genes), problem)
        return as_published(problem, cuts.nodes(best), {})

    def _bred(self, rank: Callable[[Genome], Rank], bits: int, problem: Problem) -> Genome:
        """Return the best genome of all that were born."""
        pool = _Pool([], set(), rank)
        for genome in self._first(bits, problem.rng):
            pool.add(genome)
        for born in range(self.offspring if bits else 0):
            child = self._child(pool, bits, problem.rng)
            if pool.add(child) and len(pool.members) > self.population:
                pool.members.pop()
            if born % REPORT_EVERY == 0:
                problem.progress(Step("group", born / self.offspring))
        return pool.members[0][1]

    def _first(self, bits: int, rng: np.random.Generator) -> list[Genome]:
        """Return the first generation: all closed, all open, and others, each with its own share of closed nodes."""
        shares = [1.1, -0.1, *rng.random(self.population - 2).tolist()]
        return [(rng.random(bits) < share).astype(np.uint8) for share in shares]

    def _child(self, pool: _Pool, bits: int, rng: np.random.Generator) -> Genome:
        picks = (len(pool.members) * (1 - np.sqrt(rng.random(2)))).astype(np.int64)
        mother, father = (pool.members[min(pick, len(pool.members) - 1)][1] for pick in picks.tolist())
        point = int(rng.integers(bits + 1))
        child = np.concatenate([mother[:point], father[point:]])
        child ^= (rng.random(bits) < self.mutation).astype(np.uint8)
        return child


@dataclass(frozen=True, slots=True)
class _Pool:
    """The living, best first, and a mark for everyone ever born."""

    members: list[tuple[Rank, Genome]]
    born: set[bytes]
    rank: Callable[[Genome], Rank]

    def add(self, genome: Genome) -> bool:
        """Add a genome at its rank, behind equals; return False, and do nothing, when it was born before.

        What was born before is either alive, or worse than all that are.
        """
        mark = np.packbits(genome).tobytes()
        if mark in self.born:
            return False
        self.born.add(mark)
        insort(self.members, (self.rank(genome), genome), key=itemgetter(0))
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """The hierarchies of all columns as one: numbered codes, the nodes above each, and those a bit stands for.

    Attributes:
        cells: (m, d) the distinct rows in codes that count through all columns.
        counts: (m,) how often each occurs.
        path: (codes, depth) the nodes from the leaf of each code up to the root, counted through all columns.
        price: (nodes,) what a row published as a node costs.
        genes: the nodes that may be closed: those with two or more of the table's values below them.
        code_at: where the codes of each column begin, and their number at the end.
        node_at: where the nodes of each column begin, and their number at the end.
    """

    cells: Codes
    counts: Sizes
    path: Ints
    price: Floats
    genes: Ints
    code_at: Rows
    node_at: Rows

    @classmethod
    def of(cls, table: LevelTable) -> Cuts:
        """Return the hierarchies of a table as one."""
        ladders, rows = table.ladders, table.rows
        code_at = np.cumsum([0, *(len(ladder.nodes) for ladder in ladders)])
        node_at = np.cumsum([0, *(len(ladder.price) for ladder in ladders)])
        depth = max(table.shape)
        paths, genes = [], []
        for j, ladder in enumerate(ladders):
            to_root = np.minimum(np.arange(depth), ladder.nodes.shape[1] - 1)
            paths.append(ladder.nodes[:, to_root] + node_at[j])
            genes.append(_branching(ladder.nodes[np.unique(rows.codes[:, j])]) + node_at[j])
        return cls(
            cells=np.asarray(rows.codes + code_at[:-1], np.int32),
            counts=rows.counts,
            path=np.ascontiguousarray(np.concatenate(paths), np.int32),
            price=np.concatenate([ladder.price for ladder in ladders]),
            genes=np.concatenate(genes).astype(np.int32),
            code_at=code_at,
            node_at=node_at,
        )

    def shown(self, genome: Genome) -> Ints:
        """Return the node that each code is published as."""
        closed = np.zeros(int(self.node_at[-1]), np.uint8)
        closed[self.genes] = genome
        node = np.empty(len(self.path), np.int32)
        published_nodes(self.path, closed, node)
        return node

    def nodes(self, genome: Genome) -> tuple[Ints, ...]:
        """Return per column the node that each code is published as, counted within the column."""
        shown = self.shown(genome)
        return tuple(
            np.asarray(shown[start:end] - first, np.int32)
            for start, end, first in zip(self.code_at[:-1], self.code_at[1:], self.node_at[:-1], strict=True)
        )

    def loss(self, genome: Genome, k: int, worst: float) -> tuple[int, int]:
        """Return the mean loss per row in grains, rows in small groups being wholly lost, and the number of those."""
        total, dropped = recoding_cost(self.cells, self.counts, self.shown(genome), self.price, k, worst)
        return round(total / int(self.counts.sum()) / GRAIN), int(dropped)

    def judged(self, genome: Genome, judge: Judge, place: Labels, worst: float) -> Rank:
        """Return the rank of a genome where criteria ask for more than k; place (n,) says which cells each row has.

        Rows of groups that break a criterion are lost as those of small groups are. If what is left then does not hold
        among itself, all rows are too many.
        """
        node = self.shown(genome)
        group, first = np.empty((2, len(self.cells)), np.int32)
        groups = int(recoding_groups(self.cells, node, group, first))
        labels = group[place]
        out = failing(judge.problem, labels, groups)
        each = self.price[node[self.cells]].sum(axis=1)
        each[out[group]] = worst
        excess = max(0, int(out[labels].sum()) - judge.limit)
        if not excess and not judge.rest_holds(labels, out):
            excess = len(labels)
        return excess, round(float((self.counts * each).sum()) / len(labels) / GRAIN)


def _branching(nodes: Ints) -> Rows:
    """Return the nodes with two rows or more below them; nodes (values, levels), each value once."""
    found: set[int] = set()
    for column in nodes.T[1:]:
        node, values = np.unique(column, return_counts=True)
        found.update(node[values > 1].tolist())
    return np.array(sorted(found), np.int64)
