"""A server on the loopback interface, in place of the archive."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Archive:
    """What the server sends: the content of each path, and how many bytes it holds back at the end of each reply."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    held_back: int = 0
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def archive(monkeypatch) -> Iterator[Archive]:
    """Return a running archive; no folder with data, no proxy."""
    monkeypatch.delenv("SHOAL_DATA", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    stage = Archive()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            stage.asked.append(self.path)
            content = stage.files.get(self.path)
            if content is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) - stage.held_back])

        def log_message(self, *_):
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        stage.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield stage
        server.shutdown()
        thread.join()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Return the folder that downloads are kept in, empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "shoal"
