"""k, and what every group must hold besides, counted in the released cells as the definitions say."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from fractions import Fraction

from tests.fuzz.asked import distances_of
from tests.fuzz.distance import DISTANCES
from tests.fuzz.meaning import between, cell_key, covers

SLACK = Fraction(1, 10**9)


def check_groups(view):
    """Return which promises about groups do not hold, by the form that the method publishes."""
    if not view.sheet.rows:
        return []
    return FORMS[view.case.method.publishes](view)


def _alike(view):
    k = view.case.call["k"]
    groups = list(view.alike().values())
    smallest = min(map(len, groups))
    faults = [("a group has fewer than k rows", f"{smallest} rows, k = {k}")] if smallest < k else []
    exact = view.case.target in ("parquet", "arrow")  # other files hold a missing cell and an empty text alike
    reported = view.facts["groups"], view.facts["smallest"]
    if reported != (len(groups), smallest) if exact else reported[0] < len(groups) or reported[1] > smallest:
        faults.append(("the report counts other groups than the file shows", f"{view.facts['groups']}, {len(groups)}"))
    for asked in view.case.call.get("criteria", ()):
        faults += _guarded(view, groups, asked)
    if view.case.method.name == "cb_diverse":
        least = view.case.call.get("options", {}).get("l", 2)
        first = view.case.of_role("sensitive")[0].name
        faults += _guarded(view, groups, {"model": "l-diversity", "l": least, "kind": "frequency", "column": first})
    return faults


def _guarded(view, groups, asked):
    """Return which groups break a criterion."""
    faults = []
    for column in view.case.of_role("sensitive"):
        if asked["column"] not in (None, column.name):
            continue
        cells = _values(view, column)
        whole = Counter(cells)
        asked = {**asked, "distances": _distances(view, asked, column)}
        counts = [Counter(cells[row] for row in rows) for rows in groups]
        broken = sum(not HOLDS[asked["model"]](asked, count, whole, column) for count in counts)
        if broken:
            faults.append((f"{asked['model']} is broken", f"in {broken} of {len(groups)} groups: {asked}"))
    return faults


def _values(view, column):
    """Return the cells of a column as they are counted: categories of a text file are texts, so 0.0 is not -0.0."""
    cells = view.sheet.columns[column.name]
    if view.case.source == "csv" and column.kind == "categorical":
        return cells
    return [cell_key(column, cell) for cell in cells]


def _distances(view, asked, column):
    """Return the distances of which one must be kept: what a column of a text file knows is shown by its cells."""
    if asked.get("distance"):
        return [asked["distance"]]
    known = distances_of(column)
    return known if view.case.source in ("csv", "xlsx") else known[-1:]


def _l_diverse(asked, count, _whole, _column):
    size, rank = count.total(), asked["l"]
    match asked["kind"]:
        case "distinct":
            return len(count) >= rank
        case "frequency":
            return max(count.values()) <= size / Fraction(rank) + SLACK
        case "entropy":
            entropy = -sum(c / size * math.log(c / size) for c in count.values())
            return entropy >= math.log(rank) - 1e-9
    ranked = sorted(count.values(), reverse=True)
    return ranked[0] < Fraction(asked.get("c") or 3) * sum(ranked[int(rank) - 1 :])


def _alpha(asked, count, _whole, _column):
    return Fraction(max(count.values()), count.total()) <= Fraction(asked["alpha"]) + SLACK


def _close(asked, count, whole, column):
    return min(DISTANCES[name](count, whole, column) for name in asked["distances"]) <= Fraction(asked["t"]) + SLACK


def _beta(asked, count, whole, _column):
    for value, times in count.items():
        p, q = Fraction(whole[value], whole.total()), Fraction(times, count.total())
        most = asked["beta"] if asked["kind"] == "basic" else min(asked["beta"], -math.log(p))
        if q > p and (q - p) / p > Fraction(most) + SLACK:
            return False
    return True


def _delta(asked, count, whole, _column):
    if len(count) < len(whole):
        return False
    ratios = (Fraction(count[value], count.total()) / Fraction(times, whole.total()) for value, times in whole.items())
    return all(ratio == 1 or abs(math.log(ratio)) < asked["delta"] for ratio in ratios)


HOLDS = {
    "l-diversity": _l_diverse, "alpha-k": _alpha, "t-closeness": _close, "beta-likeness": _beta,
    "delta-disclosure": _delta,
}  # fmt: skip


def _two_tables(view):
    """Every group has l rows or more, as many in both tables, and no value in more than a share 1/l of it."""
    least = max(view.case.call["k"], view.case.call.get("options", {}).get("l") or 1)
    sizes = Counter(map(str, list(view.sheet.columns.values())[-1]))
    counted, most = Counter(), defaultdict(int)
    names = list(view.second.columns)
    for row in view.second.tuples(names):
        counted[str(row[0])] += int(row[-1])
        most[str(row[0])] = max(most[str(row[0])], int(row[-1]))
    faults = []
    if sizes != counted:
        faults.append(("the two tables count other rows", ""))
    if min(sizes.values()) < least:
        faults.append(("a group of two tables is too small", f"{min(sizes.values())}, l = {least}"))
    if any(most[group] * least > size for group, size in sizes.items()):
        faults.append(("a value fills more than 1/l of a group of two tables", f"l = {least}"))
    return faults


def _ring(view):
    """Each box covers k originals, and each original is in k boxes, as the kind of the method promises."""
    if view.case.style not in ("interval", "bounds"):
        return []
    k, kind = view.case.call["k"], view.case.call.get("options", {}).get("kind", "(k,k)")
    inside = [[_covered(view, place, row) for row in range(view.case.rows)] for place in range(view.sheet.rows)]
    faults = []
    if kind != "(1,k)" and min(map(sum, inside)) < k:
        faults.append(("a box covers fewer than k originals", f"{min(map(sum, inside))}, k = {k}"))
    if kind != "(k,1)" and min(map(sum, zip(*inside, strict=True))) < k:
        faults.append(("an original is in fewer than k boxes", f"k = {k}"))
    return faults


def _covered(view, place, row):
    """Return whether a released row may stand for an original one."""
    for column in view.case.of_role("quasi"):
        if column.family == "opaque":
            continue
        cells = [view.sheet.columns[name][place] for name in view.names_of(column)]
        value = column.values[row]
        if not (
            covers(column, cells[0], value)
            if len(cells) == 1
            else between(column, *cells, view.held(column).values[row])
        ):
            return False
    return True


def _synthetic(view):
    """The groups that rows were drawn from had k rows or more, by the mapping."""
    sizes = Counter(group for group in view.groups or () if group is not None)
    small = sizes and min(sizes.values()) < view.case.call["k"]
    return [("a synthetic group has fewer than k rows", "")] if small else []


FORMS = {
    "box": _alike, "centroid": _alike, "levels": _alike, "two tables": _two_tables, "ring": _ring,
    "synthetic": _synthetic,
}  # fmt: skip
