"""One run of the fuzzer: make it, and check what came of it."""

from __future__ import annotations

import shutil
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.check import check
from tests.fuzz.run import run_case, twice


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
        first = run_case(case, folder)
        again = None
        if case.side & {"again", "round trip"} and first.code == 0:
            again = twice(case, folder, first)
        return Attempt(first.code, first.error, _checked(case, first, again))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _checked(case, first, again):
    try:
        return check(case, first, again)
    except Exception as error:  # noqa: BLE001 - a release that cannot be read is a finding, or the fuzzer is wrong
        return [("the check could not be made", "".join(traceback.format_exception(error)[-8:]))]
