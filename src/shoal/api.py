"""The public verbs that read a table, release it, and bound the loss; those that look at any table are in `look.py`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack, overload

import polars as pl

from shoal.bounds.table import Bound, bound_of
from shoal.criteria.base import Criterion
from shoal.criteria.plain import with_letters
from shoal.encode.encoder import Missing, encode
from shoal.encode.loss import LossName
from shoal.engines.base import EngineName
from shoal.engines.choose import Where
from shoal.generalize.registry import Style
from shoal.kernels import threads as kernel_threads
from shoal.partition.base import Effort
from shoal.partition.registry import MethodName
from shoal.progress import Cancel, Progress, Step, Watch, teller
from shoal.release import FrameT, Release
from shoal.released import release_of
from shoal.report.before import tally
from shoal.request.keywords import AnonymizeKeywords
from shoal.request.presets import PresetName
from shoal.request.request import Request
from shoal.request.settings import checked
from shoal.schema.column import Kind
from shoal.schema.schema import Schema
from shoal.table.format import FormatName
from shoal.warming import BOUND, compiled_ahead


@overload
def anonymize(table: str | Path, **asked: Unpack[AnonymizeKeywords]) -> Release[pl.DataFrame]: ...
@overload
def anonymize(table: FrameT, **asked: Unpack[AnonymizeKeywords]) -> Release[FrameT]: ...
@checked
def anonymize(  # noqa: PLR0913 - the face of the library; every option is a keyword
    table: object,
    *,
    k: int | None = None,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    identifiers: str | Sequence[str] = (),
    keep: str | Sequence[str] = (),
    keep_others: bool | None = None,
    person: str | None = None,
    person_share: float | None = None,
    max_risk: float | None = None,
    preset: PresetName | None = None,
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Criterion | Sequence[Criterion] | None = None,
    l: int | None = None,  # noqa: E741 - l keeps its letter
    t: float | None = None,
    method: MethodName | None = None,
    effort: Effort | None = None,
    seed: int | None = None,
    missing: Missing | None = None,
    weights: Mapping[str, float] | None = None,
    suppress: float | None = None,
    vary: float | None = None,
    style: Style | None = None,
    keep_order: bool | None = None,
    progress: bool | Progress = False,
    cancel: Cancel | None = None,
    loss: LossName | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    options: Mapping[str, object] | None = None,
    pseudonymize: str | Sequence[str] = (),
    mapping: str | Path | None = None,
    read: Mapping[str, object] | None = None,
    threads: int | None = None,
    written_as: FormatName | None = None,
    for_report: bool = True,
    engine: EngineName | None = None,
    memory: str | float | None = None,
    tmp: str | Path | None = None,
) -> Release[Any]:
    """Return a release of the table in which every row looks like at least k - 1 others in the quasi columns, verified.

    Args:
        table: a pandas, polars or Arrow table, anything narwhals takes, or the path of a file.
        k: the least number of rows that look alike; of people, where `person` is given.
        quasi: the columns that others may know of a person; they are generalised.
        sensitive: columns to keep and to guard. What guards them are `criteria`: without one, a warning says for how
            many people the value is certain.
        identifiers: columns that name a person; they are dropped.
        keep: columns to release as they are. A column that is given no role is left out.
        keep_others: release all columns that are named nowhere as they are.
        person: the column that says whose row it is, where a person may have several. Groups hold k different people
            then, and criteria count people. It is an identifier: dropped, or replaced by a pseudonym.
        person_share: the greatest share of the rows of a group that one person may have.
        max_risk: the highest chance of finding a person that is allowed; it sets k: 0.09 asks for 12. Of a k that is
            also given, the stricter holds.
        preset: thresholds and rules that others have published, by name: "ema-0070", "health-canada-prci" (a highest
            risk of 0.09) or "hipaa-safe-harbor" (how fine ZIP codes, dates and ages may leave); see the guide.
        hierarchies: for each column a hierarchy (a rule, nested dicts, or the path of an ARX file), or a folder with
            one `<column>.csv` each. Sensitive columns may have one too, for t-closeness.
        criteria: further conditions that every group must meet, such as `LDiversity(3)`; one that names no column is
            for every sensitive column.
        l: asks for `LDiversity(l)` besides `criteria`: how many sensitive values every group must have.
        t: asks for `TCloseness(t)` besides `criteria`: how far a group may be from the whole table.
        method: the partition method, "auto" unless said otherwise; see `methods`. With "+improve" added to the name of
            one that publishes boxes, its groups are where a search begins.
        effort: how long "auto" or "+improve" searches: "fast", "balanced" (default), "best", or a number of seconds.
            A `cancel` ends the search, and what was found by then is released.
        seed: makes the groups repeatable; drawn and recorded when not given. It decides nothing that protects: not the
            order of the rows, and nothing where sensitive values have a say in the groups (`Release.repeatable`).
        missing: "value" (default) treats a missing cell as a value of its own, "error" refuses it.
        weights: how much the loss in a column counts, 1 unless said otherwise.
        suppress: the share of rows that may be dropped where that lowers the loss, which counts a dropped row as wholly
            lost; a limit, 0 unless said otherwise.
        vary: how much more may be lost, as a share, for groups that are drawn at random among such that lose nearly as
            little; 0 unless said otherwise. Anyone who knows the method learns less from them of the values that are
            guarded; see the guide on attacks.
        style: how numbers and dates are published: "interval", "bounds", "midpoint" or "mean"; by default the way of
            the method, which is intervals for most.
        keep_order: leave the rows in their original order, which can help to find people again.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        cancel: a `Cancel`, by which another thread, or the callback, ends the run: `cancel.stop()` releases the best
            groups of a search so far, `cancel.drop()` releases nothing.
        loss: the loss that the method works against: "ncp", "height", "lm" or "order"; that of its paper by default.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins. Criteria that are given
            replace all those of the file.
        request: a Request, or the path of a `shoal.toml`, likewise.
        options: options of the method, by name.
        pseudonymize: identifier columns to replace by random pseudonyms rather than drop.
        mapping: a file, readable by its owner alone, to write row numbers, groups and pseudonyms to.
        read: how to read the file, where `table` is a path: separator, encoding, null, sheet, format.
        threads: how many threads to use; all unless said otherwise. The result does not depend on it.
        written_as: the format of the file that the release is for, such as "csv". Sensitive values that such a file
            does not tell apart (a missing cell and an empty text, say) are made one before the groups are.
        for_report: whether `Release.report` is to tell of the originals, which must be counted while they are there.
            False saves that; a report then speaks of the release alone.
        engine: where it runs: "memory"; "disk" for files larger than memory, also a folder or a pattern of them;
            "spark"; "auto" (default) chooses by the table and the memory that there is, and `Release.inferred` says
            which and why. On disk, `Release.data` is a lazy frame, and the files are gone with the release: save it.
        memory: the memory that the engine "disk" may take, such as "4GB"; most of what is free unless said otherwise.
        tmp: the folder in which the engine "disk" keeps its private files, or where Spark may write; the first is gone
            at the end.

    Raises:
        ShoalError: one of its kinds says what is wrong and what to try; nothing is returned or written then.
        Cancelled: the run was ended by `cancel`, and there was nothing to keep; one of these kinds.

    Example:
        >>> from shoal.datasets import he_table1
        >>> table = he_table1()
        >>> release = anonymize(table.frame, k=2, quasi=["Age", "Zip"], sensitive="Disease", identifiers="Name")
        >>> release.verdict.k, round(release.loss, 4)
        (2, 0.1893)
    """
    asked = Request.of(
        request, schema, k=k, quasi=quasi, sensitive=sensitive, identifiers=identifiers, keep=keep,
        keep_others=keep_others, person=person, person_share=person_share, max_risk=max_risk, preset=preset,
        hierarchies=hierarchies, criteria=with_letters(criteria, l, t), method=method, effort=effort, seed=seed,
        missing=missing, weights=weights, suppress=suppress, vary=vary, style=style, keep_order=keep_order, loss=loss,
        kinds=kinds, options=options, pseudonymize=pseudonymize, read=read,
    )  # fmt: skip
    return release_of(
        table, asked, mapping=mapping, written_as=written_as, progress=progress, cancel=cancel, threads=threads,
        observe=tally if for_report else None, where=Where(engine or "auto", memory, tmp),
    )  # fmt: skip


@checked
def bound(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    k: int | None = None,
    quasi: str | Sequence[str] | None = None,
    hierarchies: Mapping[str, object] | str | Path | None = None,
    weights: Mapping[str, float] | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    missing: Missing | None = None,
    suppress: float | None = None,
    read: Mapping[str, object] | None = None,
    progress: bool | Progress = False,
    cancel: Cancel | None = None,
    threads: int | None = None,
    effort: Effort | None = None,
) -> Bound:
    """Return a loss that no release of the table in groups of at least k rows can go below.

    Nothing is released. Divide the loss of a release by it to learn how far from the least it can be at most.

    Args:
        table: as for `anonymize`, like all that is not explained here.
        k: the least number of rows that look alike.
        quasi: the columns that others may know of a person.
        hierarchies: for each column a hierarchy, or a folder of them.
        weights: how much the loss in a column counts.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins.
        request: a Request, or the path of a `shoal.toml`, likewise.
        missing: "value" or "error".
        suppress: the share of rows that may be dropped; a bound that holds then is lower.
        read: how to read the file, where `table` is a path.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        cancel: a `Cancel`, by which another thread ends the run; half a bound is none, so nothing is returned then.
        threads: how many threads to use; all unless said otherwise.
        effort: "fast", "balanced" (default), "best", or about how many seconds; more of it can raise the bound.

    Raises:
        ShoalError: one of its kinds says what is wrong and what to try.

    Example:
        >>> from shoal.datasets import he_table1
        >>> found = bound(he_table1().frame, k=2, quasi=["Age", "Zip"])
        >>> round(found.loss, 4), found.exact
        (0.1893, True)
    """
    started = time.perf_counter()
    asked = Request.of(
        request, schema, k=k, quasi=quasi, hierarchies=hierarchies, weights=weights, kinds=kinds, missing=missing,
        suppress=suppress, read=read,
    ).without("method", "options", "effort", "vary", "criteria").with_(effort=effort)  # fmt: skip
    settings = asked.settings
    source = asked.table(table)
    found, _ = asked.described(source)
    settings.require_rows(source.rows)
    tell = Watch(cancel).checking(teller(progress))
    tell(Step("encode", 0.0))
    with kernel_threads(threads), compiled_ahead(BOUND) as ahead:
        coded = encode(source.data, found.of_role("quasi"), missing=settings.missing)
        ahead.wait_for_all(tell)
        dropping = settings.droppable(source.rows) > 0
        known = bound_of(coded, settings.k, effort=settings.effort or "balanced", suppressing=dropping, progress=tell)
    tell(Step("done", 1.0, bound=known.loss))
    return replace(known, seconds=time.perf_counter() - started - ahead.seconds)


@checked
def read_table(  # noqa: PLR0913 - a face of the library; every option is a keyword
    path: str | Path,
    *,
    separator: str | None = None,
    encoding: str | None = None,
    null: str | Sequence[str] | None = None,
    sheet: str | None = None,
    format: FormatName | None = None,
    read: Mapping[str, object] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
) -> pl.DataFrame:
    """Return the table in a file as a polars frame, read as `anonymize` reads it.

    A CSV file comes back with every column as text. To have numbers and dates found in it, give `anonymize` the path.

    Args:
        path: the path of a file: CSV, Parquet, Arrow or Excel, also packed with gzip; "-" is standard input.
        separator: what stands between the cells of a CSV file; detected unless given.
        encoding: of a CSV file; detected unless given.
        null: the text, or the texts, that mean missing in a CSV file, besides the empty cell.
        sheet: the sheet of an Excel file; the first unless given.
        format: "csv", "tsv", "parquet", "arrow" or "excel"; told by the file unless given.
        read: all that there is to say of it, as for `anonymize`: `{"header": False, "decimal": ","}`.
        schema: the path of a `shoal.toml` that says how to read the file; what is also given as an argument wins.
        request: a Request, or the path of a `shoal.toml`, likewise.

    Raises:
        InputError: the file is not there, cannot be read, or holds no table.
        SettingError: there is no such format, separator or sheet.
    """
    how = {"separator": separator, "encoding": encoding, "null": null, "sheet": sheet, "format": format}
    given = {**(read or {}), **{name: value for name, value in how.items() if value is not None}}
    return Request.of(request, schema, read=given or None).table(path).data
