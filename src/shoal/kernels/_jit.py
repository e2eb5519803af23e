"""The one place where Numba options are chosen.

Kernels are compiled when they are first called, unless that was done before: compiled code is kept on disk.
"""

import numba
from numba.core import event, types

from shoal.jit.inner import EarlyCompiler, InnerCompiler, OuterCompiler
from shoal.jit.store import Store


def serial():
    """Return a decorator that compiles a kernel for one thread, for Python code to call.

    It releases the GIL, so that a pool can run many. It does not look out for division by zero: no kernel divides by
    zero, and the look-out slows compiling.
    """

    def compile_lazily(function):
        kernel = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, pipeline_class=OuterCompiler)(
            function
        )
        if is_compiled(kernel):
            kernel._cache = Store(function)  # noqa: SLF001 - Numba has no public way to say where code is kept
            _forget_literals(kernel)
        return kernel

    return compile_lazily


def inner(*, early=False):
    """Return a decorator for a kernel that only kernels call: it is compiled as a part of those that do.

    With `early` it is optimised by itself as well, before it is taken in: worth it for a loop that a benchmark shows to
    be faster so, and nowhere else, as it takes time.
    """
    compiler = EarlyCompiler if early else InnerCompiler

    def compile_with_caller(function):
        kernel = numba.njit(
            nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=compiler
        )(function)
        if is_compiled(kernel):
            _forget_literals(kernel)
        return kernel

    return compile_with_caller


def is_compiled(kernel):
    """Return whether a kernel is compiled, rather than a plain function: NUMBA_DISABLE_JIT may be set."""
    return hasattr(kernel, "py_func")


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
