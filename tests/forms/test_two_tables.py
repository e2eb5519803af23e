"""Two tables that meet in a group number, which tells nothing."""

from __future__ import annotations

import numpy as np

from shoal.forms.two_tables import renumbered


def test_groups_are_numbered_at_random_each_time_and_rows_that_are_left_out_stay_so():
    labels = np.append(np.repeat(np.arange(50, dtype=np.int32), 2), -1).astype(np.int32)
    first, second = renumbered(labels), renumbered(labels)
    for found in (first, second):
        assert sorted(found[:-1:2].tolist()) == list(range(50))  # every number once
        assert (found[:-1:2] == found[1::2]).all()  # the same groups
        assert (found[-1], found.dtype) == (-1, np.int32)
    assert not (first == labels).all()  # by chance, once in 50!
    assert not (first == second).all()


def test_no_groups_have_no_numbers():
    assert renumbered(np.full(3, -1, np.int32)).tolist() == [-1, -1, -1]
