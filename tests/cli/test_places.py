from __future__ import annotations

import os

import pytest

from shoal.cli._places import is_stream, require_apart, require_own_file
from shoal.errors import SettingError


def test_what_is_written_to_stdout_a_pipe_or_a_device_is_gone_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    assert is_stream("-")
    assert is_stream(str(tmp_path / "pipe"))
    assert is_stream(os.devnull)
    assert not is_stream(str(tmp_path / "file"))
    assert not is_stream(str(tmp_path / "new"))


def test_streams_are_never_the_same_file():
    require_apart(["-"], ["-"])


def test_files_that_do_not_exist_yet_are_distinguished_by_their_path(tmp_path):
    require_apart([], [str(tmp_path / "a"), str(tmp_path / "b")])
    with pytest.raises(SettingError, match="two outputs"):
        require_apart([], [str(tmp_path / "a"), str(tmp_path / "x" / ".." / "a")])


@pytest.mark.parametrize("place", ["/dev/null", "link", "folder", "-"])
def test_a_private_file_is_a_plain_file(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(SettingError, match="not a plain file"):
        require_own_file(place)
