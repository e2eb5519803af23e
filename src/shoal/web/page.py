"""The built page, as it is in `static/`: files and nothing else, each by its own name."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from secrets import token_urlsafe

from fastapi import APIRouter
from starlette.responses import FileResponse, HTMLResponse, Response

from shoal.web.fault import missing
from shoal.web.guard import POLICY

NONCE = "__SHOAL_NONCE__"
"""What stands in the page for a number that is used once: react-aria puts it on the one style element that it adds."""

TYPES = {
    ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
    ".woff2": "font/woff2", ".png": "image/png", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
NOT_BUILT = (
    "<!doctype html><html lang=en><title>shoal</title><p>The page is not built. In a checkout: "
    "<code>cd frontend && npm ci && npm run build</code>. The API is there: <code>/api/openapi.json</code>."
)


def static() -> Path:
    """Return the folder of the built page."""
    return Path(str(files("shoal.web") / "static"))


def page_router() -> APIRouter:
    """Return the routes of the page."""
    router = APIRouter(include_in_schema=False)
    folder = static()

    @router.get("/")
    def index() -> Response:
        page = folder / "index.html"
        if not page.is_file():
            return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
        nonce = token_urlsafe(16)
        text = page.read_text("utf-8").replace(NONCE, nonce)
        policy = POLICY.format(f" 'nonce-{nonce}'")
        return HTMLResponse(text, headers={"Cache-Control": "no-store", "Content-Security-Policy": policy})

    @router.get("/{name:path}")
    def asset(name: str) -> Response:
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in TYPES}
        path = found.get(name)
        if path is None:
            raise missing(what="page")
        return FileResponse(path, media_type=TYPES[path.suffix], headers={"Cache-Control": "no-cache"})

    return router
