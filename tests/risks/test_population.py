from __future__ import annotations

import math

import numpy as np
import pytest

from shoal.risks.population import Population, counted, estimated, mean_inverse, promised
from shoal.risks.tally import Tally

SIZES = np.array([2, 1, 1])


def test_people_are_counted_and_never_fewer_than_rows():
    # Groups of 2, 1 and 1 rows have 4, 1 and 0 people; there cannot be fewer people than rows.
    of_group, known = counted(SIZES, np.array([4, 1, 0]), 7, "cells")
    assert of_group.tolist() == [1 / 4, 1.0, 1.0]
    assert known == Population("cells", rows=7, unique=2 / 4, unmatched=1)


def test_a_population_that_lacks_the_table_changes_nothing():
    of_group, known = counted(SIZES, np.zeros(3, np.int64), 0, "cells")
    assert of_group.tolist() == [1 / 2, 1.0, 1.0]
    assert known.unmatched == 4


def test_the_table_itself_as_the_population_gives_the_prosecutor():
    of_group, known = counted(SIZES, SIZES, 4, "cells")
    assert of_group.tolist() == [1 / 2, 1.0, 1.0]
    assert known.unmatched == 0


def test_k_map_promises_at_least_so_many_people():
    of_group, known = promised(np.array([1, 3, 20]), 10)
    assert of_group.tolist() == [1 / 10, 1 / 10, 1 / 20]
    assert known == Population("k_map")


@pytest.mark.parametrize("fraction", [1e-4, 0.01, 0.3, 0.499, 0.5, 0.9])
def test_the_expected_inverse_agrees_with_the_closed_forms_of_one_and_two_rows(fraction):
    other = 1 - fraction
    one = fraction / other * math.log(1 / fraction)
    two = fraction / other**2 * (fraction * math.log(fraction) + other)
    np.testing.assert_allclose(mean_inverse(np.array([1, 2]), fraction), [one, two], rtol=1e-9)


@pytest.mark.parametrize("fraction", [0.02, 0.3, 0.7, 0.99])
@pytest.mark.parametrize("f", [1, 3, 49, 50, 51, 200])
def test_the_expected_inverse_agrees_with_the_sum_over_all_numbers_of_people(f, fraction):
    # P(F) = C(F-1, f-1) fraction^f (1 - fraction)^(F-f) for F = f, f + 1, ...
    people = np.arange(f, f + int(400 / fraction) + int(20 * f / fraction))
    log = [math.lgamma(n) - math.lgamma(f) - math.lgamma(n - f + 1) for n in people.tolist()]
    chance = np.exp(np.array(log) + f * math.log(fraction) + (people - f) * math.log1p(-fraction))
    assert chance.sum() == pytest.approx(1.0, rel=1e-6)
    assert float(mean_inverse(np.array([f]), fraction)[0]) == pytest.approx(float(chance @ (1 / people)), rel=1e-6)


def test_a_table_that_is_the_whole_population_leaves_nothing_to_expect():
    np.testing.assert_allclose(mean_inverse(np.array([1, 2, 1000]), 1.0), [1, 1 / 2, 1 / 1000])


def test_a_group_of_many_rows_is_the_fraction_over_its_rows():
    assert float(mean_inverse(np.array([100_000]), 0.01)[0]) == pytest.approx(0.01 / 100_000, rel=1e-3)


def test_unique_rows_count_with_the_chance_that_their_person_is_unique():
    # 4 rows, 2 unique; 0.1 of 40 people are unique, of whom a tenth, 0.4, are in the table: 0.4 of 2 rows.
    tally = Tally.of(np.array([1, 1, 2]))
    of_group, known = estimated(tally, 0.1, 0.1)
    assert of_group[0] == pytest.approx(max(0.1 / 0.9 * math.log(10), 0.2))
    assert estimated(tally, 0.1, 0.4)[0][0] == pytest.approx(0.8)
    assert estimated(tally, 0.1, None)[0][1] == of_group[1]
    assert known == Population("estimate", rows=40)
