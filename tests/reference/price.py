"""What a group costs, from the definitions."""

from __future__ import annotations


def ancestors(tree, leaf):
    """Return the nodes from a leaf up to the root."""
    path = [leaf]
    while tree.parent[path[-1]] >= 0:
        path.append(int(tree.parent[path[-1]]))
    return path


def common_node(tree, leaves):
    """Return the first ancestor of one leaf that is an ancestor of all."""
    others = [set(ancestors(tree, leaf)) for leaf in leaves]
    return next(node for node in ancestors(tree, leaves[0]) if all(node in other for other in others))


def leaves_below(tree, node):
    """Return the leaves that have this ancestor."""
    return [leaf for leaf in range(tree.leaves) if node in ancestors(tree, leaf)]


def column_cost(domain, codes, loss):
    """Return the cost of a set of codes in one column, without its weight."""
    codes = sorted({int(code) for code in codes})
    if len(codes) == 1:
        return 0.0
    if domain.is_line or loss == "order":
        if codes[-1] == domain.missing:
            return 1.0
        if domain.is_line:
            return float(domain.position[codes[-1]] - domain.position[codes[0]])
        present = domain.size - (1 if domain.missing >= 0 else 0)
        return (codes[-1] - codes[0]) / (present - 1)
    tree = domain.tree
    node = common_node(tree, codes)
    below, total = len(leaves_below(tree, node)), tree.leaves
    if loss == "ncp":
        return below / total
    if loss == "lm":
        return (below - 1) / (total - 1)
    return float(tree.height[node] / tree.height[tree.root])


def group_cost(problem, rows, loss="ncp"):
    """Return the weighted cost per row of a group of rows."""
    return sum(
        domain.weight * column_cost(domain, problem.codes[rows, j], loss) for j, domain in enumerate(problem.domains)
    )
