from __future__ import annotations

import pytest

from shoal.comparison.record import failed
from shoal.comparison.store import Store
from shoal.errors import InputError, OutputError


def line(key, **changes):
    return {**failed("mondrian", 2, 'it said "no",\nand meant it'), "key": key, **changes}


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_what_is_added_is_there_for_the_next_one(tmp_path, suffix):
    place = tmp_path / f"runs{suffix}"
    full = line("b", loss=0.25, dm=12, verified=True, error=None, gap=None)
    store = Store(place)
    store.add(line("a"))
    store.add(full)
    again = Store(place)
    assert again.get("a") == line("a")
    assert again.get("b") == full
    assert again.get("c") is None


@pytest.mark.parametrize("name", ["runs.txt", "runs"])
def test_other_kinds_of_files_are_refused(tmp_path, name):
    with pytest.raises(OutputError, match=r"\.csv or \.json"):
        Store(tmp_path / name)


def test_a_folder_that_is_not_there_is_told_at_once(tmp_path):
    with pytest.raises(OutputError, match="folder"):
        Store(tmp_path / "none" / "runs.csv")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("runs.csv", "a,b\n1,2\n"),
        ("runs.csv", ""),
        ("runs.json", "{}"),
        ("runs.json", "no"),
        ("runs.json", '{"format": "x"}'),
    ],
)
def test_a_file_of_something_else_is_not_written_over(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match="holds no comparison"):
        Store(tmp_path / name)
    assert (tmp_path / name).read_text() == content


def test_a_file_that_cannot_be_written_keeps_what_it_has(tmp_path, monkeypatch):
    store = Store(tmp_path / "runs.csv")
    store.add(line("a"))
    before = (tmp_path / "runs.csv").read_bytes()
    monkeypatch.setattr("shoal.comparison.store.replacing", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OutputError, match="cannot write"):
        store.add(line("b"))
    assert (tmp_path / "runs.csv").read_bytes() == before
