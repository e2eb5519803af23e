"""The public verbs that look at a table, no matter who made it: what it promises, its risks, what columns tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from shoal.criteria.base import Criterion
from shoal.criteria.plain import with_letters
from shoal.engines.base import EngineName
from shoal.engines.choose import Where
from shoal.make.judged import opened, refuse_population, risk_in_parts, verdict_in_memory, verdict_in_parts
from shoal.make.profiled import profile_in_parts
from shoal.progress import Progress, teller
from shoal.request.columns import for_table
from shoal.request.request import Request, person_in
from shoal.request.settings import checked
from shoal.risks.against import against_of
from shoal.risks.profile import Profile, profile_table
from shoal.risks.risk import THRESHOLD, Against, Risk, risk_of
from shoal.schema.column import Kind
from shoal.schema.schema import Schema
from shoal.table.frame import Table
from shoal.verify.verdict import Verdict


@checked
def check(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    k: int | None = None,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Criterion | Sequence[Criterion] | None = None,
    l: int | None = None,  # noqa: E741 - l keeps its letter
    t: float | None = None,
    person: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    engine: EngineName | None = None,
    memory: str | float | None = None,
    tmp: str | Path | None = None,
    progress: bool | Progress = False,
) -> Verdict:
    """Return what a table guarantees against someone who knows the quasi columns, no matter who made it.

    Args:
        table: a pandas, polars or Arrow table, anything narwhals takes, or the path of a file.
        k: the least number of rows, or of people, that every group is to have; the verdict says where it is broken.
            Of a k and a highest risk of the request, the stricter holds.
        quasi: the columns that others may know of a person.
        sensitive: the columns whose values are to stay unknown; the verdict has the levels that each of them reaches.
        hierarchies: for sensitive columns a hierarchy, or a folder with one `<column>.csv` each, by which t-closeness
            also takes the hierarchical distance. Those of other columns are not needed.
        criteria: what every group is to meet; the verdict says which of them are broken.
        l: asks for `LDiversity(l)` besides `criteria`: how many sensitive values every group must have.
        t: asks for `TCloseness(t)` besides `criteria`: how far a group may be from the whole table.
        person: the column that says whose row it is, where a person may have several: people are counted then, and not
            rows. One that only the file names, and that the table lacks, is left aside.
        kinds: "numeric", "categorical" or "date" for sensitive columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; columns that are given as arguments replace those of their role.
        request: a Request, or the path of a `shoal.toml`, likewise.
        read: how to read the file, where `table` is a path.
        engine: where it is counted, as for `anonymize`, like `memory` and `tmp`; the verdict is the same.
        memory: the memory that the engine "disk" may take.
        tmp: the folder for its private files.
        progress: True for a line on the terminal, or a callback, where the table is read in pieces.

    Raises:
        SchemaError: a column is not in the table, or no column is given.
        HierarchyError: a hierarchy is broken, or does not cover the values of its column.

    Example:
        >>> from shoal.datasets import he_table1
        >>> verdict = check(he_table1().frame, quasi="Zip", sensitive="Disease")
        >>> verdict.k, verdict.levels["Disease"].distinct_l
        (1, 1)
    """
    given = Request.of(
        request, schema, k=k, hierarchies=hierarchies, criteria=with_letters(criteria, l, t), kinds=kinds
    )
    asked = given.knowing(quasi, sensitive)
    source = opened(table, asked, read, Where(engine or "auto", memory, tmp))
    if isinstance(source, Table):
        return verdict_in_memory(source, asked, person)
    return verdict_in_parts(source, asked, person, teller(progress))


@checked
def risk(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    person: str | None = None,
    population: object = None,
    fraction: float | None = None,
    k_map: int | None = None,
    threshold: float = THRESHOLD,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    engine: EngineName | None = None,
    memory: str | float | None = None,
    tmp: str | Path | None = None,
    progress: bool | Progress = False,
) -> Risk:
    """Return what someone who knows the quasi columns gains from a table, no matter who made it.

    Args:
        table: as for `anonymize`; a raw table, or a release.
        quasi: the columns that others may know of a person.
        sensitive: columns whose values are looked for in groups.
        person: the column that says whose row it is, where a person may have several: chances are those of people then.
        population: a table of all people that the table may be about, with the same quasi columns. Cells are compared
            as they are, which suits tables that are both raw, or both generalised in the same way. Where the table has
            intervals (`[39 - 42]`) or `*` and the population has none, people are counted whose values lie in them.
        fraction: the share of the population that the table holds, where there is no table of it.
        k_map: the least number of people in the population who share the quasi values of any row, where that is known.
        threshold: the chance above which a row counts as being at risk.
        schema: as for `check`, and so is all that follows.
        request: likewise.
        read: likewise.
        engine: likewise; a population needs "memory".
        memory: likewise.
        tmp: likewise.
        progress: likewise.

    Raises:
        SettingError: a number is out of range, or both a population and k_map are given.
        SchemaError: a column is not in the table or the population, or no quasi column is given.

    Example:
        >>> from shoal.datasets import he_table1
        >>> found = risk(he_table1().frame, quasi=["Age", "Zip"], sensitive="Disease")
        >>> found.prosecutor.highest, found.uniqueness.sample
        (1.0, 1.0)
    """
    against = Against(fraction=fraction, k_map=k_map, threshold=threshold)
    asked = Request.of(request, schema).knowing(quasi, sensitive)
    source = opened(table, asked, read, Where(engine or "auto", memory, tmp))
    if not isinstance(source, Table):
        refuse_population(population, source.name)
        return risk_in_parts(source, asked, person, against, teller(progress))
    for_table(asked.schema, source)
    known, who = asked.names("quasi"), person_in(asked, source, person)
    against = against_of(against, population, source.data, known)
    return risk_of(source.data, known, asked.names("sensitive"), against, None if who is None else source.data[who])


@checked
def profile(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    engine: EngineName | None = None,
    memory: str | float | None = None,
    tmp: str | Path | None = None,
    progress: bool | Progress = False,
) -> Profile:
    """Return what each column, and each pair of columns, tells of the people in the table, and roles to consider.

    Of a schema, or a request, it takes how the file is to be read, and nothing else. A table that is not in memory is
    counted in full, but what its values look like is told by a sample; `Profile.sampled` says of how many rows.
    """
    source = opened(table, Request.of(request, schema), read, Where(engine or "auto", memory, tmp))
    return profile_table(source) if isinstance(source, Table) else profile_in_parts(source, teller(progress))
