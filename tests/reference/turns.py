"""Many small cases in one test: what each would cost to be set up is more than it takes to run."""

from __future__ import annotations

import functools
import inspect
import os

IS_PYTHON = os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}
"""Whether kernels run as plain Python, some hundred times slower."""

FEW = 2
"""Cases that are tried where kernels are plain Python: the rest are for the compiled suite."""


def in_turn(name, cases):
    """Return a decorator that runs a test for one case after another, as the argument of that name.

    A failure names the case it was about. Where kernels are plain Python, the first few cases stand for all.
    """
    cases = list(cases)[: FEW if IS_PYTHON else None]

    def decorate(test):
        @functools.wraps(test)
        def run(*args, **kwargs):
            for case in cases:
                try:
                    test(*args, **kwargs, **{name: case})
                except BaseException as error:
                    error.add_note(f"with {name} = {case!r}")
                    raise

        signature = inspect.signature(test)
        others = [other for other in signature.parameters.values() if other.name != name]
        run.__signature__ = signature.replace(parameters=others)
        return run

    return decorate
