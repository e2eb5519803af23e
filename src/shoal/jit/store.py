"""Compiled kernels on disk: a file for each signature, named by everything that its content depends on.

Numba's own cache keeps an index per function, which two processes that save at once can overwrite for each other, and
knows one folder only. Here a file is either there, whole and right, or it is not: it appears by being renamed, and its
name is a digest of the sources, the signature, the versions of Numba and Python and the processor.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from shoal.jit.place import kept_at, ready_at
from shoal.jit.stamp import stamp_of

SUFFIX = ".nbc"

ANNOTATION = 6
"""Where Numba's compile results hold the annotated source, which names the folder that it lies in: it is left out."""


class Store(_Cache):  # type: ignore[misc]  # Numba has no types
    """The compiled code of one kernel."""

    def __init__(self, function: FunctionType) -> None:
        """Look up nothing yet: most kernels are not called in most runs."""
        self._source = Path(function.__code__.co_filename)
        self._module = function.__module__
        self._name = f"{self._source.stem}.{function.__name__}"
        self._enabled = True

    @property
    def cache_path(self) -> str | None:
        """Return the folder that new code is kept in, if any can be written to."""
        folder = kept_at()
        return None if folder is None else str(folder)

    def enable(self) -> None:
        """Use the files."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the files alone."""
        self._enabled = False

    def flush(self) -> None:
        """Remove what is kept of this kernel."""
        folder = kept_at()
        for path in folder.glob(f"{self._name}-*{SUFFIX}") if folder else ():
            path.unlink(missing_ok=True)

    def has(self, arguments: tuple[types.Type, ...], codegen: Any) -> bool:  # noqa: ANN401 - Numba's
        """Return whether there is code for arguments of these types."""
        return any(path.is_file() for path in self._paths(arguments, codegen))

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:  # noqa: ANN401 - Numba's
        """Return the code for a signature, or None where there is none, or none that can be read."""
        if not self._enabled:
            return None
        target_context.refresh()
        arguments, _ = normalize_signature(sig)
        for path in self._paths(arguments, target_context.codegen()):
            with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
                return CompileResult._rebuild(target_context, *pickle.loads(path.read_bytes()))  # noqa: SLF001, S301
        return None

    def save_overload(self, sig: Any, data: CompileResult) -> None:  # noqa: ANN401 - Numba's
        """Keep the code for a signature; where nothing can be written, this process alone has it."""
        folder = kept_at()
        if not self._enabled or folder is None:
            return
        arguments, _ = normalize_signature(sig)
        parts = list(data._reduce())  # noqa: SLF001 - what Numba's own cache keeps
        parts[ANNOTATION] = ""
        with contextlib.suppress(OSError):
            _write(folder / self._file(arguments, _target(data.codegen)), dumps(tuple(parts)))
            self._forget_older(folder)

    def _paths(self, arguments: tuple[types.Type, ...], codegen: Any) -> Iterator[Path]:  # noqa: ANN401 - Numba's
        """Yield where the code may be: first that which came with the package, then what was compiled here."""
        ready, folder = ready_at(), kept_at()
        if ready is not None:
            yield ready.folder / self._file(arguments, ready.target)
        if folder is not None:
            yield folder / self._file(arguments, _target(codegen))

    def _file(self, arguments: tuple[types.Type, ...], target: str) -> str:
        """Return the name of the file for arguments of these types on such a processor."""
        depends = (*map(str, arguments), target, numba.__version__, *map(str, sys.version_info[:2]), sys.abiflags)
        return f"{self._stamped}-{hashlib.sha256('|'.join(depends).encode()).hexdigest()[:16]}{SUFFIX}"

    @property
    def _stamped(self) -> str:
        return f"{self._name}-{stamp_of(self._source, self._module)[:16]}"

    def _forget_older(self, folder: Path) -> None:
        """Remove what was kept of the kernel as it was before its sources changed."""
        for path in folder.glob(f"{self._name}-*{SUFFIX}"):
            if not path.name.startswith(self._stamped):
                path.unlink(missing_ok=True)


def _target(codegen: Any) -> str:  # noqa: ANN401 - Numba's
    """Return the processor that code is made for, in full."""
    return "|".join(codegen.magic_tuple())


def _write(path: Path, content: bytes) -> None:
    """Write a file that appears whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
