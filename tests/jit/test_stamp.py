"""Compiled code must never be used once anything that it was made from has changed, and not be made again else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import shoal.kernels
from shoal.jit.stamp import stamp_of

JIT = not numba.config.DISABLE_JIT
FILES = {
    "near": "from kernels.far import h\nfrom numpy import abs\n",
    "far": "from kernels.deep.well import w\n",
    "deep.well": "",
    "other": "",
}


def written(folder, files):
    """Write a package of kernels."""
    for name, text in {"__init__": "", "deep.__init__": "", **files}.items():
        path = folder.joinpath("kernels", *name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def stamp(folder):
    return stamp_of(folder / "kernels" / "near.py", "kernels.near")


@pytest.mark.parametrize(
    ("changed", "other"), [("near", True), ("far", True), ("deep.well", True), ("other", False), (None, False)]
)
def test_a_stamp_covers_what_can_be_reached_by_import_and_nothing_else(tmp_path, changed, other):
    stamps = []
    for at, files in enumerate((FILES, FILES | ({changed: FILES[changed] + "x = 1\n"} if changed else {}))):
        written(tmp_path / str(at), files)
        stamps.append(stamp(tmp_path / str(at)))
    assert (stamps[0] != stamps[1]) is other


def test_every_kernel_depends_on_how_it_is_compiled():
    folder = Path(shoal.kernels.__file__).parent
    assert (folder / "_jit.py").read_text().count("def inner(") == 1
    for path in folder.glob("*.py"):
        if "@serial" in path.read_text() and path.stem != "_jit":
            assert "from shoal.kernels._jit import" in path.read_text()


@pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("kind", ["serial", "inner"])
def test_a_changed_helper_in_another_file_renews_the_cached_caller(tmp_path, kind):
    source = (Path(shoal.kernels.__file__).parent / "_jit.py").read_text()
    caller = (
        "from kernels._jit import serial\nfrom kernels.helper import h\n\n@serial()\ndef call(x):\n    return h(x)\n"
    )
    helper = f"from kernels._jit import {kind}\n\n@{kind}()\ndef h(x):\n    return x * 2\n"
    answers = []
    for text in (helper, helper.replace("2", "101"), helper.replace("2", "101")):
        written(tmp_path, {"_jit": source, "caller": caller, "helper": text})
        code = "from kernels.caller import call; print(call(10), sum(call.stats.cache_hits.values()))"
        run = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "SHOAL_CACHE_DIR": str(tmp_path / "cache")},
        )
        answers.append(run.stdout.split())
    assert answers == [["20", "0"], ["1010", "0"], ["1010", "1"]]
    assert len(list((tmp_path / "cache").rglob("caller.call-*"))) == 1
