"""Measures speak of the groups that the released table shows."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.encode.encoder import encode
from shoal.generalize.alike import merge_alike
from shoal.measure.measures import measure
from shoal.partition.base import Partition, boxes_of
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested

TREE = Nested({"*": {"low": ["a", "b", "c"], "high": ["d"]}})


def test_boxes_below_one_node_become_one_group():
    frame = pl.DataFrame({"x": ["a", "b", "b", "c", "d", "d"]})
    coded = encode(frame, (Column("x", "quasi", "categorical", hierarchy=TREE),))
    partition = Partition(np.array([0, 0, 1, 1, 2, -1], np.int32), 3)
    boxes = boxes_of(coded.codes, partition)
    merged, wide = merge_alike(coded.domains, partition, boxes)
    assert merged.labels.tolist() == [0, 0, 0, 0, 1, -1]
    assert wide.sizes.tolist() == [4, 1]
    before, after = (measure(coded.domains, b, suppressed=1, k=1) for b in (boxes, wide))
    assert (after.ncp, after.lm) == (pytest.approx(before.ncp), pytest.approx(before.lm))
    assert (before.dm, after.dm) == (4 + 4 + 1 + 6, 16 + 1 + 6)


def test_the_report_counts_the_groups_that_check_counts():
    frame = pl.DataFrame({"x": ["a", "b"] * 6 + ["b", "c"] * 6, "y": [1] * 24})
    release = shoal.anonymize(frame, k=5, quasi=["x", "y"], hierarchies={"x": TREE}, method="cb", seed=3)
    assert release.groups == shoal.check(release.frame, quasi=["x", "y"]).groups
    assert release.measures.c_avg == pytest.approx(24 / release.groups / 5)
