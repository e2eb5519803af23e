"""Whether a change leaves every result as it was, to the last digit.

Run `python bench/same.py --keep` before the change, and `python bench/same.py` after it: every method, form, criterion,
style and loss, on Adult, the invented patients and 50 generated tables. For each run a digest is taken of the group of
each row, the released cells in their order, and all measures; of a run that is refused, of the words of its error.
What differs is listed, and the exit code is 1 then. Digests are kept in bench/results/same.json; they hold no cell.

Only what is public is called, so that the same script runs on any version. Draws of the system are made from a seed
while it runs: else what rests on them would never be the same.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

import shoal
from shoal import datasets
from shoal.secret import SystemSecret

RESULTS = Path(__file__).parent / "results" / "same.json"
TABLES = 50
SEED = 7
MISSING = 0.1
STYLES = ("interval", "bounds", "midpoint", "mean")
LOSSES = ("ncp", "height", "lm", "order")
SHORT: Mapping[str, dict[str, object]] = {
    "auto": {"steps": 20},
    "genetic": {"population": 10, "offspring": 30},
    "oka+improve": {"steps": 20},
}
"""Options that keep a run short."""
LARGE = ("auto", "mondrian", "cb", "oka", "k_member", "hilbert", "top_down", "gccg", "datafly")
"""Methods that are quick on all of Adult."""
CRITERIA = (
    shoal.LDiversity(2),
    shoal.LDiversity(2, "frequency"),
    shoal.LDiversity(2, "entropy"),
    shoal.LDiversity(2, "recursive"),
    shoal.AlphaK(0.7),
    shoal.TCloseness(0.5),
    shoal.TCloseness(0.6, distance="equal"),
    shoal.BetaLikeness(4),
    shoal.DeltaDisclosure(2.5),
)


class Case(NamedTuple):
    """One run: the table, what is asked of it, and a name for both."""

    name: str
    frame: pl.DataFrame
    call: dict[str, object]


class Seeded:
    """What stands in for the draws of the system."""

    def __init__(self) -> None:
        """Begin at the first draw."""
        self.rng = np.random.default_rng(SEED)

    def permutation(self, n: int) -> np.ndarray:
        """Return numbers in an order that is drawn from the seed."""
        return self.rng.permutation(n)

    def uniform(self, *shape: int) -> np.ndarray:
        """Return numbers from 0 to 1 that are drawn from the seed."""
        return self.rng.random(shape)


def methods() -> list[str]:
    """Return the names of all methods, and of one whose groups are improved."""
    return [*sorted(info.name for info in shoal.methods()), "oka+improve"]


def asked(name: str, table: str, frame: pl.DataFrame, call: Mapping[str, object], **more: object) -> Case:
    """Return a case of a method on a table, named after what sets it apart."""
    words = [table, name, *(f"{key} {value}" for key, value in more.items())]
    short = {"options": SHORT[name]} if name in SHORT else {}
    return Case(", ".join(words), frame, {**call, "method": name, **short, **more})


def generated(number: int) -> tuple[pl.DataFrame, dict[str, object]]:
    """Return a small table of mixed columns, some with missing cells and hierarchies, and what is asked of it."""
    rng = np.random.default_rng([SEED, number])
    n = int(rng.integers(12, 90))
    columns = {
        "age": rng.integers(18, 90, n),
        "height": np.round(rng.normal(170, 12, n), 1),
        "zip": [f"{code:04}" for code in rng.integers(1000, 1000 + 10 * int(rng.integers(1, 30)), n)],
        "sex": rng.choice(["f", "m"], n),
        "day": [f"2024-{m:02}-{d:02}" for m, d in zip(rng.integers(1, 13, n), rng.integers(1, 29, n), strict=True)],
    }
    chosen = sorted(rng.choice(list(columns), int(rng.integers(1, 6)), replace=False))
    frame = pl.DataFrame({name: columns[name] for name in chosen})
    frame = frame.with_columns(pl.col("day").str.to_date()) if "day" in chosen else frame
    if number % 3 == 1:
        gaps = pl.Series(rng.random(n) < MISSING)
        frame = frame.with_columns(pl.when(gaps).then(None).otherwise(pl.col(chosen[0])).alias(chosen[0]))
    trees = {"age": shoal.Bands([5, 10, 20]), "zip": shoal.Prefix(), "day": shoal.Calendar()}
    given = {name: tree for name, tree in trees.items() if name in chosen and number % 2}
    frame = frame.with_columns(ill=pl.Series(rng.choice(["flu", "cold", "gout", "none", "asthma"], n)))
    call: dict[str, object] = {"quasi": chosen, "sensitive": "ill", "hierarchies": given}
    return frame, call | {"k": int(rng.integers(2, 6)), "seed": number}


def cases() -> Iterator[Case]:
    """Yield every run."""
    adult = datasets.adult()
    call = {"quasi": list(adult.quasi), "sensitive": "occupation", "hierarchies": adult.hierarchies, "seed": 1}
    frame = adult.frame.select(*adult.quasi, *({"occupation"} - set(adult.quasi)))
    call["quasi"] = [name for name in adult.quasi if name != "occupation"]
    call["hierarchies"] = {name: tree for name, tree in adult.hierarchies.items() if name in call["quasi"]}
    for name in LARGE:
        yield asked(name, "adult", frame, call | {"k": 10})
    for name in methods():
        yield asked(name, "adult 600", frame.head(600), call | {"k": 5})
    patients = datasets.patients(400, seed=2)
    known = {"quasi": list(patients.quasi), "sensitive": "diagnosis", "identifiers": list(patients.identifiers)}
    known |= {"hierarchies": patients.hierarchies, "seed": 2, "k": 4}
    for name in methods():
        yield asked(name, "patients", patients.frame, known)
    for name, style in itertools.product(("mondrian", "oka", "mdav", "k_type", "incognito"), STYLES):
        yield asked(name, "patients", patients.frame, known, style=style)
    for name, loss in itertools.product(("mondrian", "auto", "kaca", "k_member", "cb", "top_down"), LOSSES):
        yield asked(name, "patients", patients.frame, known, loss=loss)
    for name, criterion in itertools.product(("auto", "mondrian", "k_member", "datafly", "oka"), CRITERIA):
        yield asked(name, "patients", patients.frame, known, criteria=criterion)
    for name, share in itertools.product(("auto", "mondrian", "datafly"), (0.02, 0.1)):
        yield asked(name, "patients", patients.frame, known, suppress=share)
    yield asked("mondrian", "patients", patients.frame, known, vary=0.2)
    for number in range(TABLES):
        frame, call = generated(number)
        for at, name in enumerate(methods()):
            yield asked(name, f"table {number}", frame, call)
            turn = number + at
            yield asked(
                name, f"table {number}", frame, call, style=STYLES[turn % 4], loss=LOSSES[turn // 4 % 4],
                criteria=CRITERIA[turn % len(CRITERIA)],
            )  # fmt: skip


def digest(case: Case, folder: Path) -> str:
    """Return a digest of what a run gives."""
    seeded, mapping = Seeded(), folder / "mapping.csv"
    SystemSecret.permutation = seeded.permutation  # type: ignore[method-assign]
    SystemSecret.uniform = seeded.uniform  # type: ignore[method-assign]
    mapping.unlink(missing_ok=True)
    try:
        release = shoal.anonymize(case.frame, keep_order=True, mapping=mapping, **case.call)  # type: ignore[arg-type]
    except shoal.ShoalError as error:
        return f"refused: {_hash(str(error))}"
    tables = [release.data] if release.second is None else [release.data, release.second]
    figures = (release.measures, release.suppressed, release.bound, sorted(release.verdict.levels.items()))
    parts = [table.write_csv() for table in tables]
    return _hash("\n".join([*parts, mapping.read_text("utf-8"), repr(figures)]))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main() -> int:
    """Take all digests, and keep them or compare them with those that are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--only", metavar="WORD", default="")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    found: dict[str, str] = {}
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for case in cases():
            if given.only in case.name:
                found[case.name] = digest(case, Path(folder))
    refused = sum(value.startswith("refused") for value in found.values())
    print(f"{len(found)} runs in {time.monotonic() - began:.0f} s, {refused} of them refused")
    if given.keep:
        RESULTS.write_text(json.dumps(found, indent=0) + "\n", "utf-8")
        return 0
    kept = json.loads(RESULTS.read_text("utf-8"))
    differ = [name for name, value in found.items() if kept.get(name) != value]
    missing = [] if given.only else [name for name in kept if name not in found]
    print("\n".join([*(f"differs: {name}" for name in differ), *(f"is gone: {name}" for name in missing)]))
    print(f"{len(found) - len(differ)} of {len(found)} are the same")
    return int(bool(differ or missing))


if __name__ == "__main__":
    sys.exit(main())
