"""Types in words, and back."""

from __future__ import annotations

import pytest
from numba.core import types

from shoal.jit.needs import every_need
from shoal.jit.signature import type_of


@pytest.mark.parametrize(
    "kind",
    [
        types.int64,
        types.boolean,
        types.none,
        types.Array(types.uint8, 3, "A"),
        types.Array(types.float64, 1, "C", readonly=True),
        types.UniTuple(types.int64, 2),
        types.Tuple((types.int64, types.Array(types.int32, 1, "C"))),
    ],
)
def test_words_come_back_as_the_type(kind):
    assert type_of(str(kind), {}) == kind


@pytest.mark.parametrize("words", ["int65", "Pair(int64, int64)", "array(int32, 1d)", "", "range"])
def test_unknown_words_are_refused(words):
    with pytest.raises(ValueError, match=r"no .* is called"):
        type_of(words, {})


def test_every_need_is_of_types_that_print_as_they_are_listed():
    from shoal.jit.needs import _classes

    for need in every_need():
        known = _classes(f"shoal.kernels.{need.kernel.rsplit('.', 1)[0]}")
        assert [str(type_of(words, known)) for words in need.arguments] == list(need.arguments)
