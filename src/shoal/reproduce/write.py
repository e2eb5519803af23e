"""What a reproduction leaves in its folder: the runs, the results as JSON and CSV, figures as SVG, and the page."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shoal.errors import InputError, OutputError
from shoal.reproduce.chart import colours_of, draw, standalone
from shoal.reproduce.page import page
from shoal.reproduce.shown import DIGITS, Sheet, Sheets
from shoal.reproduce.verdict import Verdict
from shoal.table.atomic import replacing

RUNS, RESULTS, TABLE, PAGE, PICTURES = "runs.jsonl", "results.json", "results.csv", "index.html", "figures"
HEADS = ("figure", "panel", "line", "stands for", "x", "value", "mean", "least", "most", "runs")


def make_folder(folder: Path) -> None:
    """Make the folder of a reproduction, if it is not there.

    Raises:
        OutputError: it cannot be made.
    """
    try:
        (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot make the folder {folder}: {error.strerror}"
        raise OutputError(message) from None


def write(folder: Path, sheets: Sheets, verdicts: Sequence[Verdict], about: Mapping[str, Any]) -> Path:
    """Write results, figures and page, and return where the page is.

    Raises:
        OutputError: a file cannot be written.
    """
    files = {
        folder / RESULTS: results_text(sheets, verdicts, about),
        folder / TABLE: _as_csv(sheets),
        folder / PAGE: page(sheets, verdicts, about),
    }
    for sheet in sheets.values():
        files |= {folder / PICTURES / f"{name}.svg": svg for name, svg in pictures(sheet).items()}
    for path, content in files.items():
        try:
            with replacing(path.resolve()) as stream:
                stream.write(content.encode())
        except OSError as error:
            message = f"cannot write {path}: {error.strerror}"
            raise OutputError(message) from None
    return folder / PAGE


def results_text(sheets: Sheets, verdicts: Sequence[Verdict], about: Mapping[str, Any]) -> str:
    """Return results, verdicts and what is known of the run as JSON.

    Every verdict and every figure is a line, so that changes can be read.
    """
    parts = {
        "verdicts": [verdict.to_dict() for verdict in verdicts],
        "figures": [sheet.to_dict() for sheet in sheets.values()],
    }
    told = [f'"about": {json.dumps(dict(about))}']
    for name, held in parts.items():
        lines = ",\n".join(json.dumps(each, allow_nan=False, ensure_ascii=False) for each in held)
        told.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(told) + "\n}\n"


def read_results(path: Path) -> tuple[Sheets, dict[str, Any]]:
    """Return the figures of a file of results, and what is known of its run.

    Raises:
        InputError: it cannot be read, or holds something else.
    """
    try:
        held = json.loads(path.read_text("utf-8"))
        return Sheets({sheet["id"]: Sheet.of(sheet) for sheet in held["figures"]}), held["about"]
    except OSError as error:
        message = f"cannot read {path}: {error.strerror}"
        raise InputError(message) from None
    except (ValueError, KeyError, TypeError):
        message = f"{path} holds no results of a reproduction"
        raise InputError(message) from None


def pictures(sheet: Sheet) -> dict[str, str]:
    """Return the panels of a figure that are drawn, as files, by name."""
    colours = colours_of(sheet)
    return {
        f"{sheet.id}-{board.name.replace('/', '-')}": standalone(draw(board, colours))
        for board in sheet.boards
        if not board.rows
    }


def _as_csv(sheets: Sheets) -> str:
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow(HEADS)
    for sheet in sheets.values():
        for board in sheet.boards:
            for trace in board.traces:
                for spot in trace.spots:
                    numbers = (
                        f"{spot.x:g}",
                        trace.value,
                        *(f"{n:.{DIGITS}g}" for n in (spot.mean, spot.low, spot.high)),
                    )
                    writer.writerow((sheet.id, board.name, trace.name, trace.stands, *numbers, spot.runs))
    return held.getvalue()
