"""Sessions in which the work is done already, by the API: tests that only look need not wait for it twice."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.app.scene import App

PAUSE = 0.1
ENDED = {"done", "failed", "cancelled"}
VIEWS = ("overview", "rows", "pictures", "person", "groups", "runs", "checklist")


@dataclass
class Made:
    """A session with a table and a run that is done."""

    url: str
    table: str
    run: str

    def at(self, screen: str, **more: str) -> str:
        """Return the address of a screen: with the token, which the server takes out of it."""
        given = {"table": self.table, "run": self.run, **more}
        return f"{self.url}#/{screen}?" + "&".join(f"{name}={value}" for name, value in given.items())


def made(app: App, source: dict[str, Any], **asked: Any) -> Made:
    """Return a session with a release of a table, made quickly, and its curve."""
    url = app.new_session()
    with app.client(url.partition("token=")[2]) as client:
        table = _until(client, f"/api/tables/{_posted(client, '/api/tables', source)}", {"ready"})
        schema = client.get(f"/api/tables/{table['id']}/schema").json()
        roles = asked.pop("roles", {})
        columns = [one | {"role": roles.get(one["name"], one["role"])} for one in schema["columns"]]
        whole = {**schema, "columns": columns, "effort": "fast", "said": None, **asked}
        client.put(f"/api/tables/{table['id']}/schema", json=whole).raise_for_status()
        curve = _posted(client, "/api/runs", {"json": {"table": table["id"], "frontier": True}})
        run = _until(client, f"/api/runs/{_posted(client, '/api/runs', {'json': {'table': table['id']}})}", ENDED)
        assert run["state"] == "done", run["error"]
        _until(client, f"/api/runs/{curve}", ENDED)
    return Made(url, table["id"], run["id"])


def _posted(client: Any, path: str, given: dict[str, Any]) -> str:
    return client.post(path, **given).raise_for_status().json()["id"]


def _until(client: Any, path: str, states: set[str]) -> dict[str, Any]:
    while (found := client.get(path).raise_for_status().json())["state"] not in states:
        assert found["state"] != "failed", found["error"]
        time.sleep(PAUSE)
    return found
