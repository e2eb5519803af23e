"""The keywords that type checkers know are those that functions take."""

from __future__ import annotations

import inspect

import pytest

import shoal
from shoal.request.keywords import AnonymizeKeywords, CompareKeywords


@pytest.mark.parametrize(("verb", "known"), [(shoal.anonymize, AnonymizeKeywords), (shoal.compare, CompareKeywords)])
def test_type_checkers_know_every_keyword_and_what_it_may_be(verb, known):
    taken = inspect.signature(verb).parameters
    given = {name: annotation.__forward_arg__ for name, annotation in known.__annotations__.items()}
    assert given == {name: one.annotation for name, one in taken.items() if name != "table"}
