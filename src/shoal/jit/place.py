"""Where compiled kernels lie: with the package, ready to use, or in a folder that this process may write to."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from llvmlite import binding

PACKAGE = Path(__file__).parent.parent
READY = PACKAGE / "jit" / "ready"
"""Code that came with a wheel; nothing is ever written there after it is built."""

BASELINE = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
"""The processor that code in a wheel is made for, by architecture."""

V3 = frozenset({
    "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "cx16", "sahf", "avx", "avx2", "bmi", "bmi2", "f16c", "fma",
    "lzcnt", "movbe", "xsave",
})  # fmt: skip
"""What a processor must offer to run code for x86-64-v3: all that came with or before Haswell."""


class Ready(NamedTuple):
    """A folder of code that came with the package, and the processor that it was made for."""

    folder: Path
    target: str


@functools.cache
def ready_at() -> Ready | None:
    """Return where the code is that came with the package, if it did and this processor can run it."""
    target = baseline()
    if target is None or not READY.is_dir():
        return None
    if target == "x86-64-v3" and not {name for name, has in binding.get_host_cpu_features().items() if has} >= V3:
        return None
    return Ready(READY, f"{platform.system()}|{target}".lower())


def baseline() -> str | None:
    """Return the processor that code in a wheel for this architecture is made for."""
    return BASELINE.get(platform.machine().lower())


@functools.cache
def kept_at() -> Path | None:
    """Return the folder for code that is compiled here: the first of these that can be written to.

    The environment variable SHOAL_CACHE_DIR or NUMBA_CACHE_DIR, `__pycache__` beside the kernels, and the user's own
    folder for caches. None where there is none: each process compiles for itself then.
    """
    named = [Path(os.environ[name]) for name in ("SHOAL_CACHE_DIR", "NUMBA_CACHE_DIR") if os.environ.get(name)]
    apart = f"shoal-{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:12]}"
    places = [folder / apart for folder in named] or [PACKAGE / "kernels" / "__pycache__", _caches() / apart]
    return next((folder for folder in places if _is_writable(folder)), None)


def _caches() -> Path:
    """Return the folder in which this user's programs keep what they can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _is_writable(folder: Path) -> bool:
    """Return whether files can be made in a folder, which is made as well where it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
