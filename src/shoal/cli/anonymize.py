"""`shoal anonymize`: from a file to a verified release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli import _criteria as criteria
from shoal.cli import _options as options
from shoal.cli._faults import Written
from shoal.cli._options import Many, One, takes
from shoal.cli._output import print_json, remarks, say
from shoal.cli._places import (
    STREAM,
    is_stream,
    require_apart,
    require_output,
    require_own_file,
    require_stdout,
)
from shoal.cli._progress import LiveLine, announced_compiling, stopped_by_interrupt
from shoal.errors import SettingError
from shoal.progress import Progress, Step

if TYPE_CHECKING:
    from shoal.engines.choose import Where
    from shoal.judge.attacks.attack import Attack
    from shoal.release import Release
    from shoal.request.request import Request
    from shoal.table.frame import Table


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where the release and what goes with it are written, and what is said about it."""

    release: str
    mapping: str | None
    schema: str | None
    report: str | None
    json: bool
    quiet: bool
    sign: str | None = None
    second: str | None = None
    neutralize_formulas: bool = False
    attacks: bool = False

    def __post_init__(self) -> None:
        """Refuse what would mix up or lose something."""
        if self.json and self.release == STREAM:
            message = "--json and -o - both want stdout"
            raise SettingError(message, hint="write the release to a file: -o FILE")
        if self.json or self.release == STREAM:
            require_stdout()
        for place in (self.mapping, self.schema, self.report):
            if place is not None:
                require_own_file(place)
        if self.report is not None:
            from shoal.report.write import require_report

            require_report(self.report)
        elif self.attacks:
            message = "--attacks puts what attacks find into a report, and there is none"
            raise SettingError(message, hint="add --report FILE")
        if self.sign is not None:
            self._require_signature(self.sign)

    def _require_signature(self, key: str) -> None:
        """Refuse a key that cannot sign, or that has nothing to sign."""
        if self.report is None:
            message = "--sign signs the certificate of a report, and there is none"
            raise SettingError(message, hint="add --report FILE")
        from shoal.report.signature import private_key

        private_key(key)

    @property
    def files(self) -> list[str]:
        """Return the places to be written to."""
        places = (self.release, self.second, self.mapping, self.schema, self.report)
        return [place for place in places if place is not None]

    @property
    def files_at_once(self) -> list[str]:
        """Return the files that take their places together: all but the report, which speaks of them."""
        places = (None if is_stream(self.release) else self.release, self.second, self.mapping, self.schema)
        return [place for place in places if place is not None]

    def for_method(self, method: str) -> Outputs:
        """Return the places once it is known how many tables there are.

        Raises:
            SettingError: there are two, and the release goes to a stream.
        """
        from shoal.forms.registry import form_of
        from shoal.table.write import second_place

        if not form_of(method).has_second:
            return self
        if is_stream(self.release):
            message = f"method {method!r} publishes two tables, which cannot both go to one stream"
            raise SettingError(message, hint="write the release to a file: -o FILE")
        return replace(self, second=str(second_place(self.release)))


@criteria.with_criteria
def anonymize(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    source: options.Source,
    *,
    k: Annotated[int | None, typer.Option("-k", "--k", help="The least number of rows that must look alike.")] = None,
    quasi: options.Quasi = None,
    sensitive: options.Sensitive = None,
    identifier: Annotated[
        Many, typer.Option("--identifier", "--identifiers", metavar="COLUMNS", help="Columns to drop: names, numbers.")
    ] = None,
    keep: options.Keep = None,
    keep_others: options.KeepOthers = None,
    person: options.Person = None,
    person_share: options.PersonShare = None,
    max_risk: Annotated[
        float | None, takes("--max-risk", "CHANCE", "The highest chance of finding a person: 0.09 sets k to 12.")
    ] = None,
    preset: Annotated[One, takes("--preset", "NAME", "ema-0070, health-canada-prci or hipaa-safe-harbor.")] = None,
    pseudonymize: Annotated[
        Many, takes("--pseudonymize", "COLUMNS", "Identifiers to replace by random pseudonyms.")
    ] = None,
    mapping: Annotated[One, takes("--mapping", "FILE", "Write the way back to a private file.")] = None,
    asked: criteria.Asked,
    meant: options.Meant,
    schema: Annotated[One, takes("--schema", "FILE", "A shoal.toml; options given here win over it.")] = None,
    save_schema: Annotated[One, takes("--save-schema", "FILE", "Write the shoal.toml that repeats this run.")] = None,
    method: Annotated[One, takes("--method", "NAME", "See `shoal methods`; auto by default.")] = None,
    effort: Annotated[One, takes("--effort", "NAME", "How long to search: fast, balanced, best, or seconds.")] = None,
    option: Annotated[Many, takes("--option", "NAME=VALUE", "Option of the method; repeat.")] = None,
    loss: options.Loss = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Same seed, same groups, but for secret draws.")] = None,
    style: Annotated[
        One, takes("--style", "NAME", "interval (default for most methods), bounds, midpoint or mean.")
    ] = None,
    suppress: options.Suppress = None,
    vary: Annotated[
        float | None, takes("--vary", "SHARE", "Draw groups at random that lose up to this much more: 0.1.")
    ] = None,
    keep_order: Annotated[
        bool | None, typer.Option("--keep-order/--shuffle", help="Keep the order of the rows; costs privacy.")
    ] = None,
    missing: options.Missing = None,
    read: options.Reading,
    output: Annotated[
        One, typer.Option("-o", "--output", metavar="OUT", help="Where the release goes; - is stdout, as CSV.")
    ] = None,
    neutralize_formulas: Annotated[
        bool,
        typer.Option("--neutralize-formulas", help="Put a ' before text in CSV that a spreadsheet takes for formulas."),
    ] = False,
    report: Annotated[
        One, takes("--report", "FILE", "Write a report with pictures, .html, or its facts, .json.")
    ] = None,
    attacks: Annotated[
        bool, typer.Option("--attacks", help="Attack the release as `shoal attack` does, and report what that gives.")
    ] = False,
    sign: Annotated[
        One, takes("--sign", "KEY", "Sign the report's certificate with a private key; see keygen.")
    ] = None,
    engine: options.Engine = None,
    memory: options.Memory = None,
    tmp: options.Tmp = None,
    master: options.Master = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a verified release of a table.

    Groups similar rows, generalises the quasi columns and drops the identifiers. The groups of the result are counted
    before anything is written; nothing is written when they are too small. Ctrl-C ends the search, and what was found
    by then is written; a second Ctrl-C ends the run.

    [--criteria] ask for more than k. A number is for every sensitive column, COLUMN=NUMBER for
    one; they may be repeated, and all must hold.
    """
    outputs = Outputs(
        require_output(output), mapping, save_schema, report, as_json, quiet, sign,
        neutralize_formulas=neutralize_formulas, attacks=attacks,
    )  # fmt: skip
    settled = [] if schema is None or schema == save_schema else [schema]
    keys = [] if sign is None else [sign]
    inputs = [source, *meant.places, *settled, *keys]
    require_apart(inputs, outputs.files)
    settings = {
        "k": k,
        "max_risk": max_risk,
        "preset": preset,
        "person": person,
        "person_share": person_share,
        "keep_others": keep_others,
        "method": method,
        "effort": effort,
        "options": {name: options.plain(text) for name, text in options.pairs(option, "--option").items()},
        "seed": seed,
        "missing": missing,
        "suppress": suppress,
        "vary": vary,
        "style": style,
        "loss": loss,
        "keep_order": keep_order,
        "pseudonymize": options.columns(pseudonymize, "--pseudonymize"),
        "read": read,
    }
    columns = {
        "quasi": options.columns(quasi, "--quasi"),
        "sensitive": options.columns(sensitive, "--sensitive"),
        "identifiers": options.columns(identifier, "--identifier"),
        "keep": options.columns(keep, "--keep"),
        **meant.columns,
    }
    with LiveLine(quiet=quiet) as progress:
        request = _request(meant, schema, options.given({**settings, **columns}), asked)
        outputs = outputs.for_method(request.settings.method)
        require_apart(inputs, outputs.files)
        where = options.where_of(engine, memory, tmp, master)
        release = _run(source, request, outputs, progress, ctx.obj, _for_stream(where, outputs))
    _warn_of_unused(release)
    if release.stopped == "interrupted":
        say("stopped early:", "the search was interrupted; the release is the best that was found", "bold yellow")
    if as_json:
        print_json(release.to_dict())
    elif not quiet:
        from shoal.cli._summary import summary

        console = remarks()
        console.print(summary(release, console))
        say("written:", ", ".join(ctx.obj.places), "bold green")


def _for_stream(where: Where, outputs: Outputs) -> Where:
    """Return where a run takes place whose release goes to a stream: in memory, unless another engine is asked for.

    Raises:
        SettingError: one is, which writes files alone.
    """
    if not is_stream(outputs.release):
        return where
    if where.engine not in ("auto", "memory"):
        message = f"the engine {where.engine!r} writes files, so its release cannot be written to a stream"
        raise SettingError(message, hint="write the release to a Parquet or CSV file: -o FILE")
    return where._replace(engine="memory")


def _warn_of_unused(release: Release) -> None:
    """Say which hierarchies of a folder were left out, also to those who want to hear of nothing else."""
    from shoal.request.columns import NOT_USED

    for sentence in release.inferred:
        if sentence.endswith(NOT_USED):
            say("warning:", sentence, "bold yellow")


def _request(
    meant: options.Meaning, schema: str | None, keywords: Mapping[str, object], guards: criteria.Asked
) -> Request:
    """Return what is asked for; what cannot be right is refused before any data is read."""
    asked = meant.request(schema, **keywords)
    wanted = criteria.criteria_of(guards, asked.names("sensitive"))
    asked = asked.with_(criteria=wanted or None)
    asked.settings.require_promise()  # and refuses settings that do not go together
    return asked


def _run(
    source: str, request: Request, outputs: Outputs, progress: Progress, written: Written, where: Where
) -> Release:
    """Read, anonymize and write; return the release."""
    from shoal import released
    from shoal.report.before import tally
    from shoal.table.write import format_of, require_target

    for place in (outputs.release, outputs.second):
        if place is not None:
            require_target(place)
    with announced_compiling(quiet=outputs.quiet), written.together(*outputs.files_at_once):
        progress(Step("read", 0.0))
        release = released.release_of(
            source,
            request,
            progress=progress,
            cancel=stopped_by_interrupt(),
            mapping=outputs.mapping,
            written_as=format_of(outputs.release),
            observe=None if outputs.report is None else tally,
            where=where,
        )
        progress(Step("write", 0.0))
        if outputs.schema is not None:
            release.save_schema(outputs.schema)
        with written.in_progress(outputs.release):
            separator = str(request.read.get("separator", ","))
            release.save(outputs.release, separator=separator, neutralize_formulas=outputs.neutralize_formulas)
    if outputs.report is not None:
        found = _attacked(request.table(source), release, progress) if outputs.attacks else ()
        progress(Step("report", 0.0))
        file = None if is_stream(outputs.release) else outputs.release
        with written.together(outputs.report):
            release.report(outputs.report, file=file, sign=outputs.sign, attacks=found)
    return release


def _attacked(original: Table, release: Release, progress: Progress) -> tuple[Attack, ...]:
    """Return what attacks on the release get, those that need nothing else."""
    from shoal.judge.attacks.run import attack

    return attack(original, release, progress=progress)
