"""Estimators against hand-worked tables, against the sums they are defined by, and on populations that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from shoal.risks import _pitman, _snb
from shoal.risks.tally import Tally
from shoal.risks.uniqueness import NO_UNIQUE, Estimate, choose, pitman, snb, uniqueness, zayatz

SMALL = Tally.of(np.array([1, 2, 1]))
LARGER = Tally.of(np.array([1] * 30 + [2] * 9 + [3] * 4 + [7, 20]))


def test_a_tally_counts_the_groups_of_each_size():
    assert (SMALL.size.tolist(), SMALL.groups.tolist()) == ([1, 2], [2, 1])
    assert (SMALL.rows, SMALL.total, SMALL.of_size(1), SMALL.of_size(5)) == (4, 3, 2, 0)


def test_zayatz_on_four_rows_of_eight_people():
    # P(1|1) = 4/8, P(1|2) = 2 C(6,3) / C(8,4) = 40/70. A unique row is of someone unique with (2 · 1/2) / (2 · 1/2 +
    # 4/7) = 7/11. So 2 · 7/11 of the 4 rows are, and the same share of the people: 7/22.
    assert zayatz(SMALL, 0.5).share == pytest.approx(7 / 22)


def test_zayatz_knows_what_a_whole_population_shows():
    assert zayatz(LARGER, 1.0).share == pytest.approx(30 / LARGER.rows)


def test_shlossers_number_of_groups_by_hand():
    # A = (2 · 1/4 + 2 · 1/4 · 3/4) / (2 · 1/4 + 5/16) = 14/13; B = (2 · 1/2 + 1/4) / (2 · 1/2 + 2 · 1/4) = 5/6.
    assert _snb.classes(SMALL, 0.5) == pytest.approx(3 + 2 * 14 / 13 * 25 / 36)
    assert _snb.classes(SMALL, 1.0) == 3


def test_the_slide_negative_binomial_with_geometric_sizes_by_hand():
    # P(F = x) = 2^-x and every second person drawn: seen once Σ x 4^-x = 4/9, twice Σ x(x-1)/2 · 4^-x = 4/27.
    model = _snb._Model.at(0.0, 0.5, (4 / 27) / (4 / 9))
    assert model.alpha == pytest.approx(1.0)
    assert model.seen_once(0.5) == pytest.approx(4 / 9)


@pytest.mark.parametrize("fraction", [0.05, 0.3, 0.8])
def test_the_slide_negative_binomial_expects_the_groups_that_there_are(fraction):
    fitted = _snb.fit(LARGER, fraction)
    assert fitted is not None
    sizes = np.arange(1, 20_000)
    log = [math.lgamma(fitted.alpha + x - 1) - math.lgamma(x) for x in sizes.tolist()]
    shape = fitted.alpha * math.log(fitted.beta) - math.lgamma(fitted.alpha) + (sizes - 1) * math.log1p(-fitted.beta)
    chance = np.exp(np.array(log) + shape)
    once = chance @ (sizes * fraction * (1 - fraction) ** (sizes - 1.0))
    twice = chance @ (sizes * (sizes - 1) / 2 * fraction**2 * (1 - fraction) ** np.maximum(0.0, sizes - 2.0))
    assert fitted.classes * once == pytest.approx(30, rel=1e-6)
    assert fitted.classes * twice == pytest.approx(9, rel=1e-6)
    assert fitted.alone == pytest.approx(chance[0])


def pitman_slopes(tally, alpha, theta):
    """The derivatives of the likelihood, summed term by term."""
    sizes = np.repeat(tally.size, tally.groups).tolist()
    u, n = tally.total, tally.rows
    by_theta = sum(1 / (theta + i * alpha) for i in range(1, u)) - sum(1 / (theta + i) for i in range(1, n))
    by_alpha = sum(i / (theta + i * alpha) for i in range(1, u))
    return by_theta, by_alpha - sum(1 / (i - alpha) for size in sizes for i in range(1, size))


@pytest.mark.parametrize(
    "sizes", [[1] * 30 + [2] * 9 + [3] * 4 + [7, 20], [1, 1, 1, 5], [1] * 200 + [2] * 20 + [900], [1] * 8 + [4, 9]]
)
def test_pitmans_parameters_are_where_the_likelihood_is_flat(sizes):
    tally = Tally.of(np.array(sizes))
    fitted = _pitman.fit(tally)
    assert fitted is not None
    assert 0 < fitted.alpha < 1
    assert fitted.theta > -fitted.alpha
    np.testing.assert_allclose(pitman_slopes(tally, *fitted), [0, 0], atol=1e-6)


def test_pitmans_unique_people_by_hand():
    # Of two people both are unique if the second starts a group: 2 (theta + alpha) / (theta + 1). With a third this is
    # 3 (theta + alpha) (theta + alpha + 1) / ((theta + 1) (theta + 2)).
    fitted = _pitman.Fit(alpha=0.5, theta=2.0)
    assert _pitman.uniques(fitted, 1) == pytest.approx(1.0)
    assert _pitman.uniques(fitted, 2) == pytest.approx(2 * 2.5 / 3)
    assert _pitman.uniques(fitted, 3) == pytest.approx(3 * 2.5 / 3 * 3.5 / 4)
    limit = math.gamma(3.0) / math.gamma(2.5) * math.sqrt(1e6)
    assert _pitman.uniques(fitted, 1e6) == pytest.approx(limit, rel=1e-5)


# ------------------------------------------------------------------------------------------------- what has no answer


@pytest.mark.parametrize("estimate", [pitman, zayatz, snb])
@pytest.mark.parametrize("sizes", [[], [2], [3, 5, 5]])
def test_where_no_row_is_unique_nobody_is_estimated_to_be(estimate, sizes):
    assert estimate(Tally.of(np.array(sizes, np.int64)), 0.1) == Estimate(0.0, NO_UNIQUE)


def test_where_every_row_is_unique_the_models_have_no_answer_and_say_why():
    everyone = Tally.of(np.ones(10, np.int64))
    assert zayatz(everyone, 0.1).share == 1.0
    for estimate in (pitman(everyone, 0.1), snb(everyone, 0.1)):
        assert estimate.share is None
        assert estimate.reason
    assert uniqueness(everyone, 0.1).chosen == "zayatz"


def test_pitman_has_no_answer_for_groups_that_are_too_even():
    assert pitman(Tally.of(np.array([1] * 10 + [2] * 10)), 0.1).share is None


def test_snb_has_no_answer_for_groups_that_are_too_even():
    assert snb(Tally.of(np.array([1] * 10 + [2] * 10)), 0.3).share is None


# --------------------------------------------------------------------------------------------- which estimator to trust


@pytest.mark.parametrize(
    ("fraction", "shares", "chosen"),
    [
        (0.05, {"pitman": 0.3, "zayatz": 0.1, "snb": 0.2}, "pitman"),
        (0.1, {"pitman": 0.3, "zayatz": 0.1, "snb": 0.2}, "pitman"),
        (0.05, {"pitman": None, "zayatz": 0.4, "snb": 0.2}, "zayatz"),
        (0.11, {"pitman": 0.05, "zayatz": 0.1, "snb": 0.2}, "zayatz"),
        (0.5, {"pitman": 0.05, "zayatz": 0.3, "snb": 0.2}, "snb"),
        (0.5, {"pitman": 0.05, "zayatz": 0.3, "snb": None}, "zayatz"),
        (0.5, {"pitman": 0.05, "zayatz": None, "snb": None}, None),
    ],
)
def test_the_rule_of_dankar_and_others(fraction, shares, chosen):
    assert choose({name: Estimate(share) for name, share in shares.items()}, fraction) == chosen


def test_without_a_fraction_only_the_table_is_spoken_of():
    found = uniqueness(SMALL)
    assert found.to_dict() == {"sample": 0.5, "fraction": None, "population": None, "chosen": None, "estimates": {}}


def test_the_population_is_what_the_chosen_estimator_says():
    found = uniqueness(LARGER, 0.3)
    assert found.population == found.estimates[str(found.chosen)].share
    assert set(found.to_dict()["estimates"]) == {"pitman", "zayatz", "snb"}


# ------------------------------------------------------------------------------------------ populations that are known


def pitman_population(people, alpha, theta, rng):
    """The group of each person where person i starts one with (theta + alpha · groups) / (theta + i)."""
    labels, sizes = np.empty(people, np.int64), []
    for i in range(people):
        if rng.random() * (theta + i) < theta + alpha * len(sizes):
            labels[i] = len(sizes)
            sizes.append(1)
            continue
        while True:  # someone before, in proportion to the size less alpha
            group = labels[rng.integers(i)]
            if rng.random() * sizes[group] < sizes[group] - alpha:
                break
        labels[i] = group
        sizes[group] += 1
    return labels


def sampled(labels, fraction, rng):
    drawn = np.bincount(rng.choice(labels, int(len(labels) * fraction), replace=False))
    return Tally.of(drawn[drawn > 0])


@pytest.mark.parametrize(("alpha", "theta"), [(0.4, 60.0), (0.75, 40.0)])
@pytest.mark.parametrize("fraction", [0.05, 0.1, 0.3])
def test_pitman_finds_the_unique_people_of_its_own_model(alpha, theta, fraction):
    rng = np.random.default_rng(5)
    labels = pitman_population(20_000, alpha, theta, rng)
    true = np.count_nonzero(np.bincount(labels) == 1) / len(labels)
    assert pitman(sampled(labels, fraction, rng), fraction).share == pytest.approx(true, rel=0.25)


@pytest.mark.parametrize(("alpha", "beta"), [(0.5, 0.2), (0.2, 0.05)])
@pytest.mark.parametrize("fraction", [0.3, 0.6])
def test_snb_finds_the_unique_people_of_its_own_model(alpha, beta, fraction):
    rng = np.random.default_rng(6)
    people = 1 + rng.negative_binomial(alpha, beta, 30_000)
    drawn = rng.binomial(people, fraction)
    true = np.count_nonzero(people == 1) / people.sum()
    assert snb(Tally.of(drawn[drawn > 0]), fraction).share == pytest.approx(true, rel=0.1)


@pytest.mark.parametrize(("fraction", "near"), [(0.05, 0.5), (0.3, 0.1), (0.6, 0.05)])
def test_the_chosen_estimator_is_near_on_a_population_of_no_model(fraction, near):
    # Three columns with values as unlike in frequency as names are: about an eighth of 100,000 people are unique.
    rng = np.random.default_rng(7)
    columns = [np.minimum(rng.zipf(1.3, 100_000), top) for top in (400, 60, 25)]
    labels = np.unique(np.ravel_multi_index([c - 1 for c in columns], (400, 60, 25)), return_inverse=True)[1]
    true = np.count_nonzero(np.bincount(labels) == 1) / len(labels)
    found = uniqueness(sampled(labels, fraction, rng), fraction)
    assert found.population == pytest.approx(true, rel=near), (true, found)
