"""A comparison as one page: loss and time against k for each method, and all figures below."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from shoal._version import __version__
from shoal.figure import counted
from shoal.forms.registry import form_of
from shoal.report import html
from shoal.report.charts import lines
from shoal.report.words import count, percent, seconds

Rows = list[dict[str, Any]]

CLOSING = (
    "Figures only: this page holds no cell of the table. A run that keeps a row tells a little of it: do not publish "
    "this page beside a release that left rows out."
)


def compare_page(facts: Mapping[str, Any]) -> str:
    """Return the page of a comparison: `rows`, a line for each run, and `suggestion`, a k and why, or None."""
    rows, suggestion = facts["rows"], facts["suggestion"]
    body = [
        _head(rows, suggestion),
        html.contents({"loss": "Loss", "time": "Time", "figures": "All figures"}),
        _loss(rows, suggestion),
        _time(rows),
        _figures(rows),
        html.tag("footer", CLOSING),
    ]
    return html.document("shoal comparison", body, version=__version__)


def _head(rows: Rows, suggestion: Mapping[str, Any] | None) -> str:
    methods = list(dict.fromkeys(row["method"] for row in rows))
    ks = sorted({row["k"] for row in rows})
    size = f"{counted(len(methods), 'method')}, k = {', '.join(map(count, ks))}"
    title, lead = "What each k costs, by method.", _least(rows)
    if suggestion is not None:
        bends = suggestion["k"] is not None
        title = f"The loss bends at k = {count(suggestion['k'])}." if bends else title
        lead = f"{suggestion['why']} {'How much risk may remain is for you to decide.' if bends else ''}".strip()
    return html.head(f"shoal comparison · {size} · shoal {__version__}", title, lead)


def _least(rows: Rows) -> str:
    """Return which method loses least with the greatest k."""
    fair = [row for row in rows if row["loss"] is not None and form_of(row["method"]).shows_groups]
    if not fair:
        return "No run gave a loss that could be compared."
    best = min(fair, key=lambda row: (-row["k"], row["loss"]))
    return f"At k = {count(best['k'])}, {best['method']} loses least: {percent(best['loss'])} of the detail."


def _loss(rows: Rows, suggestion: Mapping[str, Any] | None) -> str:
    lead = (
        "The larger k, the better people hide and the more detail goes. Lower is better; the broken line is what no "
        "release can go below, proved, where it is known."
    )
    knee = None if suggestion is None else suggestion["k"]
    notes = ["The mark is the k at the knee."] if knee is not None else []
    others = sorted({row["method"] for row in rows if not form_of(row["method"]).shows_groups})
    if others:
        notes.append(f"Not drawn: {', '.join(others)}, which protect in another way; their loss does not compare.")
    fair = [row for row in rows if row["method"] not in others]
    picture = html.drawn(partial(lines.draw_loss, fair, knee), lines.WIDTH)
    return html.section(
        "loss", "Loss", lead, html.figure(picture, "Share of the detail lost, against k", " ".join(notes))
    )


def _time(rows: Rows) -> str:
    lead = "How long each method took, on the machine that ran the comparison."
    picture = html.drawn(partial(lines.draw_seconds, rows), lines.WIDTH)
    return html.section("time", "Time", lead, html.figure(picture, "Seconds, against k"))


def _figures(rows: Rows) -> str:
    heads = ["method", "k", "loss", "least possible", "groups", "largest group", "rows left out", "time", ""]
    table = html.table(heads, map(_row, rows), numbers=range(1, 8))
    return html.section("figures", "All figures", "", table)


def _row(row: Mapping[str, Any]) -> tuple[object, ...]:
    if row["error"]:
        return (row["method"], count(row["k"]), *[None] * 6, row["error"])
    bound = None if row["bound"] is None else percent(row["bound"])
    figures = (count(row["groups"]), count(row["largest"]), count(row["suppressed"]), seconds(row["seconds"]))
    return (row["method"], count(row["k"]), percent(row["loss"]), bound, *figures, "")
