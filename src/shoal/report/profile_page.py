"""The profile of a table as one page: roles, distinct values, and what singles people out; no cell is shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from shoal._version import __version__
from shoal.figure import counted
from shoal.report import html
from shoal.report.charts import uniqueness
from shoal.report.charts._frame import Row
from shoal.report.words import count, percent

ROLES = {
    "identifier": "identifier: names a person, to be dropped",
    "quasi": "quasi: others may know it, to be generalised",
    "sensitive": "sensitive: to be kept and guarded",
    "plain": "plain: may be kept",
}

SECTIONS = {
    "columns": "Columns",
    "values": "Distinct values",
    "pairs": "Pairs",
    "why": "Why these roles",
    "holds": "Identifiers that may be there",
}

FINDER = (
    "Which of the 18 identifiers that HIPAA Safe Harbor removes a column may hold, by its name, by its values, or "
    "inside of texts. It is a finder, for those who decide: what it does not find may be there all the same."
)

PRIVATE = (
    "These are proposals; the roles are yours to decide. This page holds no cell of the table, but it counts the raw "
    "table exactly, down to single rows: keep it as private as the table itself."
)


def profile_page(profile: Mapping[str, Any]) -> str:
    """Return the page of a profile, as `Profile.to_dict` gives it."""
    body = [
        _head(profile),
        html.contents(SECTIONS),
        _columns(profile),
        _values(profile),
        _pairs(profile),
        _why(profile),
        _holds(profile),
        html.tag("footer", PRIVATE),
    ]
    return html.document("shoal profile", body, version=__version__)


def _head(profile: Mapping[str, Any]) -> str:
    size = f"{counted(profile['rows'], 'row')}, {counted(len(profile['columns']), 'column')}"
    if profile["quasi"]:
        title = f"{percent(profile['unique_share'])} of the rows can be distinguished."
        lead = f"That many rows are alone in {', '.join(profile['quasi'])}, the columns that are proposed as quasi."
    else:
        title = "No column is proposed as quasi."
        lead = "Name the columns that others may know of a person."
    return html.head(f"shoal profile · {size} · shoal {__version__}", title, lead)


def _columns(profile: Mapping[str, Any]) -> str:
    lead = "The share of rows that have a value of their own in a column. A long bar singles people out by itself."
    used = [role for role in ROLES if any(column["role"] == role for column in profile["columns"])]
    legend = html.legend(*((f"role-{role}", ROLES[role]) for role in used))
    picture = _bars(uniqueness.columns(profile), "Rows with a value of their own, by column")
    return html.section("columns", "Columns", lead, legend, html.figure(picture, "Rows with a value of their own"))


def _bars(rows: list[Row], title: str) -> str:
    return html.drawn(partial(uniqueness.draw, rows, title), uniqueness.WIDTH)


def _values(profile: Mapping[str, Any]) -> str:
    lead = "How many distinct values a column has, against the number of rows."
    picture = _bars(uniqueness.distinct(profile), "Distinct values by column")
    return html.section("values", "Distinct values", lead, html.figure(picture, "Distinct values"))


def _pairs(profile: Mapping[str, Any]) -> str:
    lead = "Columns that are harmless by themselves may single people out together. These pairs do so most."
    rows = uniqueness.pairs(profile)
    content = html.figure(_bars(rows, "Pairs of columns"), "Rows that are alone in two columns") if rows else ""
    return html.section("pairs", "Pairs", lead, content or html.paragraph("There is no pair to look at."))


def _why(profile: Mapping[str, Any]) -> str:
    heads = ("column", "kind", "distinct", "missing", "alone", "role", "why")
    rows = [
        (
            column["name"], column["kind"], count(column["distinct"]), percent(column["missing"]),
            percent(column["unique"]), column["role"], column["reason"],
        )
        for column in profile["columns"]
    ]  # fmt: skip
    notes = html.bullets(profile["notes"]) if profile["notes"] else ""
    return html.section("why", "Why these roles", "", html.table(heads, rows, numbers=(2, 3, 4)), notes)


def _holds(profile: Mapping[str, Any]) -> str:
    heads = ("", "identifier", "column", "seen by", "share of distinct values")
    rows = [
        (one["letter"], one["what"], column["name"], one["by"], None if one["share"] is None else percent(one["share"]))
        for column in profile["columns"]
        for one in column["safe_harbor"]
    ]
    content = html.table(heads, sorted(rows, key=lambda row: str(row[0])), numbers=(4,))
    return html.section("holds", SECTIONS["holds"], FINDER, content if rows else html.paragraph("None was found."))
