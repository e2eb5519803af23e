from __future__ import annotations

import hashlib
import socket
from pathlib import Path

import pytest

from shoal.datasets import download
from shoal.datasets.download import cache_folder, fetch
from shoal.errors import InputError, SettingError

CONTENT = b"name,legs\nwren,2\n"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def url(archive):
    archive.files["/zoo/zoo.data"] = CONTENT
    return f"{archive.url}/zoo/zoo.data"


def kept(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_a_file_is_downloaded_once_and_then_taken_from_the_cache(archive, url, cache):
    first = fetch(url, DIGEST)
    assert first == cache / "zoo.data"
    assert first.read_bytes() == CONTENT
    assert fetch(url, DIGEST) == first
    assert archive.asked == ["/zoo/zoo.data"]
    assert kept(cache) == ["zoo.data"]


def test_a_file_with_another_checksum_is_not_kept(url, cache):
    with pytest.raises(InputError, match="not the one expected") as caught:
        fetch(url, DIGEST[::-1], hint="use a folder")
    assert caught.value.hint == "use a folder"
    assert kept(cache) == []


def test_a_spoilt_file_in_the_cache_is_replaced(url, cache):
    cache.mkdir(parents=True)
    (cache / "zoo.data").write_bytes(CONTENT[:5])
    assert fetch(url, DIGEST).read_bytes() == CONTENT
    assert kept(cache) == ["zoo.data"]


def test_a_spoilt_file_in_the_cache_is_not_used_without_a_network(archive, url, cache):
    cache.mkdir(parents=True)
    (cache / "zoo.data").write_bytes(CONTENT[:5])
    archive.files.clear()
    with pytest.raises(InputError, match="the server answered 404"):
        fetch(url, DIGEST)


def test_a_reply_that_ends_early_is_not_kept(archive, url, cache):
    archive.held_back = 4
    with pytest.raises(InputError, match=r"cannot download zoo\.data from 127\.0\.0\.1: the reply ended early"):
        fetch(url, DIGEST)
    assert kept(cache) == []


def test_a_reply_that_is_too_long_is_not_read_to_its_end(url, cache, monkeypatch):
    monkeypatch.setattr(download, "LARGEST", 3)
    with pytest.raises(InputError, match="not the one expected"):
        fetch(url, DIGEST)
    assert kept(cache) == []


def test_a_server_that_cannot_be_reached_is_named_with_the_hint(cache, archive):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(InputError, match=r"cannot download zoo\.data from 127\.0\.0\.1") as caught:
            fetch(f"http://127.0.0.1:{port}/zoo.data", DIGEST, hint="put zoo.csv in a folder")
    assert caught.value.hint == "put zoo.csv in a folder"
    assert archive.asked == []
    assert kept(cache) == []


def test_a_server_that_says_nothing_is_given_up(cache, archive):
    assert archive.asked == []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(InputError, match="timed out"):
            fetch(f"http://127.0.0.1:{port}/zoo.data", DIGEST, timeout=0.1)
    assert kept(cache) == []


def test_a_cache_that_cannot_be_written_is_an_error_that_says_so(url, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(InputError, match=r"cannot keep zoo\.data in the cache folder") as caught:
        fetch(url, DIGEST)
    assert "XDG_CACHE_HOME" in caught.value.hint


def test_an_interrupted_write_leaves_nothing(url, cache, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InputError, match="No space left"):
        fetch(url, DIGEST)
    assert kept(cache) == []


@pytest.mark.parametrize("address", ["file:///tmp/zoo.data", "ftp://127.0.0.1/zoo.data", "zoo.data"])
def test_only_web_addresses_are_fetched(address, cache):
    with pytest.raises(SettingError, match="http or https"):
        fetch(address, DIGEST)
    assert kept(cache) == []


def test_the_cache_is_where_xdg_says_or_in_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "shoal"
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    for unusable in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        assert cache_folder() == tmp_path / "me" / ".cache" / "shoal"
