"""The server as a process of its own: how it starts, what it says, and what is left when it is killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

import httpx
from typer.testing import CliRunner

from shoal.cli.main import app
from shoal.cli.serve import serving_of
from shoal.errors import SettingError
from tests.web.scene import uploaded

TOKEN = "0123456789abcdef"


@contextmanager
def started(tmp: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server on a free port, and yield it with its address once it has said so."""
    command = [sys.executable, "-m", "shoal", *options, "--port", "0", "--token", TOKEN]
    environment = {**os.environ, "TMPDIR": str(tmp)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        line = process.stdout.readline()
        address = re.search(r"http://[\w.:]+", line)
        assert address, line + process.stderr.read()
        try:
            yield process, address[0].removesuffix("/api")
        finally:
            process.kill()


def folders(tmp: Path) -> list[Path]:
    return list(tmp.glob("shoal-run-*"))


def test_a_killed_server_leaves_no_process_and_the_next_one_removes_its_files(tmp_path):
    with started(tmp_path, "serve") as (process, address):
        with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60) as client:
            assert uploaded(client)["state"] == "ready"
            assert client.get("/").status_code == 404  # no page
        workers = children(process.pid)
        (left,) = folders(tmp_path)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert left.exists()
        while any(is_alive(worker) for worker in workers):
            time.sleep(0.05)
    with started(tmp_path, "app", "--no-open") as (process, _):
        assert not left.exists()
        (own,) = folders(tmp_path)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert not own.exists()


def test_a_server_that_is_asked_to_end_takes_the_time_to_end_its_processes_and_to_remove_its_files(tmp_path):
    with started(tmp_path, "serve") as (process, address):
        with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60) as client:
            table = uploaded(client)
            preview = f"/api/tables/{table['id']}/hierarchies/preview"
            client.post(preview, json={"column": "zip"}).raise_for_status()
        workers = [child for child in children(process.pid) if "spawn_main" in command_of(child)]
        assert len(workers) == 2  # one read the table, one looked at a column
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)  # as busy as can be: it hears nothing
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 143
        assert not any(is_alive(worker) for worker in workers)
        assert folders(tmp_path) == []
        assert "are removed" in process.stderr.read()


def test_a_second_ctrl_c_ends_a_server_at_once_and_leaves_nothing_either(tmp_path):
    with started(tmp_path, "serve") as (process, address):
        host, port = address.removeprefix("http://").split(":")
        head = f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
        head += (
            "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999\r\n\r\n--x\r\nContent-Disposition: "
        )
        with socket.create_connection((host, int(port))) as upload:  # which the server waits for
            upload.sendall(head.encode())
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.wait() == 130
        assert folders(tmp_path) == []


def command_of(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()


def children(process: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(status.parent.name))
    return found


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_port_in_use_is_an_error_that_says_so():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = CliRunner().invoke(app, ["serve", "--port", str(port)])
    assert done.exit_code == 2
    assert f"port {port}" in done.stderr
    assert "--port 0" in done.stderr


def test_a_token_that_can_be_guessed_is_refused():
    done = CliRunner().invoke(app, ["app", "--no-open", "--token", "short"])
    assert done.exit_code == 2
    assert "guessed" in done.stderr
    assert "short" not in done.stderr


def test_files_of_the_machine_are_read_for_itself_alone_unless_told_otherwise():
    assert serving_of(0, "127.0.0.1", None, "1GB", None).paths is True
    assert serving_of(0, "0.0.0.0", None, "1GB", None).paths is False
    assert serving_of(0, "0.0.0.0", True, "1GB", None).paths is True
    assert serving_of(0, "localhost", False, "1MB", None).upload_bytes == 1_000_000


def test_tokens_are_drawn_and_differ():
    first, second = (serving_of(0, "127.0.0.1", None, "1GB", None).token for _ in range(2))
    assert first != second
    assert len(first) >= 43


def test_an_upload_limit_that_is_no_size_is_refused():
    with pytest.raises(SettingError):
        serving_of(0, "127.0.0.1", None, "much", None)


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(SettingError) as refused:
        serving_of(0, "127.0.0.1", None, "1GB", None)
    assert refused.value.hint == 'pip install "shoal[app]"'
