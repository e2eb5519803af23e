"""The papers' own partitions cost what the papers' figures work out to."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.datasets import chiu_tsai_figure1, he_table1, lin_wei_table1, ni_table2, ni_table4
from shoal.encode.encoder import encode
from shoal.measure.measures import measure
from shoal.partition.base import Partition, boxes_of
from shoal.schema.column import Column
from shoal.schema.hierarchy import Prefix, hierarchy_of

EXACT = {"abs": 1e-9, "rel": 0}


def measured(data, groups, k, **changes):
    """Return the measures and the cost per row of each group, for groups of rows counted from 1."""
    columns = []
    for name in data.quasi:
        kind = "numeric" if data.frame[name].dtype.is_integer() else "categorical"
        tree = data.hierarchies.get(name) if kind == "categorical" else None
        columns.append(Column(name, "quasi", kind, hierarchy=hierarchy_of(name, tree) if tree else None))
    columns = [changes.get(column.name, column) for column in columns]
    coded = encode(data.frame, tuple(columns))
    labels = np.empty(len(data.frame), np.int32)
    for group, rows in enumerate(groups):
        labels[np.array(rows) - 1] = group
    boxes = boxes_of(coded.codes, Partition(labels, len(groups)))
    return measure(coded.domains, boxes, suppressed=0, k=k)


def test_he_table_2():
    found = measured(he_table1(), [[1, 2], [3, 4], [5, 6, 7]], 2)
    assert found.ncp == pytest.approx(2.65, **EXACT)
    assert found.gcp == pytest.approx(2.65 / 14, **EXACT)
    assert found.il == pytest.approx(2.65 / 14, **EXACT)
    assert found.diversity == pytest.approx(2.65, **EXACT)
    assert found.lm == pytest.approx(2.65 / 14, **EXACT)
    assert found.prec == pytest.approx(1 - 2.65 / 14, **EXACT)
    assert found.dm == 4 + 4 + 9
    assert found.c_avg == pytest.approx(7 / 3 / 2, **EXACT)
    assert found.columns == pytest.approx({"Age": (0.5 + 0.75) / 7, "Zip": (0.4 + 0.4 + 0.6) / 7}, **EXACT)
    assert (found.smallest, found.largest, found.mean_size) == (2, 3, pytest.approx(7 / 3))


LIN_WEI = [[1, 2, 3], [4, 5, 6]]


def test_lin_wei_table_3_with_zip_codes_below_7527():
    assert measured(lin_wei_table1(), LIN_WEI, 3).diversity == pytest.approx(7.3125, **EXACT)


def test_lin_wei_table_3_with_zip_codes_as_numbers():
    data = lin_wei_table1()
    numbers = Column("ZipCode", "quasi", "numeric")
    assert measured(data, LIN_WEI, 3, ZipCode=numbers).diversity == pytest.approx(7.3125, **EXACT)


def test_lin_wei_table_3_with_zip_codes_masked_digit_by_digit():
    masked = Column("ZipCode", "quasi", "categorical", hierarchy=Prefix())
    found = measured(lin_wei_table1(), LIN_WEI, 3, ZipCode=masked)
    assert found.diversity == pytest.approx(4.9125, **EXACT)
    whole = measured(lin_wei_table1(), [[1, 2, 3, 4, 5, 6]], 3, ZipCode=masked)
    assert whole.diversity == pytest.approx(13.2, **EXACT)


def test_lin_wei_as_one_group():
    assert measured(lin_wei_table1(), [[1, 2, 3, 4, 5, 6]], 3).diversity == pytest.approx(18.0, **EXACT)


def test_chiu_tsai_figure_1():
    assert measured(chiu_tsai_figure1(), [[1, 3, 4], [2, 5, 6]], 3).ncp == pytest.approx(11.0, **EXACT)


def test_ni_table_3():
    found = measured(ni_table2(), [[1, 2], [3, 8], [4, 7], [5, 6]], 2)
    assert (found.ncp, found.il) == (pytest.approx(8.64, **EXACT), pytest.approx(0.27, **EXACT))


def test_ni_table_7():
    found = measured(ni_table4(), [[1, 10], [2, 8], [3, 6], [9, 5], [4, 7]], 2)
    assert (found.ncp, found.il) == (pytest.approx(12.64, **EXACT), pytest.approx(0.316, **EXACT))
    per_row = (0.12 + 1.08 + 2.04 + 1.52 + 1.56) * 2
    assert found.ncp == pytest.approx(per_row, **EXACT)
    assert found.diversity == pytest.approx(12 + 28 / 75, **EXACT)


def test_ni_table_8():
    found = measured(ni_table4(), [[1, 10], [2, 3, 6], [8, 4], [9, 5, 7]], 2)
    assert (found.ncp, found.il) == (pytest.approx(19.60, **EXACT), pytest.approx(0.49, **EXACT))


def test_ni_figure_2_heights_and_leaves():
    tree = hierarchy_of("x", {"a": {"b": ["d"], "c": ["e", "f"]}})
    frame = pl.DataFrame({"x": ["e", "f", "d"]})
    coded = encode(frame, (Column("x", "quasi", "categorical", hierarchy=tree),))
    pair = boxes_of(coded.codes, Partition(np.array([0, 0, 1], np.int32), 2))
    found = measure(coded.domains, pair, suppressed=0, k=1)
    assert found.diversity == pytest.approx(2 * 1 / 2, **EXACT)
    assert found.ncp == pytest.approx(2 * 2 / 3, **EXACT)
