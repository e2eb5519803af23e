"""What a reviewer ticks off before a release leaves, and how it stands in the report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from shoal.report import html
from shoal.report.svg import text_of
from shoal.web.shape_run import Check

CHECKS: Mapping[str, str] = {
    "columns": "Every column that others may know of a person is a quasi column.",
    "identifiers": "No released column names or numbers a person, and no free text does.",
    "people": "If someone may have several rows, the person column is named, and k counts people.",
    "sensitive": "Each sensitive column is guarded, or it was decided that it need not be.",
    "k": "k suits the people who get the release: what they may know, and what they agreed to.",
    "kept": "Columns that leave as they are were looked at: together they may single people out.",
    "use": "The release still answers what it is for: the loss of each column was looked at.",
    "others": "Other releases of the same people were thought of: together they may say more.",
    "files": "The file that leaves is the one of the certificate; the table and this app's folder stay.",
}
"""The lines, by what they are called."""

FOOT = "<footer>"


def checklist(said: Mapping[str, tuple[bool, str]]) -> list[Check]:
    """Return all lines, with what a reviewer said to them."""
    return [
        Check(id=id_, text=text, done=said.get(id_, (False, ""))[0], note=said.get(id_, (False, ""))[1])
        for id_, text in CHECKS.items()
    ]


def with_checklist(report: Path, said: Mapping[str, tuple[bool, str]]) -> str:
    """Return the page of a report with the checklist in it, before its foot."""
    rows = [("yes" if one.done else "open", one.text, one.note) for one in checklist(said)]
    open_ = sum(not one.done for one in checklist(said))
    lead = "What a person looked at, and no program can. " + (
        "All of it was ticked off." if not open_ else f"{open_} of {len(rows)} lines are open."
    )
    section = html.section("checklist", "The reviewer's checklist", lead, html.table(("done", "", "note"), rows))
    link = f'<a href="#checklist">{text_of("Checklist")}</a>'
    page = report.read_text("utf-8")
    return page.replace(FOOT, section + FOOT, 1).replace("</nav>", link + "</nav>", 1)
