"""The report on a release as one page: plain words first, then pictures, then figures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from shoal.figure import counted, ranged
from shoal.forms.base import Counted
from shoal.forms.registry import FORMS
from shoal.progress import distance
from shoal.report import html
from shoal.report.certificate import embedded
from shoal.report.charts import distribution, group_size, heat_map, loss, risk, variety
from shoal.report.limits import limits
from shoal.report.svg import text_of
from shoal.report.three_tests import TITLE, three_tests
from shoal.report.words import count, figure, one_in, percent, seconds

Facts = Mapping[str, Any]

SECTIONS = {
    "promise": "Promised and verified",
    "risk": "Risk before and after",
    "tests": TITLE,
    "loss": "What was lost",
    "groups": "Groups",
    "columns": "Columns before and after",
    "relations": "How columns go together",
    "sensitive": "Sensitive values",
    "rows": "Some released rows",
    "details": "What was asked for",
    "certificate": "Certificate",
}
COLOURS = (("before", "originals"), ("after", "release"))
CHECK = "shoal verify-certificate {report} {file}"


def page(facts: Facts) -> str:
    """Return the page of the facts that `gather` found."""
    parts = {
        "promise": _promise(facts),
        "risk": _risk(facts),
        "tests": three_tests(facts),
        "loss": _loss(facts),
        "groups": _groups(facts),
        "columns": _columns(facts),
        "relations": _relations(facts["associations"]),
        "sensitive": _sensitive(facts),
        "rows": _rows(facts["sample"]),
        "details": _details(facts),
        "certificate": _certificate(facts),
    }
    shown = {name: SECTIONS[name] for name, part in parts.items() if part}
    body = [_head(facts), _cards(facts), html.contents(shown), *(part for part in parts.values() if part), _foot()]
    return html.document(
        f"shoal report, k = {facts['run']['k']}", body, version=facts["shoal"], block=embedded(facts["certificate"])
    )


def _head(facts: Facts) -> str:
    """Return the one thing to know about the release."""
    certificate, run, k = facts["certificate"], facts["run"], facts["run"]["k"]
    form, quasi = FORMS[certificate["form"]], certificate["quasi"]
    counts: Counted = "rows" if certificate["verdict"]["people"] is None else "people"
    title = "Rows may stand alone: k is 1." if k == 1 else form.claim(k, quasi, counts)
    rest = f", {counted(run['suppressed'], 'row')} left out" if run["suppressed"] else ""
    groups = counted(run["groups"], "group")
    lead = f"{count(run['released'])} of {counted(run['rows'], 'row')} released in {groups}{rest}. {form.evidence}"
    verified = "verified" if form.is_verified else "not verified"
    eyebrow = f"shoal report · {facts['made'][:10]} · shoal {facts['shoal']}"
    by = f"by {len(quasi):,} of {counted(len(certificate['columns']), 'column')}"
    return html.head(eyebrow, title, lead, badge=f"{verified}, k = {count(certificate['verdict']['k'])} {by}")


def _cards(facts: Facts) -> str:
    """Return the few figures that most readers want."""
    run, lost = facts["run"], facts["loss"]
    far = distance(lost["total"], lost["bound"])
    cards = [
        ("Detail lost", percent(lost["total"]), far or "0 % keeps all, 100 % nothing"),
        ("Groups", count(run["groups"]), f"of {ranged(run['smallest'], run['largest'], 'row')}"),
    ]
    before, after = facts["risk"]["before"], facts["risk"]["after"]
    if after is not None:
        was = f"was up to {one_in(before['highest'])} in the originals" if before else "at most"
        cards.insert(0, ("Chance to find the row", one_in(after["highest"]), f"by the quasi columns alone; {was}"))
    if before is not None:
        alone = "rows that no other row equalled in the quasi columns"
        cards.append(("Alone in the originals", _up_to(before["unique"]), alone))
    return html.cards(cards)


def _up_to(share: float) -> str:
    """Return a share that was rounded up."""
    return f"up to {percent(share)}" if share else percent(share)


def _promise(facts: Facts) -> str:
    certificate = facts["certificate"]
    checks = [_sentence(promise["words"]) for promise in certificate["promises"]]
    checks.append(f"The release holds exactly the columns that were promised: {', '.join(certificate['columns'])}.")
    form = FORMS[certificate["form"]]
    lead = "Each of these was checked on the cells of the released table. Nothing leaves that does not pass."
    remarks = [html.paragraph(words) for words in facts["remarks"]]
    more = (html.tag("h3", "What k does not cover"), html.bullets(limits(facts)))
    title = SECTIONS["promise"] if form.is_verified else "Promised, and not verified"
    return html.section(
        "promise", title, lead if form.shows_promise else form.evidence, html.bullets(checks, "checks"), *remarks, *more
    )


def _details(facts: Facts) -> str:
    """Return the settings of the run, what was counted, and what was taken for granted."""
    certificate, run = facts["certificate"], facts["run"]
    asked = [(name.replace("_", " "), _plain(value)) for name, value in certificate["settings"].items()]
    asked.append(("quasi columns", ", ".join(certificate["quasi"])))
    asked.append(("sensitive columns", ", ".join(certificate["sensitive"]) or "none"))
    verdict = {name: value for name, value in certificate["verdict"].items() if name != "quasi"}
    found = [*_flat(verdict), *_flat(run["loss"]), ("time", seconds(run["seconds"]))]
    parts = [
        html.grid(
            html.tag("div", html.tag("h3", "Asked for"), html.table(("", ""), asked)),
            html.tag("div", html.tag("h3", "Counted and measured"), html.table(("", ""), found)),
        ),
    ]
    if run["inferred"]:
        parts += [html.tag("h3", "Inferred, not given"), html.bullets(run["inferred"])]
    return html.section("details", SECTIONS["details"], "", *parts)


def _loss(facts: Facts) -> str:
    lead = (
        "How much of the detail of each quasi column the release gives up, over all rows: 0 % is a column that left as "
        "it was, 100 % one that tells nothing any more. It is measured on what the release shows, and rounded."
    )
    note = (
        "The mark shows the least loss that any release of this table with this k can have, proved."
        if facts["loss"]["bound"]
        else ""
    )
    if facts["run"]["suppressed"]:
        stays = percent(facts["run"]["loss"]["gcp_released"])
        lead += f" A row that was left out counts as wholly lost; the rows that stay lost {stays} of their detail."
    picture = html.figure(html.drawn(partial(loss.draw, facts["loss"]), loss.WIDTH), "Loss of detail by column", note)
    return html.section("loss", SECTIONS["loss"], lead, picture)


def _groups(facts: Facts) -> str:
    sizes = facts["groups"]
    if sizes is None:
        return ""
    lead = (
        "Rows of a group look alike in the quasi columns, and larger groups hide better and lose more. Here: "
        f"{counted(sizes['count'], 'group')}, half of them of {counted(sizes['median'], 'row')} or fewer, the largest "
        f"of {count(sizes['largest'])}."
    )
    picture = html.drawn(partial(group_size.draw, sizes), group_size.WIDTH)
    return html.section(
        "groups", SECTIONS["groups"], lead, html.figure(picture, "Groups, by the number of rows in them")
    )


def _columns(facts: Facts) -> str:
    changed = [column for column in facts["columns"] if column["before"]]
    kept = [column for column in facts["columns"] if not column["before"]]
    if not changed and not kept:
        return ""
    lead = (
        "What share of the rows falls where. Bins and labels are those that the release itself shows; a released "
        "interval is spread evenly over its bins, and where most rows have a broader label, finer ones and originals "
        "are counted with it. Originals are rounded, and not shown where they are fewer than k."
    )
    parts = []
    if changed:
        broad = [("after broad", "release, broader labels")] if any(column["broader"] for column in changed) else []
        parts += [html.legend(*COLOURS, *broad), html.stack(*(_column(column) for column in changed))]
    if kept:
        parts += [html.tag("h3", "Columns that left as they were"), html.stack(*(_column(column) for column in kept))]
    return html.section("columns", SECTIONS["columns"], lead, *parts)


def _column(column: Facts) -> str:
    note = f"{counted(column['distinct'], 'distinct cell')} in the release"
    if column["grain"]:
        note += f"; originals rounded to {percent(column['grain'])}"
    picture = html.drawn(partial(distribution.draw, column), distribution.WIDTH)
    return html.figure(picture, f"{column['name']}", f"{column['role']} column, {note}.")


def _relations(facts: Facts | None) -> str:
    if facts is None:
        return ""
    changes = [
        f"{one} and {other}: {before:.2f} before, {after:.2f} after"
        for one, other, before, after in heat_map.greatest_changes(facts)
    ]
    lead = (
        "From 0, nothing to do with each other, to 1, one tells the other; numbers that move against each other have a "
        "minus. Released intervals count as their middle, broader labels as labels of their own."
    )
    if facts["sampled"]:
        lead += f" Measured on {counted(facts['sampled'], 'row')} drawn at random."
    return html.section(
        "relations",
        SECTIONS["relations"],
        lead,
        html.grid(
            html.figure(html.drawn(partial(heat_map.draw, facts, "before"), heat_map.WIDTH), "Originals"),
            html.figure(html.drawn(partial(heat_map.draw, facts, "after"), heat_map.WIDTH), "Release"),
        ),
        html.tag("h3", "What changed most"),
        html.bullets(changes),
    )


def _sensitive(facts: Facts) -> str:
    if not facts["sensitive"]:
        return ""
    lead = (
        "k alone does not guard these: where all rows of a group share a value, anyone who finds the group learns it. "
        "This is what the release itself shows to anyone who counts."
    )
    parts = []
    for column in facts["sensitive"]:
        alike = column["groups_of_one_value"]
        words = f"Every group has at least {counted(column['least_values'], 'value')} of {column['name']}."
        if alike:
            rows = counted(column["rows_of_one_value"], "row")
            words = (
                f"There {'is' if alike == 1 else 'are'} {counted(alike, 'group')} with a single value of "
                f"{column['name']}, {rows} in all."
            )
        words += f" The most frequent value of a group fills at most {percent(column['greatest_share'])} of it."
        parts += [
            html.tag("h3", text_of(column["name"])),
            html.paragraph(words),
            html.grid(
                html.figure(
                    html.drawn(partial(variety.draw_values, column), variety.WIDTH),
                    "Groups, by how many distinct values they have",
                ),
                html.figure(
                    html.drawn(partial(variety.draw_shares, column), variety.WIDTH),
                    "Rows, by the share of the most frequent value of their group",
                ),
            ),
        ]
    return html.section("sensitive", SECTIONS["sensitive"], lead, *parts)


def _risk(facts: Facts) -> str:
    found = facts["risk"]
    if found["before"] is None and found["after"] is None:
        return ""
    lead = (
        "For someone who knows that a person is in the table, and knows all quasi columns of that person and nothing "
        f"else: how likely is it to point at the right row? The limit is {one_in(found['threshold'])}, as k asks for. "
        "Figures of the originals are rounded up."
    )
    if facts["certificate"]["verdict"]["people"] is not None:
        lead += " k counts people here: of someone with several rows of a group, a row is met more often than that."
    picture = html.figure(html.drawn(partial(risk.draw, found), risk.WIDTH), "Before and after")
    return html.section("risk", SECTIONS["risk"], lead, html.legend(*COLOURS), picture)


def _rows(sample: Facts) -> str:
    lead = (
        "Straight from the release; rows of a group stand together."
        if sample["group_ends"]
        else "Straight from the release."
    )
    table = html.table(sample["columns"], sample["rows"], ends=sample["group_ends"])
    return html.section("rows", SECTIONS["rows"], lead, table)


def _certificate(facts: Facts) -> str:
    certificate = facts["certificate"]
    of = "the released file" if certificate["of"] == "file" else "the released table as CSV"
    signed = (
        "It is signed: with the public key of its maker anyone can check that nobody changed it."
        if "signature" in certificate
        else "It is not signed: it does not prove who made it."
    )
    key = " --key PUBLIC_KEY" if "signature" in certificate else ""
    lead = (
        "These lines tie the report to the release. Anyone who has both can check that the file is the very one this "
        f"page speaks of{', and count k again' if FORMS[certificate['form']].shows_promise else ''}. {signed}"
    )
    return html.section(
        "certificate",
        SECTIONS["certificate"],
        lead,
        html.table(
            ("", ""),
            [(f"SHA-256 of {of}", certificate["sha256"]), *_second(certificate), ("shoal", certificate["shoal"])],
        ),
        html.code(CHECK.format(report="REPORT.html", file="RELEASED_FILE") + key),
    )


def _second(certificate: Facts) -> Sequence[tuple[str, str]]:
    return [("SHA-256 of the second table", certificate["sha256_second"])] if certificate["sha256_second"] else []


def _foot() -> str:
    return html.tag(
        "footer",
        text_of(
            "This page holds no cell of the originals that is not in the release. It does tell rounded shares of the "
            "originals: share it as you would share a summary of the table. It loads nothing and runs nothing."
        ),
    )


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value)


def _flat(facts: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Return nested facts a line each."""
    lines: list[tuple[str, str]] = []
    for name, value in facts.items():
        title = f"{prefix}{str(name).replace('_', ' ')}"
        if isinstance(value, Mapping):
            lines += _flat(value, f"{title}, ")
        elif isinstance(value, (list, tuple)):
            lines.append((title, ", ".join(map(_figure, value)) or "none"))
        else:
            lines.append((title, _figure(value)))
    return lines


def _figure(value: object) -> str:
    """Return one fact as people write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return figure(value) if isinstance(value, int | float) else str(value)
