"""A server as a user starts it, a browser, and pages that are watched: what they ask for and what they complain of."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WAIT = 60_000
"""Milliseconds after which what does not come is a failure: no claim of any test, and long, for busy machines."""

# Told to the page before anything of it runs: what the policy forbids is written down, and nothing is shown of it.
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


@dataclass
class App:
    """A server: its process, its address without the token, and the folder that its own is made in."""

    process: subprocess.Popen[str]
    url: str
    tmp: Path

    @property
    def address(self) -> str:
        return self.url.partition("/?")[0]

    @property
    def token(self) -> str:
        return self.url.partition("token=")[2]

    @property
    def port(self) -> int:
        return urlsplit(self.url).port

    def client(self, token: str | None = None) -> httpx.Client:
        """Return a client of the API, with the first session's token unless another is given."""
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=WAIT / 1000)

    def new_session(self) -> str:
        """Return the address that opens a session of its own: tests do not see each other's tables."""
        with self.client() as client:
            return client.post("/api/sessions").raise_for_status().json()["url"]

    def folders(self) -> list[Path]:
        """Return what servers have left in their place for temporary files."""
        return list(self.tmp.iterdir())

    def kill(self) -> None:
        """Kill it as a crash would: it can tidy nothing."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def started(tmp: Path, *options: str) -> Iterator[App]:
    """Start `shoal app` on a free port unless one is given, and yield it once it has said where it is."""
    command = [sys.executable, "-m", "shoal", "app", "--no-open", *(options or ("--port", "0"))]
    environment = {**os.environ, "TMPDIR": str(tmp)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            line = process.stdout.readline()
            url = re.search(r"http://\S+", line)
            assert url, line + process.stderr.read()
            yield App(process, url[0], tmp)
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start the browser of this system, with an empty profile."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watched:
    """What a page did: the addresses that it asked for, and what it complained of."""

    page: Page
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def violations(self) -> list[str]:
        """Return what the policy of the server has forbidden the page since it was opened."""
        return self.page.evaluate("window.violations")

    def elsewhere(self, address: str) -> list[str]:
        """Return the addresses that it asked for and that are not of this server."""
        return [url for url in self.asked if not url.startswith((f"{address}/", "data:", "blob:"))]


def watched(page: Page) -> Watched:
    """Watch a page from before its first request."""
    seen = Watched(page)
    page.add_init_script(WATCH)
    page.on("request", lambda request: seen.asked.append(request.url))
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    page.on("console", lambda line: _heard(seen, line))
    return seen


def _heard(seen: Watched, line: Any) -> None:
    if line.type in {"error", "warning"}:
        seen.complaints.append(line.text)


@contextmanager
def opened(browser: Browser, url: str, **options: Any) -> Iterator[Watched]:
    """Open a page in a profile of its own, and yield it with what it did once it shows something."""
    context = browser.new_context(**{"viewport": {"width": 1000, "height": 900}, "accept_downloads": True, **options})
    context.set_default_timeout(WAIT)
    try:
        seen = watched(context.new_page())
        seen.page.goto(url)
        seen.page.get_by_role("heading", level=1).wait_for()
        yield seen
    finally:
        context.close()
