"""Bits of a 64-bit word: how many are set, and which is the lowest.

Numba has no name for these processor instructions, so they are asked of LLVM. Without compilation plain Python answers.
"""

import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64

if config.DISABLE_JIT:  # type: ignore[attr-defined]  # made when Numba is imported

    def bits_set(word):
        """Return how many bits of a word are set."""
        return int(word).bit_count()

    def lowest_bit(word):
        """Return the place of the lowest bit that is set; the word is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def bits_set(_typing, _word):
        """Return how many bits of a word are set."""

        def build(_context, builder, _signature, words):
            return builder.ctpop(words[0])

        return types.int64(types.uint64), build

    @intrinsic
    def lowest_bit(_typing, _word):
        """Return the place of the lowest bit that is set; the word is not 0."""

        def build(_context, builder, _signature, words):
            return builder.cttz(words[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), build
