from __future__ import annotations

import io
import json
import os
import signal
import threading
import time

import polars as pl
import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

import shoal
from shoal.datasets import patients
from tests.web.scene import ROLES, ask_for, client_of, finished, ready, serving, until, uploaded


def events(server, run, **headers):
    """Return all that is told of a run: what each event is, its number and its data."""
    with server.stream("GET", f"/api/runs/{run['id']}/events", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        blocks = "".join(stream.iter_text()).split("\n\n")
    found = []
    for block in blocks:
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and line[0] != ":")
        if fields:
            found.append((fields["event"], int(fields["id"]), json.loads(fields["data"])))
    return found


def long_run(server, rows=20_000):
    """Start a search that lasts for minutes unless it is ended, and return it once it is under way."""
    text = patients(rows).frame.write_csv()
    table = uploaded(server, text, "patients.csv")
    ask_for(server, table, effort=600.0, k=5)
    run = server.post("/api/runs", json={"table": table["id"]}).json()
    while (now := server.get(f"/api/runs/{run['id']}").json())["step"] is None or now["step"]["stage"] != "search":
        assert now["state"] in ("queued", "running"), now["error"]
        time.sleep(0.1)
    return now


def test_a_run_ends_with_a_verified_release(server, run):
    facts = run["facts"]
    assert (run["state"], facts["verified"], facts["rows"], facts["k"]) == ("done", True, 9, 3)
    assert facts["smallest"] >= 3
    assert run["risk"]["before"] == {"highest": 1.0, "average": 1.0, "unique": 1.0}
    assert run["risk"]["after"]["highest"] == pytest.approx(1 / facts["smallest"])
    assert run["name"] == "first"
    assert run["id"] in [one["id"] for one in server.get("/api/runs").json()["runs"]]


def test_what_shoal_warns_of_comes_with_the_run(server):
    table = uploaded(server, "age,disease\n" + "".join(f"{20 + i},flu\n" for i in range(6)))
    ask_for(server, table, roles={"age": "quasi", "disease": "sensitive"}, k=3)
    (warning,) = finished(server, table)["warnings"]
    assert "disease" in warning
    assert "flu" not in warning


def test_events_begin_and_end_with_the_state(server, table):
    run = server.post("/api/runs", json={"table": table["id"]}).json()
    told = events(server, run)
    assert told[0][0] == "state"
    assert (told[-1][0], told[-1][2]["state"]) == ("state", "done")
    steps = [data for name, _, data in told if name == "step"]
    assert all(0 <= step["done"] <= 1 for step in steps)
    numbers = [number for _, number, _ in told]
    assert numbers == sorted(numbers)


def test_who_comes_back_gets_the_state_at_once(server, run):
    told = events(server, run, **{"Last-Event-ID": "3"})
    assert [(name, data["state"]) for name, _, data in told] == [("state", "done")]


def test_a_frontier_tells_each_k_and_why_one_cannot_be(server, table):
    run = finished(server, table, frontier=True)
    assert (run["state"], run["kind"]) == ("done", "frontier")
    assert [(point["k"], point["possible"]) for point in run["points"]] == [
        (2, True), (3, True), (5, True), (10, False), (20, False), (50, False), (100, False),
    ]  # fmt: skip
    assert "9 rows" in run["points"][3]["why"]
    losses = [point["loss"] for point in run["points"][:3]]
    assert losses == sorted(losses)
    assert run["points"][0]["highest_risk"] == pytest.approx(0.5)
    assert server.get(f"/api/runs/{run['id']}/release").status_code == 409


def test_stop_and_keep_gives_a_release_and_drop_gives_none(server):
    kept = long_run(server)
    queued = server.post("/api/runs", json={"table": kept["table"], "name": "waits"}).json()
    assert (queued["state"], queued["queue"]) == ("queued", 1)
    # The server answers while a run is under way.
    assert server.get(f"/api/tables/{kept['table']}/rows?limit=1").status_code == 200
    server.post(f"/api/runs/{kept['id']}/cancel", json={"keep": True})
    done = until(lambda: server.get(f"/api/runs/{kept['id']}").json(), "done", "failed", "cancelled")
    assert (done["state"], done["facts"]["stopped"]) == ("done", "interrupted")
    assert len(done["steps"]) > 1
    server.post(f"/api/runs/{queued['id']}/cancel", json={"keep": False})
    gone = until(lambda: server.get(f"/api/runs/{queued['id']}").json(), "done", "failed", "cancelled")
    assert (gone["state"], gone["error"]) == ("cancelled", None)


def test_a_run_that_waits_is_dropped_from_the_queue_and_readers_are_many(server):
    first = long_run(server)
    second = server.post("/api/runs", json={"table": first["table"]}).json()
    ended = server.post(f"/api/runs/{second['id']}/cancel", json={"keep": True}).json()
    assert ended["state"] == "cancelled"
    told: list[str] = []

    def read() -> None:
        with client_of(str(server.base_url), server.headers["authorization"].split()[1]) as mine:
            told.append(events(mine, first)[-1][2]["state"])

    readers = [threading.Thread(target=read) for _ in range(50)]
    for reader in readers:
        reader.start()
    assert server.get("/api/about").status_code == 200
    server.post(f"/api/runs/{first['id']}/cancel", json={"keep": False})
    for reader in readers:
        reader.join()
    assert told == ["cancelled"] * 50


def test_a_killed_worker_is_a_failed_run_and_the_next_one_works(server, table):
    run = long_run(server)
    os.kill(server.hub.lanes["release"].process, signal.SIGKILL)
    failed = until(lambda: server.get(f"/api/runs/{run['id']}").json(), "done", "failed", "cancelled")
    assert (failed["state"], failed["error"]["kind"]) == ("failed", "WorkerError")
    assert "-9" in failed["error"]["message"]
    assert finished(server, table)["state"] == "done"


def test_what_cannot_be_met_fails_with_a_hint(server):
    table = uploaded(server)
    ask_for(server, table, roles=ROLES, k=50)
    run = finished(server, table)
    assert (run["state"], run["error"]["kind"]) == ("failed", "InfeasibleError")
    assert run["error"]["hint"] == "choose k of at most 9"


def test_a_run_without_quasi_columns_fails_in_words(server):
    table = uploaded(server)
    ask_for(server, table, roles=dict.fromkeys(ROLES, "plain"))
    run = finished(server, table)
    assert (run["state"], run["error"]["kind"]) == ("failed", "SchemaError")


def test_a_deleted_run_is_gone_with_its_files(server, table):
    run = finished(server, table)
    folder = server.hub.sessions.of_token("a-token-for-tests-only").run(run["id"]).folder
    assert server.delete(f"/api/runs/{run['id']}").status_code == 204
    assert server.get(f"/api/runs/{run['id']}").status_code == 404
    assert not folder.exists()


def test_the_same_request_gives_the_same_groups(server, table):
    first, second = finished(server, table), finished(server, table)
    frames = [pl.read_csv(io.BytesIO(server.get(f"/api/runs/{one['id']}/release").content)) for one in (first, second)]
    assert frames[0].sort(pl.all()).equals(frames[1].sort(pl.all()))


@pytest.mark.parametrize("method", ["anatomy", "kaca", "mdav", "datafly"])
def test_methods_of_other_forms_run_too(server, method):
    table = ready(server, json={"sample": "patients"})
    ask_for(server, table, method=method, k=2, roles={"zip": "plain", "occupation": "plain", "admitted": "plain"})
    run = finished(server, table)
    if run["state"] == "failed":
        assert run["error"]["kind"] in {"SettingError", "InfeasibleError", "SchemaError"}
        return
    assert server.get(f"/api/runs/{run['id']}/release").status_code == 200
    assert server.get(f"/api/runs/{run['id']}/rows?limit=1").status_code == 200
    assert server.get(f"/api/runs/{run['id']}/groups").status_code in {200, 409}


def test_all_files_are_gone_when_the_server_ends(tmp_path):
    with serving(tmp_path) as client:
        table = uploaded(client)
        assert table["state"] == "ready"
        (folder,) = tmp_path.iterdir()
        assert folder.stat().st_mode & 0o777 == 0o700
    assert list(tmp_path.iterdir()) == []
    assert shoal.__version__
