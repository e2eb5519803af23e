"""Hierarchies of several kinds, each with a reading of its own: which labels stand above a value."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field

import shoal

ROOT = "*"
CALENDAR = ("day", "month", "quarter", "year", "decade")


@dataclass(frozen=True)
class Tree:
    """A hierarchy of a column.

    Attributes:
        rule: nested, levels, file, prefix, calendar, bands, order or flat.
        setting: what the rule is made of: steps, widths, or the mapping of a nested one.
        paths: for rules that list values, the labels from each value up to the root, itself first.
    """

    rule: str
    setting: object = None
    paths: dict = field(default_factory=dict)

    @property
    def root(self):
        """Return the label above all values."""
        return next(iter(self.paths.values()))[-1] if self.paths else ROOT

    def above(self, text):
        """Return the labels that may stand for a value, by its text; bands are read by their ends."""
        if self.paths:
            return self.paths.get(text, ())
        if self.rule == "prefix":
            return (*_masked(text, self.setting), ROOT)
        if self.rule == "calendar":
            return (*(_period(text[:10], step) for step in self.setting), ROOT)
        return (ROOT,)

    def as_argument(self, folder, name):
        """Return what is handed to shoal; for a file, its path."""
        match self.rule:
            case "nested":
                return self.setting
            case "levels":
                return [list(path) for path in self.paths.values()]
            case "file":
                return self.as_file(folder, name)
            case "prefix":
                return shoal.Prefix(self.setting)
            case "calendar":
                return shoal.Calendar(self.setting)
            case "bands":
                return shoal.Bands(self.setting)
            case "order":
                return shoal.Order(self.setting)
        return "flat"

    def as_file(self, folder, name):
        """Write the rows of levels to a file, as ARX has them, and return its path."""
        place = folder / f"{name}.csv"
        with place.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream, delimiter=";").writerows(self.paths.values())
        return str(place)

    @property
    def fits_file(self):
        """Return whether the hierarchy can be given as a file of levels: all values at the same depth."""
        return self.rule in ("levels", "file")


def _masked(text, steps):
    steps = steps or range(1, max(1, len(text)))
    return [text[:-step] + ROOT * step for step in steps if step < len(text)]


def _period(day, step):
    month = int(day[5:7])
    labels = {"day": day, "month": day[:7], "quarter": f"{day[:4]}-Q{(month + 2) // 3}", "year": day[:4]}
    return labels.get(step, f"{day[:3]}0s")


def draw_tree(rng, column, texts):
    """Return a hierarchy that suits a column, `texts` being its values as they are written; or none.

    Codes of sensitive columns are not masked: how high such a tree is depends on more than the codes.
    """
    if not texts:
        return None
    if column.family == "number":
        width = rng.choice([1, 5, 0.5, 10])
        return Tree("bands", tuple(width * factor for factor in rng.choice([(1,), (1, 2), (1, 4, 16)])))
    if column.family in ("day", "moment"):
        steps = tuple(step for step in CALENDAR[1:] if rng.random() < 0.6) or ("year",)
        return Tree("calendar", ("day", *steps) if column.family == "moment" else steps)
    if column.family not in ("text", "truth"):
        return None
    masks = ["prefix"] if column.role == "quasi" else []
    rule = rng.choice(["nested", "nested", "levels", "file", "order", "flat", *masks])
    if rule == "flat":
        return Tree("flat", None, {text: (text, ROOT) for text in texts})
    if rule == "prefix":
        return Tree("prefix", rng.choice([(), (1,), (1, 2), (2, 4)]))
    if rule == "order":
        order = rng.sample(texts, len(texts))
        return Tree("order", tuple(order), {text: (text, ROOT) for text in order})
    return _nested(rng, texts) if rule == "nested" else _levels(rng, rule, texts)


def _levels(rng, rule, texts):
    root = rng.choice([ROOT, "any"])
    narrow = {text: f"low {rng.randint(0, 3)}" for text in texts}
    if rng.random() < 0.5:
        return Tree(rule, None, {text: (text, narrow[text], root) for text in texts})
    wide = {label: f"high {label[-1] in '01'}" for label in narrow.values()}
    return Tree(rule, None, {text: (text, narrow[text], wide[narrow[text]], root) for text in texts})


def _nested(rng, texts):
    """Return a ragged tree: values may hang at any depth."""
    root = rng.choice([ROOT, "any"])
    leaves = rng.sample(texts, len(texts))
    counter = iter(range(10**6))
    paths = {}

    def grow(values, above):
        if len(values) < 3 or len(above) > 3 or rng.random() < 0.3:
            paths.update({value: (value, *above) for value in values})
            return list(values)
        cut = rng.randint(1, len(values) - 1)
        loose = rng.randint(0, min(2, cut - 1))
        inner = {"": list(values[:loose])} if loose else {}
        paths.update({value: (value, *above) for value in values[:loose]})
        for part in (values[loose:cut], values[cut:]):
            label = f"node {next(counter)}"
            inner[label] = grow(part, (label, *above))
        return inner

    return Tree("nested", {root: grow(leaves, (root,))}, paths)
