"""What the people of the generated census do for a living: 50 occupations, their 711 details, and classes of work.

The figures of an occupation are its share of all work, the share of women in it, and the education that is usual in it
(a number of `EDUCATION_GROUPS`). They are rounded from general knowledge of labour statistics, not taken from a survey.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Floats
from shoal.datasets._census_place import share_out
from shoal.datasets._draw import zipf
from shoal.datasets.base import leaves

OCCUPATIONS = 50
DETAILS = 711


class Job(NamedTuple):
    """An occupation: its share in percent, the share of women, the usual education, and how well it is paid."""

    share: float
    women: float
    level: float
    pay: int


JOBS: dict[str, dict[str, Job]] = {
    "Management and business": {
        "General management": Job(3.0, 0.37, 3.8, 12),
        "Finance management": Job(1.5, 0.50, 4.0, 12),
        "Sales management": Job(1.2, 0.42, 3.6, 10),
        "Human resources": Job(1.0, 0.70, 3.8, 8),
        "Accounting": Job(1.6, 0.60, 4.1, 8),
        "Property management": Job(0.6, 0.50, 3.2, 5),
    },
    "Science and engineering": {
        "Software": Job(2.4, 0.22, 4.2, 13),
        "Engineering": Job(1.8, 0.13, 4.3, 12),
        "Architecture": Job(0.3, 0.28, 4.4, 9),
        "Natural science": Job(0.6, 0.45, 4.8, 8),
        "Technical drawing": Job(0.4, 0.20, 3.2, 5),
    },
    "Education, law and arts": {
        "School teaching": Job(4.0, 0.75, 4.4, 3),
        "University teaching": Job(0.9, 0.48, 5.0, 6),
        "Libraries and archives": Job(0.2, 0.80, 4.3, 2),
        "Law": Job(0.9, 0.42, 4.9, 13),
        "Arts and media": Job(1.3, 0.47, 3.7, 3),
        "Social work and clergy": Job(1.2, 0.60, 4.2, 1),
    },
    "Health": {
        "Medicine and dentistry": Job(0.9, 0.37, 5.0, 18),
        "Nursing": Job(2.3, 0.89, 3.7, 8),
        "Therapy": Job(0.7, 0.75, 4.4, 7),
        "Health technology": Job(1.6, 0.75, 3.1, 4),
        "Health support": Job(2.4, 0.87, 2.3, -3),
    },
    "Service": {
        "Police and fire service": Job(1.3, 0.17, 3.0, 8),
        "Guarding": Job(0.8, 0.24, 2.3, -2),
        "Cooking": Job(2.3, 0.42, 1.6, -6),
        "Food serving": Job(3.3, 0.66, 2.1, -8),
        "Cleaning": Job(3.2, 0.50, 1.2, -6),
        "Child care": Job(1.4, 0.95, 2.4, -8),
        "Personal care": Job(1.6, 0.80, 2.3, -5),
    },
    "Sales and office": {
        "Cashiering": Job(2.4, 0.75, 1.8, -8),
        "Retail sales": Job(3.8, 0.52, 2.4, -2),
        "Insurance and securities": Job(0.8, 0.45, 3.8, 10),
        "Secretarial work": Job(3.4, 0.96, 2.7, -1),
        "Bookkeeping": Job(1.5, 0.90, 2.7, 0),
        "Customer service": Job(2.0, 0.68, 2.6, -1),
        "Post and dispatch": Job(1.2, 0.40, 2.3, 2),
        "Data entry": Job(0.9, 0.80, 2.4, -2),
    },
    "Farming and fishing": {
        "Farm management": Job(0.5, 0.23, 2.6, 1),
        "Farm labor": Job(0.7, 0.22, 0.6, -7),
        "Forestry and fishing": Job(0.2, 0.08, 1.5, -2),
    },
    "Construction and repair": {
        "Carpentry": Job(1.2, 0.02, 1.8, 3),
        "Electrical work": Job(0.7, 0.03, 2.3, 7),
        "Plumbing": Job(0.5, 0.02, 2.0, 6),
        "Construction labor": Job(1.4, 0.04, 1.1, 0),
        "Vehicle repair": Job(1.4, 0.03, 1.9, 3),
        "Machine maintenance": Job(1.1, 0.05, 2.2, 5),
    },
    "Production and transport": {
        "Assembly": Job(1.5, 0.38, 1.7, -1),
        "Machine operation": Job(2.4, 0.28, 1.5, 0),
        "Truck driving": Job(2.5, 0.05, 1.8, 3),
    },
    "": {
        "Military service": Job(0.5, 0.15, 2.8, 3),
    },
}

_CLASSES = (
    "Private, for profit", "Private, not for profit", "Federal government", "State government", "Local government",
    "Armed forces", "Self-employed, not incorporated", "Self-employed, incorporated", "Unpaid family worker",
    "Not in work",
)  # fmt: skip

_USUAL: dict[str, tuple[float, ...]] = {
    "": (76, 6, 2, 3, 4, 0.02, 6, 2.5, 0.3),
    "School teaching": (8, 8, 1, 12, 69, 0.02, 1.5, 0.3, 0.1),
    "University teaching": (14, 24, 1, 52, 7, 0.02, 1.5, 0.3, 0.1),
    "Libraries and archives": (12, 12, 6, 18, 50, 0.02, 1, 0.2, 0.1),
    "Social work and clergy": (18, 48, 3, 15, 13, 0.1, 2.5, 0.4, 0.2),
    "Police and fire service": (5, 1, 9, 20, 64, 0.4, 0.3, 0.2, 0.02),
    "Post and dispatch": (42, 2, 48, 2, 4, 0.1, 1.5, 0.5, 0.1),
    "Nursing": (56, 26, 4, 6, 7, 0.2, 0.8, 0.2, 0.02),
    "Medicine and dentistry": (42, 14, 3, 6, 3, 0.4, 18, 14, 0.05),
    "Law": (38, 3, 6, 7, 6, 0.1, 27, 13, 0.1),
    "Farm management": (22, 0.5, 0.5, 0.5, 0.5, 0.02, 66, 8, 4),
    "Child care": (48, 10, 1, 3, 7, 0.02, 29, 1, 1.5),
    "Carpentry": (66, 0.5, 0.7, 0.8, 1.2, 0.05, 28, 4, 0.3),
    "Arts and media": (54, 6, 2, 3, 4, 0.05, 28, 4, 0.3),
    "Property management": (60, 5, 2, 2, 5, 0.02, 22, 6, 0.5),
    "Military service": (0.5, 0.1, 1, 0.3, 0.1, 98, 0.05, 0.02, 0.02),
}  # fmt: skip

_NOT_WORKING = (0.50, 0.16, 0.10, 0.10, 0.11, 0.30, 0.75, 0.92)
"""Share of people without work, by age band."""


def work_class_tree(*, size: int) -> dict[str, object]:
    """Return the classes of work: 10 of them, or 9 where everyone works."""
    employed = {"Private": [*_CLASSES[:2]], "Government": [*_CLASSES[2:6]]}
    tree: dict[str, object] = {"Employees": employed, "Self-employed": [*_CLASSES[6:8]]}
    tree |= {"Without pay": [*_CLASSES[8:]]} if size == len(_CLASSES) else {"": [_CLASSES[8]]}
    return {"*": tree}


def work_class_weights(*, size: int) -> Floats:
    """Return (50 occupations, 8 age bands, size) chances of each class of work."""
    usual = np.array([_USUAL.get(name, _USUAL[""]) for name in leaves(occupation_tree())])
    usual = np.repeat((usual / usual.sum(axis=1, keepdims=True))[:, None, :], len(_NOT_WORKING), axis=1)
    if size == len(_CLASSES):
        idle = np.broadcast_to(np.array(_NOT_WORKING)[None, :, None], (OCCUPATIONS, len(_NOT_WORKING), 1))
        usual = np.concatenate([usual * (1 - idle), idle], axis=2)
    return np.asarray(usual, np.float64)


@cache
def occupation_tree() -> dict[str, object]:
    """Return the 50 occupations below their groups."""
    return {"*": {group: list(jobs) for group, jobs in JOBS.items()}}


@cache
def detail_tree() -> dict[str, object]:
    """Return the 711 details below their 50 occupations; military service has no group above it."""
    sizes = dict(zip(leaves(occupation_tree()), details_per_job(), strict=True))
    groups: dict[str, object] = {
        group: {job: [f"{job} {i:02d}" for i in range(1, sizes[job] + 1)] for job in jobs}
        for group, jobs in JOBS.items()
        if group
    }
    lone = {job: [f"{job} {i:02d}" for i in range(1, sizes[job] + 1)] for job in JOBS[""]}
    return {"*": groups | lone}


def jobs() -> list[Job]:
    """Return the figures of the 50 occupations, in the order of the tree."""
    return [job for group in JOBS.values() for job in group.values()]


@cache
def details_per_job() -> list[int]:
    """Return how many details each occupation has."""
    return share_out(DETAILS, [job.share for job in jobs()], least=5)


def detail_weights() -> Floats:
    """Return (50, 711) chances of each detail given its occupation: Zipf's law within the occupation."""
    sizes = details_per_job()
    weights = np.zeros((OCCUPATIONS, DETAILS))
    start = 0
    for job, size in enumerate(sizes):
        weights[job, start : start + size] = zipf(size)
        start += size
    return weights


@cache
def job_of_detail() -> NDArray[np.uint8]:
    """Return the occupation, 0 to 49, of each detail."""
    return np.repeat(np.arange(OCCUPATIONS, dtype=np.uint8), details_per_job())


@cache
def job_pay() -> NDArray[np.int16]:
    """Return what each of the 50 occupations adds to the level of income."""
    return np.array([job.pay for job in jobs()], np.int16)
