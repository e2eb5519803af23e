"""Criteria on sensitive values from their definitions, on lists of codes; shares as exact fractions."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.people import People, PersonShare

NEAR = 1e-9


def shares(codes):
    """Return the share of each code among the codes."""
    return {code: Fraction(count, len(codes)) for code, count in Counter(codes).items()}


def entropy(codes):
    """Return the entropy in nats."""
    return -sum(float(p) * math.log(p) for p in shares(codes).values())


def emd_equal(group, table):
    """Return half of the sum of all differences."""
    p, q = shares(group), shares(table)
    return float(sum(abs(p.get(code, 0) - q[code]) for code in q) / 2)


def emd_ordered(group, table, values):
    """Return the sum of the cumulated differences over one less than the number of values."""
    p, q = shares(group), shares(table)
    carried, total = Fraction(0), Fraction(0)
    for code in range(values):
        carried += p.get(code, 0) - q.get(code, 0)
        total += abs(carried)
    return float(total / max(1, values - 1))


def emd_hierarchical(group, table, tree, leaf):
    """Return the sum over inner nodes of height times what is moved between their children, over the greatest height.

    The net extra of a leaf is its share in the group minus that in the table; a node moves the lesser of what its
    children have too much and what they have too little, and hands the rest up.
    """
    p, q = shares(group), shares(table)
    extra = [Fraction(0)] * len(tree.labels)
    for code, place in enumerate(leaf):
        extra[place] += p.get(code, 0) - q.get(code, 0)
    total = Fraction(0)
    for node in range(tree.leaves, len(tree.labels)):
        below = [extra[child] for child in range(len(tree.labels)) if tree.parent[child] == node]
        more, less = sum(x for x in below if x > 0), -sum(x for x in below if x < 0)
        total += int(tree.height[node]) * min(more, less)
        extra[node] = sum(below)
    return float(total / int(tree.height[tree.root]))


def distance(criterion, group, table, about):
    """Return the distance that a t-closeness criterion is about."""
    kind = criterion.distance or ("ordered" if about.is_line else "equal" if about.tree is None else "hierarchical")
    if kind == "equal":
        return emd_equal(group, table)
    if kind == "ordered":
        return emd_ordered(group, table, len(about.rows))
    return emd_hierarchical(group, table, about.tree, about.leaf)


def meets(criterion, group, table, about):
    """Return whether the codes of a group meet a criterion, compared with the codes of the table."""
    if isinstance(criterion, KAnonymity):
        return len(group) >= criterion.k
    if isinstance(criterion, People):
        return len(set(group)) >= criterion.k
    p, q = shares(group), shares(table)
    if isinstance(criterion, PersonShare):
        return max(p.values()) <= criterion.share + NEAR
    if isinstance(criterion, LDiversity):
        return _is_diverse(criterion, group)
    if isinstance(criterion, AlphaK):
        names = [*about.values.cast(str).to_list(), None]
        listed = None if criterion.values is None else {str(value) for value in criterion.values}
        return all(p[v] <= criterion.alpha + NEAR for v in p if listed is None or names[v] in listed)
    if isinstance(criterion, BetaLikeness):
        cap = {v: criterion.beta if criterion.kind == "basic" else min(criterion.beta, -math.log(q[v])) for v in q}
        return all(float((p[v] - q[v]) / q[v]) <= cap[v] + NEAR for v in p)
    if isinstance(criterion, DeltaDisclosure):
        return all(v in p and abs(math.log(p[v] / q[v])) < criterion.delta - NEAR for v in q)
    return distance(criterion, group, table, about) <= criterion.t + NEAR


def _is_diverse(criterion, group):
    counts = sorted(Counter(group).values(), reverse=True)
    if criterion.kind == "distinct":
        return len(counts) >= criterion.l
    if criterion.kind == "frequency":
        return counts[0] * criterion.l <= len(group) * (1 + NEAR)
    if criterion.kind == "entropy":
        return entropy(group) >= math.log(criterion.l) - NEAR
    return counts[0] < criterion.factor * sum(counts[int(criterion.l) - 1 :])
