"""How kernels are compiled that only other kernels call.

Numba gives every function two wrappers for Python, optimises it, makes machine code of it, and does all but the
wrappers once more in every caller that it is linked into. A kernel that Python never calls needs none of that: it is
typed and lowered, and waits as plain LLVM code until a kernel that Python does call takes it in and optimises both
together. This halves the time to compile the house method.

What waits looks larger than it will be, and LLVM would call it rather than take it in: a call with the prices of all
columns hands over eighty arguments, in the innermost loop. So what is small is marked to be taken in always.

A few loops come out slower even so: LLVM finds less in a function of thousands of lines than in one of ten. These are
optimised by themselves first, and once more where they are taken in.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering

SMALL = 200
"""Instructions of a kernel, before it is optimised, up to which it is always taken in: with 0 some methods take twice
the time, with 400 they are no faster and the house method takes a fifth longer to compile."""


class Waiting(JITCodeLibrary):
    """Code that waits to be linked into a caller; it is never optimised as a whole nor made executable by itself."""

    def finalize(self) -> None:
        """Link in what the code calls, and make all of it free to be inlined and left out once it is."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)  # noqa: SLF001 - what the base class does as well
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001 - likewise
        self.improve()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.linkage = "linkonce_odr"
                if _size(function) < SMALL:
                    function.add_function_attribute("alwaysinline")
        self._finalize_dynamic_globals()
        self._finalized = True

    def improve(self) -> None:
        """Leave the code as it is."""


class Improved(Waiting):
    """Code that waits, optimised."""

    def improve(self) -> None:
        """Optimise the code."""
        self._optimize_final_module()


def _size(function: binding.ValueRef) -> int:
    """Return the number of instructions of a function."""
    return sum(1 for block in function.blocks for _ in block.instructions)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    """Lowers a kernel into a library that waits, instead of one that is compiled at once."""

    _name = "inner_lowering"
    library = Waiting

    def run_pass(self, state: Any) -> bool:  # noqa: ANN401 - whatever Numba keeps there
        """Lower, and tell Numba where callers find the code.

        Numba asks for a built-in function as the way in from Python. There is none: it gets one that raises an error
        whatever it is called with, and serves as the name under which callers find the code.
        """
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        key = f"{{only kernels may call {state.func_id.func_qualname}}}".format
        state["cr"] = state["cr"]._replace(cfunc=key)
        state.targetctx.insert_user_function(key, state["cr"].fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)  # noqa: SLF001 - what the base class does as well
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _EarlyLowering(_Lowering):
    """Likewise, optimised before it waits."""

    _name = "early_lowering"
    library = Improved


class InnerCompiler(CompilerBase):
    """Numba's own steps for a function without Python objects, but for the last."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the steps."""
        return [_with_lowering(self.state, _Lowering)]


class EarlyCompiler(CompilerBase):
    """Likewise, for a loop that is to be optimised by itself."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the steps."""
        return [_with_lowering(self.state, _EarlyLowering)]


@register_pass(mutates_CFG=True, analysis_only=False)
class _OuterLowering(NativeLowering):
    """Lowers as Numba does, and hands over the constants of all kernels that were taken in, where any are left."""

    _name = "outer_lowering"

    def run_pass(self, state: Any) -> bool:  # noqa: ANN401 - whatever Numba keeps there
        """Lower, optimise and make executable."""
        super().run_pass(state)
        for variable in state.library._final_module.global_variables:  # noqa: SLF001 - as Numba's cache does
            environment = lookup_environment(variable.name)
            if environment is not None:
                state.library.codegen.set_env(variable.name, environment)
        return True


class OuterCompiler(CompilerBase):
    """Numba's own steps, for a kernel that takes in inner ones."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the steps."""
        return [_with_lowering(self.state, _OuterLowering)]


def _with_lowering(state: Any, lowering: type[NativeLowering]) -> PassManager:  # noqa: ANN401 - Numba has no types
    """Return Numba's steps for a function without Python objects, with this one in place of its lowering."""
    made = PassManager(lowering._name)  # noqa: SLF001 - the name is Numba's own
    for step, about in DefaultPassBuilder.define_nopython_pipeline(state).passes:
        made.add_pass(lowering if step is NativeLowering else step, about)
    made.finalize()
    return made
