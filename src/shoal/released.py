"""From a request and a table to a release, with all that is known about it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from shoal.kernels import threads as kernel_threads
from shoal.make.beside import Beside
from shoal.make.filed import made_for
from shoal.make.group import Observer, Run
from shoal.make.likely import warn_of_likely
from shoal.make.release import make
from shoal.partition.registry import about_of
from shoal.progress import Cancel, Progress, Step, Watch, teller
from shoal.release import Release
from shoal.report.before import Pending, Tally
from shoal.request.columns import left_at_home, on_left_out, warn_of_telling
from shoal.request.request import Request
from shoal.request.settled import settled
from shoal.secret import SystemSecret
from shoal.table.format import named_format
from shoal.table.frame import like
from shoal.table.write import require_private, write_private
from shoal.warming import compiled_ahead, uses_of

NOT_REPEATED = "the seed does not repeat this release: draws that protect come from the system, and from no seed"


def release_of(  # noqa: PLR0913 - what a call says beside the request
    table: object,
    asked: Request,
    *,
    mapping: str | Path | None = None,
    written_as: str | None = None,
    progress: bool | Progress = False,
    cancel: Cancel | None = None,
    threads: int | None = None,
    observe: Observer | None = None,
) -> Release:
    """Return the release that is asked for; without an observer, a report on it says nothing of the originals.

    Raises:
        ShoalError: as `anonymize`.
    """
    started = time.perf_counter()
    settings = asked.settings
    settings.require_promise()
    if mapping is not None:
        require_private(mapping)
    source = asked.table(table)
    found, inferred = asked.described(source)
    warn_of_telling(found, source)
    at_home = left_at_home(found, source)
    if written_as is not None:
        source, found, remarks = made_for(source, found, named_format(written_as))
        inferred = (*inferred, *remarks)
    settings = replace(
        settings, criteria=settled(settings.criteria, asked.schema, found.of_role("sensitive"), source.data)
    )
    tell, watch = teller(progress), Watch(cancel)
    with kernel_threads(threads), compiled_ahead(*uses_of(settings)) as ahead:
        sensitive = [column.name for column in found.of_role("sensitive")]
        wanted = settings.promised(sensitive)
        run = Run(settings, wanted, watch.checking(tell), SystemSecret(), watch, ahead, observe)
        made = make(source, found, run)
    watch.check()
    if mapping is not None:
        write_private(made.mapping, mapping)
    release = Release(
        frame=like(made.data, table),
        data=made.data,
        second=made.second,
        rows=source.rows,
        suppressed=source.rows - made.data.height,
        measures=made.measures,
        verdict=made.verdict,
        settings=settings,
        form=about_of(settings.method).publishes,
        notes=made.notes,
        schema=found,
        inferred=(*inferred, *on_left_out(at_home), *made.verdict.caveats),
        seconds=time.perf_counter() - started - ahead.seconds,
        bound=made.bound,
        _before=Pending(made.observed, made.data, settings.k) if isinstance(made.observed, Tally) else None,
        _reported=made.reported,
        _beside=Beside(made.person),
        _at_home=at_home,
    )
    tell(Step("done", 1.0, release.reported.measures.gcp, release.reported.bound))
    warn_of_likely(release.unguarded, release.verdict.caveats)
    if release.repeatable or "seed" not in asked.run:
        return release
    return replace(release, inferred=(*release.inferred, NOT_REPEATED))
