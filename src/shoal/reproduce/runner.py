"""Make all runs that figures need, each once; those that a store has are not made again."""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

from shoal._version import __version__
from shoal.errors import InfeasibleError, InputError, SchemaError, SettingError
from shoal.kernels.pool import thread_count
from shoal.progress import Progress, Step, silent
from shoal.reproduce import trial
from shoal.reproduce.cell import Cell, Facts
from shoal.reproduce.experiment import Figure
from shoal.reproduce.shown import Sheet, Sheets, sheet_of
from shoal.reproduce.store import Store
from shoal.reproduce.table import load

TOOK = "took"
"""The name of the time that a run took with all that belongs to it."""

LIBRARIES = ("numpy", "numba", "polars")


def versions() -> dict[str, str]:
    """Return what decides a run beside its settings."""
    return {"shoal": __version__, "python": platform.python_version()} | {name: version(name) for name in LIBRARIES}


def machine() -> dict[str, str]:
    """Return what times depend on."""
    return {"system": platform.system(), "processor": _processor(), "cores": str(thread_count())}


@dataclass(slots=True)
class Ran:
    """How a run of experiments went: figures, how many runs were made and how many were there, and the time.

    `seconds_in_all` also has the time of those that were there.
    """

    sheets: Sheets = field(default_factory=Sheets)
    made: int = 0
    there: int = 0
    seconds: float = 0.0
    seconds_in_all: float = 0.0


def run(figures: Sequence[Figure], store: Store, progress: Progress = silent) -> Ran:
    """Make the runs of some figures, and return what they gave.

    A figure whose table is not there says so, and the others go on.
    """
    began, known, ran = time.perf_counter(), versions(), Ran()
    missing: dict[str, str] = {}
    cells = _in_order(cell for figure in figures for cell in figure.cells)
    for number, cell in enumerate(cells):
        key = cell.key(known)
        if store.get(key) is not None:
            ran.there += 1
            continue
        progress(Step("reproduce", number / len(cells), note=cell.words))
        start = time.perf_counter()
        facts = _made(cell, missing)
        if facts is not None:
            store.add(key, cell, facts | {TOOK: time.perf_counter() - start})
            ran.made += 1
    for figure in figures:
        ran.sheets[figure.id] = _sheet(figure, store, known, missing)
    ran.seconds = time.perf_counter() - began
    ran.seconds_in_all = sum((store.get(cell.key(known)) or {}).get(TOOK, 0.0) for cell in cells)
    return ran


def _in_order(cells: Iterable[Cell]) -> list[Cell]:
    """Return each run once, those of a table together, so that it is read once."""
    first: dict[str, int] = {}
    found = list(dict.fromkeys(cells))
    for cell in found:
        first.setdefault(cell.table, len(first))
    return sorted(found, key=lambda cell: first[cell.table])


def _made(cell: Cell, missing: dict[str, str]) -> Facts | None:
    """Return what a run gave; where it cannot be made, note why for its table or its options."""
    try:
        return trial.run(cell, load(cell.table))
    except (InfeasibleError, InputError, SchemaError, SettingError) as fault:
        missing[cell.table if isinstance(fault, InputError) else cell.words] = fault.message
        return None


def _sheet(figure: Figure, store: Store, known: dict[str, str], missing: dict[str, str]) -> Sheet:
    sheet = sheet_of(figure, lambda cell: store.get(cell.key(known)))
    why = dict.fromkeys(missing[name] for cell in figure.cells for name in (cell.table, cell.words) if name in missing)
    if not why:
        return sheet
    return Sheet(sheet.id, sheet.paper, sheet.title, sheet.about, sheet.boards, "; ".join(why))


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - no file of a user
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()
