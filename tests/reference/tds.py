"""Top-down specialisation as Fung, Wang and Yu describe it, on lists of rows."""

from __future__ import annotations

import math

import numpy as np

from shoal.encode.levels import level_nodes
from tests.reference.levels import classes, is_lost, may_leave

GRAIN = 1e-12


def tds(problem, limit=0):
    """Return per column the node of each code when no valid and beneficial specialisation is left."""
    paths = [[_path(nodes) for nodes in level_nodes(domain).tolist()] for domain in problem.domains]
    cut = [[path[-1] for path in column] for column in paths]
    label = problem.sensitive[0].codes.tolist()
    while True:
        best = None
        for j, v in sorted({(j, node) for j, column in enumerate(cut) for node in column}):
            rows = [row for row in range(problem.rows) if cut[j][problem.codes[row, j]] == v]
            finer = [list(column) for column in cut]
            finer[j] = [
                path[max(0, path.index(v) - 1)] if node == v else node
                for path, node in zip(paths[j], cut[j], strict=True)
            ]
            parts = {}
            for row in rows:
                parts.setdefault(finer[j][problem.codes[row, j]], []).append(row)
            if (
                set(parts) <= {v}
                or len({label[row] for row in rows}) < 2
                or not may_leave(problem, _arrays(finer), limit)
            ):
                continue
            gain = _entropy(label, rows) - sum(len(p) / len(rows) * _entropy(label, p) for p in parts.values())
            loss = _least(problem, cut) - _least(problem, finer)
            score = gain / loss if loss else gain
            if best is None or score > best[0] + GRAIN:
                best = score, finer
        if best is None:
            return _arrays(cut)
        cut = best[1]


def _path(nodes):
    """Return the nodes from a leaf up to the root, each once."""
    return list(dict.fromkeys(nodes))


def _arrays(cut):
    return [np.array(column, np.int32) for column in cut]


def _least(problem, cut):
    """Return the rows of the smallest group that is released."""
    return min(len(rows) for rows in classes(problem, cut).values() if not is_lost(problem, rows))


def _entropy(label, rows):
    shares = [sum(label[row] == c for row in rows) / len(rows) for c in {label[row] for row in rows}]
    return -sum(share * math.log2(share) for share in shares)
