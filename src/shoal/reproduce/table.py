"""The tables of the papers' experiments, by name, as codes.

A name says how a table is read: `sal/100000/5/order` is SAL with 100,000 rows, its first five columns, categories as
places in a global order. `he.py` explains the readings of SAL and INCOME, `lin_wei.py` and `ni.py` those of Adult.

SAL and INCOME are extracts of IPUMS that may not be passed on. Where the folder SHOAL_DATA has `sal.csv` or
`income.csv`, these are read: comma-separated, one row a person, with the columns of Table 3 by name and in its order
(Age, Gender, Education, Marital, Race, Work-class, Country, Occupation; Age, Occupation, Birthplace, Gender,
Education, Race, Work-class, Marital, Income), whole numbers as IPUMS codes them. Else the generated census of
`shoal.datasets` stands in, with the same columns and as many values in each.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast

import numpy as np
import polars as pl

import shoal
from shoal.arrays import Floats, Ints
from shoal.datasets.base import Dataset
from shoal.datasets.benchmark import adult, adult_as_collected, iris, lung_cancer, wine, zoo
from shoal.datasets.census import census
from shoal.encode.encoder import Coded, encode
from shoal.errors import InputError
from shoal.request.columns import described
from shoal.request.request import Request
from shoal.schema.column import Kind
from shoal.table.frame import Table as Frame

CENSUS = {
    "sal": ("Age", "Gender", "Education", "Marital", "Race", "Work-class", "Country"),
    "income": ("Age", "Occupation", "Birthplace", "Gender", "Education", "Race", "Work-class", "Marital"),
}
NUMERIC = {"sal": ("Age", "Education", "Race", "Country"), "income": ("Age", "Occupation", "Birthplace")}
"""The columns that Table 3 of He et al. calls numerical."""

NI = ("age", "sex", "race", "education")
SEED = 0
"""Of the generated census, and of the rows that are drawn of a table that is given."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table as methods take it.

    Attributes:
        coded: the quasi columns as codes.
        x: (n, d) the same as numbers, where they are all numbers.
        classes: (n,) the class of each row, where one is to be predicted.
    """

    coded: Coded
    x: Floats | None = None
    classes: Ints | None = None

    @property
    def rows(self) -> int:
        """Return how many rows there are."""
        return len(self.coded.codes)

    def head(self, rows: int) -> Coded:
        """Return the first rows as codes."""
        return Coded(np.ascontiguousarray(self.coded.codes[:rows]), self.coded.domains)


@contextmanager
def data_folder() -> Iterator[None]:
    """Let tables be found in the folder SHOAL_DATA, and where that is not set, beside the checkout of the sources."""
    root = Path(shoal.__file__).resolve().parents[2]
    beside = root.parent / "shared" / "data"
    if "SHOAL_DATA" in os.environ or not (root / "pyproject.toml").is_file() or not beside.is_dir():
        yield
        return
    os.environ["SHOAL_DATA"] = str(beside)
    try:
        yield
    finally:
        del os.environ["SHOAL_DATA"]


@lru_cache(maxsize=4)
def load(name: str) -> Table:
    """Return the table of a name.

    Raises:
        InputError: it is not here and cannot be downloaded, or is not as expected.
    """
    family, _, rest = name.partition("/")
    return LOADERS[family](family, rest.split("/") if rest else [])


def is_given(family: str) -> bool:
    """Return whether SAL or INCOME itself is there, so that no generated table stands in."""
    folder = os.environ.get("SHOAL_DATA")
    return folder is not None and Path(folder, f"{family}.csv").is_file()


# ------------------------------------------------------------------------------------------------------ SAL and INCOME


def _census(family: str, rest: Sequence[str]) -> Table:
    rows, columns, reading = int(rest[0]), CENSUS[family][: int(rest[1])], rest[2]
    frame, trees = _given(family, rows) if is_given(family) else _generated(family, rows)
    ordered = columns if reading == "order" else NUMERIC[family] if reading == "kinds" else ("Age",)
    places = [pl.col(name).to_physical().cast(pl.Int64) for name in columns if name in ordered]
    frame = frame.select(columns).with_columns(places)
    return Table(_coded(frame, {name: tree for name, tree in trees.items() if name in columns and name not in ordered}))


@lru_cache(maxsize=2)
def _generated(family: str, rows: int) -> tuple[pl.DataFrame, Mapping[str, object]]:
    data = census(rows, SEED, cast("Literal['sal', 'income']", family))
    kept = CENSUS[family]
    return data.frame.select(kept), {name: tree for name, tree in data.hierarchies.items() if name in kept}


@lru_cache(maxsize=2)
def _given(family: str, rows: int) -> tuple[pl.DataFrame, Mapping[str, object]]:
    """Return a sample of the table itself; its categories have no hierarchy but the flat one."""
    path = Path(os.environ["SHOAL_DATA"], f"{family}.csv")
    try:
        frame = pl.read_csv(path, columns=list(CENSUS[family]))
    except (pl.exceptions.PolarsError, OSError):
        message = f"the file {path.name} does not have the columns of Table 3"
        raise InputError(message, hint=f"they are: {', '.join(CENSUS[family])}") from None
    if not all(frame[name].dtype.is_integer() for name in frame.columns) or frame.null_count().sum_horizontal()[0]:
        message = f"the file {path.name} must hold whole numbers only, and no empty cell"
        raise InputError(message)
    if frame.height < rows:
        message = f"the file {path.name} has {frame.height:,} rows; the experiment takes {rows:,}"
        raise InputError(message)
    sample = frame.sample(rows, seed=SEED)
    return sample.with_columns(pl.all().cast(pl.String).cast(pl.Categorical)).with_columns(
        [_ranked(sample[name]) for name in sample.columns]
    ), {}


def _ranked(series: pl.Series) -> pl.Series:
    """Return whole numbers as ordered categories, so that their places are the global order of the paper."""
    texts = series.unique().sort().cast(pl.String)
    return series.cast(pl.String).cast(pl.Enum(texts))


# ---------------------------------------------------------------------------------------------------------------- Adult


def _adult(_: str, rest: Sequence[str]) -> Table:
    reading, *sizes = rest
    frame, columns, trees, kinds = _ADULTS[reading]()
    rows = int(sizes[0]) if sizes else frame.height
    table = frame.select(columns).sample(min(rows, frame.height), seed=SEED) if sizes else frame.select(columns)
    return Table(_coded(table, trees, kinds))


_Read = tuple[pl.DataFrame, tuple[str, ...], Mapping[str, object], Mapping[str, Kind]]


def _lin_wei() -> _Read:
    """Return the complete rows and the paper's eight columns, of which age and education are numbers."""
    data = adult()
    columns = tuple("education-num" if name == "education" else name for name in data.quasi)
    return data.frame, columns, {n: t for n, t in data.hierarchies.items() if n in columns and n != "age"}, {}


def _eight() -> _Read:
    """Return the complete rows and eight columns, education with its hierarchy."""
    data = adult()
    return data.frame, data.quasi, {n: t for n, t in data.hierarchies.items() if n in data.quasi}, {}


def _ni() -> _Read:
    """Return the rows with a known workclass, as the counts of the paper's Table 9 ask for; age is a number."""
    known = adult_as_collected().filter(pl.col("workclass") != "?")
    frame = known.with_columns(pl.col("age").cast(pl.Int64))
    return frame, NI, {n: t for n, t in adult().hierarchies.items() if n in NI}, {}


def _ni_labels() -> _Read:
    """Return the same with age as labels of its hierarchy, of five levels as in Table 9."""
    frame, columns, trees, _ = _ni()
    return frame, columns, trees, {"age": "categorical"}


_ADULTS: dict[str, Callable[[], _Read]] = {
    "lin-wei": _lin_wei,
    "eight": _eight,
    "ni": _ni,
    "ni-labels": _ni_labels,
}

# -------------------------------------------------------------------------------------------------- tables of numbers

_NUMBERS: dict[str, Callable[[], Dataset]] = {"iris": iris, "wine": wine, "zoo": zoo, "lung_cancer": lung_cancer}


def _numbers(family: str, _: Sequence[str]) -> Table:
    """Return a table of numbers with a class; a missing cell becomes the median of its column, as nothing is said."""
    data = _NUMBERS[family]()
    frame = data.frame.select(data.quasi).with_columns(pl.all().cast(pl.Float64))
    frame = frame.with_columns(pl.all().fill_null(pl.all().median()))
    labels = data.frame[data.sensitive[0]].cast(pl.String)
    classes = labels.cast(pl.Enum(labels.unique(maintain_order=True))).to_physical().to_numpy().astype(np.int32)
    return Table(_coded(frame, {}), np.ascontiguousarray(frame.to_numpy(), np.float64), classes)


def _coded(frame: pl.DataFrame, trees: Mapping[str, object], kinds: Mapping[str, Kind] | None = None) -> Coded:
    asked = Request.of(None, None, quasi=frame.columns, hierarchies=dict(trees) or None, kinds=kinds or None)
    schema, _ = described(asked.schema, Frame.of(frame))
    return encode(frame, schema.of_role("quasi"))


LOADERS: dict[str, Callable[[str, Sequence[str]], Table]] = {
    "sal": _census,
    "income": _census,
    "adult": _adult,
    **dict.fromkeys(_NUMBERS, _numbers),
}
