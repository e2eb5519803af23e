"""Samarati's search against all vectors of levels, and by hand."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.partition.samarati import Samarati, _vectors
from shoal.schema.column import Column
from shoal.schema.hierarchy import Prefix
from tests.partition import groups_of
from tests.reference.levels import level_problem, samarati
from tests.reference.problems import problem_of
from tests.reference.turns import in_turn


@pytest.mark.parametrize("limit", [0, 3, 100])
@in_turn("seed", range(8))
def test_it_finds_what_looking_at_every_vector_finds(seed, limit):
    problem = level_problem(seed, k=2 + seed % 4, missing=seed % 2 == 1)
    found = Samarati(suppress_limit=limit).partition(problem)
    assert tuple(found.notes["levels"].values()) == samarati(problem, limit)


def test_the_least_height_counts_not_the_least_loss():
    # One step of sex, or two of zip, which lose less here: sex is lifted.
    columns = (
        Column("zip", "quasi", "categorical", hierarchy=Prefix(steps=(1, 2, 3)), weight=0.1),
        Column("sex", "quasi", "categorical"),
    )
    frame = pl.DataFrame({"zip": ["1111", "1111", "2222", "2222"], "sex": list("fmfm")})
    found = Samarati().partition(problem_of(frame, 2, columns=columns))
    assert found.notes["levels"] == {"zip": 0, "sex": 1}
    assert groups_of(found) == [[0, 1], [2, 3]]


def test_vectors_of_a_height_are_all_there_in_order():
    assert list(_vectors((3, 2), 2)) == [(1, 1), (2, 0)]
    assert list(_vectors((3, 2), 0)) == [(0, 0)]


def test_a_limit_that_is_no_count_is_refused():
    with pytest.raises(SettingError, match="0 or more"):
        Samarati(suppress_limit=-1)
