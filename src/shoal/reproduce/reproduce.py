"""Reproduce the papers: run what is not there yet, judge, and write all of it to a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from shoal.progress import Progress, silent
from shoal.reproduce.catalogue import chosen
from shoal.reproduce.claims import judge
from shoal.reproduce.plan import Plan
from shoal.reproduce.runner import machine, run, versions
from shoal.reproduce.store import Store
from shoal.reproduce.table import data_folder, is_given
from shoal.reproduce.verdict import Verdict
from shoal.reproduce.write import RUNS, make_folder, write


@dataclass(frozen=True, slots=True)
class Reproduced:
    """What was reproduced: the verdicts, where the page is, and how many runs were made, and were there already."""

    verdicts: tuple[Verdict, ...]
    page: Path
    made: int
    there: int
    seconds: float
    missing: tuple[str, ...]


def reproduce(plan: Plan, folder: Path, *, figures: tuple[str, ...] = (), progress: Progress = silent) -> Reproduced:
    """Run the experiments of a plan, all or some, and write what they gave to a folder.

    Runs that the folder has from before are not made again. Claims whose figures are left out are not judged.

    Raises:
        SettingError: there is no such figure.
        OutputError: the folder cannot be written.
        InputError: the folder has runs that cannot be read.
    """
    asked = chosen(plan, figures)
    make_folder(folder)
    store = Store(folder / RUNS)
    with data_folder():
        ran = run(asked, store, progress)
        census = {family: "given" if is_given(family) else "generated" for family in ("sal", "income")}
    verdicts = tuple(v for v in judge(ran.sheets) if not figures or all(name in ran.sheets for name in v.figures))
    seeds = {"He et al.": plan.he_seeds, "Adult": plan.seeds, "small tables": plan.number_seeds}
    about = {
        "plan": plan.name,
        "seconds": round(ran.seconds_in_all),
        "runs": ran.made + ran.there,
        "runs that were there": ran.there,
        "seeds, from 0 on": {name: str(count) for name, count in seeds.items()},
        "tables": census,
        "versions": versions(),
        "machine": machine(),
    }
    place = write(folder, ran.sheets, verdicts, about)
    missing = tuple(dict.fromkeys(sheet.missing for sheet in ran.sheets.values() if sheet.missing))
    return Reproduced(verdicts, place, ran.made, ran.there, ran.seconds, missing)
