"""What stands before every route: who asks, from where, and how much is sent. What it adds to every answer."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shoal.web.fault import UNFORESEEN, FaultDict
from shoal.web.serving import BODY_BYTES, Serving
from shoal.web.session import Session, Sessions

LOG = logging.getLogger("shoal.web")
API = "/api"
UPLOAD = ("POST", "/api/tables")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{}; connect-src 'self'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LARGER = "start the server with a greater --upload-limit, or let it read the file in place"
MULTIPART_ROOM = 1 << 16
"""What a form may hold besides the file."""

NO_TOKEN = FaultDict(
    kind="Unauthorized",
    message="this needs a token, and there is none or an old one",
    hint="open the address that shoal app printed, or send it as Authorization: Bearer",
)


class TooLarge(HTTPException):
    """More is sent than is allowed."""

    def __init__(self, most: int) -> None:
        """Say how much is allowed."""
        super().__init__(413, f"more is sent than is allowed: {most:,} bytes")


class Guard:
    """Refuses what comes from elsewhere, is not allowed, or is too much; hands on the rest with its session."""

    def __init__(self, app: ASGIApp, serving: Serving, sessions: Sessions) -> None:
        """Stand before an application."""
        self.app, self.serving, self.sessions = app, serving, sessions
        self.cookie = f"shoal-{serving.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is refused; hand on the rest."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        is_api = scope["path"] == API or scope["path"].startswith(f"{API}/")
        send = _adding(send, is_api=is_api)
        refusal = self._refusal(scope, headers, is_api=is_api)
        if refusal is not None:
            await _answer(send, *refusal)
            return
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and token:
            await self._exchange(token, send)
            return
        await self._counted(scope, headers, receive, send)

    def _refusal(self, scope: Scope, headers: dict[str, str], *, is_api: bool) -> tuple[int, FaultDict] | None:
        """Return why a request is not served, if it is not."""
        if not self.serving.knows(headers.get("host", "")):
            return 403, FaultDict(kind="WrongHost", message="this server is not called so", hint="use its own address")
        if not is_api:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if (origin is not None and urlsplit(origin).netloc != headers["host"]) or site not in ("none", "same-origin"):
            message = "this request comes from a page of someone else"
            return 403, FaultDict(kind="WrongOrigin", message=message, hint="")
        session = self._session(headers)
        if session is None:
            return 401, NO_TOKEN
        scope.setdefault("state", {})["session"] = session
        return None

    def _session(self, headers: dict[str, str]) -> Session | None:
        """Return whose request it is, by its token or its cookie."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self.sessions.of_token(token.strip())
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return None
        held = cookies.get(self.cookie)
        return None if held is None else self.sessions.of_secret(held.value)

    async def _exchange(self, token: str, send: Send) -> None:
        """Give a cookie for a token, and lead to the page without it: it stays in no history and no log."""
        session = self.sessions.of_token(token)
        if session is None:
            await _answer(send, 401, NO_TOKEN)
            return
        cookie = f"{self.cookie}={session.secret}; HttpOnly; SameSite=Strict; Path=/"
        headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def _counted(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        """Hand a request on, and refuse its body once it is too large: as it says itself, or as it comes in."""
        is_upload = (scope["method"], scope["path"]) == UPLOAD and "multipart/" in headers.get("content-type", "")
        most = self.serving.upload_bytes + MULTIPART_ROOM if is_upload else BODY_BYTES
        declared = headers.get("content-length", "0")
        if not declared.isdecimal() or int(declared) > most:
            await _answer(send, 413, FaultDict(kind="TooLarge", message=TooLarge(most).detail, hint=LARGER))
            return
        taken, begun = 0, False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooLarge(most)
            return message

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except Exception as error:  # noqa: BLE001 - the last stop: an answer without what the error says
            _log(error, scope)
            if not begun:
                await _answer(send, 500, UNFORESEEN)


def _log(error: Exception, scope: Scope) -> None:
    """Note the kind of an error and the route, and no more: its text may hold cells, and the address a token."""
    route = getattr(scope.get("route"), "path", "?")
    LOG.error("%s in %s %s", type(error).__name__, scope["method"], route)
    if os.environ.get("SHOAL_DEBUG") == "1":
        LOG.error("the traceback may hold values of a table", exc_info=error)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _adding(send: Send, *, is_api: bool) -> Send:
    """Return what sends an answer with the headers that all have; those that it has already stay."""
    wanted = (
        HEADERS | ({"Cache-Control": "no-store"} if is_api else {}) | {"Content-Security-Policy": POLICY.format("")}
    )

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            held = {name.lower() for name, _ in message.get("headers", [])}
            more = [(n.encode(), v.encode()) for n, v in wanted.items() if n.lower().encode() not in held]
            message["headers"] = [*message.get("headers", []), *more]
        await send(message)

    return sending


async def _answer(send: Send, status: int, fault: FaultDict) -> None:
    body = json.dumps({"error": fault}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
