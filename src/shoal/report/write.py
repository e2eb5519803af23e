"""Reports to files, whole or not at all; the end of a name says which kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from shoal.errors import OutputError
from shoal.table.atomic import replacing
from shoal.table.path import user_path

PAGES = (".html", ".htm")
SUFFIXES = (*PAGES, ".json")


def require_report(path: str | Path) -> Path:
    """Return where a report goes, or refuse a name that tells no kind of report.

    Raises:
        OutputError: the name ends in none of `.html`, `.htm` and `.json`.
    """
    place = user_path(path, "the report", OutputError)
    if place.suffix.lower() not in SUFFIXES:
        message = f"a report cannot be written to {path}: its name must end in {', '.join(SUFFIXES)}"
        raise OutputError(message, hint="report.html for people, report.json for programs")
    return place


def write_report(
    path: str | Path, facts: Mapping[str, object], *, to_page: Callable[[Mapping[str, object]], str]
) -> None:
    """Write facts as JSON, or as the page that `to_page` makes of them, as the name says.

    Raises:
        OutputError: it cannot be written; what was there before is still there.
    """
    place = require_report(path)
    text = to_page(facts) if place.suffix.lower() in PAGES else json.dumps(facts, indent=2, allow_nan=False) + "\n"
    write_page_text(place, text)


def require_page(path: str | Path) -> Path:
    """Return where a page goes, or refuse a name that is not that of one.

    Raises:
        OutputError: the name ends in neither `.html` nor `.htm`.
    """
    place = require_report(path)
    if place.suffix.lower() not in PAGES:
        message = f"a page cannot be written to {path}: its name must end in {' or '.join(PAGES)}"
        raise OutputError(message, hint="to_dict() has the facts for programs")
    return place


def write_page_text(path: Path, text: str) -> None:
    """Write a page whole or not at all.

    Raises:
        OutputError: it cannot be written; what was there before is still there.
    """
    try:
        with replacing(Path(path.resolve())) as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        message = f"cannot write {path}: {error.strerror}"
        raise OutputError(message) from None
