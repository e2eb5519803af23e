"""MDAV-generic as Domingo-Ferrer and Torra describe it, on lists of rows."""

from __future__ import annotations

import statistics

GRAIN = 1e-9


def mdav_generic(problem):
    """Return the groups as sorted lists of rows."""
    table, k, left, groups = Table(problem), problem.k, list(range(problem.rows)), []
    if len(left) < 2 * k:
        return [left] if left else []
    while len(left) >= 3 * k:
        first = table.farthest(left, table.average(left))
        groups.append(table.nearest(left, first, k))
        left = [row for row in left if row not in groups[-1]]
        second = table.farthest(left, table.rows[first])
        groups.append(table.nearest(left, second, k))
        left = [row for row in left if row not in groups[-1]]
    if len(left) >= 2 * k:
        groups.append(table.nearest(left, table.farthest(left, table.average(left)), k))
        left = [row for row in left if row not in groups[-1]]
    return sorted(sorted(group) for group in [*groups, left])


class Table:
    """The rows as cells, and how far apart they are; None is a missing cell of a line."""

    def __init__(self, problem):
        self.domains = problem.domains
        self.rows = [
            [_cell(d, c) for d, c in zip(problem.domains, codes, strict=True)] for codes in problem.codes.tolist()
        ]
        self.columns = list(zip(*self.rows, strict=True))
        self.scales = [self._scale(j) for j in range(len(self.domains))]

    def _scale(self, j):
        """Return what a unit counts and how wide the column is, in units."""
        present = [cell for cell in self.columns[j] if cell is not None]
        if not present or max(present) == min(present):
            return 1.0, 1.0
        is_number = self.domains[j].kind != "categorical"
        return (statistics.pstdev(present) if is_number else 1.0), max(present) - min(present)

    def gap(self, a, b):
        """Return the squared distance of two rows."""
        total = 0.0
        for j, domain in enumerate(self.domains):
            unit, width = self.scales[j]
            if not domain.is_line:
                total += domain.weight * (a[j] != b[j])
            elif a[j] is None or b[j] is None:
                total += 0.0 if a[j] == b[j] else domain.weight * (width / unit) ** 2
            else:
                total += domain.weight * ((a[j] - b[j]) / unit) ** 2
        return round(total / GRAIN)

    def average(self, rows):
        """Return the mean of numbers, the median of ordered categories, the mode of others."""
        point = []
        for j, domain in enumerate(self.domains):
            cells = [self.rows[row][j] for row in rows]
            present = [cell for cell in cells if cell is not None]
            if not domain.is_line:
                point.append(min(set(cells), key=lambda cell: (-cells.count(cell), cell)))
            elif 2 * len(present) < len(cells):
                point.append(None)
            else:
                middle = statistics.median_low if domain.kind == "categorical" else statistics.fmean
                point.append(middle(present))
        return point

    def farthest(self, rows, point):
        """Return the row farthest from a point, ties to the lowest."""
        return max(rows, key=lambda row: (self.gap(self.rows[row], point), -row))

    def nearest(self, rows, centre, k):
        """Return a row and its k - 1 nearest."""
        others = [row for row in rows if row != centre]
        others.sort(key=lambda row: (self.gap(self.rows[row], self.rows[centre]), row))
        return [centre, *others[: k - 1]]


def _cell(domain, code):
    if not domain.is_line:
        return code
    return None if code == domain.missing else float(domain.position[code])
