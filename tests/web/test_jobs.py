"""What runs in processes, called here in this one, so that its lines are counted too."""

from __future__ import annotations

import threading
import time

import polars as pl
import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

from shoal.errors import Cancelled, HierarchyError, InputError
from shoal.progress import Cancel
from shoal.web.finding import spark
from shoal.web.held import DATA
from shoal.web.jobs import frontier, preview, read, release
from shoal.web.jobs.job import Job
from shoal.web.jobs.lane import Lane
from shoal.web.jobs.preview import proposed
from shoal.web.jobs.worker import Desk, _outcome
from shoal.web.unpacked import require_room
from tests.web.scene import ROWS


class Pipe:
    """Keeps what is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []

    def send(self, message: tuple[str, object]) -> None:
        self.told.append(message)


@pytest.fixture
def desk():
    return Desk(Pipe())


def reading(tmp_path, text=ROWS, **more):
    file = tmp_path / "people.csv"
    file.write_text(text)
    return {
        "place": str(tmp_path / "read"), "file": str(file), "read": {}, "sample": "", "rows": 100, "columns": 10,
        "unpacked": 10**6, **more,
    }  # fmt: skip


def running(tmp_path, found, **more):
    folder = tmp_path / "run"
    folder.mkdir()
    return {
        "place": str(tmp_path / "read"), "folder": str(folder), "request": found["request"].with_(k=3),
        "textual": True, "neutralize": False, "threads": 1, **more,
    }  # fmt: skip


def test_reading_keeps_three_copies_and_proposes_roles(tmp_path, desk):
    found = read.run(reading(tmp_path), desk)
    assert sorted(path.name for path in (tmp_path / "read").iterdir()) == ["codes.arrow", "data.arrow", "shown.arrow"]
    assert found["found"]["rows"] == 9
    assert found["request"].names("quasi") == ("age", "zip", "sex")
    codes = pl.read_ipc(tmp_path / "read" / "codes.arrow")
    assert codes["sex"].to_list() == [1, 2, 1, 2, 1, 1, 2, 2, 1]


def test_more_rows_than_are_allowed_are_refused(tmp_path, desk):
    with pytest.raises(InputError, match="9 rows"):
        read.run(reading(tmp_path, rows=8), desk)


def test_a_release_writes_all_that_is_shown_of_it(tmp_path, desk):
    found = read.run(reading(tmp_path), desk)
    made = release.run(running(tmp_path, found), desk)
    assert made["facts"]["verified"] is True
    assert made["linked"] is True
    assert {"release.csv", "release.parquet", "report.html", "groups.arrow"} <= {
        path.name for path in (tmp_path / "run").iterdir()
    }
    assert {what for what, _ in desk.pipe.told} == {"step"}


def test_a_dropped_release_raises(tmp_path, desk):
    found = read.run(reading(tmp_path), desk)
    desk.cancel.drop()
    with pytest.raises(Cancelled):
        release.run(running(tmp_path, found), desk)


def test_a_frontier_tells_points_and_ends_when_it_is_stopped(tmp_path, desk):
    found = read.run(reading(tmp_path), desk)
    given = running(tmp_path, found)
    frontier.run(given, desk)
    assert [thing["possible"] for what, thing in desk.pipe.told if what == "point"] == [True] * 3 + [False] * 4
    desk.cancel = Cancel()
    desk.cancel.stop()
    desk.pipe.told.clear()
    frontier.run(given, desk)
    assert sum(what == "point" for what, _ in desk.pipe.told) == 1


def test_a_highest_risk_does_not_set_the_k_of_a_frontier():
    from shoal.request.request import Request

    loose = frontier._loosely(Request.of(k=5, max_risk=0.09, preset="ema-0070", quasi="age"))
    assert loose.with_(k=2).k == 2


def test_a_task_that_fails_tells_no_text_of_the_error(monkeypatch, desk):
    def fail(*_: object) -> None:
        message = "a cell: secret"
        raise ValueError(message)

    monkeypatch.setattr(read, "run", fail)
    what, fault = _outcome("read", {}, desk)
    assert what == "failed"
    assert "secret" not in str(fault)
    assert "ValueError" in fault["message"]


@pytest.mark.parametrize(
    ("values", "kind", "rule"),
    [
        (["2024-01-02"], "date", "Calendar(steps=('month', 'quarter', 'year', 'decade'))"),
        (["1", "2", "90"], "numeric", "Bands(widths=(5.0, 10.0, 20.0, 40.0), origin=0.0)"),
        (["0.1", "0.9"], "numeric", "Bands(widths=(0.02, 0.04, 0.08, 0.16), origin=0.0)"),
        (["5"], "numeric", "Bands(widths=(1.0, 2.0, 4.0, 8.0), origin=0.0)"),
        (["A12", "B34"], "categorical", "Prefix(steps=(), mask='*')"),
        (["north", "south"], "categorical", "Flat(root='*')"),
    ],
)
def test_proposals(values, kind, rule):
    assert repr(proposed(values, kind)) == rule


def test_a_tree_of_too_many_values_is_not_shown(tmp_path, desk, monkeypatch):
    (tmp_path / "read").mkdir()
    pl.DataFrame({"a": ["x", "y", "z"]}).write_ipc(tmp_path / "read" / DATA)
    monkeypatch.setattr(preview, "MOST_LEAVES", 2)
    given = {
        "column": "a", "hierarchy": None, "kind": None, "place": str(tmp_path / "read"), "textual": True, "run": None,
    }  # fmt: skip
    with pytest.raises(HierarchyError, match="3 distinct values"):
        preview.run(given, desk)


def test_sparks_are_shares_of_rows():
    assert spark(pl.Series("a", ["x", "x", "y", None]), "categorical") == (
        [2 / 3, 1 / 3],
        "the 2 most frequent of 2 values",
    )
    shares, label = spark(pl.Series("a", ["1", "2", "3"]), "numeric")
    assert (sum(shares), label) == (pytest.approx(1.0), "1 to 3")
    assert spark(pl.Series("a", ["2024-01-02", "2024-03-04"]), "date")[1] == "2024-01-02 to 2024-03-04"
    days = spark(pl.Series("a", ["31.01.2024", "01.02.2024"]), "date", "%d.%m.%Y")
    assert days == ([0.5, *[0.0] * 22, 0.5], "31.01.2024 to 01.02.2024")
    assert spark(pl.Series("a", ["28.700,00", "1.250,50"]), "numeric", "1.234,5")[1] == "1250.5 to 28700"
    assert spark(pl.Series("a", [None], dtype=pl.String), "numeric") == ([], "no values")
    assert spark(pl.Series("a", [2**62, 2**62 + 1]), "numeric")[0] == [1.0]
    shares, _ = spark(pl.Series("a", [-1e308, 1e308]), "numeric")
    assert (shares[0], shares[-1], len(shares)) == (0.5, 0.5, 24)


def test_a_plain_file_needs_no_room(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("a,b\n" * 100)
    require_room(file, 10)


def test_what_is_no_archive_is_said_to_be_damaged(tmp_path):
    file = tmp_path / "a.xlsx"
    file.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(InputError, match="unpacked"):
        require_room(file, 10)


def test_a_job_that_cannot_be_handed_over_fails_and_the_lane_goes_on():
    lane, faults, ended = Lane("test"), [], threading.Event()

    def failed(fault, _):
        faults.append(fault["kind"])
        if len(faults) == 2:
            ended.set()

    lane.put(Job("read", {"what": lambda: None}, print, failed))  # no process can be given a function
    lane.put(Job("nothing", {}, print, failed))
    ended.wait()
    lane.close()
    assert faults == ["InternalError", "InternalError"]


def test_a_process_without_a_job_ends_after_a_while_and_comes_back():
    lane, ended = Lane("test", idle=0.05), threading.Semaphore(0)
    for _ in range(2):
        lane.put(Job("nothing", {}, print, lambda *_: ended.release()))
        ended.acquire()
        while lane.process is not None:
            time.sleep(0.02)
    lane.close()


def test_a_lane_that_is_closed_does_nothing_more():
    lane = Lane("test")
    lane.close()
    ended = threading.Event()
    lane.put(Job("read", {}, lambda _: ended.set(), lambda *_: ended.set()))
    assert lane.is_closed
    assert lane.process is None
    assert not ended.is_set()
