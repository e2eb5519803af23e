"""The one place where Numba options are chosen.

Compiled code is cached on disk. Numba renews a cached kernel when its own file changes, but not when a helper in
another file does, and a stale kernel could publish wrong groups. So the stamp of every cached kernel also carries a
digest of all kernel sources: change one, and all are compiled anew.
"""

import hashlib
from pathlib import Path

import numba
from numba.core import event, types

_FOLDER = Path(__file__).parent


def sources_digest(folder: Path = _FOLDER) -> str:
    """Return a digest of every kernel source in `folder`."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


_DIGEST = sources_digest()


def serial():
    """Return a decorator that compiles a kernel for one thread.

    It releases the GIL, so that a pool can run many. It does not look out for division by zero: no kernel divides by
    zero, and the look-out slows compiling.
    """

    def compile_lazily(function):
        try:
            kernel = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        except RuntimeError:  # neither the package's folder nor the user's cache can be written: compile per process
            return numba.njit(nogil=True, error_model="numpy")(function)
        if hasattr(kernel, "enable_caching"):  # a plain function when NUMBA_DISABLE_JIT is set
            _stamp(kernel)
            _forget_literals(kernel)
        return kernel

    return compile_lazily


def _forget_literals(kernel):
    """Let calls from other kernels with 0 and with any number meet the same compiled function.

    Numba would compile a kernel once more for each constant that it is called with, or that a variable begins with:
    twice the time for the house method.
    """
    template_of = kernel.get_call_template

    def get_call_template(args, kws):
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return template_of(tuple(types.unliteral(kind) for kind in args), plain)

    kernel.get_call_template = get_call_template


class _Once(event.Listener):
    """Calls `tell` at the first event, and never again."""

    def __init__(self, tell):
        self._tell = tell

    def on_start(self, _event):
        tell, self._tell = self._tell, None
        if tell is not None:
            tell()

    def on_end(self, _event):
        pass


def telling_of_compilation(tell):
    """Return a context in which `tell()` is called when a kernel must be compiled, once; never where all are cached."""
    return event.install_listener("numba:compile", _Once(tell))


def _stamp(kernel):
    index = kernel._cache._cache_file  # noqa: SLF001 - Numba has no public way to widen a cache stamp; a test guards it
    index._source_stamp = (index._source_stamp, _DIGEST)  # noqa: SLF001 - as above
