"""Options of methods, by the types that the methods declare."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args, get_type_hints

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.partition.registry import PARTITIONERS, make_partitioner
from tests.reference.checks import MARK, MARKED, ODD

OPTIONS = [(name, field.name) for name, method in PARTITIONERS.items() for field in fields(method)]


def is_of_type(hint, value):
    """Return whether a value is of a declared type; numbers of NumPy count as Python's, truth values as no numbers."""
    value = value.item() if isinstance(value, np.generic) else value
    parts = get_args(hint) or (hint,)
    if "tuple" in str(hint):
        listed = (
            value.tolist() if isinstance(value, np.ndarray) else value.to_list() if hasattr(value, "to_list") else value
        )
        return type(value) is int or (isinstance(listed, list | tuple) and all(type(part) is int for part in listed))
    if isinstance(parts[0], str):
        return type(value) is str and value in parts
    return type(value) in parts or (type(value) is int and float in parts)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_an_option_of_another_type_is_refused(name, option):
    hint = get_type_hints(PARTITIONERS[name])[option]
    for value in ODD:
        if not is_of_type(hint, value) and not (isinstance(value, list | tuple) and not value):
            with pytest.raises(SettingError) as caught:
                make_partitioner(name, {option: value})
            assert MARK not in str(caught.value)
            assert str(MARKED) not in str(caught.value)


def test_what_numpy_gives_is_an_option_too():
    assert make_partitioner("cb", {"rounds": np.int64(7), "restart": np.bool_(True)}).rounds == 7
    assert make_partitioner("oka", {"seeds": np.array([1, 2])}).seeds == (1, 2)


@pytest.mark.parametrize(
    ("name", "option"), [("cb", "restart"), ("cb_diverse", "restart"), ("loukides_shao", "reassign")]
)
def test_a_text_is_no_truth_value(name, option):
    with pytest.raises(
        SettingError, match=f"the option '{option}' of method '{name}' is 'no'; it must be true or false"
    ):
        make_partitioner(name, {option: "no"})
