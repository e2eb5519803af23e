"""The folder of a run is private, goes with it, and never with another."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from shoal.engines import folder as folders
from shoal.engines.folder import LOCK, NAME, Folder, remove_all, remove_left_behind
from shoal.errors import OutputError

DYING = "import os, sys; from shoal.engines.folder import Folder; f = Folder(sys.argv[1]); {}; os.kill(os.getpid(), 9)"


def left(place):
    """Return the folders of runs in a place."""
    return sorted(path.name for path in place.glob(f"{NAME}*"))


def die(place, after="(f.inside('parts') / 'x').write_text('y')"):
    """Let another process make a folder and be killed."""
    subprocess.run([sys.executable, "-c", DYING.format(after), str(place)], check=False)


def test_only_its_owner_can_read_it(tmp_path):
    with Folder(tmp_path) as found:
        assert stat.S_IMODE(found.path.stat().st_mode) == 0o700
        assert stat.S_IMODE(found.inside("parts").stat().st_mode) == 0o700
        assert stat.S_IMODE((found.path / LOCK).stat().st_mode) == 0o600
    assert left(tmp_path) == []


def test_it_goes_with_the_last_one_who_knows_of_it(tmp_path):
    found = Folder(tmp_path)
    (found.path / "x").write_text("y")
    assert len(left(tmp_path)) == 1
    del found
    gc.collect()
    assert left(tmp_path) == []


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path):
    die(tmp_path)
    assert len(left(tmp_path)) == 1
    with Folder(tmp_path) as found:
        assert left(tmp_path) == [found.path.name]


def test_what_a_run_left_that_died_before_it_had_a_lock_is_removed(tmp_path):
    (tmp_path / f"{NAME}0").mkdir()
    remove_left_behind(tmp_path)
    assert left(tmp_path) == []


def test_runs_at_once_do_not_remove_each_other(tmp_path):
    with Folder(tmp_path) as first, Folder(tmp_path) as second:
        remove_left_behind(tmp_path)
        assert left(tmp_path) == sorted([first.path.name, second.path.name])


def test_many_that_start_at_once_all_have_a_folder(tmp_path):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: Folder(tmp_path), range(80)))
    assert all((one.path / LOCK).exists() for one in found)
    assert len(left(tmp_path)) == 80
    for one in found:
        one.remove()
    assert left(tmp_path) == []


def test_a_folder_that_was_removed_before_its_lock_was_held_is_made_again(tmp_path, monkeypatch):
    made, lock = [], folders.fcntl.flock

    def slow(descriptor, how):
        if not made:  # another run comes in between
            made.append(left(tmp_path)[0])
            remove_left_behind(tmp_path)
        lock(descriptor, how)

    monkeypatch.setattr(folders.fcntl, "flock", slow)
    with Folder(tmp_path) as found:
        assert left(tmp_path) == [found.path.name]
        assert found.path.name != made[0]


def test_links_and_what_is_no_folder_are_left_alone(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / LOCK).write_text("")
    (kept / "x").write_text("y")
    (tmp_path / f"{NAME}link").symlink_to(kept)
    (tmp_path / f"{NAME}file").write_text("z")
    remove_left_behind(tmp_path)
    assert (kept / "x").read_text() == "y"
    assert left(tmp_path) == [f"{NAME}file", f"{NAME}link"]


def test_a_link_inside_is_removed_and_not_what_it_leads_to(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "x").write_text("y")
    with Folder(tmp_path) as found:
        (found.path / "link").symlink_to(kept)
    assert (kept / "x").read_text() == "y"
    assert left(tmp_path) == []


def test_folders_of_other_users_are_left_alone(tmp_path, monkeypatch):
    die(tmp_path)
    monkeypatch.setattr(folders.os, "getuid", lambda: 4711)
    remove_left_behind(tmp_path)
    assert len(left(tmp_path)) == 1


def test_a_process_that_was_forked_does_not_remove_it(tmp_path):
    with Folder(tmp_path) as found:
        child = multiprocessing.get_context("fork").Process(target=found.remove)
        child.start()
        child.join()
        assert (found.path / LOCK).exists()


def test_a_place_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(OutputError, match="there is no folder"):
        Folder(tmp_path / "nowhere")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_place_that_is_closed_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="no permission"):
        Folder(tmp_path)


def test_a_place_that_is_closed_is_refused_by_what_the_system_says(tmp_path, monkeypatch):
    def closed(self, **_):
        raise PermissionError(13, "no", str(self))

    monkeypatch.setattr("pathlib.Path.mkdir", closed)
    with pytest.raises(OutputError, match="no permission"):
        Folder(tmp_path)


def test_what_a_run_needs_is_named_before_it_begins(tmp_path):
    with Folder(tmp_path) as found, pytest.raises(OutputError, match=r"needs about 1000000\.0 TB on the disk of"):
        found.require_room(10**18)


def test_it_cannot_be_copied(tmp_path):
    with Folder(tmp_path) as found, pytest.raises(OutputError, match="cannot be pickled"):
        pickle.dumps(found)


def test_a_process_that_is_about_to_end_removes_all(tmp_path):
    first, second = Folder(tmp_path), Folder(tmp_path)
    remove_all()
    assert left(tmp_path) == []
    first.remove()
    second.remove()
