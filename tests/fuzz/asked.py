"""Criteria as plain mappings: drawn, handed to shoal as objects, or written as options of the command line."""

from __future__ import annotations

import math
from collections import Counter

import shoal

MODELS = {
    "l-diversity": shoal.LDiversity,
    "alpha-k": shoal.AlphaK,
    "t-closeness": shoal.TCloseness,
    "beta-likeness": shoal.BetaLikeness,
    "delta-disclosure": shoal.DeltaDisclosure,
}
NUMBERS = {
    "l-diversity": "l", "alpha-k": "alpha", "t-closeness": "t", "beta-likeness": "beta", "delta-disclosure": "delta",
}  # fmt: skip
OPTIONS = {
    ("l-diversity", "kind"): "l-kind", ("l-diversity", "c"): "c", ("t-closeness", "distance"): "t-distance",
    ("beta-likeness", "kind"): "beta-kind",
}  # fmt: skip


def draw_criteria(rng, sensitive):
    """Return one or two criteria on sensitive columns, most of them within reach."""
    if not sensitive:
        return []
    models = rng.sample(list(MODELS), rng.choice([1, 1, 1, 2]))
    found = []
    for model in models:
        column = rng.choice(sensitive)
        aimed = len(sensitive) > 1 or rng.random() < 0.5
        made = DRAWERS[model](rng, column)
        if made is not None:
            found.append({"model": model, "column": column.name if aimed else None, **made})
    return found


def as_object(asked):
    """Return the criterion of shoal that a mapping stands for."""
    return MODELS[asked["model"]](**{name: value for name, value in asked.items() if name != "model"})


def as_options(asked):
    """Return the options of the command line that ask for a criterion."""
    model, column = asked["model"], asked["column"]
    aim = "" if column is None else f'"{column.replace(chr(34), chr(34) * 2)}"='
    found = [f"--{NUMBERS[model]}", f"{aim}{asked[NUMBERS[model]]}"]
    for (of, name), option in OPTIONS.items():
        if of == model and asked.get(name) is not None:
            found += [f"--{option}", f"{aim}{asked[name]}"]
    return found


def _shares(column):
    same = Counter(None if isinstance(v, float) and math.isnan(v) else v for v in column.values)
    return {value: count / len(column.values) for value, count in same.items()}


def _l_diversity(rng, column):
    shares = _shares(column)
    most = len(shares)
    kind = rng.choice(["distinct", "distinct", "frequency", "entropy", "recursive"])
    if kind in ("distinct", "recursive"):
        if most < 2 and rng.random() < 0.9:
            return None
        rank = rng.randint(2, max(2, min(4, most)))
        more = {"c": rng.choice([0.5, 1, 2.5, 3, 10])} if kind == "recursive" and rng.random() < 0.8 else {}
        return {"l": rank, "kind": kind, **more}
    reach = 1 / max(shares.values())
    if kind == "entropy":
        reach = math.exp(-sum(share * math.log(share) for share in shares.values()))
    if reach < 1.01:
        return None
    return {"l": rng.choice([1 + (reach - 1) * rng.random(), min(2, reach)]), "kind": kind}


def _alpha_k(rng, column):
    least = max(_shares(column).values())
    return {"alpha": rng.choice([least, min(1.0, least + rng.random() / 2), 0.5, 1])}


def _t_closeness(rng, column):
    return {"t": rng.choice([0, 0.05, 0.2, 0.3, 0.5, 1]), "distance": rng.choice([None, *distances_of(column)])}


def distances_of(column):
    """Return the distances that the values of a column have, the one that suits it best last."""
    known = ["equal"]
    ordered = column.tree is not None and column.tree.rule == "order"
    if column.tree is not None and column.tree.paths and not ordered:
        known.append("hierarchical")
    if column.is_line or ordered:
        known.append("ordered")
    return known


def _beta_likeness(rng, column):  # noqa: ARG001 - drawn like the others
    return {"beta": rng.choice([0.01, 0.5, 1, 3]), "kind": rng.choice(["basic", "enhanced"])}


def _delta_disclosure(rng, column):  # noqa: ARG001 - drawn like the others
    return {"delta": rng.choice([1e-9, 0.1, 0.7, 1.5, 3])}


DRAWERS = {
    "l-diversity": _l_diversity, "alpha-k": _alpha_k, "t-closeness": _t_closeness, "beta-likeness": _beta_likeness,
    "delta-disclosure": _delta_disclosure,
}  # fmt: skip
