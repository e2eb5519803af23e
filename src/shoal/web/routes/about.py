"""What this server is, and further sessions of it."""

from __future__ import annotations

from fastapi import APIRouter

from shoal._version import __version__
from shoal.catalogue import methods
from shoal.request.presets import PRESETS
from shoal.web import shape
from shoal.web.hub import InHub
from shoal.web.sample import SAMPLES

router = APIRouter(tags=["server"])


@router.get("/about")
def about(hub: InHub) -> shape.About:
    """Return what this server is and allows: limits, samples, methods, presets."""
    serving = hub.serving
    return shape.About(
        version=__version__,
        limits=shape.Limits(upload_bytes=serving.upload_bytes, rows=serving.rows, columns=serving.columns),
        paths_allowed=serving.paths,
        samples=[shape.Sample(name=name, title=one.title, rows=one.rows) for name, one in SAMPLES.items()],
        methods=[shape.Method(name=one.name, title=one.title, text=one.advice) for one in methods()],
        presets=[
            shape.Preset(name=one.name, title=one.source, text=one.reading, max_risk=one.max_risk)
            for one in PRESETS.values()
        ],
    )


@router.post("/sessions", status_code=201)
def open_session(hub: InHub) -> shape.Opened:
    """Open a session of its own, for someone else: anyone who has its token sees its tables, and no others."""
    session = hub.sessions.new()
    return shape.Opened(token=session.token, url=f"{hub.serving.address}/?token={session.token}")
