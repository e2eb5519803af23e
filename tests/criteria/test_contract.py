"""What every criterion promises."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.criteria._base import Facts
from shoal.criteria._registry import CRITERIA
from shoal.criteria.k_anonymity import KAnonymity
from shoal.errors import SettingError

EXAMPLES = {"k": KAnonymity(3)}


@pytest.mark.parametrize("name", sorted(CRITERIA))
def test_a_criterion_answers_for_each_group_and_says_its_condition(name):
    criterion = EXAMPLES[name]
    answers = criterion.holds(Facts(np.array([1, 3, 8])))
    assert (answers.dtype, answers.shape) == (np.bool_, (3,))
    assert criterion.sentence


@pytest.mark.parametrize("name", sorted(CRITERIA))
def test_what_holds_for_two_groups_holds_for_their_union(name):
    sizes = np.random.default_rng(0).integers(1, 9, (200, 2))
    criterion = EXAMPLES[name]
    both = criterion.holds(Facts(sizes[:, 0])) & criterion.holds(Facts(sizes[:, 1]))
    assert criterion.holds(Facts(sizes.sum(axis=1)))[both].all()


def test_k_anonymity_counts_rows():
    assert KAnonymity(3).holds(Facts(np.array([2, 3, 4]))).tolist() == [False, True, True]


@pytest.mark.parametrize("k", [0, -1, 2.5, "5", True, None])
def test_a_k_that_is_no_count_is_refused(k):
    with pytest.raises(SettingError, match="whole number"):
        KAnonymity(k)
