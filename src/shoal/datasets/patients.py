"""A generated hospital table: who was admitted when, and why.

Every row is made up: age first; sex by age; marital status, occupation and diagnosis by age and sex; whether it was an
emergency and how long the stay was by diagnosis; the day of admission by weekday and, for illnesses of the airways, by
season. Zip codes thin out with the distance from the hospital, and some begin with a zero. Some cells are missing, as
in life: `MISSING` says which share.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import polars as pl

from shoal.arrays import Floats
from shoal.checks import Whole
from shoal.datasets import _patient_model as model
from shoal.datasets import _patient_name as names
from shoal.datasets._draw import BLOCK, Chances, Columns, Values, fill, zipf
from shoal.datasets.base import Dataset, leaves
from shoal.errors import SettingError
from shoal.schema.hierarchy import Bands, Calendar, Prefix

MISSING = {"zip": 0.01, "marital_status": 0.015, "occupation": 0.025}
"""Share of cells without a value, by column."""

KEY = 2
"""Sets the random streams apart from those of the census, which has 0 and 1."""

NUMBERS = 100_000_000
"""How many patient numbers there are."""

STRIDE = 48_271_309
"""Shares no factor with `NUMBERS`, so that its multiples meet every number once."""

FIRST = 30_517_264
"""The first patient number of seed 0."""

LONGEST_STAY = 120


def patients(rows: int = 1000, seed: int = 0) -> Dataset:
    """Return a generated hospital table of `rows` patients; the same for the same arguments.

    Args:
        rows: how many patients; a million takes a few seconds.
        seed: another seed, another table.

    Raises:
        SettingError: `rows` or `seed` is negative, or there are more rows than patient numbers.

    Example:
        >>> patients(3).identifiers
        ('patient_id', 'name')
    """
    if Whole().take("rows", rows) > NUMBERS:
        message = f"rows is {rows}; a hospital table has at most {NUMBERS}"
        raise SettingError(message)
    return Dataset(
        name="patients",
        frame=_frame(fill(_block, rows, seed=seed, key=KEY), seed),
        quasi=("age", "sex", "zip", "marital_status", "occupation", "admitted"),
        sensitive=("diagnosis",),
        identifiers=("patient_id", "name"),
        hierarchies={
            "age": Bands(widths=(5, 10, 20), origin=0.0),
            "sex": model.SEX_TREE,
            "zip": Prefix(),
            "marital_status": model.MARITAL_TREE,
            "occupation": model.OCCUPATION_TREE,
            "admitted": Calendar(steps=("month", "quarter", "year")),
            "diagnosis": model.DIAGNOSIS_TREE,
        },
        about="Generated; no row is about a real person.",
    )


def _frame(made: Columns, seed: int) -> pl.DataFrame:
    numbers = (np.arange(len(made["age"])) * STRIDE + (seed % NUMBERS) * 7_919 + FIRST) % NUMBERS
    women = pl.Series(made["sex"] == 0)
    given = pl.select(
        pl.when(women).then(_text(made["given"], names.GIVEN_FEMALE)).otherwise(_text(made["given"], names.GIVEN_MALE))
    ).to_series()
    frame = pl.DataFrame(
        {
            "patient_id": pl.Series(numbers),
            "name": given + " " + _text(made["family"], names.FAMILY),
            "sex": _text(made["sex"], leaves(model.SEX_TREE)),
            "age": made["age"],
            "zip": _text(made["zip"], model.zip_codes()),
            "marital_status": _text(made["marital_status"], leaves(model.MARITAL_TREE)),
            "occupation": _text(made["occupation"], leaves(model.OCCUPATION_TREE)),
            "admitted": pl.Series(model.FIRST_DAY + made["day"].astype("timedelta64[D]")),
            "diagnosis": _text(made["diagnosis"], leaves(model.DIAGNOSIS_TREE)),
            "length_of_stay": made["length_of_stay"],
            "emergency": made["emergency"],
        }
    )
    blank = [pl.when(~pl.Series(made[f"no {name}"])).then(pl.col(name)).alias(name) for name in MISSING]
    return frame.with_columns(("P" + pl.col("patient_id").cast(pl.String).str.zfill(8)).alias("patient_id"), *blank)


def _text(values: Values, labels: tuple[str, ...]) -> pl.Series:
    return pl.Series(values).cat.to(pl.Enum(labels)).cast(pl.String)


@dataclass(frozen=True, slots=True, eq=False)
class _Ward:
    """The chances of each column, and the figures of the diagnoses that the rest depends on."""

    age: Chances
    sex: Chances
    zip: Chances
    given: Chances
    family: Chances
    marital: Chances
    occupation: Chances
    diagnosis: Chances
    day: Chances
    stay: Floats
    urgent: Floats
    winter: Values


@cache
def _ward() -> _Ward:
    illnesses = model.illnesses()
    return _Ward(
        age=Chances.of(model.age_weights()),
        sex=Chances.of(model.sex_weights()),
        zip=Chances.of(model.zip_weights(), bits=16),
        given=Chances.of(zipf(len(names.GIVEN_FEMALE), power=0.5)),
        family=Chances.of(zipf(len(names.FAMILY), power=0.5)),
        marital=Chances.of(model.marital_weights()),
        occupation=Chances.of(model.occupation_weights()),
        diagnosis=Chances.of(model.diagnosis_weights()),
        day=Chances.of(model.day_weights(), bits=16),
        stay=np.array([illness.days for illness in illnesses]),
        urgent=np.array([illness.urgent for illness in illnesses]),
        winter=np.array([name.startswith("J") for name in leaves(model.DIAGNOSIS_TREE)], np.uint8),
    )


def _block(rng: np.random.Generator) -> Columns:
    ward = _ward()
    age = ward.age.draw(rng)
    sex = ward.sex.draw(rng, age)
    band_and_sex = model.BANDS[age] * 2 + sex
    diagnosis = ward.diagnosis.draw(rng, age.astype(np.uint16) * 2 + sex)
    emergency = rng.random(BLOCK) < ward.urgent[diagnosis]
    stay = ward.stay[diagnosis] * (0.7 + age / 200) * rng.standard_gamma(2.5, BLOCK) / 2.5
    made: Columns = {
        "age": age,
        "sex": sex,
        "given": ward.given.draw(rng),
        "family": ward.family.draw(rng),
        "zip": ward.zip.draw(rng),
        "marital_status": ward.marital.draw(rng, band_and_sex),
        "occupation": ward.occupation.draw(rng, band_and_sex),
        "diagnosis": diagnosis,
        "day": ward.day.draw(rng, np.where(emergency, 1 + ward.winter[diagnosis], 0)),
        "emergency": emergency,
        "length_of_stay": np.clip(np.ceil(stay), 1, LONGEST_STAY).astype(np.uint8),
    }
    return made | {f"no {name}": rng.random(BLOCK) < share for name, share in MISSING.items()}
