"""The chances behind the generated census: who marries, studies and works where, by age, gender and origin.

Every function returns weights with the contexts in front and the values last; `census` says how they hang together.
The numbers follow the broad shape of US census tables and are rounded from general knowledge, not taken from a survey.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from shoal.arrays import Floats
from shoal.datasets import _census_work as work
from shoal.datasets._census_place import REGIONS

AGES = np.arange(15, 93)
BANDS = np.digitize(AGES, (18, 25, 35, 45, 55, 65, 75)).astype(np.uint8)
"""The age band, 0 to 7, of each of the 78 ages."""

GENDERS = ("Male", "Female")
GENDER_TREE = {"*": list(GENDERS)}

EDUCATION_TREE = {
    "*": {
        "No diploma": {
            "Primary": ["No schooling", "Nursery to grade 4", "Grade 5 or 6", "Grade 7 or 8"],
            "Some secondary": ["Grade 9", "Grade 10", "Grade 11", "Grade 12, no diploma"],
        },
        "Diploma": {
            "": ["High school graduate"],
            "Some college": ["College, under one year", "College, one year or more"],
            "Associate degree": ["Associate, occupational", "Associate, academic"],
        },
        "Degree": {
            "": ["Bachelor's degree"],
            "Graduate degree": ["Master's degree", "Professional degree", "Doctorate"],
        },
    }
}
EDUCATION_GROUPS = np.repeat(np.arange(6, dtype=np.uint8), (4, 4, 1, 4, 1, 3))
"""Primary, some secondary, high school, college or associate, bachelor, graduate: 0 to 5 for each of the 17 levels."""

_WITHIN_GROUP = np.array([8, 6, 16, 30, 18, 22, 25, 25, 1, 30, 45, 12, 13, 1, 70, 18, 12], np.float64)

_EDUCATION_BY_BAND = np.array(
    [
        [6, 88, 4, 2, 0, 0],
        [4, 20, 30, 38, 8, 0.3],
        [4, 9, 27, 31, 21, 8],
        [4, 8, 29, 30, 18, 11],
        [5, 8, 29, 29, 17, 12],
        [8, 11, 33, 24, 13, 11],
        [14, 16, 35, 19, 9, 7],
        [23, 18, 32, 15, 8, 4],
    ]
)
_EDUCATION_BY_ORIGIN = np.array(
    [
        [0.5, 1.0, 1.1, 1.1, 1.0, 1.0],  # born at home
        [6.0, 1.7, 0.8, 0.5, 0.4, 0.4],  # Central America and the Caribbean
        [1.2, 0.6, 0.7, 0.7, 1.9, 2.0],  # Asia
        [1.6, 0.8, 0.8, 0.8, 1.2, 1.5],  # elsewhere
    ]
)
_ORIGINS = {REGIONS[0]: 0, "Central America": 1, "Caribbean": 1}

MARITAL_TREE = {
    "*": {
        "Married": ["Spouse present", "Spouse absent"],
        "Formerly married": ["Separated", "Divorced", "Widowed"],
        "": ["Never married"],
    }
}
_MARITAL = np.array(
    [
        [[0.4, 0.5, 0.1, 0.1, 0.1, 98.8], [1.2, 0.7, 0.2, 0.2, 0.1, 97.6]],
        [[12, 2.2, 0.9, 0.9, 0.1, 84], [20, 2.4, 1.8, 1.9, 0.2, 74]],
        [[51, 3.0, 2.0, 6.0, 0.2, 38], [57, 2.5, 3.2, 8.5, 0.6, 28]],
        [[66, 2.6, 2.5, 12, 0.5, 16], [66, 2.0, 3.6, 15, 1.6, 12]],
        [[71, 2.2, 2.3, 15, 1.1, 8.4], [66, 1.7, 3.0, 18, 4.2, 7]],
        [[75, 2.0, 1.8, 12.5, 3.0, 5.7], [64, 1.5, 2.1, 15, 13, 4.6]],
        [[75, 2.2, 1.3, 7.5, 9.4, 4.6], [53, 1.5, 1.2, 9, 31, 4.2]],
        [[66, 2.6, 0.8, 3.6, 23, 4.0], [27, 1.6, 0.5, 4, 62, 4.8]],
    ]
)

RACE_TREE = {
    "*": {
        "": ["White", "Black", "American Indian or Alaska Native"],
        "Asian or Pacific Islander": ["Chinese", "Japanese", "Other Asian or Pacific Islander"],
        "Other": ["Other race", "Two major races", "Three or more major races"],
    }
}
_RACE_BY_REGION = {
    "United States": (80, 12.6, 1.0, 0.3, 0.25, 0.8, 2.6, 2.2, 0.25),
    "Northern America": (91, 3.0, 1.0, 1.5, 0.3, 1.2, 0.6, 1.3, 0.1),
    "Central America": (47, 1.0, 1.2, 0.1, 0.05, 0.2, 45, 5.2, 0.25),
    "Caribbean": (38, 49, 0.3, 0.4, 0.05, 0.7, 7.5, 3.8, 0.25),
    "South America": (56, 6, 0.6, 0.4, 0.5, 3, 26, 7, 0.5),
    "Northern and Western Europe": (93, 3.3, 0.1, 0.2, 0.1, 1.0, 0.5, 1.7, 0.1),
    "Southern Europe": (97, 0.4, 0.05, 0.05, 0.02, 0.2, 0.8, 1.4, 0.08),
    "Eastern Europe": (98, 0.2, 0.05, 0.1, 0.02, 0.3, 0.2, 1.1, 0.03),
    "Western Asia": (86, 0.6, 0.05, 0.05, 0.02, 2.3, 2.0, 8.8, 0.2),
    "Southern and Central Asia": (5, 0.7, 0.8, 0.1, 0.05, 88, 1.6, 3.6, 0.15),
    "Eastern and South-Eastern Asia": (4.5, 0.5, 0.05, 31, 5.5, 53, 0.5, 4.6, 0.35),
    "Africa": (30, 62, 0.1, 0.1, 0.02, 3.2, 0.8, 3.6, 0.18),
}

_SENIORITY = {"Management and business": 0.5, "Education, law and arts": 0.2, "Service": -0.35, "": -1.0}
_SPREAD = 0.85
"""How far people's education strays from the usual one in their occupation."""

INCOME_LEAST, INCOME_MOST, INCOME_STEP = 1_000, 10_000, 5
INCOMES = (INCOME_MOST - INCOME_LEAST) // INCOME_STEP + 1
INCOME_LEVELS = 64
EDUCATION_PAY = np.array([0, 3, 8, 12, 20, 27], np.int16)
BAND_PAY = np.array([0, 5, 11, 16, 18, 17, 8, 4], np.int16)
GENDER_PAY = np.array([5, 0], np.int16)
CLASS_PAY = np.array([0, -2, 3, 0, 0, 0, -3, 6, -8], np.int16)


def age_weights() -> Floats:
    """Return (78,) weights: broad up to the fifties, thinning out after."""
    return np.interp(AGES, (15, 25, 35, 45, 55, 65, 75, 85, 92), (14, 13.5, 15, 15.5, 12, 9, 7, 3, 0.7))


def gender_weights() -> Floats:
    """Return (78, 2) weights: women outlive men."""
    women = np.interp(AGES, (15, 50, 70, 92), (0.488, 0.507, 0.535, 0.68))
    return np.stack([1 - women, women], axis=1)


def marital_weights() -> Floats:
    """Return (8 age bands, 2 genders, 6) weights."""
    return _MARITAL


def race_weights() -> Floats:
    """Return (regions of birth, 9) weights."""
    return np.array([_RACE_BY_REGION[region] for region in REGIONS], np.float64)


def origins() -> list[int]:
    """Return the origin that education depends on, 0 to 3, of each region of birth."""
    return [_ORIGINS.get(region, 2 if "Asia" in region else 3) for region in REGIONS]


def education_weights() -> Floats:
    """Return (8 age bands, 4 origins, 17) weights."""
    groups = _EDUCATION_BY_BAND[:, None, :] * _EDUCATION_BY_ORIGIN[None, :, :]
    totals = np.bincount(EDUCATION_GROUPS, weights=_WITHIN_GROUP)
    return np.asarray(groups[..., EDUCATION_GROUPS] * (_WITHIN_GROUP / totals[EDUCATION_GROUPS]), np.float64)


def occupation_weights() -> Floats:
    """Return (2 genders, 6 education groups, 8 age bands, 50) weights.

    An occupation's share, times the share of that gender in it, times a bell curve around its usual education, times a
    slope with age for the groups of occupations that people grow into or out of.
    """
    jobs = work.jobs()
    women = np.array([job.women for job in jobs])
    by_gender = np.stack([1 - women, women])[:, None, None, :]
    distance = np.arange(6)[:, None] - np.array([job.level for job in jobs])
    by_education = np.exp(-0.5 * (distance / _SPREAD) ** 2)[None, :, None, :]
    slope = np.array([_SENIORITY.get(group, 0.0) for group, members in work.JOBS.items() for _ in members])
    by_age = np.exp(slope * ((np.arange(8) - 3) / 2)[:, None])[None, None, :, :]
    return np.asarray(np.array([job.share for job in jobs]) * by_gender * by_education * by_age, np.float64)


def income_table(*, bits: int = 12) -> Floats:
    """Return (64 levels, 2**bits) quantiles of log-normal incomes, 3.2 % more per level, as numbers of steps of 5.

    Incomes under the least or over the most are reported as these.
    """
    steps = 1 << bits
    normal = np.array([NormalDist().inv_cdf((i + 0.5) / steps) for i in range(steps)])
    medians = 1_200 * np.exp(0.032 * np.arange(INCOME_LEVELS))
    income = np.clip(medians[:, None] * np.exp(0.42 * normal), INCOME_LEAST, INCOME_MOST)
    return np.asarray(np.rint((income - INCOME_LEAST) / INCOME_STEP), np.float64)
