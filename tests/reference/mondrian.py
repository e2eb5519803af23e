"""Mondrian, one group at a time, on lists of rows."""

from __future__ import annotations

from tests.reference.price import ancestors, column_cost, common_node
from tests.reference.repair import passes


def mondrian(problem, *, mode="strict", categories="order"):
    """Return the groups as sorted lists of rows."""
    todo, done = [list(range(problem.rows))], []
    while todo:
        rows = todo.pop()
        parts = _cut(problem, rows, mode, categories) if len(rows) >= 2 * problem.k else None
        if parts is None:
            done.append(sorted(rows))
        else:
            todo += parts
    return sorted(done)


def _cut(problem, rows, mode, categories):
    widths = [
        domain.weight * column_cost(domain, problem.codes[rows, j], "ncp") for j, domain in enumerate(problem.domains)
    ]
    for j in sorted(range(len(widths)), key=lambda j: (-widths[j], j)):
        if widths[j] <= 0:
            return None
        parts = _parts(
            problem.domains[j], rows, [int(problem.codes[row, j]) for row in rows], (mode, categories), problem.k
        )
        if min(len(part) for part in parts) >= problem.k and all(passes(problem, part) for part in parts):
            return parts
    return None


def _parts(domain, rows, codes, rules, k):
    mode, categories = rules
    if not domain.is_line and categories == "children":
        node = common_node(domain.tree, codes)
        child = [ancestors(domain.tree, code)[ancestors(domain.tree, code).index(node) - 1] for code in codes]
        return [[row for row, c in zip(rows, child, strict=True) if c == one] for one in sorted(set(child))]
    if mode == "relaxed":
        ordered = [row for _, row in sorted(zip(codes, rows, strict=True), key=lambda pair: pair[0])]
        return [sorted(ordered[: len(rows) // 2]), sorted(ordered[len(rows) // 2 :])]
    absent = [row for row, code in zip(rows, codes, strict=True) if code == domain.missing]
    if domain.missing >= 0 and len(absent) >= k and len(rows) - len(absent) >= k:
        return [[row for row in rows if row not in absent], absent]
    cuts = []
    for code in sorted(set(codes))[:-1]:
        left = [row for row, c in zip(rows, codes, strict=True) if c <= code]
        right = [row for row in rows if row not in left]
        if min(len(left), len(right)) >= k:
            cuts.append((abs(len(left) - len(right)), -code, [left, right]))
    return min(cuts)[2] if cuts else [rows, []]


def mondrian_median(problem, rows=None, loss="order"):
    """Return the groups as sorted lists of rows, by the recursion of LeFevre et al.'s Figure 5."""
    rows = list(range(problem.rows)) if rows is None else rows
    widths = [
        domain.weight * column_cost(domain, problem.codes[rows, j], loss) for j, domain in enumerate(problem.domains)
    ]
    for j in sorted(range(len(widths)), key=lambda j: (-widths[j], j)):
        codes = sorted(int(problem.codes[row, j]) for row in rows)
        split = codes[(len(codes) - 1) // 2]
        lhs = [row for row in rows if problem.codes[row, j] <= split]
        rhs = [row for row in rows if problem.codes[row, j] > split]
        if min(len(lhs), len(rhs)) >= problem.k and passes(problem, lhs) and passes(problem, rhs):
            return sorted([*mondrian_median(problem, lhs, loss), *mondrian_median(problem, rhs, loss)])
    return [sorted(rows)]
