"""What is asked of a table: a request, taken as JSON or as the text of a `shoal.toml`, told in four languages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from shoal.web.asked import request_in, request_of
from shoal.web.hub import InHub, InSession
from shoal.web.shape_asked import Asked, Toml

router = APIRouter(prefix="/tables/{id}/schema", tags=["tables"])

Id = Annotated[str, Path(max_length=64)]


@router.get("")
def show_schema(id: Id, session: InSession, hub: InHub) -> Asked:  # noqa: A002 - what the API calls it
    """Return what is asked of a table."""
    held = session.table(id)
    held.require_ready()
    return held.asked(hub.serving.address)


@router.put("")
def put_schema(
    id: Id,  # noqa: A002 - what the API calls it
    asked: Asked | Toml,
    session: InSession,
    hub: InHub,
) -> Asked:
    """Ask for something else; what was asked before stays where this does not fit."""
    held = session.table(id)
    held.require_ready()
    if isinstance(asked, Toml):
        with held.lock:
            held.request = request_in(asked.toml, held.request, held.columns, held.folder)
    else:
        held.request = request_of(asked, held.request, held.columns)
    return held.asked(hub.serving.address)
