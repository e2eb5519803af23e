"""Full-domain recoding from its definitions: every vector of levels, every cut, one row at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import polars as pl

from shoal.criteria.guarding import compared_with
from shoal.encode.levels import level_nodes, level_tree
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Nested, Order
from tests.reference.price import ancestors, column_cost, leaves_below
from tests.reference.problems import TREE, problem_of
from tests.reference.repair import passes

COLUMNS = (
    Column("number", "quasi", "numeric", hierarchy=Bands(widths=(3, 6))),
    Column("flat", "quasi", "categorical"),
    Column("tree", "quasi", "categorical", hierarchy=Nested(TREE), weight=0.5),
    Column("order", "quasi", "categorical", hierarchy=Order(("s", "m", "l"))),
)


def level_problem(seed, k, n=40, *, missing=False, loss="ncp", columns=COLUMNS):
    """Return a small random table with hierarchies of several levels; rows cluster, so that levels matter."""
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame(
        {
            "number": rng.integers(0, 12, n) // rng.integers(1, 4, n),
            "flat": rng.choice(["u", "v", "w"], n, p=[0.8, 0.15, 0.05]),
            "tree": rng.choice(list("abcdef"), n, p=[0.3, 0.3, 0.2, 0.1, 0.05, 0.05]),
            "order": rng.choice(["s", "m", "l"], n, p=[0.6, 0.3, 0.1]),
        },
        schema_overrides={"flat": pl.String, "tree": pl.String, "order": pl.String},
    )
    if missing:
        frame = frame.with_columns(
            pl.when(pl.Series(rng.random(n) < 0.15)).then(None).otherwise(pl.col(name)).alias(name)
            for name in ("number", "tree")
        )
    return problem_of(frame, k, columns=columns, seed=seed, loss=loss)


def level_numbers(problem):
    """Return per column the levels that do not only repeat the one below."""
    kept = []
    for domain in problem.domains:
        nodes = level_nodes(domain)
        kept.append([i for i in range(nodes.shape[1]) if i == 0 or (nodes[:, i] != nodes[:, i - 1]).any()])
    return kept


def nodes_at(problem, vector):
    """Return per column the node of each code at its level."""
    return [level_nodes(domain)[:, level] for domain, level in zip(problem.domains, vector, strict=True)]


def classes(problem, nodes):
    """Return the rows of each combination of published nodes."""
    found = {}
    for row in range(problem.rows):
        key = tuple(int(node[problem.codes[row, j]]) for j, node in enumerate(nodes))
        found.setdefault(key, []).append(row)
    return found


def is_lost(problem, rows):
    """Return whether rows that look alike are too few, or break a criterion."""
    return len(rows) < problem.k or not passes(problem, rows)


def small_rows(problem, nodes):
    """Return how many rows look like fewer than k, or are in a class that breaks a criterion."""
    return sum(len(rows) for rows in classes(problem, nodes).values() if is_lost(problem, rows))


def may_leave(problem, nodes, limit):
    """Return whether at most `limit` rows are lost, and not all, and the others hold when compared with each other."""
    if small_rows(problem, nodes) > min(limit, problem.rows - problem.k):
        return False
    if not problem.criteria:
        return True
    kept = [rows for rows in classes(problem, nodes).values() if not is_lost(problem, rows)]
    seen = replace(
        problem, sensitive=compared_with(problem.sensitive, np.array([row for rows in kept for row in rows]))
    )
    return all(passes(seen, rows) for rows in kept)


def loss_of(problem, nodes, loss="ncp"):
    """Return the mean loss per row; a suppressed row costs all weights; a label costs all that it stands for."""
    total = 0.0
    for key, rows in classes(problem, nodes).items():
        if is_lost(problem, rows):
            total += len(rows) * sum(domain.weight for domain in problem.domains)
            continue
        for domain, node, shown in zip(problem.domains, key, nodes, strict=True):
            total += len(rows) * domain.weight * column_cost(domain, _codes_below(domain, node, shown), loss)
    return total / problem.rows


def _codes_below(domain, node, shown):
    if domain.is_line:
        return [code for code in range(domain.size) if shown[code] == node]
    return leaves_below(domain.tree, node)


def anonymous(problem, limit=0):
    """Return every vector of levels at which at most `limit` rows, and not all, are lost."""
    return {v for v in product(*level_numbers(problem)) if may_leave(problem, nodes_at(problem, v), limit)}


def best_vector(problem, limit=0, loss="ncp"):
    """Return the k-anonymous vector of least loss, then height, then the first in order."""
    found = anonymous(problem, limit)
    return min(found, key=lambda v: (round(loss_of(problem, nodes_at(problem, v), loss), 9), sum(v), v))


def samarati(problem, limit):
    """Return the vector of least height that leaves few enough rows lost, then of least loss, then the first."""
    kept = level_numbers(problem)

    def key(vector):
        height = sum(levels.index(level) for levels, level in zip(kept, vector, strict=True))
        return height, round(loss_of(problem, nodes_at(problem, vector)), 9), vector

    return min(anonymous(problem, limit), key=key)


def datafly(problem, limit):
    """Return the vector of levels that Datafly stops at."""
    kept = level_numbers(problem)
    at = [0] * len(kept)
    while True:
        nodes = nodes_at(problem, [levels[i] for levels, i in zip(kept, at, strict=True)])
        if may_leave(problem, nodes, limit):
            return tuple(levels[i] for levels, i in zip(kept, at, strict=True))
        distinct = [len({int(node[code]) for code in problem.codes[:, j]}) for j, node in enumerate(nodes)]
        j = min((j for j in range(len(kept)) if at[j] + 1 < len(kept[j])), key=lambda j: (-distinct[j], j))
        at[j] += 1


def cuts(domain):
    """Return every cut through the tree of a column, as the node of each code."""
    tree, leaf = level_tree(domain)
    inner = range(tree.leaves, len(tree.labels))
    found = set()
    for closed in product([False, True], repeat=len(inner)):
        shut = {node for node, is_closed in zip(inner, closed, strict=True) if is_closed}
        found.add(tuple(next((n for n in reversed(ancestors(tree, int(one))) if n in shut), int(one)) for one in leaf))
    return [np.array(cut, np.int32) for cut in sorted(found)]


def best_cut_loss(problem, loss="lm", limit=None):
    """Return the least loss of all combinations of cuts that leave a group."""
    limit = problem.rows if limit is None else limit
    every = product(*map(cuts, problem.domains))
    return min(loss_of(problem, nodes, loss) for nodes in every if may_leave(problem, nodes, limit))


def group_counts(partition):
    """Return how many rows each label has, suppressed ones under -1."""
    return Counter(partition.labels.tolist())
