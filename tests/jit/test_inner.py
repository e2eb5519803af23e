"""Which kernels Python calls and which only kernels do, and that the declarations say so."""

from __future__ import annotations

import ast
from pathlib import Path

import numba
import numpy as np
import pytest

import shoal
from shoal.kernels import _jit, telling_of_compilation
from shoal.kernels.shared.box_cost import lowest_node

JIT = not numba.config.DISABLE_JIT
PACKAGE = Path(shoal.__file__).parent
KERNELS = PACKAGE / "kernels"


def declared():
    """Return how each kernel is declared, by its file and name."""
    found = {}
    for path in KERNELS.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                name = getattr(getattr(mark, "func", None), "id", "")
                if name in {"serial", "inner"}:
                    found[path.stem, node.name] = name
    return found


def imported(path):
    """Return the kernels that a file imports, by the name that they have there."""
    found = {}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("shoal.kernels."):
            found |= {name.asname or name.name: (node.module.split(".")[-1], name.name) for name in node.names}
    return found


def called_from_python():
    """Return all kernels that code outside the kernels may call, or plain functions among these do."""
    found = {
        kernel for path in PACKAGE.rglob("*.py") if KERNELS not in path.parents for kernel in imported(path).values()
    }
    known = declared()
    for path in KERNELS.rglob("*.py"):
        names = imported(path)
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and (path.stem, node.name) not in known:
                used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
                found |= {names.get(name, (path.stem, name)) for name in used}
    return found


def test_kernels_are_inner_just_where_no_python_code_calls_them():
    known, called = declared(), called_from_python()
    assert {kernel for kernel, kind in known.items() if kind == "serial"} == {k for k in called if k in known}
    assert {kernel for kernel, kind in known.items() if kind == "inner"} == {k for k in known if k not in called}


@pytest.mark.skipif(not JIT, reason="plain functions may be called with NUMBA_DISABLE_JIT")
def test_python_cannot_call_an_inner_kernel():
    one = np.zeros(1, np.int32)
    with pytest.raises(KeyError, match="only kernels may call lowest_node"):
        lowest_node(one, one, 0, 0)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("early", [False, True])
def test_what_an_inner_kernel_holds_is_there_in_its_caller(early):
    table = np.array([3.0, 5.0])

    @_jit.inner(early=early)
    def look_up(i):
        if i > 1:
            message = "too far"
            raise ValueError(message)
        return table[i]

    @_jit.inner()
    def twice(i):
        return 2 * look_up(i)

    @_jit.serial()
    def both(i):
        return twice(i) + look_up(0)

    both._cache.disable()
    assert both(1) == 13.0
    with pytest.raises(ValueError, match="too far"):
        both(2)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")
def test_compiling_is_told_once_and_loading_is_not():
    reported = []
    kernel = numba.njit(lambda x: x + 1)
    for _ in range(2):
        with telling_of_compilation(lambda: reported.append(1)):
            kernel(1)
    assert reported == [1]
