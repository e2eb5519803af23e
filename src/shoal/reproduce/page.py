"""All that was reproduced on one page: the verdicts first, then every figure with the numbers behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shoal._version import __version__
from shoal.report import html
from shoal.report.svg import text_of
from shoal.reproduce.chart import colours_of, draw
from shoal.reproduce.shown import Board, Sheet, Sheets, Trace
from shoal.reproduce.verdict import Reading, Status, Verdict, figure

ORDER: tuple[Status, ...] = ("holds", "holds in part", "does not hold", "cannot be decided")
MARKS = {"holds": "after", "holds in part": "before", "does not hold": "alarm", "cannot be decided": "role-plain"}
WRITTEN_AS = {
    "paper": "the paper's methods, as it describes them",
    "reading": "other readings of it",
    "ours": "methods that it did not have",
}
CLOSING = (
    "Every number on this page, also in its sentences, is computed from the runs in runs.jsonl beside it. Loss and "
    "groups are those of the coded tables; seconds are those of the methods alone on the machine named above."
)


def page(sheets: Sheets, verdicts: Sequence[Verdict], about: Mapping[str, Any]) -> str:
    """Return the page of a run: its figures, the verdicts on them, and what is known of the run."""
    papers = dict.fromkeys(sheet.paper for sheet in sheets.values())
    body = [
        _head(verdicts, about),
        html.contents(
            {"verdicts": "Verdicts", "reasons": "Reasons"}
            | {_id(paper): paper for paper in papers}
            | {"run": "The run"}
        ),
        _verdicts(verdicts),
        _reasons(verdicts),
        *(_paper(paper, [sheet for sheet in sheets.values() if sheet.paper == paper]) for paper in papers),
        _run(about),
        html.tag("footer", CLOSING),
    ]
    return html.document("The papers, reproduced", body, version=__version__)


def counted(verdicts: Sequence[Verdict]) -> str:
    """Return how many claims became what, in words."""
    counts = {status: sum(verdict.status == status for verdict in verdicts) for status in ORDER}
    many = {"holds": "hold", "holds in part": "hold in part", "does not hold": "do not hold"}
    return ", ".join(
        f"{count} {status if count == 1 else many.get(status, status)}" for status, count in counts.items() if count
    )


def _head(verdicts: Sequence[Verdict], about: Mapping[str, Any]) -> str:
    quick = about["plan"] != "full"
    lead = (
        f"Of {len(verdicts)} claims of four papers, {counted(verdicts)}. Each was run again with the methods of shoal, "
        "in every reading that its paper leaves open; the verdict says which reading would make it true."
    )
    if quick:
        lead += (
            " This is a quick run on small tables: it shows that all works, and its verdicts are not those of record."
        )
    return html.head(f"shoal reproduce · {about['plan']} · shoal {__version__}", "The papers, reproduced.", lead)


def _verdicts(verdicts: Sequence[Verdict]) -> str:
    rows = "".join(
        "<tr>"
        f'<td><a href="#{verdict.id}">{verdict.id}</a></td><td>{text_of(verdict.paper)}</td>'
        f"<td>{text_of(verdict.claim)}</td><td>{_status(verdict.status)}</td><td>{text_of(verdict.found)}</td></tr>"
        for verdict in verdicts
    )
    heads = "".join(f"<th>{words}</th>" for words in ("", "paper", "claim", "verdict", "what we see"))
    table = f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    return html.section("verdicts", "Verdicts", "", table)


def _status(status: Status) -> str:
    mark = f'<span><i class="{MARKS[status]}"></i><b>{status}</b></span>'
    return f'<span class="legend" style="margin: 0; white-space: nowrap">{mark}</span>'


def _reasons(verdicts: Sequence[Verdict]) -> str:
    parts = []
    for verdict in verdicts:
        links = ", ".join(f'<a href="#{name}">{name}</a>' for name in verdict.figures)
        parts.append(f'<h3 id="{verdict.id}">{verdict.id}, {text_of(verdict.paper)}: {verdict.status}</h3>')
        parts.append(html.tag("p", html.tag("em", text_of(verdict.claim)), f" See {links}."))
        parts.append(html.paragraph(verdict.why))
        parts.append(_readings(verdict.readings))
    return html.section("reasons", "Reasons", "", *parts)


def _readings(readings: Sequence[Reading]) -> str:
    if not readings:
        return ""
    rows = [(reading.name, reading.found, "yes" if reading.holds else "no") for reading in readings]
    return html.table(["reading", "what comes out", "would the claim be true?"], rows)


def _paper(paper: str, sheets: Sequence[Sheet]) -> str:
    shown = ", ".join(
        f"{line}: {words}" for line, words in zip(("whole lines", "broken", "dotted"), WRITTEN_AS.values(), strict=True)
    )
    return html.section(
        _id(paper), paper, f"{shown[0].upper()}{shown[1:]}. Bars are the spread over seeds.", *map(_sheet, sheets)
    )


def _sheet(sheet: Sheet) -> str:
    colours = colours_of(sheet)
    missing = html.paragraph(f"Not all of it could be run: {sheet.missing}.") if sheet.missing else ""
    charts = [html.figure(draw(board, colours), board.title) for board in sheet.boards if not board.rows]
    charts += [html.tag("div")] if len(charts) == 1 else []  # beside it, so that it is no larger than others
    tables = [html.tag("h3", text_of(board.title)) + _table(board) for board in sheet.boards if board.rows]
    heading = f'<h3 id="{sheet.id}">{text_of(sheet.title)}</h3>'
    return "".join([heading, html.paragraph(sheet.about, "about"), missing, html.grid(*charts), *tables])


def _table(board: Board) -> str:
    rows = [(name, *(_shown(trace, float(at)) for trace in board.traces)) for at, name in enumerate(board.rows)]
    return html.table(["", *(trace.name for trace in board.traces)], rows, numbers=range(1, len(board.traces) + 1))


def _shown(trace: Trace, x: float) -> str | None:
    spot = next((spot for spot in trace.spots if spot.x == x), None)
    if spot is None:
        return None
    spread = f" ({figure(spot.low)}–{figure(spot.high)})" if spot.high > spot.low else ""
    return f"{figure(spot.mean)}{spread}"


def _run(about: Mapping[str, Any]) -> str:
    rows = [(name, value) for name, value in about.items() if not isinstance(value, Mapping)]
    rows += [
        (f"{name}: {key}", v) for name, value in about.items() if isinstance(value, Mapping) for key, v in value.items()
    ]
    return html.section("run", "The run", "", html.table(["", ""], rows))


def _id(paper: str) -> str:
    return paper.lower().replace(" ", "-").replace(".", "")
