"""What parts of a table tell adds up to what is told of the whole, to the last digit."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import SchemaError
from shoal.table.learn import Lookup
from shoal.verify.stream import Known, counted_part, keyed, merged, people_in_part, with_people
from shoal.verify.verdict import judge
from tests.property.test_release import tables

CRITERIA = (
    KAnonymity(2), LDiversity(2, column="ill"), LDiversity(2, "entropy", "ill"), LDiversity(2, "recursive", "ill"),
    TCloseness(0.4, column="ill"), AlphaK(0.6, column="ill"), BetaLikeness(1.5, column="ill"),
    DeltaDisclosure(1.5, column="ill"),
)  # fmt: skip


def scattered(frame, known, parts, cuts, *, by_person=False):
    """Return the rows of each part, of a table that is cut into pieces."""
    ends = [0, *sorted(cuts), frame.height]
    found = [[] for _ in range(parts)]
    for at, end in enumerate(ends[1:]):
        if end > ends[at]:
            rows, part = keyed(frame[ends[at] : end], known, parts, by_person=by_person)
            for one in np.unique(part):
                found[one].append(rows.filter(pl.Series(part == one)))
    return [pl.concat(pieces) for pieces in found if pieces]


def streamed(frame, quasi, criteria, parts, cuts, person=None):
    """Return the verdict on a table from its parts."""
    about, codes, _ = code_sensitive(frame["ill"])
    cells = frame["ill"].to_frame().with_columns(pl.Series("code", codes)).unique()
    known = Known(tuple(quasi), {"ill": (about, Lookup.of(cells["ill"], cells["code"].to_numpy()))}, criteria, person)
    people = None
    if person is not None:
        found = [people_in_part(rows, known) for rows in scattered(frame, known, parts, cuts, by_person=True)]
        known, people = with_people(known, found), sum(one.people for one in found)
    return merged([counted_part(rows, known) for rows in scattered(frame, known, parts, cuts)], known, people)


@given(tables(), st.data())
def test_parts_tell_what_the_whole_tells(frame, data):
    n = frame.height
    ill = data.draw(st.lists(st.sampled_from(["flu", "cold", None]), min_size=n, max_size=n))
    who = data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    full = frame.with_columns(pl.Series("ill", ill, dtype=pl.String), pl.Series("who", who))
    quasi, person = (
        data.draw(st.sampled_from([frame.columns, frame.columns[:1]])),
        data.draw(st.sampled_from([None, "who"])),
    )
    cuts = data.draw(st.lists(st.integers(0, n), max_size=4))
    expected = judge(full, quasi, ["ill"], criteria=CRITERIA, person=person)
    found = streamed(full, quasi, CRITERIA, data.draw(st.sampled_from([1, 3, 16])), cuts, person)
    assert found.verdict == expected
    sizes = full.with_columns(pl.selectors.float().fill_nan(None)).group_by(quasi).len()["len"]
    assert {size: many for size, many in enumerate(found.sizes.tolist()) if many} == dict(
        sizes.value_counts().select(pl.all().cast(pl.Int64)).rows()
    )


def test_without_a_column_nothing_is_counted():
    with pytest.raises(SchemaError, match="without one all rows are alike"):
        keyed(pl.DataFrame({"x": [1]}), Known((), {}), 2)


def test_nothing_and_minus_nothing_are_one_group():
    frame = pl.DataFrame({"x": [0.0, -0.0, float("nan"), None], "ill": ["a", "b", "a", "b"]})
    found = streamed(frame, ["x"], (), 4, [1, 2, 3])
    assert (found.verdict.groups, found.verdict.k, found.sizes.tolist()) == (2, 2, [0, 0, 2])
