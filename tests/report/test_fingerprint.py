from __future__ import annotations

import hashlib

import polars as pl
import pytest

from shoal.errors import InputError
from shoal.report.fingerprint import BLOCK, sha256_of_file, sha256_of_table
from shoal.table.write import write_table


def test_the_table_has_the_hash_of_the_file_that_save_writes(tmp_path):
    frame = pl.DataFrame({"a": ["x,y", None, 'q"'], "b": [1.5, 2.0, None]})
    write_table(frame, tmp_path / "out.csv")
    expected = hashlib.sha256((tmp_path / "out.csv").read_bytes()).hexdigest()
    assert sha256_of_table(frame) == sha256_of_file(tmp_path / "out.csv") == expected


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        sha256_of_file(tmp_path / "none.csv")


def test_every_block_of_a_long_file_counts(tmp_path):
    content = b"x" * BLOCK + b"y" * BLOCK + b"z"
    (tmp_path / "long").write_bytes(content)
    assert sha256_of_file(tmp_path / "long") == hashlib.sha256(content).hexdigest()
