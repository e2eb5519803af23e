"""Every level is worked by hand on small tables, and is just where its criterion turns."""

from __future__ import annotations

import datetime as dt
import json
import math

import numpy as np
import polars as pl
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import HierarchyError, InputError
from shoal.schema.hierarchy import Nested, Order
from shoal.verify.facts import read_facts
from shoal.verify.levels import Levels
from shoal.verify.verdict import judge
from tests.reference.turns import in_turn

# Group 1 holds a a a b, group 2 holds a b c c; in the table a has a share of 1/2, b and c have 1/4 each.
TABLE = pl.DataFrame({"zip": [1, 1, 1, 1, 2, 2, 2, 2], "s": list("aaababcc")})


def levels_of(data, hierarchy=None):
    return judge(data, ["zip"], ["s"], {} if hierarchy is None else {"s": hierarchy}).levels["s"]


def table(*groups):
    """Return a table of which group i holds the values of the i-th list."""
    zips = [number for number, group in enumerate(groups) for _ in group]
    return pl.DataFrame({"zip": zips, "s": [value for group in groups for value in group]}, strict=False)


# ------------------------------------------------------------------------------------------------------ worked by hand


def test_distinct_l_is_the_number_of_values_in_the_poorest_group():
    assert (levels_of(TABLE).values, levels_of(TABLE).distinct_l) == (3, 2)


def test_frequency_l_and_alpha_look_at_the_most_frequent_value():
    assert (levels_of(TABLE).frequency_l, levels_of(TABLE).alpha) == (4 / 3, 3 / 4)


def test_entropy_l_is_the_exponential_of_the_least_entropy():
    assert levels_of(TABLE).entropy_l == pytest.approx(4 / 3**0.75)  # shares 3/4 and 1/4


def test_entropy_l_of_equally_frequent_values_is_their_number_and_no_less():
    for count in range(1, 40):
        assert levels_of(table(list(range(count)), list(range(count)) * 3)).entropy_l == count


def test_recursive_c_is_the_most_frequent_value_over_the_tail():
    assert levels_of(TABLE).recursive_c == {2: 3.0}  # 3 / 1 in the first group, 2 / (1 + 1) in the second
    data = table(list("aaaabbbccd"), list("aabbccdd"))
    assert levels_of(data).recursive_c == {2: 4 / 6, 3: 4 / 3, 4: 4.0}


def test_recursive_c_goes_up_to_ten():
    assert levels_of(table(list(range(12)))).recursive_c == {rank: 1 / (13 - rank) for rank in range(2, 11)}


def test_t_by_equal_distance_is_half_of_what_differs():
    assert levels_of(TABLE).t == {"equal": 0.25}  # a is 1/4 above in group 1, c in group 2


def test_t_by_ordered_distance_counts_the_steps():
    # Group 1 must move 1/4 of its rows from 10 to 30, which is two steps of two; group 2 the other way round.
    data = TABLE.with_columns(pl.col("s").replace_strict({"a": 10, "b": 20, "c": 30}))
    assert levels_of(data).t == {"equal": 0.25, "ordered": 0.25}
    data = TABLE.with_columns(pl.col("s").replace_strict({"a": 10, "b": 30, "c": 20}))
    assert levels_of(data).t == {"equal": 0.25, "ordered": 0.125}


def test_t_by_the_order_of_categories():
    assert levels_of(TABLE, Order(("a", "c", "b"))).t == {"equal": 0.25, "ordered": 0.125}


def test_t_by_hierarchical_distance_climbs_to_the_common_ancestor():
    near = Nested({"*": {"near": ["a", "c"], "far": ["b"]}})  # a and c are half the height of the tree apart
    far = Nested({"*": {"near": ["a", "b"], "far": ["c"]}})
    assert levels_of(TABLE, near).t == {"equal": 0.25, "hierarchical": 0.125}
    assert levels_of(TABLE, far).t == {"equal": 0.25, "hierarchical": 0.25}


def test_beta_is_the_greatest_relative_gain():
    levels = levels_of(TABLE)  # c rises from 1/4 to 1/2; ln 4 allows more than that
    assert (levels.beta_basic, levels.beta_enhanced) == (1.0, 1.0)


def test_no_enhanced_beta_is_enough_where_a_frequent_value_gains_too_much():
    levels = levels_of(table("aa", "bb"))  # both rise from 1/2 to 1, and ln 2 is below 1
    assert (levels.beta_basic, levels.beta_enhanced) == (1.0, None)


def test_delta_is_the_greatest_ratio_on_a_log_scale():
    levels = levels_of(table("aab", "abb"))  # shares of 1/3 and 2/3 against 1/2
    assert levels.delta == levels.delta_present == pytest.approx(math.log(1.5))


def test_no_delta_is_enough_where_a_value_is_absent():
    levels = levels_of(TABLE)
    assert (levels.delta, levels.delta_present) == (None, pytest.approx(math.log(2)))


# ----------------------------------------------------------------------------------------------------------- odd tables


def test_missing_cells_are_one_value():
    levels = levels_of(table(["a", None, None], ["a", "a", None]))
    assert (levels.values, levels.distinct_l, levels.alpha) == (2, 2, 2 / 3)
    assert levels.t == {"equal": pytest.approx(1 / 6)}


def test_missing_numbers_are_one_value_after_the_last():
    levels = levels_of(table([1, 2], [1, None]))
    assert levels.t == {"equal": 0.25, "ordered": pytest.approx(0.125)}  # a quarter of the rows moves one step of two


def test_a_hierarchy_may_lack_missing_but_no_value():
    assert "hierarchical" in levels_of(table(["a", None], ["b", None]), Nested({"x": ["a", "b"]})).t
    with pytest.raises(HierarchyError):
        levels_of(table(["a"], ["b"]), Nested({"x": ["a", "c"]}))


@pytest.mark.parametrize("value", ["flu", 7, 0.5, None, True, dt.date(2020, 1, 1)])
def test_a_constant_column_has_nothing_to_tell(value):
    levels = levels_of(table([value] * 3, [value] * 2))
    zeros = dict.fromkeys(levels.t, 0.0)
    assert levels == Levels(1, 1, 1.0, 1.0, {}, 1.0, zeros, 0.0, 0.0, 0.0, 0.0)


def test_one_group_is_the_table_itself():
    levels = levels_of(table(list("aabc")))
    assert (levels.t, levels.beta_basic, levels.beta_enhanced, levels.delta) == ({"equal": 0.0}, 0.0, 0.0, 0.0)


def test_a_table_without_rows_promises_nothing():
    levels = levels_of(pl.DataFrame({"zip": [], "s": []}, schema={"zip": pl.Int64, "s": pl.String}))
    assert levels == Levels(0)
    assert levels.to_dict()["alpha"] is None


def test_ten_thousand_values():
    values = list(range(10_000))
    levels = levels_of(table(values, values[::-1], [*values[:9_999], 0]))
    assert (levels.values, levels.distinct_l, levels.frequency_l) == (10_000, 9_999, 5_000.0)
    assert levels.recursive_c[10] == pytest.approx(2 / 9_990)  # 2 rows have 0; 9 values are not in the tail
    # The last group holds 0 in 6 of 30,000 parts and the table in 4; 9,999 in none and in 2: these move the whole way.
    assert levels.t["ordered"] == pytest.approx(2 / 30_000)


def test_every_row_a_group_of_its_own():
    levels = levels_of(table(*([value] for value in "abcd")))
    assert (levels.distinct_l, levels.alpha, levels.t, levels.beta_basic) == (1, 1.0, {"equal": 0.75}, 3.0)


def test_lists_are_refused():
    with pytest.raises(InputError, match="'s'"):
        levels_of(pl.DataFrame({"zip": [1], "s": [[1]]}))


def test_levels_are_plain_values():
    plain = levels_of(TABLE.with_columns(pl.col("s").replace_strict({"a": 10, "b": 20, "c": 30}))).to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["recursive_c"] == {"2": 3.0}


# ----------------------------------------------------------------------------------- each level is where it just holds


def random_table(seed):
    """Return a table of some groups, and the hierarchy of its sensitive column: text, numbers, ordered, missing."""
    rng = np.random.default_rng(seed)
    rows, values = int(rng.integers(1, 60)), int(rng.integers(1, 9))
    chances = rng.dirichlet(np.full(values, 0.8))
    cells = rng.choice(values, rows, p=chances).tolist()
    if seed % 4 == 1:
        cells = [None if rng.random() < 0.2 else cell for cell in cells]
    column = pl.Series("s", cells, dtype=pl.Int64)
    labels = [str(value) for value in range(values)]
    hierarchy = None
    if seed % 3:
        column = column.cast(pl.String)
        tree = Nested({"*": {"low": labels[::2], "high": [*labels[1::2], "x"]}})
        hierarchy = tree if seed % 3 == 2 else Order(tuple(labels[::-1]))
    return pl.DataFrame([pl.Series("zip", rng.integers(0, 4, rows)), column]), hierarchy


def turning_points(levels):
    """Yield for every level a criterion that just holds, or None where there is no such, and one that just fails."""
    less, more = 1 - 1e-5, 1 + 1e-5
    most = levels.distinct_l
    yield LDiversity(most, column="s") if most > 1 else None, LDiversity(most + 1, column="s")
    for kind, reached in (("frequency", levels.frequency_l), ("entropy", levels.entropy_l)):
        holds = LDiversity(reached, kind, "s") if reached > 1 else None
        yield holds, LDiversity(reached * more, kind, "s")
    for rank, c in levels.recursive_c.items():
        yield LDiversity(rank, "recursive", "s", c * more), LDiversity(rank, "recursive", "s", c)
    yield None, LDiversity(most + 1, "recursive", "s", 1e9)
    yield AlphaK(levels.alpha, "s"), AlphaK(levels.alpha * less, "s")
    for distance, t in levels.t.items():
        yield TCloseness(min(1.0, t), "s", distance), TCloseness(t * less, "s", distance) if t > 0.001 else None
    for kind, beta in (("basic", levels.beta_basic), ("enhanced", levels.beta_enhanced)):
        if beta is None:
            yield None, BetaLikeness(1e9, "s", kind)
        elif beta > 0.001:
            yield BetaLikeness(beta, "s", kind), BetaLikeness(beta * less, "s", kind)
    if levels.delta is None:
        yield None, DeltaDisclosure(1e9, "s")
    elif levels.delta > 0.001:
        yield DeltaDisclosure(levels.delta * more, "s"), DeltaDisclosure(levels.delta, "s")


@in_turn("seed", range(60))
def test_every_level_is_where_its_criterion_turns(seed):
    data, hierarchy = random_table(seed)
    facts = read_facts(data, ["zip"], {"s": hierarchy})
    levels = levels_of(data, hierarchy)
    assert set(levels.t) >= {"equal"} | ({"ordered"} if seed % 3 < 2 else {"hierarchical"})
    for holds, fails in turning_points(levels):
        assert holds is None or holds.holds(facts).all(), holds
        assert fails is None or not fails.holds(facts).all(), fails


def test_the_verdict_names_the_criteria_that_are_broken():
    asked = [LDiversity(2, column="s"), AlphaK(0.5, "s"), TCloseness(0.3, "s")]
    verdict = judge(TABLE, ["zip"], ["s"], criteria=asked)
    assert verdict.broken == ((AlphaK(0.5, "s"), 1),)
    assert verdict.to_dict()["broken"] == [{"promise": AlphaK(0.5, "s").sentence, "groups": 1}]


def test_a_table_without_rows_breaks_every_promise():
    verdict = judge(TABLE.clear(), ["zip"], ["s"], criteria=[LDiversity(2, column="s")])
    assert verdict.broken == ((LDiversity(2, column="s"), 0),)
