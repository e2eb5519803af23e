"""A box for every row, by the definitions: sets of rows, and perfect matchings searched one by one."""

from __future__ import annotations

from itertools import permutations

from tests.reference.price import group_cost

GRAIN = 1e-12


def k_type(problem, kind, loss="ncp"):
    """Return for each row the corners of its box, as pairs of lists."""
    n, k = problem.rows, problem.k
    boxes = [box_of(problem, [row]) for row in range(n)]
    if kind != "(1,k)":
        boxes = [grown(problem, row, loss) for row in range(n)]
    if kind != "(k,1)":
        for row in range(n):
            while sum(covers(problem, box, row) for box in boxes) < k:
                others = [b for b in range(n) if not covers(problem, boxes[b], row)]
                b = first_least(others, lambda b, row=row: rise(problem, boxes[b], row, loss))
                boxes[b] = widened(problem, boxes[b], row)
    if kind == "global":
        while match_more(problem, boxes, loss):
            pass
    return boxes


def grown(problem, row, loss):
    """Return the box that grows from a row, always to the cheapest row outside, until it covers k."""
    box = box_of(problem, [row])
    while True:
        outside = [other for other in range(problem.rows) if not covers(problem, box, other)]
        if problem.rows - len(outside) >= problem.k:
            return box
        box = widened(problem, box, first_least(outside, lambda other, box=box: rise(problem, box, other, loss)))


def match_more(problem, boxes, loss):
    """Give one more match to each row that has fewer than k; return whether one had."""
    n, short = problem.rows, False
    parts = [reach_both_ways(problem, boxes, row) for row in range(n)]
    for i in range(n):
        matches = [j for j in parts[i] if covers(problem, boxes[j], i)]
        if len(matches) >= problem.k:
            continue
        short = True
        price = {
            j: rise(problem, boxes[j], i, loss) + (0 if j in parts[i] else rise(problem, boxes[i], j, loss))
            for j in range(n)
            if j not in matches
        }
        j = first_least(price, price.get)
        boxes[j] = widened(problem, boxes[j], i)
        if j not in parts[i]:
            boxes[i] = widened(problem, boxes[i], j)
            joined = parts[i] | parts[j]
            for row in joined:
                parts[row] = joined
    return short


def reach_both_ways(problem, boxes, row):
    """Return the rows that lead to a row and that it leads to, where i leads to j if box j covers row i."""
    n = problem.rows
    forth = reached(row, lambda i: [j for j in range(n) if covers(problem, boxes[j], i)])
    back = reached(row, lambda j: [i for i in range(n) if covers(problem, boxes[j], i)])
    return forth & back


def reached(row, following):
    """Return all rows on ways that start from a row."""
    seen, waiting = {row}, [row]
    while waiting:
        new = set(following(waiting.pop())) - seen
        seen |= new
        waiting += new
    return seen


def perfect_matches(codes, lo, hi):
    """Return for each row the boxes that it has in some perfect matching, by trying every order of the boxes."""
    n = len(codes)
    inside = [[bool(((codes[i] >= lo[b]) & (codes[i] <= hi[b])).all()) for b in range(n)] for i in range(n)]
    found = [set() for _ in range(n)]
    for order in permutations(range(n)):
        if all(inside[i][b] for i, b in enumerate(order)):
            for i, b in enumerate(order):
                found[i].add(b)
    return found


def cover_counts(codes, lo, hi):
    """Return how many rows each box covers, and by how many boxes each row is covered."""
    inside = ((codes[None] >= lo[:, None]) & (codes[None] <= hi[:, None])).all(axis=2)
    return inside.sum(axis=1), inside.sum(axis=0)


def box_of(problem, rows):
    return problem.codes[rows].min(axis=0).tolist(), problem.codes[rows].max(axis=0).tolist()


def widened(problem, box, row):
    code = problem.codes[row].tolist()
    return list(map(min, box[0], code)), list(map(max, box[1], code))


def covers(problem, box, row):
    return all(lo <= c <= hi for lo, c, hi in zip(box[0], problem.codes[row].tolist(), box[1], strict=True))


def rise(problem, box, row, loss):
    """Return by how much the cost of a box rises once it covers a row."""
    return cost(problem, widened(problem, box, row), loss) - cost(problem, box, loss)


def cost(problem, box, loss):
    """Return what a box costs: as much as a group of two rows at its corners."""
    corners = problem.codes[:2].copy()
    corners[0], corners[1] = box
    return group_cost(Corners(corners, problem.domains), [0, 1], loss)


class Corners:
    """What `group_cost` reads of a problem."""

    def __init__(self, codes, domains):
        self.codes, self.domains = codes, domains


def first_least(candidates, price):
    """Return the first candidate of the least price."""
    prices = {candidate: price(candidate) for candidate in candidates}
    least = min(prices.values())
    return next(candidate for candidate in prices if prices[candidate] <= least + GRAIN)
