"""A server that tests share, a table of it, and a run; without the extra, tests of the server are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a client of a server that all tests share; each makes tables of its own."""
    from tests.web.scene import serving

    with serving(tmp_path_factory.mktemp("server")) as client:
        yield client


@pytest.fixture(scope="session")
def table(server: Any) -> dict[str, Any]:
    """Return a small table with roles, for tests that only look at it."""
    from tests.web.scene import ROLES, ask_for, uploaded

    found = uploaded(server)
    ask_for(server, found, roles=ROLES, k=3)
    return found


@pytest.fixture(scope="session")
def run(server: Any, table: dict[str, Any]) -> dict[str, Any]:
    """Return a done run of that table."""
    from tests.web.scene import finished

    found = finished(server, table, name="first")
    assert found["state"] == "done", found["error"]
    return found
