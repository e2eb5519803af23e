"""Finished runs are kept one by one, and a run that was killed goes on."""

from __future__ import annotations

import pytest

from shoal.errors import InputError
from shoal.reproduce.cell import Cell, with_options
from shoal.reproduce.store import Store

CELL = Cell("iris", "mdav", 3)


def test_what_was_kept_is_there_again(tmp_path):
    Store(tmp_path / "runs.jsonl").add("a", CELL, {"gcp": 0.25})
    assert Store(tmp_path / "runs.jsonl").get("a") == {"gcp": 0.25}


def test_a_last_line_that_was_cut_off_is_passed_over_and_written_again(tmp_path):
    path = tmp_path / "runs.jsonl"
    store = Store(path)
    store.add("a", CELL, {"gcp": 0.25})
    store.add("b", CELL, {"gcp": 0.5})
    path.write_bytes(path.read_bytes()[:-9])
    again = Store(path)
    assert (again.get("a"), again.get("b")) == ({"gcp": 0.25}, None)
    again.add("b", CELL, {"gcp": 0.5})
    assert len(Store(path)) == 2


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "runs.jsonl"
    path.write_text("my notes\nand more\n")
    with pytest.raises(InputError, match=r"line 1 of .* is no finished run"):
        Store(path)
    assert path.read_text() == "my notes\nand more\n"


def test_settings_and_versions_make_the_key():
    versions = {"shoal": "1"}
    keys = {
        CELL.key(versions),
        CELL.key({"shoal": "2"}),
        Cell("iris", "mdav", 4).key(versions),
        Cell("iris", "mdav", 3, seed=1).key(versions),
        Cell("iris", "mdav", 3, options=with_options(a=1)).key(versions),
    }
    assert len(keys) == 5
    assert Cell("iris", "mdav", 3).key(versions) == CELL.key(versions)
