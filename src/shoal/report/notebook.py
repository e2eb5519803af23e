"""Results as notebooks show them, and as pages: the cards and pictures of the reports, in a part of a page."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
import webbrowser
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from shoal._version import __version__
from shoal.answer import Answer
from shoal.report import html
from shoal.report.charts import loss, uniqueness
from shoal.report.facts import loss_facts
from shoal.report.profile_page import profile_page
from shoal.report.release_words import ReleaseWords, itself
from shoal.report.style import style
from shoal.report.write import require_page, write_page_text
from shoal.risks.profile import Profile

AGAINST_NOTEBOOKS = """.cards { margin: 12px 0 14px; }
.cards dt, .cards dd { float: none; display: block; width: auto; margin: 0; padding: 0; font-weight: 400; }
.cards dd strong, figcaption { font-weight: 600; }
.cards div { min-width: 0; }"""
"""What undoes the ways in which notebooks show such elements."""

MOST_COLUMNS = 30
"""Columns whose bars a notebook shows."""


def in_notebook(answer: Answer) -> str:
    """Return a result as a part of a page; all that comes from a table is escaped."""
    return f'<style>{scoped_style()}</style><div class="shoal">{"".join(_parts(answer))}</div>'


def write_page(answer: Answer, path: str | Path) -> None:
    """Write a result as a page that stands by itself.

    Raises:
        OutputError: it cannot be written, or its name does not end in `.html`.
    """
    place = require_page(path)
    if isinstance(answer, ReleaseWords):
        itself(answer).report(place)
    else:
        write_page_text(place, page_of(answer))


def page_of(answer: Answer) -> str:
    """Return a result as a whole page."""
    if isinstance(answer, Profile):
        return profile_page(answer.to_dict())
    whole = answer.page()
    if whole:
        return whole
    name = type(answer).__name__.lower()
    return html.document(f"shoal {name}", _parts(answer), version=__version__)


def open_page(answer: Answer) -> Path:
    """Open the page of a result in the browser: a file of its owner's alone, gone when Python ends."""
    folder = Path(tempfile.mkdtemp(prefix="shoal-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    place = folder / "report.html"
    write_page(answer, place)
    webbrowser.open(place.as_uri())
    return place


@cache
def scoped_style() -> str:
    """Return the style sheet of pages for the inside of `.shoal` only: notebooks have styles of their own."""
    inside = style()
    for name in (":root", "html", "body"):
        inside = re.sub(rf"^(\s*){name} {{", r"\1& {", inside, flags=re.MULTILINE)
    return f".shoal {{ padding: 14px 16px 12px; border-radius: 12px;\n{inside}\n{AGAINST_NOTEBOOKS}\n}}"


def _parts(answer: Answer) -> list[str]:
    """Return what is shown of a result: its words, its figures, and its picture where it has one."""
    first, *more = answer.lines
    found = [html.paragraph(first, "lead"), html.cards(answer.cards)]
    picture = _picture(answer)
    found += [picture] if picture else []
    return [*found, html.bullets(more)] if more and not isinstance(answer, Profile) else found


def _picture(answer: Answer) -> str:
    """Return the picture of a result in its frame; nothing where there is none."""
    if isinstance(answer, ReleaseWords):
        return _figure(partial(loss.draw, loss_facts(itself(answer))), loss.WIDTH, "Loss of detail by column")
    if isinstance(answer, Profile):
        facts = answer.to_dict()
        rows = uniqueness.columns(facts)[:MOST_COLUMNS]
        title = "Rows with a value of their own, by column"
        return _figure(partial(uniqueness.draw, rows, title), uniqueness.WIDTH, title)
    return answer.picture()


def _figure(draw: Callable[[float], str], width: float, title: str) -> str:
    return html.tag("div", html.figure(html.drawn(draw, width), title), class_="answer")
