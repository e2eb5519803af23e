"""What stands in the bytes of a table besides its cells."""

from __future__ import annotations

import io

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import shoal
from shoal.table.memory import rebuilt

MARKS = [f"a long enough text {place}" for place in range(8)]
ORDER = pl.Series([3, 6, 2, 4, 0, 5, 1])
LABELS = pl.Enum(MARKS)
KINDS = {
    "categories": pl.Series("x", MARKS, dtype=pl.Categorical),
    "text": pl.Series("x", MARKS),
    "bytes": pl.Series("x", [mark.encode() for mark in MARKS]),
    "lists": pl.Series("x", [[mark, "b"] for mark in MARKS]),
    "lists of categories": pl.Series("x", [[mark] for mark in MARKS], dtype=pl.List(pl.Categorical)),
    "lists of labels": pl.Series("x", [[mark] for mark in MARKS], dtype=pl.List(LABELS)),
    "arrays of labels": pl.Series("x", [[mark] for mark in MARKS], dtype=pl.Array(LABELS, 1)),
    "structures": pl.Series("x", [{"a": {"b": mark}} for mark in MARKS]),
    "structures of labels": pl.Series("x", [{"a": mark} for mark in MARKS], dtype=pl.Struct({"a": LABELS})),
}


def found_in(content):
    """Return the places of the marks in the order in which some bytes have them."""
    return [place for _, place in sorted((content.find(mark.encode()), place) for place, mark in enumerate(MARKS)
                                         if mark.encode() in content)]  # fmt: skip


def arrow(frame):
    """Return the frame as an Arrow file."""
    file = io.BytesIO()
    frame.write_ipc(file)
    return file.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_were_left_out_and_the_order_before_are_gone(kind):
    picked = pl.DataFrame([KINDS[kind].gather(ORDER)])
    assert found_in(arrow(rebuilt(picked))) == ORDER.to_list()


def test_cells_stay_as_they_are():
    frame = pl.DataFrame({"a": ["x", None, ""], "b": [[1], None, []], "c": [1, 2, None], "d": [b"1", None, b""]})
    assert_frame_equal(rebuilt(frame), frame)
    assert rebuilt(frame.clear()).equals(frame.clear())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["arrow", "parquet"])
def test_no_file_holds_the_text_of_a_row_that_was_suppressed(tmp_path, kind, suffix):
    frame = pl.DataFrame([pl.Series("age", [1] * 7 + [900]), KINDS[kind].alias("note")])
    release = shoal.anonymize(frame, k=2, quasi="age", sensitive="note", suppress=0.3, method="mondrian")
    assert release.suppressed == 1
    release.save(tmp_path / f"r.{suffix}")
    assert MARKS[7].encode() not in (tmp_path / f"r.{suffix}").read_bytes()


def test_two_tables_have_their_own_memory_too(tmp_path):
    frame = pl.DataFrame({"job": MARKS, "disease": MARKS[::-1]})
    release = shoal.anonymize(frame, k=2, quasi="job", sensitive="disease", method="anatomy", seed=1)
    release.save(tmp_path / "r.arrow")
    assert found_in((tmp_path / "r.arrow").read_bytes()) == [MARKS.index(job) for job in release.data["job"]]
    second = list(dict.fromkeys(release.second["disease"]))
    assert found_in((tmp_path / "r-sensitive.arrow").read_bytes()) == [MARKS.index(value) for value in second]
