"""Tables to try it on: built in, generated, or fetched with a checksum."""

from __future__ import annotations

from shoal.datasets.base import Dataset
from shoal.datasets.benchmark import adult, iris, lung_cancer, wine, zoo
from shoal.datasets.census import census
from shoal.datasets.papers import chiu_tsai_figure1, he_table1, lin_wei_table1, ni_table2, ni_table4
from shoal.datasets.patients import patients
from shoal.datasets.visits import visits

__all__ = [
    "Dataset",
    "adult",
    "census",
    "chiu_tsai_figure1",
    "he_table1",
    "iris",
    "lin_wei_table1",
    "lung_cancer",
    "ni_table2",
    "ni_table4",
    "patients",
    "visits",
    "wine",
    "zoo",
]
