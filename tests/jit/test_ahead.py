"""Kernels compiled by other processes: all of them, once, and none of these processes outlives its use."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import numba
import pytest

from shoal.jit.needs import Need, every_need
from shoal.jit.place import PACKAGE
from shoal.jit.worker import BUSY, DONE, FAILED, compiled

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")

SMALL = ("shared.groups.group_sizes", "shared.groups.label_groups", "shared.box_cost.fill_table")
BEGIN = f"""
import json, sys, time
from shoal.jit.ahead import Ahead
from shoal.jit.needs import Needs, every_need
small = tuple(need for need in every_need() if need.kernel in {SMALL})
large = tuple(need for need in every_need() if need.kernel.endswith("work_on_runs"))
"""
COMPILE = """
steps = []
with Ahead(Needs(small[:1], small[1:]), little=0.0) as ahead:
    ahead.wait_for_first(steps.append)
    first = small[0].is_there
    ahead.wait_for_all(steps.append)
print(json.dumps({"kernels": ahead.kernels, "first": first, "there": [need.is_there for need in small],
                  "stages": sorted({step.stage for step in steps}), "note": steps[0].note if steps else ""}))
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Return a folder with the package as it is without a wheel: no code came with it, so all is to be compiled."""
    folder = tmp_path_factory.mktemp("bare")
    shutil.copytree(PACKAGE, folder / "shoal", ignore=shutil.ignore_patterns("ready", "static", "__pycache__"))
    return folder


@pytest.fixture
def started(bare, tmp_path):
    """Return what starts a process that runs some code, with a cache of its own, and ends it with the test."""
    processes = []

    def start(code):
        env = {**os.environ, "SHOAL_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(bare)}
        line = [sys.executable, "-P", "-c", BEGIN + code]
        processes.append(subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=env))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def said(process):
    out, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(out.splitlines()[-1])


def files(folder):
    return sorted(path.suffix for path in folder.rglob("*") if path.is_file())


def test_what_is_not_there_is_compiled_elsewhere_and_found_here(started, tmp_path):
    once, again = said(started(COMPILE)), said(started(COMPILE))
    assert once["first"]
    assert all(once["there"])
    assert once["kernels"] == len(once["there"]) == len(files(tmp_path))
    assert once["stages"] == ["compile"]
    assert once["note"].startswith(f"kernel 1 of {once['kernels']}, about ")
    assert again == {"kernels": 0, "first": True, "there": once["there"], "stages": [], "note": ""}
    assert set(files(tmp_path)) == {".nbc"}


def test_two_processes_that_start_at_once_share_the_work(started, tmp_path):
    both = [started(COMPILE) for _ in range(2)]
    found = [said(process) for process in both]
    assert all(all(each["there"]) for each in found)
    assert set(files(tmp_path)) == {".nbc"}
    assert len(files(tmp_path)) == len(found[0]["there"])


def test_leaving_ends_the_processes(started):
    code = """
with Ahead(Needs(large, ()), little=0.0) as ahead:
    while not ahead._processes:
        time.sleep(0.01)
print(json.dumps([process.poll() for process in ahead._processes]))
"""
    ended = said(started(code))
    assert ended
    assert all(code is not None for code in ended)


def test_a_killed_process_takes_its_processes_with_it(started):
    code = """
ahead = Ahead(Needs(large, ()), little=0.0)
while len(ahead._processes) < len(ahead._threads):
    time.sleep(0.01)
print(json.dumps([process.pid for process in ahead._processes]), flush=True)
time.sleep(600)
"""
    process = started(code)
    pids = json.loads(process.stdout.readline())
    assert pids
    process.send_signal(signal.SIGKILL)
    process.wait()
    while any(_is_alive(pid) for pid in pids):
        time.sleep(0.05)


def _is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - a file of the system
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_kernel_that_another_process_is_at_is_left_to_it(tmp_path, monkeypatch):
    need = next(need for need in every_need() if need.kernel == SMALL[0])
    place = tmp_path / "kernel.nbc"
    monkeypatch.setattr(type(need.dispatcher._cache), "place_of", lambda *_: place)
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert compiled(need, waiting=False) == BUSY
    assert compiled(need, waiting=True) == DONE
    assert compiled(Need("shared.groups.no_such_kernel", (), 1.0), waiting=False) == FAILED
