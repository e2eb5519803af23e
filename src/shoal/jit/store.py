"""Compiled kernels on disk: a file for each signature, named by everything that its content depends on.

Numba's own cache keeps an index per function, which two processes that save at once can overwrite for each other, and
knows one folder only. Here a file is either there, whole and right, or it is not: it appears by being renamed, its name
is a digest of the sources, the signature, the versions of Numba and Python and the processor, and it begins with a
digest of its content.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core.caching import _Cache
from numba.core.codegen import CPUCodegen
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from shoal.jit.place import kept_at, places, ready_at, ready_target
from shoal.jit.stamp import stamp_of

SUFFIX = ".nbc"
READABLE = 0o644
"""Others may read the code: it holds nothing of any table, and an image is run by other users than build it."""
DIGEST = hashlib.sha256().digest_size

ANNOTATION = 6
"""Where Numba's compile results hold the annotated source, which names the folder that it lies in: it is left out."""

BROKEN = (
    OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, KeyError, TypeError, ValueError
)  # fmt: skip
"""What reading a file may end with that is not what it seems to be."""


class Store(_Cache):
    """The compiled code of one kernel."""

    def __init__(self, function: FunctionType) -> None:
        """Look up nothing yet: most kernels are not called in most runs."""
        self._source, self._module = Path(function.__code__.co_filename), function.__module__
        self._name = f"{self._module.rpartition('kernels.')[2]}.{function.__name__}"
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """Return the folder that new code is kept in."""
        return str(kept_at())

    def enable(self) -> None:
        """Use the files."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the files alone."""
        self._enabled = False

    def flush(self) -> None:
        """Remove what is kept of this kernel."""
        for path in kept_at().glob(f"{self._name}-*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:  # noqa: ANN401 - Numba's
        """Return the code for a signature, or None where there is none, or none that can be read."""
        if not self._enabled:
            return None
        target_context.refresh()
        path = self.path_of(_texts(sig))
        if path is None:
            return None
        with contextlib.suppress(*BROKEN):
            found: CompileResult = CompileResult._rebuild(target_context, *pickle.loads(_read(path)))  # noqa: SLF001, S301 - as Numba does
            return found
        return None

    def save_overload(self, sig: Any, data: CompileResult) -> None:  # noqa: ANN401 - Numba's
        """Keep the code for a signature; where nothing can be written, this process alone has it."""
        if not self._enabled:
            return
        parts = list(data._reduce())  # noqa: SLF001 - what Numba's own cache keeps
        parts[ANNOTATION] = ""
        content = dumps(tuple(parts))
        with contextlib.suppress(OSError):
            _write(self.place_of(_texts(sig)), hashlib.sha256(content).digest() + content)
            self._forget_older()

    def path_of(self, arguments: Sequence[str]) -> Path | None:
        """Return the file with the code for arguments of these types: from the package, else compiled here, if any."""
        ready = ready_at()
        if ready is not None:
            path = ready / self.file_of(arguments, ready_target())
            if path.is_file():
                return path
        name = self.file_of(arguments, host_target())
        return next((folder / name for folder in _folders() if (folder / name).is_file()), None)

    def place_of(self, arguments: Sequence[str]) -> Path:
        """Return where code for arguments of these types is to be kept."""
        return kept_at() / self.file_of(arguments, host_target())

    def file_of(self, arguments: Sequence[str], target: str) -> str:
        """Return the name of the file for arguments of these types on such a processor."""
        depends = (*arguments, target, numba.__version__, *map(str, sys.version_info[:2]), sys.abiflags)
        return f"{self._stamped}-{hashlib.sha256('|'.join(depends).encode()).hexdigest()[:16]}{SUFFIX}"

    @property
    def _stamped(self) -> str:
        return f"{self._name}-{stamp_of(self._source, self._module)[:16]}"

    def _forget_older(self) -> None:
        """Remove what was kept of the kernel as it was before its sources changed."""
        for path in kept_at().glob(f"{self._name}-*{SUFFIX}"):
            if not path.name.startswith(self._stamped):
                path.unlink(missing_ok=True)


def host_target() -> str:
    """Return the processor that code is made for here, in full."""
    codegen: CPUCodegen = cpu_target.target_context.codegen()
    return "|".join(codegen.magic_tuple())


def _folders() -> tuple[Path, ...]:
    """Return the folders to look in for code that was compiled on such a machine."""
    return tuple(dict.fromkeys((kept_at(), *places())))


def _texts(sig: Any) -> tuple[str, ...]:  # noqa: ANN401 - Numba's
    """Return the types of the arguments of a signature in words."""
    arguments, _ = normalize_signature(sig)
    return tuple(map(str, arguments))


def _read(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        ValueError: it is not what was written.
    """
    whole = path.read_bytes()
    content = whole[DIGEST:]
    if hashlib.sha256(content).digest() != whole[:DIGEST]:
        message = f"{path.name} is damaged"
        raise ValueError(message)
    return content


def _write(path: Path, content: bytes) -> None:
    """Write a file that appears whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(READABLE)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
