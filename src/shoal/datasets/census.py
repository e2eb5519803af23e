"""A generated census with the columns and domain sizes of He et al., Table 3, for runs on millions of rows.

The SAL and INCOME tables of the paper are extracts of US census data that may not be passed on. These are made up, with
the same columns, the same number of values in each, US-like margins, and columns that depend on each other:

    birthplace (or country) ──► race
        │
        ▼
    education ◄── age ──► gender          marital ◄── age, gender
        │
        ▼
    occupation ◄── gender, age band       711 occupations: one of 50, then a detail within it by Zipf's law
        │
        ▼
    work-class ◄── age band (SAL: who does not work)
        │
        ▼
    income ◄── education, age band, gender, occupation, work-class (log-normal around an additive level; from 1,000
               to 10,000 a month in steps of 5: 1,801 values)

About 86 % are born in the United States; countries, places and details of occupations are heavily skewed. Every arrow is
a table of chances in `_census_model`, `_census_place` or `_census_work`. Rows are drawn in blocks of 65,536 with a random
stream each, so a longer table begins with the shorter one. In every block each value of every column is put at one
random row before the columns that depend on it are drawn: no value is ever absent from a table of 65,536 rows or more,
at the price of a little noise (under 1.6 % of the rows in any quasi column, 2.7 % in Income).

Labels are in the order of their hierarchy, so that their numbers (`to_physical`) are near for similar values. Table 3
calls Education, Race and Country (SAL), and Occupation and Birthplace (INCOME) numerical: the numbers give that reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from os import cpu_count
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.datasets import _census_model as model
from shoal.datasets import _census_place as place
from shoal.datasets import _census_work as work
from shoal.datasets._base import Dataset, leaves
from shoal.datasets._draw import Values, blocks, chances_table, cover, draw
from shoal.errors import SettingError
from shoal.schema.hierarchy import Bands

Kind = Literal["sal", "income"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def census(rows: int, seed: int = 0, kind: Kind = "sal") -> Dataset:
    """Return a generated census of `rows` people; the same for the same arguments.

    Args:
        rows: how many people; 10 million take a few seconds and some 100 MB.
        seed: another seed, another table.
        kind: "sal" (7 quasi columns, Occupation sensitive) or "income" (8 quasi columns, Income sensitive).

    Raises:
        SettingError: `kind` is unknown, or `rows` or `seed` is negative.

    Example:
        >>> census(3).quasi
        ('Age', 'Gender', 'Education', 'Marital', 'Race', 'Work-class', 'Country')
    """
    if kind not in KINDS:
        message = f"there is no census of the kind {kind!r}; kinds are: {', '.join(KINDS)}"
        raise SettingError(message)
    trees = _trees(kind)
    columns = _fill(rows, seed, kind)
    frame = pl.DataFrame([_series(name, columns[name], trees.get(name)) for name in columns])
    *quasi, sensitive = frame.columns
    return Dataset(
        name=f"census_{kind}",
        frame=frame,
        quasi=tuple(quasi),
        sensitive=(sensitive,),
        hierarchies={"Age": Bands(widths=(5, 10, 20), origin=0.0), **trees},
        about=f"Generated, with the columns and domain sizes of {kind.upper()} in He et al., PAKDD 2012, Table 3.",
    )


def _trees(kind: Kind) -> dict[str, dict[str, object]]:
    trees = {
        "Gender": model.GENDER_TREE,
        "Education": model.EDUCATION_TREE,
        "Marital": model.MARITAL_TREE,
        "Race": model.RACE_TREE,
    }
    if kind == "sal":
        own = {
            "Work-class": work.work_class_tree(size=10),
            "Country": place.country_tree(),
            "Occupation": work.occupation_tree(),
        }
    else:
        own = {
            "Work-class": work.work_class_tree(size=9),
            "Birthplace": place.birthplace_tree(),
            "Occupation": work.detail_tree(),
        }
    return trees | own


def _series(name: str, values: Values, tree: dict[str, object] | None) -> pl.Series:
    series = pl.Series(name, values)
    return series if tree is None else series.cat.to(pl.Enum(leaves(tree)))


def _fill(rows: int, seed: int, kind: Kind) -> dict[str, Values]:
    """Return the numbers of all columns, block by block; blocks know nothing of each other, so threads do not matter."""
    make: Callable[[np.random.Generator], dict[str, Values]] = _sal if kind == "sal" else _income
    work_list = list(blocks(rows, seed, KINDS.index(kind)))
    columns = {name: np.empty(rows, values.dtype) for name, values in make(np.random.default_rng(0)).items()}

    def fill(part: tuple[slice, np.random.Generator]) -> None:
        where, rng = part
        for name, values in make(rng).items():
            columns[name][where] = values[: where.stop - where.start]

    with ThreadPoolExecutor(max_workers=cpu_count()) as pool:
        for _ in pool.map(fill, work_list):
            pass
    return columns


@dataclass(frozen=True, slots=True, eq=False)
class _Net:
    """The chances of each column, and what the columns that depend on it need to know of its values."""

    age: Chances
    gender: Chances
    born: Chances
    race: Chances
    education: Chances
    marital: Chances
    occupation: Chances
    work_class: Chances
    region: Values
    origin: Values


@cache
def _net(kind: Kind) -> _Net:
    sal = kind == "sal"
    region = np.array(place.country_regions() if sal else place.birthplace_regions(), np.uint8)
    return _Net(
        age=Chances.of(model.age_weights(), bits=16),
        gender=Chances.of(model.gender_weights()),
        born=Chances.of(place.country_weights() if sal else place.birthplace_weights(), bits=16),
        race=Chances.of(model.race_weights()),
        education=Chances.of(model.education_weights()),
        marital=Chances.of(model.marital_weights()),
        occupation=Chances.of(model.occupation_weights()),
        work_class=Chances.of(work.work_class_weights(size=10 if sal else 9), bits=11),
        region=region,
        origin=np.array(model.origins(), np.uint8)[region],
    )
