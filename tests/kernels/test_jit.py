"""The compile cache must never serve a kernel whose helpers have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import shoal.kernels
from shoal.kernels import _jit

JIT = not numba.config.DISABLE_JIT


def test_the_digest_covers_every_kernel_source(tmp_path):
    (tmp_path / "a.py").write_text("x = 1")
    first = _jit.sources_digest(tmp_path)
    (tmp_path / "b.py").write_text("y = 1")
    second = _jit.sources_digest(tmp_path)
    (tmp_path / "b.py").write_text("y = 2")
    assert len({first, second, _jit.sources_digest(tmp_path)}) == 3


@pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")
def test_a_changed_helper_in_another_file_renews_the_cached_caller(tmp_path):
    package = tmp_path / "kernels"
    package.mkdir()
    for name in ("__init__", "_jit", "pool"):
        source = (Path(shoal.kernels.__file__).parent / f"{name}.py").read_text()
        (package / f"{name}.py").write_text(source.replace("shoal.kernels", "kernels"))
    (package / "caller.py").write_text(
        "from kernels._jit import serial\nfrom kernels.helper import h\n\n@serial()\ndef call(x):\n    return h(x)\n"
    )
    answers = []
    for factor in (2, 101):
        (package / "helper.py").write_text(
            f"from kernels._jit import serial\n\n@serial()\ndef h(x):\n    return x * {factor}\n"
        )
        code = "from kernels.caller import call; print(call(10))"
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, env=os.environ
        )
        answers.append(int(run.stdout))
    assert answers == [20, 1010]


@pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")
def test_compiling_is_told_once_and_loading_is_not():
    told = []
    kernel = numba.njit(lambda x: x + 1)
    for _ in range(2):
        with shoal.kernels.telling_of_compilation(lambda: told.append(1)):
            kernel(1)
    assert told == [1]
