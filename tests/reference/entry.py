"""A way into kernels that only kernels call, for the tests that look at them one by one."""

from __future__ import annotations

from shoal.kernels._jit import is_compiled, serial


def entry(kernel):
    """Return a kernel in a form that Python may call."""
    return serial()(kernel.py_func) if is_compiled(kernel) else kernel


def entries(*kernels):
    """Return several kernels in a form that Python may call."""
    return tuple(entry(kernel) for kernel in kernels)


def guard_of(problem):
    """Return the rules of a problem as the search hands them to kernels: None where there are none."""
    return problem.guard if problem.is_guarded else None
