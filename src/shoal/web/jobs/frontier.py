"""Several k on one table, quickly: the curve that the slider of the page stands on."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from shoal.engines.choose import Where
from shoal.errors import Cancelled, InfeasibleError
from shoal.forms.registry import form_of
from shoal.partition.registry import searches
from shoal.progress import Progress, Step, silent
from shoal.release import Release
from shoal.released import release_of
from shoal.request.presets import preset_in
from shoal.request.request import Request
from shoal.risks.risk import risk_of
from shoal.table.frame import Table
from shoal.web.jobs.release import table_in
from shoal.web.jobs.telling import plain, teller_of
from shoal.web.jobs.worker import Desk

KS = (2, 3, 5, 10, 20, 50, 100)


def run(given: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    """Tell a point for each k as soon as it is known; a k that cannot be met says why.

    Raises:
        ShoalError: nothing can be released of the table as it is described, whatever k is.
    """
    table, tell = table_in(given), teller_of(desk)
    began = time.monotonic()
    asked = _loosely(given["request"])
    for place, k in enumerate(KS):
        tell(Step("frontier", place / len(KS), seconds=time.monotonic() - began, note=f"k = {k}"))
        desk.tell("point", _point(table, asked.with_(k=k), k, given, desk))
        if desk.cancel.is_stopped:
            break
    desk.tell("step", plain(Step("done", 1.0, seconds=time.monotonic() - began)))
    return {}


def _loosely(request: Request) -> Request:
    """Return what is asked for without what would set k, and with as little search as there is."""
    preset = preset_in(request.run)
    loose = request.without("max_risk", *(["preset"] if preset is not None and preset.max_risk is not None else []))
    return loose.with_(effort="fast") if searches(str(loose.run.get("method", "auto"))) else loose


def _point(table: Table, request: Request, k: int, given: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    began = time.monotonic()
    try:
        release = release_of(
            table, request, cancel=desk.cancel, threads=given["threads"], progress=_quiet(), where=Where("memory")
        )
    except InfeasibleError as error:
        return _impossible(k, error.message)
    except Cancelled:
        if desk.cancel.is_dropped:
            raise
        return _impossible(k, "the search was stopped before it had groups")
    found = _risk(release)
    return {
        "k": k, "loss": release.loss, "bound": release.bound, "highest_risk": found[0], "average_risk": found[1],
        "seconds": time.monotonic() - began, "possible": True, "why": "",
    }  # fmt: skip


def _quiet() -> Progress:
    return silent


def _risk(release: Release) -> tuple[float | None, float | None]:
    if not form_of(release.settings.method).shows_groups:
        return None, None
    person = release._beside.series  # noqa: SLF001 - whose rows are whose, while both are in memory
    chances = risk_of(release.data, release.verdict.quasi, person=person).prosecutor
    return chances.highest, chances.average


def _impossible(k: int, why: str) -> dict[str, Any]:
    nothing = dict.fromkeys(("loss", "bound", "highest_risk", "average_risk", "seconds"))
    return {"k": k, **nothing, "possible": False, "why": why}
