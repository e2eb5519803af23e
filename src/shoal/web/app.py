"""The application: routes under `/api`, the page beside them, and one way to say no."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import Lifespan

from shoal._version import __version__
from shoal.errors import ShoalError
from shoal.web import shape
from shoal.web.fault import STATUS, FaultDict, Refused, fault_of
from shoal.web.guard import API, LARGER, Guard, TooLarge
from shoal.web.hub import Hub
from shoal.web.page import page_router
from shoal.web.routes import about, result, run, schema, table
from shoal.web.serving import Serving

ROUTES = (about, table, schema, run, result)
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": shape.Refusal, "description": words}
    for status, words in {
        400: "what was sent cannot be read",
        401: "no token, or an old one",
        403: "from elsewhere, or not allowed here",
        404: "not there, or of another session",
        409: "not now",
        413: "too large",
        422: "it does not fit",
        429: "too many",
    }.items()
}


def create_app(serving: Serving) -> FastAPI:
    """Return the application of a server."""
    hub = Hub(serving)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.lanes["read"].warm()
        try:
            yield
        finally:
            hub.close()

    app = described_app(lifespan)
    app.state.hub = hub
    if serving.page:
        app.include_router(page_router())
    _handle(app)
    app.add_middleware(Guard, serving=serving, sessions=hub.sessions)
    return app


class _Api(FastAPI):
    """An application whose description holds the one shape that a route reads by itself."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            made = super().openapi()
            source = shape.Source.model_json_schema(ref_template="#/components/schemas/{model}")
            source.pop("$defs")
            made["components"]["schemas"]["Source"] = source
        return super().openapi()


def described_app(lifespan: Lifespan[FastAPI] | None = None) -> FastAPI:
    """Return an application with the routes of the API, enough to describe them."""
    app = _Api(
        title="shoal", version=__version__, summary="Release tables about people, verified.", lifespan=lifespan,
        openapi_url=f"{API}/openapi.json", docs_url=None, redoc_url=None, redirect_slashes=False,
    )  # fmt: skip
    api = APIRouter(prefix=API, responses=REFUSALS)
    for one in ROUTES:
        api.include_router(one.router)
    app.include_router(api)
    return app


def _handle(app: FastAPI) -> None:
    """Let every failure be answered in the same shape, without a cell in it."""

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return _answer(error.status, error.fault)

    @app.exception_handler(ShoalError)
    async def explained(_: Request, error: ShoalError) -> Response:
        return _answer(STATUS.get(type(error), 400), fault_of(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {"loc": (), "msg": "it does not fit"}
        where = ".".join(str(part) for part in first["loc"])
        return _answer(422, FaultDict(kind="InvalidRequest", message=f"{where}: {first['msg']}", hint=""))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        kind, hint = ("TooLarge", LARGER) if isinstance(error, TooLarge) else ("HttpError", "")
        answer = _answer(error.status_code, FaultDict(kind=kind, message=str(error.detail), hint=hint))
        answer.headers.update(error.headers or {})
        return answer


def _answer(status: int, fault: FaultDict) -> Response:
    return JSONResponse({"error": fault}, status)
