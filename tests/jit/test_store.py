"""Compiled code in files: whole, right, and found wherever it may lie."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from shoal.jit import place, store
from shoal.kernels._jit import serial

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Keep code in a folder of its own."""
    monkeypatch.setenv("SHOAL_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(place, "READY", tmp_path / "ready")
    for cached in (place.kept_at, place.places, place.ready_at):
        cached.cache_clear()
    yield tmp_path
    for cached in (place.kept_at, place.places, place.ready_at):
        cached.cache_clear()


def total(x):
    """Return the sum of an array, one more."""
    result = 1.0
    for each in x:
        result += each
    return result


def summed(values=(1.0, 2.0)):
    """Return a new kernel that has been called once, and whether its code came from a file."""
    kernel = serial()(total)
    assert kernel(np.array(values)) == sum(values) + 1
    return kernel, bool(kernel.stats.cache_hits)


def kept(folder):
    return sorted(folder.rglob("*.nbc"))


def test_what_was_compiled_once_is_read_the_next_time(folder):
    assert not summed()[1]
    assert summed()[1]
    assert len(kept(folder)) == 1


def test_other_users_may_read_the_code_and_nothing_is_left_beside_it(folder):
    summed()
    assert kept(folder)[0].stat().st_mode & 0o777 == 0o644
    assert [path.suffix for path in folder.rglob("*") if path.is_file()] == [".nbc"]


@pytest.mark.parametrize("damage", [b"", b"x" * 500, "half", "flipped"])
def test_a_damaged_file_is_compiled_again(folder, damage):
    summed()
    path = kept(folder)[0]
    whole = path.read_bytes()
    flipped = whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:]
    path.write_bytes({"half": whole[: len(whole) // 2], "flipped": flipped}.get(damage, damage))
    assert not summed()[1]
    assert summed()[1]


def test_code_names_no_folder(folder):
    summed()
    assert str(folder).encode() not in kept(folder)[0].read_bytes()
    assert str(place.PACKAGE).encode() not in kept(folder)[0].read_bytes()


def test_code_that_came_with_the_package_is_used_where_the_processor_can(folder, monkeypatch):
    kernel, _ = summed()
    there = kernel._cache
    words = ("array(float64, 1d, C)",)
    (folder / "ready").mkdir()
    kept(folder)[0].rename(folder / "ready" / there.file_of(words, place.ready_target()))
    place.ready_at.cache_clear()
    assert summed()[1]
    monkeypatch.setattr(place, "needed_features", lambda: ("a feature of next year",))
    place.ready_at.cache_clear()
    assert not summed()[1]


def test_where_no_folder_can_be_written_a_process_keeps_its_own(monkeypatch):
    monkeypatch.setenv("SHOAL_CACHE_DIR", "/dev/null/none")
    monkeypatch.setattr(place, "places", lambda: (place.Path("/dev/null/none"),))
    place.kept_at.cache_clear()
    try:
        assert place.kept_at().is_dir()
        assert place.same_place() == {place.FOLDER_NAMED: str(place.kept_at().parent)}
    finally:
        place.kept_at.cache_clear()


def test_a_name_depends_on_all_that_the_code_does(monkeypatch):
    one = store.Store(total)
    names = {one.file_of(("int64",), "a"), one.file_of(("int32",), "a"), one.file_of(("int64",), "b")}
    monkeypatch.setattr(store.numba, "__version__", "0")
    names.add(one.file_of(("int64",), "a"))
    monkeypatch.setattr(store.sys, "version_info", (3, 99))
    names.add(one.file_of(("int64",), "a"))
    assert len(names) == 5
