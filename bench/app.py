"""A large table through the app: does it answer all the while, how much memory does it take, and can 50 look on?

Run `python bench/app.py [megabytes]`: 200 unless said otherwise; 1000 takes some minutes. The table is the generated
census as CSV of about that size, made in the folder that `--tmp` names. `shoal app` is started as a user starts it; the
table goes in by path and by upload, is described with its 7 quasi columns, k = 10, and released with effort "fast".

All the while, ten times a second, `GET /api/about` is asked, and so is the page (its HTML and its rows); how long each
answer took is kept. 50 clients read the progress of the run as server-sent events. Memory is the sum over the
server and its workers of the proportional set size (PSS, /proc/*/smaps_rollup), ten times a second; its peak is set
beside the peak of `shoal anonymize --engine memory` on the same file, measured the same way.
Results go to bench/results/app.json, one entry for each size and way.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import polars as pl

from shoal import Request
from shoal.datasets import census

RESULTS = Path(__file__).parent / "results" / "app.json"
K, SEED, LOOKERS, PAUSE = 10, 0, 50, 0.1
PART = 500_000
ENDED = {"done", "failed", "cancelled", "ready"}

Facts = dict[str, Any]


def table_of(megabytes: int, folder: Path) -> tuple[Path, int]:
    """Return a CSV of about this size and its rows: the census, part after part."""
    path, rows, seed = folder / f"census-{megabytes}.csv", 0, SEED
    with path.open("wb") as file:
        while file.tell() < megabytes * 1_000_000:
            part = census(PART, seed=seed).frame
            left = 1 - file.tell() / (megabytes * 1_000_000)
            size = len(part.head(1000).write_csv()) / 1000
            part = part.head(max(1000, min(PART, int(left * megabytes * 1_000_000 / size))))
            part.write_csv(file, include_header=rows == 0)
            rows, seed = rows + part.height, seed + 1
    return path, rows


def pids_of(process: int) -> list[int]:
    """Return a process and all below it."""
    below: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        below.setdefault(parent, []).append(int(status.parent.name))
    found, todo = [], [process]
    while todo:
        found.append(todo.pop())
        todo += below.get(found[-1], [])
    return found


def memory_of(process: int) -> int:
    """Return the bytes that a process and all below it hold, each shared page counted once."""
    total = 0
    for pid in pids_of(process):
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += 1024 * int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1])
    return total


class Watch(threading.Thread):
    """Something that is done again and again until it is told to stop; what each turn gave is kept."""

    def __init__(self, look: Callable[[], float]) -> None:
        """Take what is to be done."""
        super().__init__(daemon=True)
        self.look, self.seen, self.over = look, [], threading.Event()

    def run(self) -> None:
        """Look until told to stop."""
        while not self.over.wait(PAUSE):
            self.seen.append(self.look())

    def end(self) -> list[float]:
        """Stop, and return what was seen."""
        self.over.set()
        self.join()
        return self.seen


def answers(client: httpx.Client, path: str) -> Callable[[], float]:
    """Return what asks for something and tells how long the answer took."""

    def ask() -> float:
        began = time.perf_counter()
        client.get(path).raise_for_status()
        return time.perf_counter() - began

    return ask


@contextmanager
def watched(**looks: Callable[[], float]) -> Iterator[dict[str, list[float]]]:
    """Look at several things while something goes on."""
    seen: dict[str, list[float]] = {}
    threads = {name: Watch(look) for name, look in looks.items()}
    for thread in threads.values():
        thread.start()
    try:
        yield seen
    finally:
        seen.update({name: thread.end() for name, thread in threads.items()})


def told(seconds: list[float]) -> Facts:
    """Return the worst answer and the 95th percentile, in milliseconds."""
    order = sorted(seconds)
    return {
        "asked": len(order),
        "median_ms": round(1000 * order[len(order) // 2], 1),
        "p95_ms": round(1000 * order[int(0.95 * (len(order) - 1))], 1),
        "worst_ms": round(1000 * order[-1], 1),
    }


@contextmanager
def served(tmp: Path, megabytes: int) -> Iterator[tuple[int, str, str]]:
    """Start the app, and yield its process, its address and its token."""
    command = [sys.executable, "-m", "shoal", "app", "--no-open", "--port", "0"]
    command += ["--upload-limit", f"{2 * megabytes}MB"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(tmp)}) as server:
        url = server.stdout.readline().strip()
        try:
            yield server.pid, url.partition("/?")[0], url.partition("token=")[2]
        finally:
            server.send_signal(signal.SIGINT)


def until(client: httpx.Client, path: str) -> Facts:
    """Return what is answered once it has ended."""
    while (found := client.get(path).raise_for_status().json())["state"] not in ENDED:
        time.sleep(PAUSE)
    if found["state"] == "failed":
        raise SystemExit(str(found["error"]))
    return found


def given(client: httpx.Client, source: Path, way: str) -> str:
    """Return the id of the table, given by path or sent."""
    if way == "path":
        return client.post("/api/tables", json={"path": str(source)}).raise_for_status().json()["id"]
    with source.open("rb") as file:
        return client.post("/api/tables", files={"file": (source.name, file)}).raise_for_status().json()["id"]


def looker(make: Callable[[], httpx.Client], run: str, seen: list[tuple[int, str]]) -> None:
    """Read the progress of a run to its end; keep how many events came, and which was the last."""
    count, last = 0, ""
    with make() as client, client.stream("GET", f"/api/runs/{run}/events", timeout=None) as answer:
        for line in answer.iter_lines():
            count += line.startswith("event:")
            last = line if line.startswith("data:") else last
    state = json.loads(last.removeprefix("data:")) if last else {}
    seen.append((count, str(state.get("state", ""))))


def through_app(source: Path, tmp: Path, megabytes: int, way: str) -> Facts:
    """Return what it took to bring a file through the app, and how it answered all the while."""
    with served(tmp, megabytes) as (pid, address, token):

        def client() -> httpx.Client:
            return httpx.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=None)

        with client() as mine, client() as about, client() as page, client() as api:
            looks = {
                "memory": lambda: memory_of(pid),
                "about": answers(about, "/api/about"),
                "page": answers(page, "/"),
            }
            began = time.perf_counter()
            with watched(**looks) as reading:
                id_ = given(mine, source, way)
                rows = until(mine, f"/api/tables/{id_}")["rows"]
            read = time.perf_counter() - began
            asked = mine.get(f"/api/tables/{id_}/schema").json()
            quasi = set(census(10, seed=0).quasi)
            for column in asked["columns"]:
                column["role"] = "quasi" if column["name"] in quasi else "plain"
            mine.put(
                f"/api/tables/{id_}/schema", json={**asked, "k": K, "effort": "fast", "said": None}
            ).raise_for_status()
            began = time.perf_counter()
            looks["rows"] = answers(api, f"/api/tables/{id_}/rows?offset={rows // 2}&limit=50")
            with watched(**looks) as running:
                run = mine.post("/api/runs", json={"table": id_}).raise_for_status().json()["id"]
                seen: list[tuple[int, str]] = []
                lookers = [threading.Thread(target=looker, args=(client, run, seen)) for _ in range(LOOKERS)]
                for thread in lookers:
                    thread.start()
                facts = until(mine, f"/api/runs/{run}")
                for thread in lookers:
                    thread.join()
            ran = time.perf_counter() - began
            size = sum(len(part) for part in _parts(mine, run))
    return {
        "way": way, "rows": rows, "read_seconds": round(read, 1), "run_seconds": round(ran, 1), "state": facts["state"],
        "loss": facts["facts"]["loss"]["gcp"], "verified": facts["facts"]["verified"], "release_bytes": size,
        "peak_bytes": int(max(reading["memory"] + running["memory"])), "peak_reading": int(max(reading["memory"])),
        "while_reading": {name: told(reading[name]) for name in ("about", "page")},
        "while_running": {name: told(running[name]) for name in ("about", "page", "rows")},
        "lookers": {"clients": len(seen), "saw_the_end": sum(state == "done" for _, state in seen),
                    "fewest_events": min(count for count, _ in seen)},
    }  # fmt: skip


def _parts(client: httpx.Client, run: str) -> Iterator[bytes]:
    with client.stream("GET", f"/api/runs/{run}/release?format=csv") as answer:
        yield from answer.iter_bytes()


def in_memory(source: Path, tmp: Path) -> Facts:
    """Return what the same release takes on the command line, in memory."""
    data = census(1000, seed=0)
    request = tmp / "census.toml"
    Request.of(k=K, quasi=list(data.quasi), seed=SEED).save(request)
    command = [sys.executable, "-m", "shoal", "anonymize", str(source), "--schema", str(request), "--effort", "fast"]
    command += ["--engine", "memory", "-o", str(tmp / "released.csv"), "--json"]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        watch = Watch(lambda: memory_of(process.pid))
        watch.start()
        words = process.communicate()[1]
        seen = watch.end()
    if process.returncode:
        raise SystemExit(words)
    return {"seconds": round(time.perf_counter() - began, 1), "peak_bytes": int(max(seen))}


def kept(facts: Facts) -> None:
    """Keep what was found, in the place of what was found for the same size and way before."""
    old = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    same = [one for one in old if (one["megabytes"], one["way"]) != (facts["megabytes"], facts["way"])]
    RESULTS.write_text(json.dumps([*same, facts], indent=1) + "\n")


def main() -> None:
    """Run it, print it, keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("megabytes", type=int, nargs="?", default=200)
    parser.add_argument("--tmp", type=Path)
    parser.add_argument("--ways", nargs="*", default=["path", "upload"])
    given_ = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given_.tmp) as folder:
        tmp = Path(folder)
        source, rows = table_of(given_.megabytes, tmp)
        print(f"{source.stat().st_size / 1e6:,.0f} MB, {rows:,} rows; load {os.getloadavg()[0]:.1f}", flush=True)
        alone = in_memory(source, tmp)
        print("in memory", alone, flush=True)
        for way in given_.ways:
            before = os.getloadavg()[0]
            found = through_app(source, tmp, given_.megabytes, way)
            machine = {
                "python": platform.python_version(),
                "polars": pl.__version__,
                "cores": os.cpu_count(),
                "load_before": round(before, 1),
                "load_after": round(os.getloadavg()[0], 1),
            }
            ratio = round(found["peak_bytes"] / alone["peak_bytes"], 2)
            facts = {"megabytes": given_.megabytes, "k": K, **found, "in_memory": alone, "times_the_memory": ratio}
            kept({**facts, "machine": machine})
            print(json.dumps(facts, indent=1), flush=True)


if __name__ == "__main__":
    main()
