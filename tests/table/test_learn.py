"""What pieces tell merges to what the whole tells, in any order."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.property.test_release import tables

from shoal.errors import InputError
from shoal.table import learn
from shoal.table.learn import CELL, HASH, TIMES, Learnt, Lookup


def told(learnt):
    """Return what was learnt, in an order of its own."""
    cells = {name: sorted(map(repr, zip(found[CELL].to_list(), found[TIMES].to_list(), strict=True)))
             for name, found in learnt.cells.items()}  # fmt: skip
    return learnt.rows, cells, learnt.sample.sort(HASH).rows()


@given(tables(), st.lists(st.integers(0, 30), max_size=4))
def test_what_is_learnt_does_not_depend_on_the_pieces_or_their_order(frame, cuts):
    names = tuple(frame.columns)
    ends = [0, *sorted(cut for cut in cuts if cut < frame.height), frame.height]
    parts = [Learnt.of(frame[a:b], names, names) for a, b in itertools.pairwise(ends)]
    whole = told(Learnt.of(frame, names, names))
    assert told(Learnt.merged(parts)) == whole
    assert told(Learnt.merged(parts[::-1])) == whole
    assert told(Learnt.merged([Learnt.merged(parts[:2]), *parts[2:]])) == whole


def test_the_sample_is_the_same_however_the_rows_are_cut(monkeypatch):
    monkeypatch.setattr(learn, "SAMPLE", 50)
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"a": rng.integers(0, 40, 3000), "b": rng.integers(0, 40, 3000)})
    whole = Learnt.of(frame, (), ("a", "b"))
    parts = Learnt.merged([Learnt.of(frame[at : at + 170], (), ("a", "b")) for at in range(0, 3000, 170)])
    shuffled = Learnt.of(frame.sample(fraction=1, shuffle=True, seed=1), (), ("a", "b"))
    assert whole.sample.height == 50
    assert told(parts)[2] == told(whole)[2] == told(shuffled)[2]
    counted = frame.group_by("a", "b").len()
    times = {(a, b): n for a, b, n in counted.rows()}
    assert all(times[a, b] == n for a, b, n in whole.sample.select("a", "b", TIMES).rows())


def test_too_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(learn, "MOST_VALUES", 3)
    parts = [Learnt.of(pl.DataFrame({"x": [at, at + 1]}), ("x",), ()) for at in (0, 2)]
    with pytest.raises(InputError, match="more than 3 different values"):
        Learnt.merged(parts)


def test_labels_that_are_numbered_otherwise_in_each_piece_are_the_same_cells():
    first = pl.DataFrame({"x": pl.Series(["a", "b"], dtype=pl.Enum(["a", "b"]))})
    second = pl.DataFrame({"x": pl.Series(["b", "a"], dtype=pl.Enum(["b", "a"]))})
    learnt = Learnt.merged([Learnt.of(first, ("x",), ("x",)), Learnt.of(second, ("x",), ("x",))])
    assert dict(zip(learnt.column("x").to_list(), learnt.times("x").tolist(), strict=True)) == {"a": 2, "b": 2}
    assert learnt.sample.height == 2
    lookup = Lookup.of(learnt.column("x"), learnt.column("x").cast(pl.Enum(["a", "b"])).to_physical().to_numpy())
    assert lookup.apply(second["x"]).tolist() == [1, 0]
