"""Streams that are closed or full: an exit code and one line, whatever is left to say it with."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.test_process import ROLES

COMMAND = f"{sys.executable} -m shoal"
RELEASE = f"anonymize people.csv {' '.join(ROLES)} --method mondrian --quiet"
CLOSED = "error: stdout is closed, and the result"
FULL = "error: No space left on device: stdout\n"


def run(line, folder):
    return subprocess.run(f"{COMMAND} {line}", shell=True, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (f"{RELEASE} -o out.csv >&-", 0, ""),
        (f"{RELEASE} -o out.csv --json >&-", 2, CLOSED),
        (f"{RELEASE} -o - >&-", 2, CLOSED),
        (f"{RELEASE} -o out.csv --json > /dev/full", 2, FULL),
        (f"{RELEASE} -o - > /dev/full", 2, "error: cannot write standard output: the disk is full\n"),
        (f"{RELEASE} -o out.csv 2>&-", 0, ""),
        (f"{RELEASE} -o out.csv 2> /dev/full", 0, ""),
        (f"{RELEASE} -o out.csv <&- >&- 2>&-", 0, ""),
        (f"{RELEASE} -o missing/out.csv 2> /dev/full", 2, ""),
        (f"{RELEASE} --nonsense 2>&-", 2, ""),
        ("check - --quasi age <&-", 2, "error: cannot read standard input"),
        ("methods > /dev/full", 2, FULL),
        ("--help >&-", 2, CLOSED),
        ("--version > /dev/full", 2, FULL),
    ],
)
def test_a_closed_or_full_stream_is_an_exit_code_and_no_traceback(people, line, code, words):
    result = run(line, people.parent)
    assert (result.returncode, result.stdout) == (code, "")
    assert result.stderr.startswith(words)
    assert bool(result.stderr) == bool(words)
    assert "Traceback" not in result.stderr
    assert "internal error" not in result.stderr
    if code == 0:
        assert (people.parent / "out.csv").read_text().startswith("age,zip,sex,disease\n")
    if words == CLOSED:  # refused before any work
        assert [path.name for path in people.parent.iterdir()] == ["people.csv"]
    if words == FULL and "out.csv" in line:  # what was written before is named
        assert result.stderr == f"{FULL}already written: out.csv\n"
