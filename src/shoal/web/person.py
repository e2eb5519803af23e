"""One person: whom someone finds who knows some cells, in the table and in the release, and what they would learn."""

from __future__ import annotations

import polars as pl

from shoal.web.fault import missing
from shoal.web.held import CODES, SHOWN
from shoal.web.jobs.link import GROUPS, RELEASED, ROWS
from shoal.web.running import Running
from shoal.web.shape_run import Learnt, Person, Value, View

SHOWN_ROWS, SHOWN_VALUES = 50, 10


def person(run: Running, row: int, known: list[str]) -> Person:
    """Return what someone finds who knows some cells of a row.

    Columns that do not leave are of no use after; of those that leave as they are, equal cells are looked for; of quasi
    columns, cells that hold the value.

    Raises:
        Refused: there is no such row.
    """
    known = list(dict.fromkeys(known))
    codes = pl.scan_ipc(run.place / CODES)
    rows = int(codes.select(pl.len()).collect().item())
    if row >= rows:
        raise missing(what="row")
    before = _equal(run, row, known)
    after = _covered(run, row, known)
    left = pl.scan_ipc(run.folder / ROWS).slice(row, 1).select("group").collect().item() < 0
    return Person(
        row=row, known=known,
        before=_view(run, SHOWN, before, is_there=True),
        after=_view(run, RELEASED, after, is_there=not left),
    )  # fmt: skip


def _equal(run: Running, row: int, known: list[str]) -> pl.Series:
    """Return the rows that equal one in some columns."""
    all_codes = pl.scan_ipc(run.place / CODES)
    codes = all_codes.select(
        pl.col(name).alias(f"c{at}") for at, name in enumerate(known or [all_codes.collect_schema().names()[0]])
    )
    mine = codes.slice(row, 1).collect().row(0)
    same = [pl.col(f"c{at}") == mine[at] for at in range(len(known))] or [pl.lit(value=True)]
    return codes.with_row_index("row").filter(*same).select("row").collect().to_series()


def _covered(run: Running, row: int, known: list[str]) -> pl.Series:
    """Return the rows that left as cells which may stand for the known cells of one."""
    quasi = run.found["quasi"]
    rows = pl.scan_ipc(run.folder / ROWS)
    mine = rows.slice(row, 1).collect().row(0, named=True)
    inside = [
        pl.col(f"lo{j}").le(mine[f"code{j}"]) & pl.col(f"hi{j}").ge(mine[f"code{j}"])
        for j, name in enumerate(quasi)
        if name in known
    ]
    held = pl.scan_ipc(run.folder / GROUPS).filter(*(inside or [pl.lit(value=True)])).select("n").collect().to_series()
    found = rows.with_row_index("row").filter(pl.col("group").is_in(held.cast(pl.Int32).implode()))
    numbers = found.select("row").collect().to_series()
    as_is = [name for name in known if name in run.found["columns"] and name not in quasi]
    return numbers.filter(numbers.is_in(_equal(run, row, as_is).implode())) if as_is else numbers


def _view(run: Running, file: str, rows: pl.Series, *, is_there: bool) -> View:
    """Return some candidates, how many there are, and what they tell of sensitive columns."""
    shown = pl.scan_ipc((run.place if file == SHOWN else run.folder) / file)
    columns = shown.collect_schema().names()
    some = shown.select(pl.all().gather(rows.head(SHOWN_ROWS))).collect()
    sensitive = [name for name in run.found["sensitive"] if name in columns]
    people = _people(run, rows)
    return View(
        candidates=len(rows),
        chance=1.0 / people if people and is_there else 0.0,
        columns=columns,
        rows=[list(line) for line in some.iter_rows()],
        learnt=[_learnt(shown.select(name), rows) for name in sensitive],
    )


def _people(run: Running, rows: pl.Series) -> int:
    """Return how many people the candidates are, where it is known who is who, else how many rows."""
    if run.asked.person is None or not len(rows):
        return len(rows)
    who = pl.scan_ipc(run.place / CODES).select(pl.col(run.asked.person).gather(rows).n_unique())
    return int(who.collect().item())


def _learnt(shown: pl.LazyFrame, rows: pl.Series) -> Learnt:
    """Return how the values of a sensitive column are spread over the candidates."""
    series = shown.select(pl.all().gather(rows)).collect().to_series()
    counts = series.alias("value").value_counts(sort=True, name="times")
    values = [Value(value=value, share=times / len(series)) for value, times in counts.head(SHOWN_VALUES).rows()]
    return Learnt(column=series.name, values=values, certain=counts.height == 1)
