from __future__ import annotations

import numpy as np

from shoal.report.size import size_facts


def test_groups_between_k_and_twice_that_are_told_one_by_one():
    found = size_facts(np.array([5, 5, 6, 9]), k=5)
    assert found["bins"] == ["5", "6", "7", "8", "9"]
    assert found["groups"] == [2, 1, 0, 0, 1]
    assert found["rows"] == [10, 6, 0, 0, 9]
    assert (found["count"], found["smallest"], found["largest"], found["median"]) == (4, 5, 9, 5.5)


def test_larger_groups_are_told_in_ever_wider_steps():
    found = size_facts(np.array([5, 12, 17, 70_000]), k=5)
    assert found["bins"][5:8] == ["10 to 14", "15 to 24", "25 to 49"]
    assert sum(found["groups"]) == 4
    assert sum(found["rows"]) == 70_034
    assert len(found["bins"]) < 25


def test_a_release_without_groups():
    found = size_facts(np.array([], np.int64), k=5)
    assert (found["count"], found["largest"], sum(found["groups"])) == (0, 0, 0)
