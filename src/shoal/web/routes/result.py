"""What came of a run: files to take away, and what its owner looks at."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import FileResponse, Response

from shoal.table.write import second_place
from shoal.web import shape, shape_run
from shoal.web.checklist import with_checklist
from shoal.web.fault import Refused, missing
from shoal.web.group import group, groups
from shoal.web.hub import InHub, InSession
from shoal.web.jobs.link import RELEASED
from shoal.web.jobs.release import FORMATS
from shoal.web.person import person
from shoal.web.running import Running
from shoal.web.window import window

router = APIRouter(prefix="/runs/{id}", tags=["results"])

Id = Annotated[str, Path(max_length=64)]
Offset = Annotated[int, Query(ge=0, le=2**40)]
Limit = Annotated[int, Query(ge=0, le=1000)]
Format = Literal["csv", "parquet", "xlsx"]
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""For a report, which stands by itself and is opened outside of the app: it may show itself, and do nothing."""

BINARY = {"schema": {"type": "string", "format": "binary"}}
FILE: dict[int | str, dict[str, Any]] = {200: {"content": dict.fromkeys(TYPES.values(), BINARY)}}


@router.get("/release", response_class=FileResponse, responses=FILE)
def release(id: Id, session: InSession, format: Format = "csv", part: Literal["first", "second"] = "first") -> Response:  # noqa: A002 - what the API calls it
    """Return the released table as a file: shuffled and verified; its second table where there are two."""
    run = _run(id, session)
    _require_format(run, format)
    file = run.folder / FORMATS[format]
    if part == "second":
        if not run.found["has_second"]:
            raise missing(what="second table")
        file = second_place(file)
    return FileResponse(file, media_type=TYPES[format], filename=file.name)


@router.get(
    "/report", response_class=Response, responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}}
)
def report(id: Id, session: InSession) -> Response:  # noqa: A002 - likewise
    """Return the report as a page that stands by itself, with the reviewer's checklist in it."""
    run = _run(id, session)
    page = with_checklist(run.folder / "report.html", run.checks)
    headers = {"Content-Disposition": 'attachment; filename="report.html"', "Content-Security-Policy": ALONE}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/certificate")
def certificate(id: Id, session: InSession, format: Format = "csv") -> shape_run.Certificate:  # noqa: A002 - likewise
    """Return the certificate of the released file of a format."""
    run = _run(id, session)
    _require_format(run, format)
    return shape_run.Certificate(**json.loads((run.folder / f"certificate.{format}.json").read_text("utf-8")))


@router.get(
    "/request",
    response_class=Response,
    responses={200: {"content": {"application/toml": {"schema": {"type": "string"}}}}},
)
def request(id: Id, session: InSession) -> Response:  # noqa: A002 - likewise
    """Return the `shoal.toml` that repeats the run."""
    run = _run(id, session)
    headers = {"Content-Disposition": 'attachment; filename="shoal.toml"'}
    return Response((run.folder / "shoal.toml").read_bytes(), media_type="application/toml", headers=headers)


@router.get("/rows")
def released_rows(id: Id, session: InSession, offset: Offset = 0, limit: Limit = 100) -> shape.Rows:  # noqa: A002 - likewise
    """Return a window of released rows in the order of the table, for its owner; those left out are empty."""
    return window(_run(id, session).folder / RELEASED, offset, limit)


@router.get("/pictures")
def pictures(id: Id, session: InSession) -> shape_run.Pictures:  # noqa: A002 - likewise
    """Return the pictures of the report, as SVG."""
    run = _run(id, session)
    return shape_run.Pictures(pictures=json.loads((run.folder / "pictures.json").read_text("utf-8")))


@router.get("/groups")
def list_groups(id: Id, session: InSession, offset: Offset = 0, limit: Limit = 100) -> shape_run.Groups:  # noqa: A002 - likewise
    """Return a window of the groups, the dearest first."""
    return groups(_linked(id, session), offset, limit)


@router.get("/groups/{n}")
def show_group(id: Id, n: Annotated[int, Path(ge=0, le=2**31)], session: InSession) -> shape_run.Group:  # noqa: A002 - likewise
    """Return why a group is what it is: its price by column, and the row that widened each column most."""
    return group(_linked(id, session), n)


@router.post("/person")
def one_person(id: Id, known: shape_run.Known, session: InSession, hub: InHub) -> shape_run.Person:  # noqa: A002, ARG001 - likewise
    """Return whom someone finds who knows some cells of a person, before and after, and what they would learn."""
    run = _linked(id, session)
    held = session.table(run.table)
    held.require_columns(known.known)
    return person(run, known.row, known.known)


def _run(id_: str, session: InSession) -> Running:
    run = session.run(id_)
    run.require_release()
    return run


def _linked(id_: str, session: InSession) -> Running:
    """Return a run whose groups show.

    Raises:
        Refused: its method publishes otherwise.
    """
    run = _run(id_, session)
    if not run.found["linked"]:
        raise Refused(409, "NoGroups", "rows of a group do not look alike in this release, so none can be shown")
    return run


def _require_format(run: Running, format_: str) -> None:
    if format_ not in run.found["formats"]:
        known = ", ".join(run.found["formats"])
        raise Refused(
            409, "OutputError", f"this release cannot be held by a file of the format {format_}", f"take {known}"
        )
