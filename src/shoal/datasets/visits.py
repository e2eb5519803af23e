"""A generated table of visits: several rows a person, with names, phone numbers in notes, and codes of illnesses.

People are made as those of `patients`. Few come often and many come once: how often follows Zipf's law. Someone who
comes again mostly comes with the same illness, so that rows of one person are much alike, as in life. Notes are short
texts; some hold a name or a phone number, none of which belongs to anyone (of a range that is kept for stories).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Ints
from shoal.checks import Whole
from shoal.datasets import _patient_model as model
from shoal.datasets._draw import BLOCK, Chances, Context, Values, zipf
from shoal.datasets.base import Dataset, leaves
from shoal.datasets.patients import patients
from shoal.schema.hierarchy import Bands, Calendar, Prefix

KEY = 3
"""Sets the random streams apart from those of other tables."""

POOL = 0.9
"""People who may come, as a share of the visits; about every second row has a person of its own then."""

POWER = 0.55
SAME_ILLNESS = 0.6
"""The chance that a visit is for the illness that a person has had before."""

MISSING_WEIGHT = 0.08
WITH_PHONE, WITH_NAME = 0.25, 0.1
GROWN = 15

DEPARTMENTS = {
    "A": "Medicine", "C": "Oncology", "D": "Oncology", "E": "Medicine", "F": "Psychiatry", "G": "Neurology",
    "I": "Cardiology", "J": "Medicine", "K": "Surgery", "M": "Orthopaedics", "N": "Medicine", "O": "Obstetrics",
    "R": "Medicine", "S": "Surgery",
}  # fmt: skip

NOTES = (
    "Seen and sent home.",
    "Follow-up in two weeks.",
    "Blood taken, results to be sent.",
    "Referred to a specialist.",
    "Medication adjusted, tolerates it well.",
    "No change since the last visit.",
)


def visits(rows: int = 1000, seed: int = 0) -> Dataset:
    """Return a generated table of so many visits, about half as many people; the same for the same arguments.

    Args:
        rows: how many visits; a million takes some seconds.
        seed: another seed, another table.

    Raises:
        SettingError: `rows` or `seed` is negative, or no whole number.

    Example:
        >>> visits(1000).frame["patient_id"].n_unique() < 600
        True
    """
    rows, seed = Whole().take("rows", rows), Whole().take("seed", seed)
    rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, KEY])))
    return Dataset(
        name="visits",
        frame=_frame(rows, seed, rng),
        quasi=("birth_date", "sex", "zip", "visited"),
        sensitive=("diagnosis",),
        identifiers=("patient_id", "name", "note"),
        hierarchies={
            "birth_date": Calendar(steps=("year", "decade")),
            "sex": model.SEX_TREE,
            "zip": Prefix(),
            "visited": Calendar(steps=("month", "quarter", "year")),
            "diagnosis": model.DIAGNOSIS_TREE,
            "weight_kg": Bands(widths=(5, 10, 20), origin=0.0),
        },
        about="Generated; no row is about a real person.",
    )


def _frame(rows: int, seed: int, rng: np.random.Generator) -> pl.DataFrame:
    """Return the visits, ordered by day."""
    people = _people(max(1, int(POOL * rows)), seed, rng)
    chances = zipf(people.height, power=POWER)
    who = np.searchsorted(np.cumsum(chances), rng.random(rows) * (1 - 1e-12)).clip(max=people.height - 1)
    mine = people[rng.permutation(people.height)[who]]
    context = mine["age"].to_numpy().astype(np.int64) * 2 + (mine["sex"] == "Male").to_numpy()
    known, drawn = mine["diagnosis"].to_numpy(), _drawn(Chances.of(model.diagnosis_weights()), rng, context)
    illness = np.where(rng.random(rows) < SAME_ILLNESS, known, drawn)
    label = pl.Series(leaves(model.DIAGNOSIS_TREE))[illness.astype(np.uint32)]
    day = model.FIRST_DAY + np.sort(rng.integers(0, model.DAYS, rows)).astype("timedelta64[D]")
    weight = (mine["weight"].to_numpy() + rng.normal(0, 1.2, rows)).round(1)
    return pl.DataFrame(
        {
            "patient_id": mine["patient_id"],
            "name": mine["name"],
            "birth_date": mine["birth_date"],
            "sex": mine["sex"],
            "zip": mine["zip"],
            "visited": pl.Series(day, dtype=pl.Date) if rows else pl.Series([], dtype=pl.Date),
            "department": label.str.head(1).replace_strict(DEPARTMENTS, default="Medicine", return_dtype=pl.String),
            "diagnosis": label,
            "weight_kg": pl.Series(np.where(rng.random(rows) < MISSING_WEIGHT, np.nan, weight)).fill_nan(None),
            "note": _notes(mine["name"], rng),
        }
    )


def _people(count: int, seed: int, rng: np.random.Generator) -> pl.DataFrame:
    """Return those who may come: what is the same at every visit of theirs, and the code of an illness of theirs."""
    frame = patients(count, seed).frame
    age = frame["age"].to_numpy().astype(np.int64)
    born = model.FIRST_DAY - (age * 365.2425 + rng.random(count) * 365).astype("timedelta64[D]")
    context = age * 2 + (frame["sex"] == "Male").to_numpy()
    heavier = np.where((context % 2 == 1) & (age >= GROWN), 8, 0)
    usual = np.interp(age, (0, 5, 18, 50, 99), (4, 18, 66, 80, 68)) + heavier
    return frame.select(
        "patient_id", "name", "sex", "zip", "age",
        birth_date=pl.Series(born, dtype=pl.Date),
        diagnosis=pl.Series(_drawn(Chances.of(model.diagnosis_weights()), rng, context).astype(np.int64)),
        weight=pl.Series(usual * np.exp(rng.normal(0, 0.16, count))),
    )  # fmt: skip


def _drawn(chances: Chances, rng: np.random.Generator, context: Context) -> Values | Ints:
    """Return a draw for each context, however many there are."""
    found = np.empty(len(context), np.int32)
    for start in range(0, len(context), BLOCK):
        block = np.zeros(BLOCK, np.int64)
        here = context[start : start + BLOCK]
        block[: len(here)] = here
        found[start : start + BLOCK] = chances.draw(rng, block)[: len(here)]
    return found


def _notes(name: pl.Series, rng: np.random.Generator) -> pl.Series:
    """Return a short text for each visit; some name the person, or a number under which to call."""
    rows = len(name)
    text = pl.Series(NOTES)[rng.integers(0, len(NOTES), rows).astype(np.uint32)]
    phone = pl.Series(rng.integers(0, 10_000, rows)).cast(pl.String).str.zfill(4)
    table = pl.DataFrame({"text": text, "phone": phone, "name": name, "kind": rng.random(rows)})
    call = pl.format("{} Call back: 030 23125 {}.", "text", "phone")
    asked = pl.format("{} {} asked for a copy of the letter.", "text", "name")
    kind = pl.col("kind")
    chosen = pl.when(kind < WITH_PHONE).then(call).when(kind < WITH_PHONE + WITH_NAME).then(asked).otherwise("text")
    return table.select(chosen.alias("note")).to_series()
