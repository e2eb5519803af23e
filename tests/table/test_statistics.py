"""Files of SPSS, Stata and SAS, and of fixed width."""

from __future__ import annotations

import gzip
import sys

import polars as pl
import pyreadstat
import pytest

import shoal
from shoal.errors import InputError
from shoal.table.files import read_table

FRAME = pl.DataFrame({"age": [31.0, 45.0, None], "sex": [1.0, 2.0, 1.0], "city": ["Köln", "Bonn", ""]})
LABELS = {"sex": {1: "f", 2: "m"}}
MEANT = {"age": [31, 45, None], "sex": ["f", "m", "f"], "city": ["Köln", "Bonn", None]}


@pytest.mark.parametrize("end", ["sav", "dta", "zsav"])
def test_labels_stand_for_their_numbers(end, tmp_path):
    path = tmp_path / f"people.{end}"
    write = pyreadstat.write_dta if end == "dta" else pyreadstat.write_sav
    write(FRAME, str(path), variable_value_labels=LABELS, **({"compress": True} if end == "zsav" else {}))
    assert read_table(path).data.with_columns(pl.col("sex").cast(pl.String)).to_dict(as_series=False) == MEANT
    assert shoal.anonymize(path, k=3, quasi=["age", "sex"], method="mondrian", seed=1).data.height == 3


def test_sas_is_read_with_its_numbers_also_where_it_is_packed(tmp_path):
    pyreadstat.write_xport(FRAME, str(tmp_path / "people.xpt"))
    packed = tmp_path / "people.xpt.gz"
    packed.write_bytes(gzip.compress((tmp_path / "people.xpt").read_bytes()))
    assert read_table(packed).data["sex"].to_list() == [1, 2, 1]


def test_a_damaged_file_is_refused_without_a_foreign_error(tmp_path):
    (tmp_path / "people.sav").write_bytes(b"$FL2 and no more")
    with pytest.raises(InputError, match="cannot be read as SPSS"):
        read_table(tmp_path / "people.sav")


def test_without_the_library_it_says_what_to_install(tmp_path, monkeypatch):
    (tmp_path / "people.dta").write_bytes(b"x")
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(InputError, match=r"shoal\[formats\]"):
        read_table(tmp_path / "people.dta")


def test_columns_of_fixed_width(tmp_path):
    path = tmp_path / "people.txt"
    path.write_text("age zip  x\n 31 0123 a\n 45 0456\n", "utf-8")
    assert read_table(path, widths=[4, 5, 1]).data.rows() == [("31", "0123", "a"), ("45", "0456", None)]
    with pytest.raises(InputError, match=r"line 1 of .* goes on after the 4 characters"):
        read_table(path, widths=[4])
