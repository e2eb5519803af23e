"""Tables: given to the server, read, looked at, and removed."""

from __future__ import annotations

import json
from pathlib import Path as File
from typing import Annotated, Any
from urllib.parse import unquote_plus

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from shoal.web import shape
from shoal.web.alone import uniqueness
from shoal.web.fault import Refused
from shoal.web.held import CODES, SHOWN, Held
from shoal.web.hub import Hub, InHub, InSession
from shoal.web.jobs.link import ROWS
from shoal.web.sample import SAMPLES
from shoal.web.session import Session
from shoal.web.shape_asked import Look, Preview, Uniqueness
from shoal.web.upload import Upload
from shoal.web.window import window

router = APIRouter(prefix="/tables", tags=["tables"])

Id = Annotated[str, Path(max_length=64)]
Offset = Annotated[int, Query(ge=0, le=2**40)]
Limit = Annotated[int, Query(ge=0, le=1000)]
BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/Source"}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "read": {"type": "string", "description": "how to read it, as the JSON of Reading"},
                    },
                }
            },
        },
    }
}


@router.get("")
def list_tables(session: InSession) -> shape.Tables:
    """Return all tables of this session."""
    return shape.Tables(tables=[held.shape() for held in session.tables.values()])


@router.post("", status_code=201, openapi_extra=BODY)
async def add_table(request: Request, hub: InHub, session: InSession) -> shape.Table:
    """Take a table: a file as a form, a sample by its name, or the path of a file on the machine of the server.

    It is read in a process of its own: its state is "reading" first, and then "ready" or "failed".
    """
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() == "multipart/form-data":
        held, read = await _uploaded(request, kind, session, hub)
    else:
        source = _source(await request.body())
        held, read = _given(source, session, hub.serving.paths), _plain(source.read)
    session.tables[held.id] = held
    hub.read(held, read)
    return held.shape()


@router.get("/{id}")
def show_table(id: Id, session: InSession) -> shape.Table:  # noqa: A002 - what the API calls it
    """Return a table: its columns, what was found in it, the roles to consider."""
    return session.table(id).shape()


@router.delete("/{id}", status_code=204)
def drop_table(id: Id, session: InSession, hub: InHub) -> Response:  # noqa: A002 - what the API calls it
    """Remove a table and its runs from the server; a file that was read in place stays."""
    hub.drop(session, session.table(id))
    return Response(status_code=204)


@router.post("/{id}/read")
def reread(id: Id, again: shape.Reread, session: InSession, hub: InHub) -> shape.Table:  # noqa: A002 - likewise
    """Read a table once more, in another way; what is asked of it begins again."""
    held = session.table(id)
    if held.sample:
        raise Refused(409, "SettingError", "a sample is made, and not read")
    hub.read(held, _plain(again.read))
    return held.shape()


@router.get("/{id}/rows")
def rows(id: Id, session: InSession, offset: Offset = 0, limit: Limit = 100) -> shape.Rows:  # noqa: A002 - likewise
    """Return a window of rows, as text."""
    held = session.table(id)
    held.require_ready()
    return window(held.place / SHOWN, offset, limit)


@router.get("/{id}/uniqueness")
def alone(
    id: Id,  # noqa: A002 - what the API calls it
    request: Request,
    session: InSession,
    columns: Annotated[str, Query(description="names between commas, each percent-encoded", max_length=100_000)],  # noqa: ARG001 - read as it was sent
) -> Uniqueness:
    """Return how many rows, or people where a person column is named, stand alone in some columns."""
    held = session.table(id)
    held.require_ready()
    names = _names(request.url.query, held)
    person = held.request.run.get("person")
    return uniqueness(held.place / CODES, names, None if person is None or person in names else str(person))


@router.post("/{id}/hierarchies/preview")
def preview(id: Id, look: Look, session: InSession, hub: InHub) -> Preview:  # noqa: A002 - likewise
    """Return a hierarchy on the values of a column, proposed where none is given, and its loss in the last groups."""
    held = session.table(id)
    held.require_ready()
    held.require_columns([look.column])
    known = {column.name: column.kind for column in held.request.schema.columns}
    done = [run for run in session.runs.values() if run.table == id and run.state == "done" and run.found.get("linked")]
    given = {
        "column": look.column, "hierarchy": None if look.hierarchy is None else look.hierarchy.model_dump(),
        "kind": known.get(look.column), "place": str(held.place), "textual": held.found["textual"],
        "run": str(done[-1].folder) if done and (done[-1].folder / ROWS).exists() else None,
    }  # fmt: skip
    return Preview(**hub.ask("look", "preview", given))


async def _uploaded(request: Request, kind: str, session: Session, hub: Hub) -> tuple[Held, dict[str, Any]]:
    """Return a table that comes as a form, and how it is to be read."""
    id_, folder = session.place()
    try:
        (folder / "upload").mkdir(mode=0o700)
        upload = Upload(kind, folder / "upload")
        await upload.take(request.stream())
        read = _plain(upload.reading)
    except BaseException:
        hub.discard(folder)
        raise
    return Held(id_, upload.name, folder, upload.file), read


def _source(body: bytes) -> shape.Source:
    """Return where a table comes from.

    Raises:
        Refused: the body says nothing of the kind.
    """
    try:
        return shape.Source(**json.loads(body))
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_input=False, include_url=False)) from None
    except (ValueError, TypeError, RecursionError):
        raise Refused(400, "InputError", "the body is neither a form with a file nor JSON") from None


def _given(source: shape.Source, session: Session, paths: bool) -> Held:  # noqa: FBT001 - as the server was told
    """Return a table that is a sample, or a file of this machine."""
    if (source.sample is None) == (source.path is None):
        raise Refused(422, "InputError", "give either a sample or a path")
    if source.sample is not None:
        if source.sample not in SAMPLES:
            raise Refused(422, "InputError", "there is no such sample", f"samples: {', '.join(SAMPLES)}")
        id_, folder = session.place()
        return Held(id_, source.sample, folder, None, SAMPLES[source.sample].call)
    if not paths:
        raise Refused(403, "NoPaths", "this server does not read files of its machine", "upload the file")
    file = _file(str(source.path))
    id_, folder = session.place()
    return Held(id_, str(source.path), folder, file)


def _file(path: str) -> File:
    """Return a plain file of this machine.

    Raises:
        Refused: there is none by this name.
    """
    try:
        file = File(path).expanduser().resolve(strict=True)
        if file.is_file():
            return file
    except (OSError, ValueError, RuntimeError):
        pass
    raise Refused(422, "InputError", "there is no such file on the machine of the server", "give its whole path")


def _plain(read: shape.Reading | None) -> dict[str, Any]:
    """Return how a file is to be read, as shoal takes it."""
    given = {} if read is None else read.model_dump(exclude_none=True)
    if isinstance(given.get("sheet"), int):
        given["sheet"] = str(given["sheet"])
    if given.get("header"):
        del given["header"]  # as files are read
    return given


def _names(query: str, held: Held) -> list[str]:
    """Return the columns of a query as it was sent: a comma that belongs to a name is percent-encoded in it."""
    given = [part.partition("=")[2] for part in query.split("&") if part.startswith("columns=")]
    names = [unquote_plus(name) for part in given for name in part.split(",")]
    if len(names) == 1 and names[0] not in held.columns:  # as where all of it was encoded
        names = names[0].split(",")
    names = list(dict.fromkeys(names))
    held.require_columns(names)
    return names
