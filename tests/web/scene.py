"""A server that answers on a port of its own, and clients of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from shoal.web.server import server_of
from shoal.web.serving import Serving

TOKEN = "a-token-for-tests-only"
ROWS = """name,age,zip,sex,disease
Ann,23,01301,f,flu
Bob,25,01302,m,flu
Cyd,27,01302,f,cold
Dan,41,02115,m,gout
Eve,43,02116,f,flu
Fay,47,02118,f,cold
Gus,62,03301,m,gout
Hal,65,03302,m,flu
Ida,69,03303,f,cold
"""


@contextmanager
def serving(tmp: Path, **options: Any) -> Iterator[Any]:
    """Run a server in a thread, and yield a client of it."""
    there = threading.Event()
    settled: list[Serving] = []

    def answer(one: Serving) -> None:
        settled.append(one)
        there.set()

    server, listening = server_of(Serving(token=TOKEN, tmp=tmp, **options), answer)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    there.wait()
    try:
        with client_of(settled[0].address) as client:
            client.hub = server.config.app.state.hub
            yield client
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def client_of(address: str, token: str | None = TOKEN) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=address, headers=headers, timeout=60)


def until(ask: Callable[[], dict[str, Any]], *states: str) -> dict[str, Any]:
    """Return what is answered once it has one of the states."""
    while (found := ask())["state"] not in states:
        time.sleep(0.05)
    return found


def ready(client: Any, **given: Any) -> dict[str, Any]:
    """Return a table that was read."""
    answer = client.post("/api/tables", **given)
    assert answer.status_code == 201, answer.text
    id_ = answer.json()["id"]
    return until(lambda: client.get(f"/api/tables/{id_}").json(), "ready", "failed")


def uploaded(client: Any, text: str = ROWS, name: str = "people.csv") -> dict[str, Any]:
    """Return the table of a text that was uploaded."""
    return ready(client, files={"file": (name, text.encode())})


def ask_for(client: Any, table: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Ask for something else, and return all that is asked."""
    asked = client.get(f"/api/tables/{table['id']}/schema").json()
    roles = changes.pop("roles", {})
    asked["columns"] = [one | {"role": roles.get(one["name"], one["role"])} for one in asked["columns"]]
    answer = client.put(f"/api/tables/{table['id']}/schema", json={**asked, **changes, "said": None})
    assert answer.status_code == 200, answer.text
    return answer.json()


ROLES = {"name": "identifier", "age": "quasi", "zip": "quasi", "sex": "quasi", "disease": "sensitive"}


def finished(client: Any, table: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Return a run that has ended."""
    answer = client.post("/api/runs", json={"table": table["id"], **given})
    assert answer.status_code == 201, answer.text
    id_ = answer.json()["id"]
    return until(lambda: client.get(f"/api/runs/{id_}").json(), "done", "failed", "cancelled")
