"""What k does not cover, in sentences: which columns it is about, who stands alone over more, what groups give away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.figure import ONE, counted, in_words
from shoal.forms.registry import FORMS
from shoal.report.words import count, percent

Facts = Mapping[str, Any]

MOST_NAMES = 20
"""How many columns a sentence of the report names."""

MOST_SHARES = 10
"""How many columns are named with the share that they tell apart."""


def limits(facts: Facts) -> list[str]:
    """Return the sentences of a report on what its promises are not about, from the facts that `gather` found."""
    certificate = facts["certificate"]
    found = []
    if FORMS[certificate["form"]].shows_groups:
        found.append(
            f"A group is the rows that agree in {in_words(certificate['quasi'], MOST_NAMES)}. k is about these "
            "columns: anyone who knows more of a person may tell the rows of a group apart."
        )
    found.append(_as_is(certificate))
    unique = certificate["unique"]
    if unique is not None:
        found += [*_overall(unique), *_beside(unique), *_left_out(unique)]
    found += [f"{name} is not guarded: its value is {words}." for name, words in facts["unguarded"].items()]
    return [*found, *(f"{words[:1].upper()}{words[1:]}." for words in certificate["verdict"]["caveats"])]


def _as_is(certificate: Facts) -> str:
    """Return which columns leave as they are."""
    there = set(certificate["columns"])
    sensitive = [name for name in certificate["sensitive"] if name in there]
    names = [*sensitive, *certificate["kept"]]
    if not names:
        return "No other column leaves as it is."
    leave = "leaves as it is" if len(names) == 1 else "leave as they are"
    return f"{in_words(names, MOST_NAMES)} {leave}: k says nothing of {'it' if len(names) == 1 else 'them'}."


def _overall(unique: Facts) -> list[str]:
    """Return how many are unique over all columns."""
    share = percent(unique["overall"] / max(1, unique["of"]))
    of = f"{count(unique['overall'])} of {counted(unique['of'], ONE[unique['counts']])}"
    return [f"Unique over {unique['over']} together: {of} ({share})."]


def _beside(unique: Facts) -> list[str]:
    """Return how many are unique over the quasi columns and one more, the most telling first."""
    if not unique["beside"]:
        return []
    ranked = sorted(unique["beside"].items(), key=lambda one: -one[1])
    shares = [f"{name} {percent(alone / max(1, unique['of']))}" for name, alone in ranked[:MOST_SHARES]]
    rest = f", and {len(ranked) - MOST_SHARES:,} more, none above the last" if len(ranked) > MOST_SHARES else ""
    what = f"Over the quasi columns and one that leaves as it is, so many {unique['counts']} are unique"
    return [f"{what}: {', '.join(shares)}{rest}."]


def _left_out(unique: Facts) -> list[str]:
    """Return which columns were not looked at for that."""
    found = []
    if unique["not_compared"]:
        found.append(f"Not compared for this: {in_words(unique['not_compared'], MOST_NAMES)}.")
    if unique["not_one_by_one"]:
        found.append(f"Not looked at one by one: {counted(unique['not_one_by_one'], 'more column')}.")
    return found
