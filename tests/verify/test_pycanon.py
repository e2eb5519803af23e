"""The levels are those of pyCANON wherever both define the same thing, and differ where the guide says so."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.datasets import adult
from tests.reference.turns import in_turn

anonymity = pytest.importorskip("pycanon.anonymity", reason="pyCANON is not installed; `make setup` does it")

# pandas has plans for what pyCANON does with a single quasi column.
pytestmark = pytest.mark.filterwarnings("ignore:In a future version, the keys of")


def random_table(seed):
    """Return a table with 1 to 3 quasi columns of mixed types and 1 or 2 sensitive ones, and their names."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(6, 25))
    quasi = {
        "zip": rng.choice(["011", "012", "9"], rows),
        "age": rng.integers(20, 22, rows),
        "height": rng.choice([1.5, 1.75], rows),
    }
    sensitive = {
        "disease": rng.choice(["flu", "cold", "gout", "cough"][: rng.integers(2, 5)], rows),
        "pay": rng.choice([-3, 10, 20, 45, 1000][: rng.integers(2, 6)], rows) * (0.5 if seed % 3 else 1),
    }
    known = list(quasi)[: rng.integers(1, 4)] if seed % 4 else ["height", "age"]
    reported = [["disease"], ["pay"], ["disease", "pay"]][rng.integers(3)]
    frame = pd.DataFrame({name: (quasi | sensitive)[name] for name in (*known, *reported)})
    for name in reported:
        if frame[name].nunique() == 1:
            frame.loc[0, name] = {"disease": "other", "pay": 7.0}[name]  # pyCANON divides by the number of others
    return frame, known, reported


def assert_agree(frame, quasi, sensitive):
    verdict = shoal.check(frame, quasi=quasi, sensitive=sensitive)
    levels = [verdict.levels[name] for name in sensitive]
    suited = ["ordered" if "ordered" in found.t else "equal" for found in levels]
    entropy_l = min(found.entropy_l for found in levels)
    assert anonymity.k_anonymity(frame, quasi) == verdict.k
    assert anonymity.l_diversity(frame, quasi, sensitive) == min(found.distinct_l for found in levels)
    # Theirs is cut to a whole number, and rounding may push one of ours below it.
    assert anonymity.entropy_l_diversity(frame, quasi, sensitive) in {int(entropy_l - 1e-9), int(entropy_l + 1e-9)}
    assert anonymity.alpha_k_anonymity(frame, quasi, sensitive) == (
        pytest.approx(max(found.alpha for found in levels)),
        verdict.k,
    )
    assert anonymity.t_closeness(frame, quasi, sensitive) == pytest.approx(
        max(found.t[distance] for found, distance in zip(levels, suited, strict=True))
    )
    assert anonymity.basic_beta_likeness(frame, quasi, sensitive) == pytest.approx(
        max(found.beta_basic for found in levels)
    )
    assert anonymity.delta_disclosure(frame, quasi, sensitive) == pytest.approx(
        max(found.delta_present for found in levels)
    )


@in_turn("seed", range(40))
def test_levels_agree_on_random_tables(seed):
    assert_agree(*random_table(seed))


ROWS = 2000
"""Rows of Adult: pyCANON takes half a minute for all."""


@pytest.mark.slow
def test_levels_agree_on_a_release_of_adult(shared_data, monkeypatch):
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    data = adult()
    quasi = ["age", "sex"]  # pyCANON takes minutes for thousands of groups
    weeks = pl.Series("weeks", np.random.default_rng(0).integers(0, 4, data.frame.height))
    frame = data.frame.select(*quasi, "salary-class", "occupation", weeks).head(ROWS)
    trees = {name: tree for name, tree in data.hierarchies.items() if name in quasi}
    sensitive = ["salary-class", "occupation", "weeks"]
    release = shoal.anonymize(
        frame, k=10, quasi=quasi, sensitive=sensitive, hierarchies=trees, method="mondrian", seed=0
    )
    released = release.data.with_columns(pl.col(*quasi, *sensitive[:2]).cast(pl.String)).to_pandas()
    assert released.index.equals(pd.RangeIndex(ROWS))
    for name in sensitive:
        assert_agree(released, quasi, [name])


# ---------------------------------------------------------------------------- where they differ: docs/guides/pycanon.md


def example(**columns):
    return pd.DataFrame(columns)


def test_recursive_c_takes_the_most_frequent_value_first_and_theirs_the_rarest():
    frame = example(zip=["1"] * 9, disease=["flu"] * 6 + ["cold"] * 2 + ["gout"])
    levels = shoal.check(frame, quasi="zip", sensitive="disease").levels["disease"]
    assert levels.recursive_c == {2: 2.0, 3: 6.0}  # 6 / (2 + 1) and 6 / 1
    assert anonymity.recursive_c_l_diversity(frame, ["zip"], ["disease"]) == (1, 3)  # 1 / 6, and the next whole number


def test_enhanced_beta_is_refused_where_theirs_is_capped():
    frame = example(zip=["1", "1", "2", "2"], disease=["flu", "flu", "cold", "cold"])
    levels = shoal.check(frame, quasi="zip", sensitive="disease").levels["disease"]
    assert (levels.beta_basic, levels.beta_enhanced) == (1.0, None)  # a gain of 1 exceeds ln 2
    assert anonymity.enhanced_beta_likeness(frame, ["zip"], ["disease"]) == pytest.approx(np.log(2))


def test_delta_knows_that_a_value_is_absent():
    frame = example(zip=["1", "1", "2", "2"], disease=["flu", "flu", "cold", "cold"])
    levels = shoal.check(frame, quasi="zip", sensitive="disease").levels["disease"]
    assert (levels.delta, levels.delta_present) == (None, pytest.approx(np.log(2)))
    assert anonymity.delta_disclosure(frame, ["zip"], ["disease"]) == pytest.approx(np.log(2))


def test_two_equally_frequent_values_have_entropy_l_2_and_theirs_falls_below():
    frame = example(zip=["1", "1"], disease=["flu", "cold"])
    assert shoal.check(frame, quasi="zip", sensitive="disease").levels["disease"].entropy_l == 2.0
    assert anonymity.entropy_l_diversity(frame, ["zip"], ["disease"]) == 1


def test_entropy_l_is_no_whole_number():
    frame = example(zip=["1"] * 4, disease=["flu", "flu", "cold", "gout"])
    levels = shoal.check(frame, quasi="zip", sensitive="disease").levels["disease"]
    assert levels.entropy_l == pytest.approx(2**1.5)
    assert anonymity.entropy_l_diversity(frame, ["zip"], ["disease"]) == 2


def test_rows_with_a_missing_quasi_value_are_a_group():
    frame = example(zip=["1", "1", None], disease=["flu", "cold", "gout"])
    assert shoal.check(frame, quasi="zip").k == 1
    assert anonymity.k_anonymity(frame, ["zip"]) == 2


def test_rows_are_positions_whatever_the_index():
    frame = example(zip=["1", "1", "2", "2"], disease=["flu", "flu", "cold", "cold"])
    turned = frame.set_index(pd.Index([0, 2, 1, 3]))
    assert shoal.check(turned, quasi="zip", sensitive="disease").levels["disease"].distinct_l == 1
    assert anonymity.l_diversity(frame, ["zip"], ["disease"]) == 1
    assert anonymity.l_diversity(turned, ["zip"], ["disease"]) == 2


def test_a_constant_column_of_numbers_has_t_0():
    frame = example(zip=["1", "2"], pay=[5, 5])
    assert shoal.check(frame, quasi="zip", sensitive="pay").levels["pay"].t == {"equal": 0.0, "ordered": 0.0}
    with pytest.raises(ZeroDivisionError):
        anonymity.t_closeness(frame, ["zip"], ["pay"])


def test_missing_sensitive_cells_are_a_value():
    frame = example(zip=["1"] * 4, disease=["flu", None, None, None])
    levels = shoal.check(frame, quasi="zip", sensitive="disease").levels["disease"]
    assert (levels.distinct_l, levels.alpha) == (2, 0.75)
