"""Where compiled kernels lie: with the package, ready to use, or in a folder that this process may write to."""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from llvmlite import binding

PACKAGE = Path(__file__).parent.parent
READY = PACKAGE / "jit" / "ready"
"""Code that came with a wheel; nothing is ever written there after it is built."""

FOLDER_NAMED = "SHOAL_CACHE_DIR"
"""The environment variable that names the folder to keep code in."""

BASELINE = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
"""The processor that code in a wheel is made for, by architecture."""

V3 = (
    "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "cx16", "sahf", "avx", "avx2", "bmi", "bmi2", "f16c", "fma",
    "lzcnt", "movbe", "xsave",
)  # fmt: skip
"""What a processor must offer to run code for x86-64-v3: all that came with or before Haswell."""


@functools.cache
def ready_at() -> Path | None:
    """Return where the code is that came with the package, if it did and this processor can run it."""
    if baseline() is None or not READY.is_dir():
        return None
    offered = {name for name, has in binding.get_host_cpu_features().items() if has}
    return READY if offered.issuperset(needed_features()) else None


def baseline() -> str | None:
    """Return the processor that code in a wheel for this architecture is made for."""
    return BASELINE.get(platform.machine().lower())


def needed_features() -> tuple[str, ...]:
    """Return what a processor must offer to run such code."""
    return V3 if baseline() == "x86-64-v3" else ()


def ready_target() -> str:
    """Return the name of what such code runs on."""
    return f"{platform.system()}|{baseline()}".lower()


@functools.cache
def kept_at() -> Path:
    """Return the folder for code that is compiled here: the first of `places` that can be written to.

    Where there is none, a folder that this process removes at its end.
    """
    found = next((folder for folder in places() if _is_writable(folder)), None)
    if found is not None:
        return found
    passing = Path(tempfile.mkdtemp(prefix="shoal-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    (passing / _apart()).mkdir()
    return passing / _apart()


def same_place() -> dict[str, str]:
    """Return the environment in which another process keeps its code in the same folder as this one."""
    return {FOLDER_NAMED: str(kept_at().parent)} if kept_at().name == _apart() else {}


@functools.cache
def places() -> tuple[Path, ...]:
    """Return the folders in which compiled code may lie.

    That which the environment variable SHOAL_CACHE_DIR or NUMBA_CACHE_DIR names; else `__pycache__` beside the kernels
    and the user's own folder for caches. All of them are looked in, so code that was compiled when an image was built
    is found by users who may not write there.
    """
    named = [Path(os.environ[name]) for name in (FOLDER_NAMED, "NUMBA_CACHE_DIR") if os.environ.get(name)]
    if named:
        return tuple(folder / _apart() for folder in named)
    return PACKAGE / "kernels" / "__pycache__", _caches() / _apart()


def _apart() -> str:
    """Return the name of a folder that no other installation of the package has."""
    return f"shoal-{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:12]}"


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
