"""What is asked of shoal, drawn so that most of it can be had."""

from __future__ import annotations

from tests.fuzz.asked import draw_criteria

STYLES = {"box": 4, "centroid": 4, "ring": 3}
"""How many of the styles a form knows; the others know intervals alone."""
KINDS = ("(k,1)", "(1,k)", "(k,k)", "global")


def draw_call(rng, case, method):
    """Return the keywords of a call on a table; columns, hierarchies and kinds are given by the case."""
    k = rng.choice([1, 2, 2, 2, 3, 3, 4, 5, max(1, case.rows // 2), case.rows, case.rows])
    call = {
        "method": method.name,
        "k": k if rng.random() < 0.02 else min(k, case.rows),
        "keep_order": rng.random() < 0.6,
    }
    if method.publishes == "box" and method.name != "auto" and rng.random() < 0.08:
        call["method"] += "+improve"
    call |= _options(rng, call["method"])
    for name, (share, draw) in ASKED.items():
        if rng.random() < share:
            call[name] = draw(rng, case, method)
    return {name: value for name, value in call.items() if value not in (None, {}, [])}


def _options(rng, method):
    """Return the options of a method: searches are kept short."""
    if method == "genetic":
        return {"options": {"population": 8, "offspring": 10}}
    if method == "k_type":
        return {"options": {"kind": rng.choice(KINDS)}} if rng.random() < 0.7 else {}
    if method.endswith("+improve") or (method == "auto" and rng.random() < 0.3):
        return {"effort": "fast", "options": {"steps": rng.randint(0, 3)}}
    return {"effort": "fast"} if method == "auto" else {}


def _style(rng, _case, method):
    return rng.choice(["interval", "bounds", "midpoint", "mean"][: STYLES.get(method.publishes, 1)])


def _suppress(rng, _case, method):
    can = method.publishes in ("box", "centroid", "levels")
    return rng.choice([0.02, 0.1, 0.3, 0.3, 1.0]) if can else None


def _weights(rng, case, _method):
    return {c.name: rng.choice([0, 0.5, 2, 7.25]) for c in case.of_role("quasi") if rng.random() < 0.6}


def _pseudonymize(_rng, case, _method):
    return [column.name for column in case.of_role("identifier")][:1]


def _criteria(rng, case, method):
    return draw_criteria(rng, case.of_role("sensitive")) if method.keeps != "not" else None


ASKED = {
    "seed": (0.85, lambda rng, _case, _method: rng.randrange(2**32)),
    "style": (0.5, _style),
    "loss": (0.2, lambda rng, _case, _method: rng.choice(["ncp", "height", "lm", "order"])),
    "suppress": (0.25, _suppress),
    "missing": (0.03, lambda rng, _case, _method: rng.choice(["value", "error"])),
    "weights": (0.15, _weights),
    "pseudonymize": (0.12, _pseudonymize),
    "criteria": (0.5, _criteria),
}
"""Each keyword, how often it is given, and what is asked for then."""
