"""The people and illnesses behind the generated hospital table.

The chances are made up so that a table looks believable: they say nothing about any hospital.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats
from shoal.datasets._draw import zipf
from shoal.datasets.base import leaves

AGES = np.arange(100)
BANDS = np.digitize(AGES, (6, 16, 20, 30, 45, 60, 67, 80)).astype(np.uint8)
"""The age band, 0 to 8, of each age."""

FIRST_DAY = np.datetime64("2022-01-01")
DAYS = 1_096
"""Admissions run over three years."""

_YOUNGEST = {"C": 20, "D": 20, "F": 12, "I": 15, "M": 15, "O": 15}
"""The youngest age with a diagnosis, by the letter of its chapter; 0 for the others."""

_OLDEST = {"O": 50}
"""Likewise the oldest."""

SEX_TREE = {"*": ["Female", "Male"]}

AREAS: dict[str, tuple[float, int]] = {
    "021": (46, 40), "024": (14, 28), "018": (9, 24), "019": (7, 20), "017": (6, 18), "020": (5, 16), "023": (4, 14),
    "015": (2.5, 12), "030": (2, 10), "029": (1.6, 10), "100": (1.0, 12), "112": (0.6, 8), "331": (0.4, 6),
    "606": (0.3, 6), "770": (0.3, 5), "941": (0.3, 5),
}  # fmt: skip
"""First three digits of the zip codes: the share of patients, and the number of codes; the hospital is in 021."""

MARITAL_TREE = {
    "*": {"Alone": ["Single", "Divorced", "Widowed"], "Together": ["Married", "Partnership"]},
}
_MARITAL = np.array(
    [
        [[100, 0, 0, 0, 0], [100, 0, 0, 0, 0]],
        [[100, 0, 0, 0, 0], [100, 0, 0, 0, 0]],
        [[96, 0, 0, 1, 3], [98, 0, 0, 0.5, 1.5]],
        [[62, 2, 0.1, 24, 12], [72, 1.5, 0.1, 16, 10]],
        [[24, 10, 0.5, 54, 11], [28, 8, 0.3, 52, 11]],
        [[12, 17, 3, 62, 6], [14, 14, 1, 65, 6]],
        [[8, 17, 10, 61, 4], [9, 13, 3, 70, 5]],
        [[5, 13, 27, 52, 3], [6, 9, 9, 73, 3]],
        [[5, 7, 61, 26, 1], [5, 5, 27, 61, 2]],
    ]
)

OCCUPATION_TREE = {
    "*": {
        "Office": ["Accountant", "Clerk", "Lawyer", "Manager", "Software developer"],
        "Care and teaching": ["Child carer", "Nurse", "Physician", "Social worker", "Teacher"],
        "Trade and service": ["Cashier", "Cleaner", "Cook", "Police officer", "Salesperson", "Waiter"],
        "Craft and transport": ["Carpenter", "Driver", "Electrician", "Farmer", "Mechanic", "Warehouse worker"],
        "Not employed": ["Homemaker", "Preschool child", "Pupil", "Retired", "Student", "Unemployed"],
    }
}
_WOMEN = {
    "Accountant": 0.6, "Clerk": 0.75, "Lawyer": 0.4, "Manager": 0.4, "Software developer": 0.2, "Child carer": 0.95,
    "Nurse": 0.88, "Physician": 0.42, "Social worker": 0.8, "Teacher": 0.74, "Cashier": 0.74, "Cleaner": 0.55,
    "Cook": 0.4, "Police officer": 0.18, "Salesperson": 0.5, "Waiter": 0.68, "Carpenter": 0.02, "Driver": 0.07,
    "Electrician": 0.03, "Farmer": 0.25, "Mechanic": 0.03, "Warehouse worker": 0.3, "Homemaker": 0.93,
}  # fmt: skip
_SHARES = {
    "Clerk": 10, "Manager": 9, "Salesperson": 8, "Teacher": 7, "Driver": 6, "Cleaner": 6, "Nurse": 5, "Cook": 4,
    "Warehouse worker": 5, "Cashier": 5, "Waiter": 4, "Software developer": 4, "Mechanic": 3.5, "Accountant": 3,
    "Carpenter": 3, "Electrician": 2.5, "Social worker": 2, "Child carer": 2, "Police officer": 1.8, "Lawyer": 1.3,
    "Physician": 1.2, "Farmer": 1,
}  # fmt: skip
_TRAINED = {
    "Accountant": 3, "Clerk": 3, "Child carer": 3, "Driver": 3, "Lawyer": 4, "Manager": 3, "Nurse": 3, "Physician": 4,
    "Police officer": 3, "Social worker": 3, "Software developer": 3, "Teacher": 3,
}  # fmt: skip
"""The first age band of an occupation that takes a training; 2 for the others."""

_AT_WORK = (0, 0, 0.25, 0.76, 0.82, 0.76, 0.42, 0.08, 0.01)
_NOT_AT_WORK = {
    "Preschool child": (1, 0, 0, 0, 0, 0, 0, 0, 0),
    "Pupil": (0, 1, 0.6, 0, 0, 0, 0, 0, 0),
    "Student": (0, 0, 0.3, 0.5, 0.05, 0.01, 0, 0, 0),
    "Homemaker": (0, 0, 0.01, 0.15, 0.45, 0.34, 0.12, 0.08, 0.03),
    "Unemployed": (0, 0, 0.09, 0.35, 0.45, 0.35, 0.1, 0, 0),
    "Retired": (0, 0, 0, 0, 0.02, 0.25, 0.78, 0.95, 1),
}


class Illness(NamedTuple):
    """A diagnosis: its share, usual age and spread of ages, share of women, mean days of stay, share of emergencies."""

    share: float
    age: float
    spread: float
    women: float
    days: float
    urgent: float


DIAGNOSES: dict[str, dict[str, Illness]] = {
    "A00-B99 Infections": {
        "A09 Gastroenteritis": Illness(3.0, 20, 35, 0.52, 3.0, 0.85),
        "A41 Sepsis": Illness(2.4, 76, 17, 0.48, 9.5, 0.95),
        "B20 HIV disease": Illness(0.3, 40, 11, 0.25, 8.0, 0.40),
    },
    "C00-D49 Neoplasms": {
        "C18 Colon cancer": Illness(1.3, 70, 12, 0.47, 8.5, 0.25),
        "C34 Lung cancer": Illness(1.5, 69, 10, 0.44, 7.0, 0.30),
        "C50 Breast cancer": Illness(1.7, 61, 13, 0.99, 3.5, 0.05),
        "C61 Prostate cancer": Illness(1.2, 70, 8, 0.00, 4.0, 0.05),
        "D25 Fibroids": Illness(0.7, 44, 7, 1.00, 3.0, 0.10),
    },
    "E00-E89 Metabolism": {
        "E10 Type 1 diabetes": Illness(0.7, 24, 18, 0.48, 4.5, 0.60),
        "E11 Type 2 diabetes": Illness(2.6, 66, 13, 0.45, 5.5, 0.45),
        "E66 Obesity": Illness(0.9, 42, 12, 0.75, 3.0, 0.02),
    },
    "F01-F99 Mind": {
        "F10 Alcohol use": Illness(2.4, 46, 13, 0.27, 6.0, 0.75),
        "F20 Schizophrenia": Illness(1.0, 36, 13, 0.42, 21.0, 0.60),
        "F32 Depression": Illness(1.9, 45, 18, 0.62, 18.0, 0.35),
        "F50 Eating disorder": Illness(0.3, 19, 6, 0.93, 28.0, 0.15),
    },
    "G00-G99 Nerves": {
        "G35 Multiple sclerosis": Illness(0.4, 40, 11, 0.72, 4.5, 0.20),
        "G40 Epilepsy": Illness(1.3, 32, 27, 0.47, 4.0, 0.75),
        "G47 Sleep apnea": Illness(0.8, 55, 12, 0.28, 1.5, 0.01),
    },
    "I00-I99 Circulation": {
        "I10 Hypertension": Illness(2.2, 70, 14, 0.62, 3.5, 0.70),
        "I20 Angina": Illness(2.5, 68, 11, 0.34, 3.5, 0.50),
        "I21 Heart attack": Illness(2.6, 69, 12, 0.34, 6.0, 0.95),
        "I48 Atrial fibrillation": Illness(2.8, 73, 11, 0.46, 3.5, 0.55),
        "I50 Heart failure": Illness(4.2, 80, 10, 0.51, 8.5, 0.80),
        "I63 Stroke": Illness(2.7, 75, 13, 0.48, 9.0, 0.95),
    },
    "J00-J99 Breathing": {
        "J06 Cold": Illness(1.4, 3, 8, 0.46, 2.0, 0.90),
        "J11 Influenza": Illness(1.2, 30, 32, 0.50, 3.5, 0.90),
        "J18 Pneumonia": Illness(3.4, 70, 27, 0.46, 7.5, 0.90),
        "J35 Tonsils": Illness(1.3, 9, 9, 0.47, 2.5, 0.03),
        "J44 Chronic lung disease": Illness(2.5, 71, 10, 0.47, 7.5, 0.80),
        "J45 Asthma": Illness(1.0, 14, 22, 0.52, 3.0, 0.80),
    },
    "K00-K95 Digestion": {
        "K29 Gastritis": Illness(1.4, 52, 21, 0.56, 3.0, 0.75),
        "K35 Appendicitis": Illness(1.6, 25, 15, 0.46, 3.5, 0.98),
        "K40 Hernia": Illness(1.9, 58, 19, 0.10, 2.0, 0.08),
        "K80 Gallstones": Illness(2.8, 57, 17, 0.63, 4.0, 0.50),
    },
    "M00-M99 Bones and joints": {
        "M16 Worn hip": Illness(2.0, 69, 10, 0.58, 8.0, 0.01),
        "M17 Worn knee": Illness(2.2, 68, 9, 0.62, 7.5, 0.01),
        "M54 Back pain": Illness(2.3, 57, 16, 0.57, 5.0, 0.45),
    },
    "N00-N99 Kidney": {
        "N17 Kidney failure": Illness(1.1, 76, 13, 0.48, 8.5, 0.85),
        "N20 Kidney stones": Illness(1.6, 50, 15, 0.33, 2.5, 0.65),
        "N39 Urinary infection": Illness(1.7, 70, 25, 0.68, 5.0, 0.85),
    },
    "O00-P96 Birth": {
        "O60 Early labor": Illness(0.9, 30, 5.5, 1.00, 4.5, 0.60),
        "O80 Delivery": Illness(5.5, 30, 5.5, 1.00, 3.0, 0.50),
        "P07 Early birth": Illness(1.5, 0, 0.3, 0.48, 17.0, 0.60),
    },
    "S00-T88 Injuries": {
        "S06 Head injury": Illness(2.9, 30, 33, 0.43, 2.5, 0.98),
        "S52 Broken forearm": Illness(1.8, 40, 30, 0.57, 3.0, 0.95),
        "S72 Broken hip": Illness(2.1, 83, 10, 0.71, 11.5, 0.99),
        "S82 Broken leg": Illness(1.5, 46, 21, 0.48, 6.0, 0.95),
    },
}

DIAGNOSIS_TREE = {"*": {chapter: list(members) for chapter, members in DIAGNOSES.items()}}


def illnesses() -> list[Illness]:
    """Return the figures of the diagnoses, in the order of their tree."""
    return [illness for chapter in DIAGNOSES.values() for illness in chapter.values()]


def age_weights() -> Floats:
    """Return (100,) weights of the ages of patients: newborns, then few children, then more with age."""
    weights = np.interp(AGES, (0, 1, 10, 17, 30, 40, 60, 78, 88, 99), (26, 9, 4, 6, 11, 9, 15, 23, 14, 1))
    return np.asarray(weights, np.float64)


def sex_weights() -> Floats:
    """Return (100, 2) weights: more women in the years of birth and in high age."""
    women = np.interp(AGES, (0, 16, 30, 42, 60, 75, 90, 99), (0.46, 0.5, 0.68, 0.52, 0.45, 0.49, 0.63, 0.72))
    return np.stack([women, 1 - women], axis=1)


def zip_codes() -> tuple[str, ...]:
    """Return the zip codes, area by area."""
    return tuple(f"{area}{(8 + 7 * i) % 100:02d}" for area, (_, count) in AREAS.items() for i in range(count))


def zip_weights() -> Floats:
    """Return the weight of each zip code: an area's share, by Zipf's law within the area."""
    return np.concatenate([share * zipf(count, power=0.8) for share, count in AREAS.values()])


def marital_weights() -> Floats:
    """Return (9 age bands, 2 sexes, 5) weights."""
    return _MARITAL


def occupation_weights() -> Floats:
    """Return (9 age bands, 2 sexes, 28) weights."""
    names = leaves(OCCUPATION_TREE)
    at_work = np.array(_AT_WORK)[:, None]
    women = np.array([_WOMEN.get(name, 0.5) for name in names])
    by_sex = np.stack([women, 1 - women])
    trained = np.arange(len(_AT_WORK))[:, None] >= np.array([_TRAINED.get(name, 2) for name in names])
    shares = np.array([_SHARES.get(name, 0.0) for name in names]) * by_sex * (trained | (at_work == 0))[:, None, :]
    shares /= shares.sum(axis=2, keepdims=True)
    away = np.array([_NOT_AT_WORK.get(name, (0.0,) * len(_AT_WORK)) for name in names]).T[:, None, :] * by_sex
    away /= away.sum(axis=2, keepdims=True)
    return np.asarray(at_work[..., None] * shares + (1 - at_work[..., None]) * away, np.float64)


def diagnosis_weights() -> Floats:
    """Return (100 ages, 2 sexes, diagnoses) weights: share, times a bell curve in age, times the share of the sex."""
    all_of = illnesses()
    age = np.array([illness.age for illness in all_of])
    spread = np.array([illness.spread for illness in all_of])
    women = np.array([illness.women for illness in all_of])
    by_age = np.exp(-0.5 * ((AGES[:, None] - age) / spread) ** 2)
    letters = [name[0] for name in leaves(DIAGNOSIS_TREE)]
    by_age *= AGES[:, None] >= np.array([_YOUNGEST.get(letter, 0) for letter in letters])
    by_age *= AGES[:, None] <= np.array([_OLDEST.get(letter, AGES[-1]) for letter in letters])
    by_sex = np.stack([women, 1 - women])
    return np.asarray(np.array([illness.share for illness in all_of]) * by_age[:, None, :] * by_sex, np.float64)


def day_weights() -> Floats:
    """Return (3, days) weights of the day of admission: planned, urgent, and illnesses of winter."""
    days = FIRST_DAY + np.arange(DAYS)
    weekday = (days.astype(np.int64) + 3) % 7
    planned = np.array([14, 12, 11, 10, 5, 0.7, 2.5])[weekday]
    urgent = np.array([11, 10.5, 10, 10, 10, 9, 9.2])[weekday]
    winter = 1 + 0.75 * np.cos(2 * np.pi * (np.arange(DAYS) - 25) / 365.25)
    return np.stack([planned, urgent, urgent * winter])
