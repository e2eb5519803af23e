"""What only a real process can show: signals, pipes, limits, and what is left behind."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import polars as pl
import pytest
from tests.cli.conftest import PEOPLE

COMMAND = [sys.executable, "-m", "shoal"]
ROLES = ["-k", "2", "--quasi", "age,zip,sex", "--sensitive", "disease", "--identifier", "name"]
BEFORE = b"what was there before"


def run(*arguments, **more):
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, timeout=120, check=False, **more)


@pytest.fixture(scope="module")
def large():
    """Return a table, as CSV, that keeps a process busy for seconds."""
    rng = np.random.default_rng(3)
    columns = {f"c{i}": rng.integers(0, 500, 400_000) for i in range(6)}
    return pl.DataFrame(columns).write_csv().encode()


@pytest.mark.parametrize(
    ("number", "code", "message"),
    [
        (signal.SIGINT, 130, b"interrupted; nothing was written\n"),
        (signal.SIGTERM, 143, b"interrupted; nothing was written\n"),
        (signal.SIGKILL, -signal.SIGKILL, b""),
    ],
)
def test_a_stopped_run_leaves_the_output_as_it_was(tmp_path, large, number, code, message):
    out = tmp_path / "out.csv"
    out.write_bytes(BEFORE)
    arguments = ["-k", "5", "--quasi", "c0,c1,c2,c3,c4,c5", "--method", "cb", "-o", out, "--json"]
    more = ["--mapping", tmp_path / "mapping.csv", "--save-schema", tmp_path / "shoal.toml"]
    command = [*COMMAND, "anonymize", "-", *map(str, [*arguments, *more])]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes) as child:
        child.stdin.write(large)  # returns when the process has taken all but the last bytes: it is at work now
        child.stdin.close()
        time.sleep(0.2)
        assert child.poll() is None, "the run was over before it could be stopped"
        child.send_signal(number)
        stdout, stderr = child.stdout.read(), child.stderr.read()
    assert child.returncode == code, stderr
    assert stdout == b""
    assert stderr.endswith(message)
    assert b"Traceback" not in stderr
    assert out.read_bytes() == BEFORE
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


def test_a_full_disk_leaves_the_output_as_it_was(shoal, people, tmp_path):
    quick = ["--method", "mondrian"]
    shoal("anonymize", people, *ROLES, *quick, "-o", os.devnull)  # compiles: a file limit would spoil the cache
    people.write_text(PEOPLE + "".join(f"n{i},{i % 90},0{i % 9000},f,flu\n" for i in range(20_000)), "utf-8")
    out = tmp_path / "out.csv"
    out.write_bytes(BEFORE)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    result = run("anonymize", people, *ROLES, *quick, "-o", out, preexec_fn=limit)
    assert result.returncode == 2, result.stderr
    assert b"error: cannot write" in result.stderr
    assert out.read_bytes() == BEFORE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "people.csv"]


def test_a_full_device_is_an_error(people):
    with Path("/dev/full").open("wb") as full:
        command = [*COMMAND, "check", str(people), "--quasi", "age", "--json"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr == b"error: No space left on device: stdout\n"


def test_a_reader_that_goes_away_ends_the_run_without_a_word(tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("age\n" + "".join(f"{i % 100}\n" for i in range(60_000)), "utf-8")
    request = ["-k", "2", "--quasi", "age", "--method", "mondrian"]
    command = [*COMMAND, "anonymize", str(source), *request, "--quiet", "-o", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout.readline() == b"age\n"
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


def test_pipes_in_and_out_and_the_release_checks():
    released = run("anonymize", "-", *ROLES, "--method", "mondrian", "-o", "-", input=PEOPLE.encode())
    assert released.returncode == 0
    assert released.stdout.startswith(b"age,zip,sex,disease\n")
    assert b"k = 2, verified" in released.stderr
    checked = run("check", "-", "--quasi", "age,zip,sex", "--json", input=released.stdout)
    assert json.loads(checked.stdout)["k"] >= 2


def test_help_needs_none_of_the_heavy_libraries():
    script = (
        "import sys; from shoal.cli.start import run; sys.argv = ['shoal', 'anonymize', '--help']\n"
        "try: run()\n"
        "finally: print(*sorted({'polars', 'numba', 'numpy', 'rich', 'pyarrow'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stderr.strip() == ""
    assert "--quasi" in done.stdout


def test_colours_are_for_terminals_that_want_them(people):
    pty = pytest.importorskip("pty")
    seen = {}
    for name, env in (("plain", {"NO_COLOR": "1"}), ("coloured", {})):
        leader, follower = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm-256color"}
        command = [*COMMAND, "anonymize", str(people), *ROLES, "--method", "mondrian", "-o", os.devnull]
        with subprocess.Popen(command, stderr=follower, stdout=subprocess.DEVNULL, env=clean | env):
            os.close(follower)
            seen[name] = read_all(leader)
    assert b"\x1b[32m" in seen["coloured"]
    assert b"\x1b[32m" not in seen["plain"]
    assert b"verified" in seen["plain"]


def read_all(descriptor):
    """Return all that is written to a terminal until nobody holds it any more."""
    found = b"".join(iter(lambda: read_some(descriptor), b""))
    os.close(descriptor)
    return found


def read_some(descriptor):
    """Return what is written to a terminal next, or nothing when nobody holds it any more."""
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how Linux says that the other end is closed
        return b""


@pytest.mark.slow
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the search takes too long to begin as plain Python")
@pytest.mark.parametrize("method", ["auto", "mondrian+improve"])
def test_ctrl_c_ends_the_search_and_what_it_found_is_released(shoal, tmp_path, method):
    pty = pytest.importorskip("pty")
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rng = np.random.default_rng(5)
    pl.DataFrame({f"c{i}": rng.integers(0, 500, 6000) for i in range(6)}).write_csv(source)
    quasi = "c0,c1,c2,c3,c4,c5"
    request = ["-k", "5", "--quasi", quasi, "--method", method, "--effort", "600", "--json"]
    leader, follower = pty.openpty()
    env = os.environ | {"TERM": "xterm-256color", "COLUMNS": "200"}
    command = [*COMMAND, "anonymize", str(source), *request, "-o", str(out)]
    with subprocess.Popen(command, stderr=follower, stdout=subprocess.PIPE, env=env) as child:
        os.close(follower)
        seen = b""
        while b"search" not in seen:  # the live line tells when the search is on
            part = read_some(leader)
            assert part, f"the run was over before it searched: {seen[-300:]}"
            seen += part
        child.send_signal(signal.SIGINT)
        seen += read_all(leader)
        report = json.loads(child.stdout.read())
    assert child.returncode == 0, seen[-300:]
    assert b"stopped early:" in seen
    assert b"Traceback" not in seen
    assert (report["stopped"], report["effort"], report["verified"]) == ("interrupted", 600.0, True)
    assert json.loads(shoal("check", out, "--quasi", quasi, "--json").stdout)["k"] >= 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"]


IMPATIENT = """
import signal, sys
from shoal.cli.start import run
from shoal.partition.registry import PARTITIONERS
from shoal.partition.mondrian import Mondrian

class Search(Mondrian):
    def partition(self, problem):
        with problem.watch.searching():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

PARTITIONERS["auto"] = Search
sys.argv[0] = "shoal"
run()
"""


def test_a_second_ctrl_c_ends_the_run(people, tmp_path):
    out = tmp_path / "out.csv"
    out.write_bytes(BEFORE)
    command = [sys.executable, "-c", IMPATIENT, "anonymize", str(people), *ROLES, "-o", str(out)]
    result = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert result.returncode == 130, result.stderr
    assert result.stderr.endswith(b"interrupted; nothing was written\n")
    assert b"Traceback" not in result.stderr
    assert out.read_bytes() == BEFORE


STUCK = """
import hashlib, os, sys, time
from shoal.cli.start import run
from shoal.partition.registry import PARTITIONERS
from shoal.partition.mondrian import Mondrian

class Search(Mondrian):
    def partition(self, problem):
        sys.stderr.write("stuck\\n")
        while os.environ["WAY"] == "deaf":
            try:
                time.sleep(0.01)
            except BaseException:
                pass
        hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)  # like a kernel: minutes without a step of Python

PARTITIONERS["auto"] = Search
sys.argv[0] = "shoal"
run()
"""


@pytest.mark.parametrize(
    ("way", "signals", "code"),
    [
        ("busy", [signal.SIGTERM], 143),
        ("busy", [signal.SIGINT, signal.SIGINT], 130),
        ("deaf", [signal.SIGTERM], 143),
        ("deaf", [signal.SIGINT], 130),
    ],
)
def test_a_run_ends_when_it_must_although_a_kernel_does_not_return_or_a_library_loses_what_is_raised(
    people, tmp_path, way, signals, code
):
    out = tmp_path / "out.csv"
    out.write_bytes(BEFORE)
    arguments = ["anonymize", str(people), *ROLES, "-o", str(out), "--mapping", str(tmp_path / "map.csv")]
    command, env = [sys.executable, "-c", STUCK, *arguments], os.environ | {"WAY": way}
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as child:
        for line in child.stderr:
            if line == b"stuck\n":
                break
        for number in signals:
            child.send_signal(number)
            time.sleep(0.2)  # two signals of one kind that come at once are one
        stderr = child.stderr.read()
        child.wait(timeout=120)
    assert (child.returncode, stderr) == (code, b"interrupted; nothing was written\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "people.csv"]
    assert out.read_bytes() == BEFORE
