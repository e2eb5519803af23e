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

About 86 % are born in the United States; countries, places and details of occupations are heavily skewed. Every arrow
is a table of chances in `_census_model`, `_census_place` or `_census_work`. Rows are drawn in blocks of 65,536 with a
random stream each, so a longer table begins with the shorter one. In every block each value of every column is put at
one random row before the columns that depend on it are drawn: no value is absent from a table of 65,536 rows or more,
at the price of a little noise (1.5 % of the rows for Birthplace, 2.7 % for Income, less for the others).

Labels are in the order of their hierarchy, so that their numbers (`to_physical`) are near for similar values. Table 3
calls Education, Race and Country (SAL), and Occupation and Birthplace (INCOME) numerical: the numbers are that reading.
"1k" to "10k" for Income is taken both ways: the values lie in that range, and so does how many there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

import numpy as np
import polars as pl

from shoal.datasets import _census_model as model
from shoal.datasets import _census_place as place
from shoal.datasets import _census_work as work
from shoal.datasets._draw import Chances, Values, fill
from shoal.datasets.base import Dataset, leaves
from shoal.errors import SettingError
from shoal.schema.hierarchy import Bands

Kind: TypeAlias = Literal["sal", "income"]
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
    columns = fill(_sal if kind == "sal" else _income, rows, seed=seed, key=KINDS.index(kind))
    frame = pl.DataFrame([_series(name, values, trees.get(name)) for name, values in columns.items()])
    *quasi, sensitive = frame.columns
    return Dataset(
        name=f"census_{kind}",
        frame=frame,
        quasi=tuple(quasi),
        sensitive=(sensitive,),
        hierarchies={"Age": Bands(widths=(5, 10, 20), origin=0.0), **trees},
        about=f"Generated, with the columns and domain sizes of {kind.upper()} in He et al., PAKDD 2012, Table 3.",
    )


def _trees(kind: Kind) -> dict[str, object]:
    trees: dict[str, object] = {
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


def _series(name: str, values: Values, tree: object | None) -> pl.Series:
    series = pl.Series(name, values)
    return series if tree is None else series.cat.to(pl.Enum(leaves(tree)))


@dataclass(frozen=True, slots=True, eq=False)
class _Net:
    """The chances of each column, and what other columns need to know of where someone was born."""

    age: Chances
    gender: Chances
    born: Chances
    race: Chances
    education: Chances
    marital: Chances
    job: Chances
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
        job=Chances.of(model.occupation_weights()),
        work_class=Chances.of(work.work_class_weights(size=10 if sal else 9), bits=11),
        region=region,
        origin=np.array(model.origins(), np.uint8)[region],
    )


@cache
def _details() -> Chances:
    return Chances.of(work.detail_weights())


@cache
def _incomes() -> Chances:
    return Chances(model.income_table().astype(np.uint16), model.INCOMES)


@dataclass(frozen=True, slots=True, eq=False)
class _People:
    """A block of people: the number of each one's value in each column; for age also the band."""

    age: Values
    band: Values
    gender: Values
    born: Values
    race: Values
    education: Values
    marital: Values
    job: Values


def _people(net: _Net, rng: np.random.Generator) -> _People:
    age = net.age.draw_all(rng)
    band = model.BANDS[age]
    gender = net.gender.draw_all(rng, age)
    born = net.born.draw_all(rng)
    education = net.education.draw_all(rng, band * 4 + net.origin[born])
    schooling = model.EDUCATION_GROUPS[education]
    return _People(
        age=age,
        band=band,
        gender=gender,
        born=born,
        race=net.race.draw_all(rng, net.region[born]),
        education=education,
        marital=net.marital.draw_all(rng, band * 2 + gender),
        job=net.job.draw_all(rng, (gender * 6 + schooling) * 8 + band),
    )


def _sal(rng: np.random.Generator) -> dict[str, Values]:
    net = _net("sal")
    people = _people(net, rng)
    return {
        "Age": people.age + model.AGES[0].astype(np.uint8),
        "Gender": people.gender,
        "Education": people.education,
        "Marital": people.marital,
        "Race": people.race,
        "Work-class": net.work_class.draw_all(rng, people.job.astype(np.uint16) * 8 + people.band),
        "Country": people.born,
        "Occupation": people.job,
    }


def _income(rng: np.random.Generator) -> dict[str, Values]:
    net = _net("income")
    people = _people(net, rng)
    occupation = _details().draw_all(rng, people.job)
    job = work.job_of_detail()[occupation]
    work_class = net.work_class.draw_all(rng, job.astype(np.uint16) * 8 + people.band)
    level = (
        model.EDUCATION_PAY[model.EDUCATION_GROUPS[people.education]]
        + model.BAND_PAY[people.band]
        + model.GENDER_PAY[people.gender]
        + model.CLASS_PAY[work_class]
        + work.job_pay()[job]
    )
    income = _incomes().draw_all(rng, np.clip(level, 0, model.INCOME_LEVELS - 1))
    return {
        "Age": people.age + model.AGES[0].astype(np.uint8),
        "Occupation": occupation,
        "Birthplace": people.born,
        "Gender": people.gender,
        "Education": people.education,
        "Race": people.race,
        "Work-class": work_class,
        "Marital": people.marital,
        "Income": income * np.uint16(model.INCOME_STEP) + np.uint16(model.INCOME_LEAST),
    }
