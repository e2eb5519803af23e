"""`python -m tests.fuzz`: random tables through every method and format, each release checked by other eyes."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tests.fuzz.attempt import attempt
from tests.fuzz.case import draw_case
from tests.fuzz.shrink import described, shrink
from tests.fuzz.tally import Tally

BLOCK = 200
"""Runs that one process does before it tells of them."""
SHOWN = 1
"""Faults of one kind that a block of runs makes smaller and shows; the others are counted."""


def main(arguments=None):
    """Run a campaign, or a single run of one; return 1 where anything is wrong."""
    asked = _parser().parse_args(arguments)
    if asked.run is not None:
        return _single(asked)
    started = time.monotonic()
    whole = Tally()
    blocks = [(asked.seed, start, min(start + BLOCK, asked.runs)) for start in range(0, asked.runs, BLOCK)]
    with ProcessPoolExecutor(asked.jobs) as pool:
        waiting = [pool.submit(campaign, *block) for block in blocks]
        for done in as_completed(waiting):
            part = done.result()
            whole.merge(part)
            _tell(part, asked.seed)
            _say(f"{whole.runs:,} of {asked.runs:,} runs, {whole.released:.0%} released, {len(whole.faults)} faults\n")
    seconds = time.monotonic() - started
    _say(f"\n{whole.table()}\n\n{seconds:.0f} s, {1000 * seconds * asked.jobs / max(1, whole.runs):.0f} ms a run\n")
    if asked.json:
        Path(asked.json).write_text(json.dumps({"seed": asked.seed, **whole.to_dict()}, indent=1), encoding="utf-8")
    return 1 if whole.faults else 0


def campaign(seed, start, stop, *, most_rows=2000):
    """Return the tally of the runs with these numbers; the first faults of each kind are made smaller."""
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=_fast_folder()) as root:
        for number in range(start, stop):
            case = draw_case(seed, number, most_rows=most_rows)
            result = attempt(case, root)
            tally.add(case, result)
            for kind, detail in result.faults[:1]:
                few = tally.counts["fault"][kind] <= SHOWN
                tally.faults.append((number, kind, *(_smallest(case, root, kind) if few else (detail, ""))))
    return tally


def _smallest(case, root, kind):
    """Return what is wrong in the smallest case that shows a kind of fault, and that case in words."""
    smaller, found = shrink(case, root, kind)
    return next(detail for other, detail in found.faults if other == kind), described(smaller)


def _fast_folder():
    """Return a folder in memory where there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _single(asked):
    """Repeat one run and say all about it."""
    case = draw_case(asked.seed, asked.run)
    _say(described(case) + "\n")
    with tempfile.TemporaryDirectory(dir=_fast_folder()) as root:
        found = attempt(case, root)
        _say(f"exit code {found.code} {found.error}\n")
        for kind, detail in found.faults:
            _say(f"FAULT {kind}: {detail}\n")
        if found.faults and asked.shrink:
            case, found = shrink(case, root, found.faults[0][0])
            _say(f"\nsmallest case:\n{described(case)}\n{found.faults}\n")
    return 1 if found.faults else 0


def _tell(tally, seed):
    for number, kind, detail, text in tally.faults:
        if text:
            _say(f"\nFAULT {kind}\n{detail}\n{text}\nrepeat: python -m tests.fuzz --seed {seed} --run {number}\n\n")


def _parser():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", default="0", help="the seed of the campaign")
    parser.add_argument("--runs", type=int, default=1000, help="how many runs")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--json", help="write the counts and the faults to this file")
    parser.add_argument("--run", type=int, help="repeat the run of this number alone, and tell all about it")
    parser.add_argument("--shrink", action="store_true", help="with --run: make a failing case smaller")
    return parser


def _say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
