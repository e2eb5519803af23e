"""The one place where Numba options are chosen.

Compiled code is cached on disk. Numba renews a cached kernel when its own file changes, but not when a helper in
another file does, and a stale kernel could publish wrong groups. So the stamp of every cached kernel also carries a
digest of all kernel sources: change one, and all are compiled anew.
"""

import contextlib
import hashlib
import os
from pathlib import Path

import numba

_FOLDER = Path(__file__).parent
_cached_indexes: list[str] = []


def sources_digest(folder: Path = _FOLDER) -> str:
    """Return a digest of every kernel source in `folder`."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


_DIGEST = sources_digest()
_MOST_THREADS = numba.get_num_threads()


def serial():
    """Return a decorator that compiles a kernel for one thread; it releases the GIL."""
    return _compiler(parallel=False)


def threaded():
    """Return a decorator that compiles a kernel whose `prange` loops run on all threads."""
    return _compiler(parallel=True)


def is_cold() -> bool:
    """Return whether some kernel has never been compiled on this machine, so that a first call takes seconds."""
    return any(not os.path.exists(index) for index in _cached_indexes)  # noqa: PTH110 - numba hands out plain strings


@contextlib.contextmanager
def threads(count):
    """Run the kernels inside the block on at most `count` threads; None leaves the number as it is."""
    before = numba.get_num_threads()
    numba.set_num_threads(before if count is None else max(1, min(count, _MOST_THREADS)))
    try:
        yield
    finally:
        numba.set_num_threads(before)


def _compiler(*, parallel):
    def compile_lazily(function):
        options = {"nogil": True, "parallel": parallel}
        try:
            kernel = numba.njit(cache=True, **options)(function)
        except RuntimeError:  # neither the package's folder nor the user's cache can be written: compile per process
            return numba.njit(**options)(function)
        if hasattr(kernel, "enable_caching"):  # a plain function when NUMBA_DISABLE_JIT is set
            _stamp(kernel)
        return kernel

    return compile_lazily


def _stamp(kernel):
    index = kernel._cache._cache_file  # noqa: SLF001 - Numba has no public way to widen a cache stamp; a test guards it
    index._source_stamp = (index._source_stamp, _DIGEST)  # noqa: SLF001 - as above
    _cached_indexes.append(index._index_path)  # noqa: SLF001 - as above
