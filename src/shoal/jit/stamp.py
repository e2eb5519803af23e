"""What compiled code depends on: the sources that a kernel can reach by its imports."""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path

_IMPORT = re.compile(rb"^from (?:[\w.]+\.)?(\w+) import", re.MULTILINE)

_COMPILERS = Path(__file__).with_name("inner.py")


def stamp_of(source: Path) -> str:
    """Return a digest of a file of kernels and of all files beside it that it imports, near or far.

    Numba would renew cached code when its own file changes, but not when a helper in another file does, and stale code
    could publish wrong groups. A change to one method, on the other hand, need not compile all the others anew.
    """
    digest = hashlib.sha256(_read(_COMPILERS))
    for path in sorted(_reached(source)):
        digest.update(path.name.encode() + b"\0" + _read(path) + b"\0")
    return digest.hexdigest()


def _reached(source: Path) -> set[Path]:
    """Return the file and all beside it that it imports."""
    found, waiting = {source}, [source]
    while waiting:
        new = _beside(waiting.pop()) - found
        found |= new
        waiting += new
    return found


@functools.cache
def _beside(source: Path) -> frozenset[Path]:
    """Return the files beside this one that it imports from."""
    named = {source.with_name(f"{name.decode()}.py") for name in _IMPORT.findall(_read(source))}
    return frozenset(path for path in named if path.is_file())


@functools.cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
