"""Runs: started, followed, ended and removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from starlette.responses import StreamingResponse

from shoal.web import shape_run
from shoal.web.hub import Hub, InHub, InSession
from shoal.web.running import Running

router = APIRouter(prefix="/runs", tags=["runs"])

Id = Annotated[str, Path(max_length=64)]
LOOK, BEAT = 0.1, 15.0
"""Seconds between two looks at a run that is followed, and between two signs of life."""


@router.get("")
def list_runs(session: InSession, hub: InHub) -> shape_run.Runs:
    """Return all runs of this session."""
    return shape_run.Runs(runs=[run.shape(hub.queue(run)) for run in session.runs.values()])


@router.post("", status_code=201)
def start_run(start: shape_run.Start, session: InSession, hub: InHub) -> shape_run.Run:
    """Start a run on a table as it is described now: a release, or a frontier of several k."""
    held = session.table(start.table)
    held.require_ready()
    run = hub.start(session, held, start.name, "frontier" if start.frontier else "release")
    return run.shape(hub.queue(run))


@router.get("/{id}")
def show_run(id: Id, session: InSession, hub: InHub) -> shape_run.Run:  # noqa: A002 - what the API calls it
    """Return a run: its state, and what is known of its release."""
    run = session.run(id)
    return run.shape(hub.queue(run))


@router.delete("/{id}", status_code=204)
def forget_run(id: Id, session: InSession, hub: InHub) -> Response:  # noqa: A002 - likewise
    """End a run, and remove all that came of it."""
    hub.forget(session, session.run(id))
    return Response(status_code=204)


@router.post("/{id}/cancel")
def cancel_run(id: Id, end: shape_run.End, session: InSession, hub: InHub) -> shape_run.Run:  # noqa: A002 - likewise
    """End a run: with the best groups so far, or with nothing."""
    run = session.run(id)
    hub.cancel(run, keep=end.keep)
    return run.shape(hub.queue(run))


@router.put("/{id}/checklist")
def tick(
    id: Id,  # noqa: A002 - likewise
    ticked: list[shape_run.Ticked],
    session: InSession,
    hub: InHub,
) -> shape_run.Run:
    """Take what a reviewer says to lines of the checklist; the report holds it."""
    run = session.run(id)
    run.require_release()
    run.tick(ticked)
    return run.shape(hub.queue(run))


@router.get(
    "/{id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def follow(id: Id, request: Request, session: InSession, hub: InHub) -> StreamingResponse:  # noqa: A002 - likewise
    """Follow a run by server-sent events: its state first, then steps and states, and its last state at the end."""
    run = session.run(id)
    return StreamingResponse(_events(run, hub, request), media_type="text/event-stream")


async def _events(run: Running, hub: Hub, request: Request) -> AsyncIterator[str]:
    """Yield the state of a run, each step and each change of state; every one has a number."""
    shown, state, quiet = -1, "", 0.0
    points = -1
    while True:
        if run.version != shown:
            shown, quiet = run.version, 0.0
            if run.state != state or len(run.points) != points:
                state, points = run.state, len(run.points)
                yield _event("state", shown, run.shape(hub.queue(run)).model_dump_json())
            elif run.step is not None:
                yield _event("step", shown, shape_run.Step(**run.step).model_dump_json())
        if run.has_ended and state == run.state:
            return
        await asyncio.sleep(LOOK)
        quiet += LOOK
        if quiet >= BEAT:
            quiet = 0.0
            yield ": still there\n\n"
        if hub.is_ending or await request.is_disconnected():
            return


def _event(name: str, number: int, data: str) -> str:
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n"
