"""What compiled code depends on: the sources that a kernel can reach by its imports."""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path

_IMPORT = re.compile(rb"^from ([\w.]+) import", re.MULTILINE)

_COMPILERS = Path(__file__).with_name("inner.py")

KERNELS = "kernels"
"""The package that kernels are in, and beyond which they import nothing that is compiled."""


@functools.cache
def stamp_of(source: Path, module: str) -> str:
    """Return a digest of a file of kernels and of all files of kernels that it imports, near or far.

    Numba would renew cached code when its own file changes, but not when a helper in another file does, and stale code
    could publish wrong groups. A change to one method, on the other hand, need not compile all the others again.
    """
    digest = hashlib.sha256(_read(_COMPILERS))
    top = source.parents[module.count(".")]
    for path in sorted(_reached(source, top, _package(module))):
        digest.update(path.relative_to(top).as_posix().encode() + b"\0" + _read(path) + b"\0")
    return digest.hexdigest()


def _package(module: str) -> str:
    """Return the package of kernels that a module is in, or the module itself where it is in none."""
    parts = module.split(".")
    return ".".join(parts[: parts.index(KERNELS) + 1]) if KERNELS in parts else module


def _reached(source: Path, top: Path, package: str) -> set[Path]:
    """Return the file and all of the package that it imports."""
    found, waiting = {source}, [source]
    while waiting:
        new = _imported(waiting.pop(), top, package) - found
        found |= new
        waiting += new
    return found


@functools.cache
def _imported(source: Path, top: Path, package: str) -> frozenset[Path]:
    """Return the files of the package that this one imports from."""
    names = {name.decode() for name in _IMPORT.findall(_read(source))}
    named = {top.joinpath(*name.split(".")).with_suffix(".py") for name in names if name.startswith(f"{package}.")}
    return frozenset(path for path in named if path.is_file())


@functools.cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
