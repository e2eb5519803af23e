"""From a request and a table to a release, with all that is known about it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from shoal.engines.base import Closable, Data
from shoal.engines.choose import Where, choose, open_data
from shoal.errors import SettingError
from shoal.kernels import threads as kernel_threads
from shoal.make.beside import Beside
from shoal.make.filed import made_for
from shoal.make.group import Observer, Run
from shoal.make.in_blocks import release_in_blocks
from shoal.make.likely import warn_of_likely
from shoal.make.release import make
from shoal.make.stored import Stored
from shoal.partition.registry import about_of
from shoal.progress import Cancel, Progress, Step, Watch, forward, teller
from shoal.release import Release
from shoal.report.association import SAMPLE as ASSOCIATED
from shoal.report.before import Pending, Tally
from shoal.request.columns import left_at_home, on_left_out, warn_of_telling
from shoal.request.request import Request
from shoal.request.settled import settled
from shoal.secret import SystemSecret
from shoal.table.format import named_format
from shoal.table.frame import like
from shoal.table.scan import is_several
from shoal.table.write import require_private, write_private
from shoal.warming import compiled_ahead, uses_of

IN_BLOCKS = "released block by block on the engine {!r}: {}"
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
    where: Where | None = None,
) -> Release:
    """Return the release that is asked for; without an observer, a report on it says nothing of the originals.

    Raises:
        ShoalError: as `anonymize`.
    """
    started = time.perf_counter()
    settings = asked.settings
    settings.require_promise()
    where = where or Where()
    chosen = choose(table, where, dict(asked.read))
    if chosen.engine != "memory":
        if mapping is not None:
            message = f"a mapping needs the whole table, and the engine is {chosen.engine!r}: {chosen.why}"
            raise SettingError(message, hint='leave the mapping out, or use engine="memory"')
        with kernel_threads(threads):
            return large_release_of(
                open_data(table, chosen, where), asked, chosen.why, progress, cancel, for_report=observe is not None
            )
    if mapping is not None:
        require_private(mapping)
    source = chosen.scan.whole() if chosen.scan is not None and is_several(table) else asked.table(table)
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
        _beside=Beside(made.person, made.order),
        _at_home=at_home,
    )
    tell(Step("done", 1.0, release.reported.measures.gcp, release.reported.bound))
    warn_of_likely(release.unguarded, release.verdict.caveats)
    return _on_seed(release, asked)


def large_release_of(
    data: Data,
    asked: Request,
    why: str,
    progress: bool | Progress,  # noqa: FBT001 - as callers give it
    cancel: Cancel | None,
    *,
    for_report: bool = False,
) -> Release:
    """Return the release of a table that is not in memory, which stays where its engine has written it.

    Raises:
        ShoalError: as `anonymize`.
    """
    started = time.perf_counter()
    tell, watch = teller(progress), Watch(cancel)
    settings = asked.settings
    try:
        with compiled_ahead(*uses_of(settings)) as ahead:
            ahead.wait_for_all(tell)
            large = release_in_blocks(
                data, asked, watch.checking(forward(tell)), watch, ASSOCIATED if for_report else 0
            )
        watch.check()
    except BaseException:  # a traceback may keep the data alive for long
        if isinstance(data, Closable):
            data.close()
        raise
    stored = Stored(large)
    release = Release(
        frame=stored.frame,
        data=stored.frame,  # type: ignore[arg-type]  # not in memory
        second=None,
        rows=large.rows,
        suppressed=large.rows - large.verdict.rows,
        measures=large.measures,
        verdict=large.verdict,
        settings=large.settings,
        form=about_of(large.settings.method).publishes,
        notes=large.notes,
        schema=large.schema,
        inferred=(
            IN_BLOCKS.format(data.name, why),
            *large.inferred,
            *on_left_out(left_at_home(large.schema, data.first)),
            *large.verdict.caveats,
        ),
        seconds=time.perf_counter() - started - ahead.seconds,
        _reported=large.reported,
        _at_home=left_at_home(large.schema, data.first),
        _stored=stored,
    )
    tell(Step("done", 1.0, release.reported.measures.gcp))
    warn_of_likely(release.unguarded, release.verdict.caveats)
    return _on_seed(release, asked)


def _on_seed(release: Release, asked: Request) -> Release:
    """Return the release with a sentence where a seed was given that does not repeat it."""
    if release.repeatable or "seed" not in asked.run:
        return release
    return replace(release, inferred=(*release.inferred, NOT_REPEATED))
