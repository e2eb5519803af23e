"""Look at what a run came to with eyes of its own: every promise of a release, read from its files."""

from __future__ import annotations

import json
import math
import tomllib
from collections import Counter

from tests.fuzz.check_cells import check_cells
from tests.fuzz.check_groups import check_groups
from tests.fuzz.check_loss import check_loss
from tests.fuzz.check_marks import check_marks
from tests.fuzz.read import read_sheet
from tests.fuzz.source import separator_of
from tests.fuzz.view import View, rows_in

SECRET = ("nh", "condensation", "cb_diverse", "anatomy")
"""Methods whose groups rest on draws that no seed decides; so do all groups where a criterion looks at values."""


def check(case, outcome, again=None):
    """Return what is wrong with a run, each a kind and a detail; nothing where all is well."""
    faults = [*outcome.faults, *check_marks(case, outcome), *check_texts(outcome)]
    if outcome.code not in (0, 2, 3):
        faults.append((f"exit code {outcome.code}", outcome.error))
    if outcome.code:
        left = "release" in outcome.files and not outcome.saved
        return faults + ([("an error left a release behind", "")] if left else [])
    view = View.of(case, outcome)
    faults += check_columns(view)
    if any("columns" in kind for kind, _ in faults):
        return faults
    faults += [
        *check_counts(view), *check_groups(view), *check_cells(view), *check_loss(view)
    ]  # fmt: skip
    return faults + (check_again(case, view, again) if again is not None else [])


def check_texts(outcome):
    """Return which of the files that programs read are not what they should be."""
    faults = []
    for name, parse in (("json", _strict_json), ("schema", tomllib.loads)):
        if name in outcome.files:
            try:
                parse(outcome.files[name].read_text(encoding="utf-8"))
            except ValueError as error:
                faults.append((f"the file {name} cannot be parsed", str(error)))
    return faults


def _strict_json(text):
    def refuse(word):
        raise ValueError(word)

    return json.loads(text, parse_constant=refuse)


def check_columns(view):
    """Return what is wrong with the released columns: exactly those expected, in order, and nothing behind them."""
    try:
        shown = view.names
    except ValueError:
        return [("the release has other columns than expected", str(list(view.sheet.columns)))]
    sensitive = [column.name for column in view.case.of_role("sensitive")]
    if view.second is not None and list(view.second.columns)[1:-1] != sensitive:
        return [("the second table has other columns than expected", str(list(view.second.columns)))]
    tangled = [*view.sheet.tangled, *(view.second.tangled if view.second is not None else ())]
    return [("a file holds texts in another order than its rows", f"{tangled} of {len(shown)}")] if tangled else []


def check_counts(view):
    """Return what is wrong with how many rows left and how many did not."""
    rows, released = view.case.rows, view.sheet.rows
    budget = math.floor(view.case.call.get("suppress", 0) * rows)
    found = []
    if rows - released > budget:
        found.append(("more rows were suppressed than allowed", f"{rows - released} of {rows}, budget {budget}"))
    if (view.facts["released"], view.facts["suppressed"]) != (released, rows - released):
        found.append(("the report counts other rows than the file holds", f"{view.facts['released']}, {released}"))
    if view.kept is not None and len(view.kept) != released:
        found.append(("the mapping has other rows than the release", f"{len(view.kept)}, {released}"))
    return found


def check_again(case, view, again):
    """Return what is wrong with a second run of the same seed: it must give the same rows."""
    if again.code:
        return [("the second run failed", again.error)]
    secret = case.method.name in SECRET or case.call.keys() & {"criteria", "pseudonymize"}
    if "seed" not in case.call or secret:
        return []
    second = read_sheet(again.files["release"], separator_of(case))
    if view.case.call["keep_order"]:
        same = second.columns == view.sheet.columns
    else:
        same = Counter(rows_in(second)) == Counter(rows_in(view.sheet))
    return [] if same else [("the same seed gave another release", "")]
