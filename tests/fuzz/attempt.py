"""One run of the fuzzer: make it, and check what came of it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.check import check
from tests.fuzz.run import run_case, twice

STDERR = 2


@dataclass(frozen=True)
class Attempt:
    """What a run came to: its exit code, the text of its error, and what is wrong, each a kind and a detail."""

    code: int
    error: str
    faults: list


def attempt(case, root):
    """Return what came of a case; its files are gone afterwards."""
    folder = Path(tempfile.mkdtemp(dir=root))
    try:
        again = None
        with _listening(folder) as heard:
            first = run_case(case, folder)
            if case.side & {"again", "round trip"} and first.code == 0:
                again = twice(case, folder, first)
        words = heard.read_text(encoding="utf-8", errors="replace")
        if words:
            first.said.append(words)
            first.faults.append(("something was written to standard error", words[:500]))
        return Attempt(first.code, first.error, _checked(case, first, again))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _listening(folder):
    """Yield the file that standard error goes to meanwhile, from libraries with ways of their own too."""
    place = folder / "stderr"
    sys.stderr.flush()
    kept = os.dup(STDERR)
    with place.open("wb") as stream:
        os.dup2(stream.fileno(), STDERR)
    try:
        yield place
    finally:
        sys.stderr.flush()
        os.dup2(kept, STDERR)
        os.close(kept)


def _checked(case, first, again):
    try:
        return check(case, first, again)
    except Exception as error:  # noqa: BLE001 - a release that cannot be read is a finding, or the fuzzer is wrong
        return [("the check could not be made", "".join(traceback.format_exception(error)[-8:]))]
