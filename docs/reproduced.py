"""Write the page "The papers, reproduced" from the results of a full run.

`python docs/reproduced.py` makes docs/reproduced.md and its pictures of bench/results/reproduce/results.json. With
`--take FOLDER` the results of a run of `shoal reproduce --out FOLDER` are put there first. Verdicts are computed again,
so that the page has those of the code as it is; a test compares page and file.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from shoal.reproduce.claims import judge
from shoal.reproduce.page import counted
from shoal.reproduce.shown import Board, Sheet, Sheets, Trace
from shoal.reproduce.verdict import Verdict, figure
from shoal.reproduce.write import RESULTS, pictures, read_results

HERE = Path(__file__).parent
KEPT = HERE.parent / "bench" / "results" / "reproduce" / RESULTS
PAGE, FOLDER = HERE / "reproduced.md", HERE / "pictures" / "reproduced"

SHOWN = {
    "he-6": ("sal-5", "income-5"),
    "he-6-leaves": ("sal-5", "income-5"),
    "he-7": None,
    "he-8": None,
    "he-9": None,
    "he-rounds": None,
    "lin-wei-3": None,
    "lin-wei-4": None,
    "chiu-tsai-4": ("iris-distortion", "iris-distortion_even", "wine-distortion", "wine-distortion_even"),
    "chiu-tsai-5": ("iris", "wine"),
    "ni-3": None,
    "ni-4": None,
    "ni-5": None,
    "ni-6": None,
}
"""The panels that the page shows, all where there is none; the page of a run has them all."""

HEAD = """# The papers, reproduced

Four papers are where shoal began. `shoal reproduce` runs their experiments again, with their methods as the papers
describe them, every other reading that they leave open, and methods that they did not have. Of {count} claims,
{counted}. Every number on this page comes from one reproduction, kept in `bench/results/reproduce/`: {runs:,} runs in
{minutes} minutes on {machine}, shoal {shoal}, Python {python}, NumPy {numpy}, Numba {numba}.
{plan}

```console
shoal reproduce --figure chiu-tsai-5 --quick --out reproduced
```

runs one figure on small tables in some seconds. Without `--figure` all of them are run, without `--quick` at the
sizes of the papers, where these are known and a laptop can do them. Every finished run is kept in the folder, so that
a reproduction that was ended goes on where it was. The folder then has `index.html` with all figures, `results.json`
and `results.csv`, and every panel as SVG.

Adult, Zoo and Lung Cancer are looked for in the folder `SHOAL_DATA` and downloaded else, with a checksum; Iris and
Wine come with scikit-learn. SAL and INCOME are extracts of IPUMS that may not be passed on: where `SHOAL_DATA` has
`sal.csv` and `income.csv` these are read, comma-separated, a row a person, whole numbers, with the columns of the
paper's Table 3 by name; else a census with the same columns and domains is generated.



"""

LINES = "Whole lines are the paper's methods, broken ones other readings, dotted ones methods that it did not have.\n"


def page(sheets: Sheets, about: Mapping[str, Any]) -> str:
    """Return the page."""
    verdicts = judge(sheets)
    parts = [_head(verdicts, about), "## Verdicts\n", _overview(verdicts)]
    parts += [_reason(verdict) for verdict in verdicts]
    parts += ["## Figures\n", LINES]
    parts += [part for sheet in sheets.values() for part in _figure(sheet)]
    return "\n".join(parts)


def _head(verdicts: Sequence[Verdict], about: Mapping[str, Any]) -> str:
    quick = about["plan"] != "full"
    return HEAD.format(
        count=len(verdicts),
        counted=counted(verdicts),
        runs=about["runs"],
        minutes=max(1, round(about["seconds"] / 60)),
        machine=f"{about['machine']['cores']} cores ({about['machine']['processor']})",
        plan="**These are the results of a quick run on small tables, and not those of record.**" if quick else "",
        **{name: about["versions"][name] for name in ("shoal", "python", "numpy", "numba")},
    )


def _overview(verdicts: Sequence[Verdict]) -> str:
    rows = [
        f"| [{v.id}](#{v.id.lower()}) | {v.paper} | {_safe(v.claim)} | **{v.status}** | {_safe(v.found)} |"
        for v in verdicts
    ]
    return "\n".join(["| | paper | claim | verdict | what we see |", "|---|---|---|---|---|", *rows, ""])


def _reason(verdict: Verdict) -> str:
    lines = [f"### {verdict.id}\n", f"*{verdict.claim}* ({verdict.paper}): **{verdict.status}**.\n", verdict.why, ""]
    if verdict.readings:
        lines += ["| reading | what comes out | would it be true? |", "|---|---|---|"]
        lines += [f"| {_safe(r.name)} | {_safe(r.found)} | {'yes' if r.holds else 'no'} |" for r in verdict.readings]
        lines.append("")
    return "\n".join(lines)


def _figure(sheet: Sheet) -> Iterator[str]:
    tables = [board for board in sheet.boards if board.rows]
    names = picture_names(sheet)
    if not tables and not names:
        return
    yield f"### {sheet.paper}, {sheet.title}\n"
    yield f"{sheet.about}\n"
    for board in tables:
        yield _table(board)
    for name, board in names:
        yield f"![{sheet.title}, {board.title}](pictures/reproduced/{name}.svg)\n"


def picture_names(sheet: Sheet) -> list[tuple[str, Board]]:
    """Return the panels of a figure that the page shows, with the names of their files."""
    if sheet.id not in SHOWN:
        return []
    kept = SHOWN[sheet.id]
    boards = [board for board in sheet.boards if not board.rows and (kept is None or board.name in kept)]
    return [(f"{sheet.id}-{board.name.replace('/', '-')}", board) for board in boards]


def _table(board: Board) -> str:
    heads = ["", *(trace.name for trace in board.traces)]
    rows = [[name, *(_cell(trace, at) for trace in board.traces)] for at, name in enumerate(board.rows)]
    lines = [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)]
    return f"{board.title}:\n\n" + "\n".join(lines) + "\n"


def _cell(trace: Trace, at: int) -> str:
    spot = next((spot for spot in trace.spots if spot.x == at), None)
    if spot is None:
        return ""
    spread = f" ({figure(spot.low)}–{figure(spot.high)})" if spot.high > spot.low else ""
    return f"{figure(spot.mean)}{spread}"


def _safe(words: str) -> str:
    return words.replace("|", "\\|")


def files(sheets: Sheets, about: Mapping[str, Any]) -> dict[Path, str]:
    """Return the page and its pictures, by their paths."""
    made = {PAGE: page(sheets, about)}
    for sheet in sheets.values():
        drawn = pictures(sheet)
        made |= {FOLDER / f"{name}.svg": drawn[name] for name, _ in picture_names(sheet)}
    return made


def main() -> None:
    """Take results where asked to, and write the page and its pictures."""
    if sys.argv[1:2] == ["--take"]:
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(sys.argv[2], RESULTS), KEPT)
    made = files(*read_results(KEPT))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.svg"):
        if path not in made:
            path.unlink()
    for path, text in made.items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
