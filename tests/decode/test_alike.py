from __future__ import annotations

import polars as pl
import pytest

from shoal.decode.alike import codes_alike, values_alike
from shoal.errors import InputError


def test_values_are_coded_by_what_the_release_has():
    found = values_alike(pl.Series("s", ["flu", "gout", None, "cold"]), pl.Series("s", ["flu", "cold", "flu", None]))
    flu, cold = found.released[0], found.released[1]
    assert found.original.tolist() == [flu, -1, found.released[3], cold]
    assert found.shares[flu] == 0.5
    assert found.shares.sum() == 1
    assert found.name == "s"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pl.Series(["1", "2.50", "3"]), pl.Series([1.0, 2.5, 3.0])),
        (pl.Series([1, 2, 3]), pl.Series([1.0, 2.0, 3.0])),
        (pl.Series(["a", "b", "a"]), pl.Series(["a", "b", "a"], dtype=pl.Enum(["b", "a"]))),
        (pl.Series([True, False, True]), pl.Series(["true", "false", "true"])),
    ],
)
def test_the_same_values_in_other_types_are_the_same(one, other):
    codes = codes_alike([one, other])
    assert codes[:3].tolist() == codes[3:].tolist()


def test_codes_that_look_like_numbers_stay_texts():
    assert len(set(codes_alike([pl.Series(["07"]), pl.Series(["7"])]))) == 2


def test_lists_cannot_be_distinguished():
    with pytest.raises(InputError, match="cannot be distinguished"):
        values_alike(pl.Series("s", [[1]]), pl.Series("s", [[1]]))
