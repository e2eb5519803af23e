"""The three tests of the Article 29 Working Party, and what was measured on a release that bears on each.

After Opinion 05/2014 on Anonymisation Techniques (WP 216), 10 April 2014: singling out, linkability, inference. What
stands here is evidence for those who decide; the tests are answered by people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from shoal.figure import counted, reported_in
from shoal.report import html
from shoal.report.words import one_in, percent

Facts = Mapping[str, Any]

TITLE = "Three tests"
LEAD = (
    "Opinion 05/2014 of the Article 29 Working Party asks three questions of a technique. Below each stands what was "
    "counted on this release, and what attacks on it got where they were run. It is evidence for those who decide, and "
    "no answer by itself: what others know, and what else they can get, no table shows."
)
QUESTIONS = {
    "Singling out": "Can someone isolate rows that belong to one person?",
    "Linkability": "Can someone link rows about one person, here or in another table?",
    "Inference": "Can someone deduce a value of a person from other values?",
}
OF_ATTACK = {"linkage": "Singling out", "kept": "Singling out", "intersection": "Linkability", "history": "Linkability"}
"""The test that an attack bears on; all others infer values."""

MEASURE = "No attack was run for this page: `shoal attack`, or `--attacks` beside `--report`, measures them."
OPINION = "The Opinion holds that k-anonymity guards against singling out, and not against linkability and inference."


class Measured(Protocol):
    """What an attack found, such as `shoal.attack` returns."""

    def to_dict(self) -> dict[str, object]:
        """Return it as plain values."""
        ...


def attack_facts(attacks: Sequence[Measured]) -> list[dict[str, object]]:
    """Return what attacks found as plain values with few digits."""
    return [reported_in(attack.to_dict()) for attack in attacks]


def three_tests(facts: Facts) -> str:
    """Return the section of the report on the three tests, from the facts that `gather` found."""
    found = {"Singling out": _singling_out(facts), "Linkability": _linkability(facts), "Inference": _inference(facts)}
    for attack in facts["attacks"]:
        words = f"Attack {attack['name']!r}, measured on {counted(attack['trials'], 'person')}: {attack['sentence']}"
        found[OF_ATTACK.get(attack["name"], "Inference")].append(words)
    parts = []
    for name, sentences in found.items():
        parts += [html.tag("h3", name), html.paragraph(QUESTIONS[name]), html.bullets(sentences)]
    notes = [OPINION] if facts["attacks"] else [OPINION, MEASURE]
    return html.section("tests", TITLE, LEAD, *parts, *(html.paragraph(words) for words in notes))


def _singling_out(facts: Facts) -> list[str]:
    """Return how rows stand alone, by the quasi columns and by all."""
    after, found = facts["risk"]["after"], []
    if after is None:
        found.append("Rows do not look alike in this form of release, so the chance of finding a row was not counted.")
    else:
        found.append(
            f"By the quasi columns, the highest chance of pointing at the right row is {one_in(after['highest'])}."
        )
        if after["unique"] is not None:
            found.append(f"By the quasi columns, {percent(after['unique'])} of the released rows are unique.")
    people = facts["run"]["people"]
    if people is not None:
        found.append(f"The smallest group holds {counted(people['smallest'], 'different person')}.")
    unique = facts["run"]["unique"]
    if unique is not None and unique["of"]:
        share = percent(unique["overall"] / unique["of"])
        found.append(f"Over {unique['over']} together, {share} of the {unique['counts']} are unique.")
    return found


def _linkability(facts: Facts) -> list[str]:
    """Return what lets rows of one person be linked."""
    run, settings = facts["run"], facts["certificate"]["settings"]
    least = counted(run["smallest"], "row")
    found = [f"Anyone who knows the quasi columns of a person can link them to a group of {least} or more."]
    pseudonyms = settings.get("pseudonymize") or []
    if pseudonyms:
        found.append(
            f"Rows of one person share a pseudonym, by {', '.join(pseudonyms)}: they can be linked to each other."
        )
    if run["people"] is None:
        found.append("No column was said to tell whose row it is: each row was counted as a person of its own.")
    found.append(
        "A second release of the same people can be laid over this one; no single release shows what that gives."
    )
    return found


def _inference(facts: Facts) -> list[str]:
    """Return what groups give away of sensitive values."""
    found = []
    for column in facts["sensitive"]:
        share = percent(column["rows_of_one_value"] / max(1, facts["run"]["released"]))
        found.append(
            f"{column['name']}: {share} of the released rows are in groups that share one value, which is certain "
            f"then; the most frequent value of a group fills at most {percent(column['greatest_share'])} of it."
        )
    return found or ["No sensitive column was named whose values groups could give away."]
