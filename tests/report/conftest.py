"""A small release, made once, with reports of it."""

from __future__ import annotations

import pytest

import shoal
from shoal.datasets import patients
from shoal.report.facts import gather


@pytest.fixture(scope="session")
def release():
    data = patients(200, seed=3)
    roles = {"quasi": data.quasi, "sensitive": data.sensitive, "identifiers": data.identifiers}
    return shoal.anonymize(data.frame, k=5, method="mondrian", seed=0, hierarchies=data.hierarchies, **roles)


@pytest.fixture(scope="session")
def facts(release):
    return gather(release, release._before.read())
