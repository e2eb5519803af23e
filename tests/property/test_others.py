"""Whatever roles columns have, those that leave are those with a role that leaves, in the order of the table."""

from __future__ import annotations

import warnings

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

import shoal

ROWS = 6
KEYWORDS = {"quasi": "quasi", "sensitive": "sensitive", "identifier": "identifiers", "plain": "keep"}
LEAVING = ("quasi", "sensitive", "plain")
NAMES = ("age", "note", "phone", "x", "ward", "number")


@given(st.lists(st.sampled_from([*KEYWORDS, "nobody's"]), min_size=1, max_size=len(NAMES)), st.booleans())
def test_exactly_the_columns_that_have_a_role_leave(roles, others):
    roles = dict(zip(NAMES, ["quasi", *roles], strict=False))
    frame = pl.DataFrame({name: [row // 2 * (at + 1) for row in range(ROWS)] for at, name in enumerate(roles)})
    call = {keyword: [name for name, each in roles.items() if each == role] for role, keyword in KEYWORDS.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        release = shoal.anonymize(frame, k=2, method="mondrian", keep_others=others, **call)
    leaving = (*LEAVING, "nobody's") if others else LEAVING
    assert release.frame.columns == [name for name, role in roles.items() if role in leaving]
    unnamed = tuple(name for name, role in roles.items() if role == "nobody's")
    assert release.left_out == (() if others else unnamed)
    assert set(release.request.schema.names) == set(roles) - set(release.left_out)
