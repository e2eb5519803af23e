"""Distortion and squared differences from means, by hand and from the papers' definitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.encode.encoder import encode
from shoal.measure.measures import OF_MEANS
from shoal.measure.squares import Squares
from shoal.schema.column import Column
from tests.reference.turns import in_turn

COLUMNS = (Column("x", "quasi", "numeric"), Column("y", "quasi", "numeric"))
TABLE = pl.DataFrame({"x": [0, 2, 10, 14, 99], "y": [1, 1, 2, 3, 9]})
LABELS = np.array([0, 0, 1, 1, -1], np.int32)


def squares(frame, labels, weights=None):
    coded = encode(frame, COLUMNS)
    return Squares.of(coded.codes, coded.domains, labels, weights)


def test_squares_of_two_groups_and_a_row_that_does_not_leave():
    # x: means 1 and 12, 1 + 1 + 4 + 4; y: means 1 and 2.5, 0.25 + 0.25.
    found = squares(TABLE, LABELS)
    assert (found.columns, found.total, found.uniform, found.weighted) == ((10.0, 0.5), 10.5, 5.25, 5.25)


def test_learned_weights_count():
    assert squares(TABLE, LABELS, {"x": 0.9, "y": 0.1}).weighted == pytest.approx(9.05)


def test_blocks_add_up():
    whole = squares(TABLE, LABELS)
    parts = [squares(TABLE, np.where(g == LABELS, 0, -1).astype(np.int32)) for g in (0, 1)]
    assert parts[0].merge(parts[1]) == whole


def test_they_are_not_defined_with_categories_or_missing_cells():
    words = encode(pl.DataFrame({"x": list("ab")}), (Column("x", "quasi", "categorical"),))
    assert Squares.of(words.codes, words.domains, np.zeros(2, np.int32)) is None
    assert squares(TABLE.with_columns(x=pl.Series([0, None, 10, 14, 99])), LABELS) is None


@in_turn("seed", range(3))
@pytest.mark.parametrize("method", ["mdav", "wf_c_means", "fdm", "average_link"])
def test_every_release_of_means_has_them_as_equation_4_defines_them(method, seed):
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({"row": np.arange(60), "x": rng.normal(size=60), "y": 50 * rng.normal(size=60)})
    asked = {"k": 4, "quasi": ["x", "y"], "sensitive": "row", "method": method, "seed": seed}
    release = shoal.anonymize(frame, **asked)
    both = frame.join(release.frame, on="row", suffix="_out")
    gaps = [float(((both[name] - both[f"{name}_out"]) ** 2).sum()) for name in ("x", "y")]
    weights = release.notes.get("weights", {"x": 0.5, "y": 0.5})
    found = release.measures
    assert found.sse == pytest.approx(sum(gaps))
    assert found.distortion_uniform == pytest.approx(sum(gaps) / 2)
    assert found.distortion == pytest.approx(weights["x"] * gaps[0] + weights["y"] * gaps[1])
    assert set(OF_MEANS) <= set(found.to_dict())


def test_intervals_have_none_and_others_are_not_told():
    asked = {"k": 2, "quasi": ["x", "y"], "seed": 0}
    boxes = shoal.anonymize(TABLE, method="mdav", style="interval", **asked)
    means = shoal.anonymize(TABLE, method="mdav", **asked)
    assert [getattr(boxes.measures, name) for name in OF_MEANS] == [None] * 3
    assert [getattr(means.reported.measures, name) for name in OF_MEANS] == [None] * 3
    assert not set(OF_MEANS) & set(means.to_dict()["loss"])
    assert replace(means.measures, sse=None).to_dict().keys() == means.measures.to_dict().keys() - {"sse"}
