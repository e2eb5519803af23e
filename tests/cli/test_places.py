from __future__ import annotations

import pytest

from shoal.cli._places import draft_of, require_apart, require_own_file
from shoal.errors import SettingError


def test_a_draft_that_was_not_put_in_place_is_removed(tmp_path):
    with draft_of(str(tmp_path / "m.csv")) as draft:
        draft.write_text("secret")
        assert [path.suffix for path in tmp_path.iterdir()] == [".csv"]
    assert list(tmp_path.iterdir()) == []


def test_streams_are_never_the_same_file():
    require_apart(["-"], ["-"])


def test_files_that_do_not_exist_yet_are_told_apart_by_their_path(tmp_path):
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
