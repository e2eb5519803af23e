"""The pages on criteria: all there, worked by hand rightly, and with the tables that a script writes."""

from __future__ import annotations

import re
import runpy

import numba
import numpy as np
import polars as pl
import pytest

from shoal.criteria.counts import count_groups
from shoal.criteria.registry import CRITERIA
from shoal.criteria.sensitive import SensitiveColumn, code_sensitive
from shoal.criteria.variety import (
    distance_equal,
    distance_hierarchical,
    distance_ordered,
    distinct,
    entropy,
    gain_over_cap,
    highest_share,
    log_ratio,
    relative_gain,
    top_to_tail,
)
from shoal.partition.registry import PARTITIONERS
from shoal.request.request import Request
from shoal.schema.hierarchy import Nested

TABLE = {"flu": 6, "depression": 5, "fracture": 4, "asthma": 3, "hiv": 2, "gastritis": 2, "ulcer": 1, "polyps": 1}
ORGANS = Nested(
    {
        "*": {
            "stomach": ["gastritis", "ulcer", "polyps"],
            "lungs": ["flu", "asthma"],
            "": ["depression", "fracture", "hiv"],
        }
    }
)
HEADINGS = ["Definition", "By hand", "Why merging keeps it", "When it is possible", "In shoal", "What it does not do"]
compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="searches are cut short where kernels are Python")


def counts_of(group, table=TABLE, hierarchy=None):
    """Return the counts of one group, compared with a table that is given by the rows of each value."""
    cells = [value for value, rows in table.items() for _ in range(rows)]
    about = code_sensitive(pl.Series("s", cells), hierarchy).about
    place = {value: code for code, value in enumerate(about.values)}
    codes = np.array([place[value] for value in group], np.int32)
    return count_groups(np.zeros(len(codes), np.int32), 1, SensitiveColumn(about, codes))


@pytest.fixture(scope="module")
def script(root):
    return runpy.run_path(str(root / "docs" / "criteria_table.py"))


def page(root, name):
    return (root / "docs" / "criteria" / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("model", sorted(CRITERIA))
def test_a_model_has_a_page_and_a_line_in_the_index(root, model):
    name = model.replace("-", "_")
    assert re.findall(r"^## (.+)$", page(root, name), flags=re.MULTILINE) == [*HEADINGS, "Reference"]
    assert re.search(rf"\({name}\.md\) \|.*\| `{model}` \|", page(root, "index"))
    assert CRITERIA[model].__name__ in page(root, name)


def test_the_table_of_methods_is_what_the_registry_says(root, script):
    table = script["methods_table"]()
    assert table in page(root, "index"), "run python docs/criteria_table.py"
    assert len(table.splitlines()) == len(PARTITIONERS) + 2
    for name, method in PARTITIONERS.items():
        line = next(line for line in table.splitlines() if line.startswith(f"| [`{name}`]"))
        assert line.count("| – |") <= 1 or method.about.why_not in line


@compiled
@pytest.mark.slow
def test_the_table_of_costs_is_what_the_search_finds(root, script):
    written = (root / "docs" / "guides" / "criteria.md").read_text("utf-8")
    begin, end = script["marks"]("costs")
    shown = written.partition(begin)[2].partition(end)[0].strip().splitlines()
    asked = script["ASKED"]
    assert [line.split("|")[1].strip() for line in shown[2:]] == [script["_called"](criteria) for criteria in asked]
    found = script["costs_table"](asked[::5]).splitlines()
    for old, new in zip(shown[2::5], found[2:], strict=True):
        assert float(old.split("|")[2]) == pytest.approx(float(new.split("|")[2]), abs=0.06), (
            "run docs/criteria_table.py"
        )


def test_a_page_without_a_place_for_a_table_is_not_written(script):
    begin, end = script["marks"]("methods")
    assert script["put"](f"a\n{begin}\nold\n{end}\nb\n", "methods", "new") == f"a\n{begin}\n\nnew\n\n{end}\nb\n"
    with pytest.raises(ValueError, match="no place for the table 'methods'"):
        script["put"]("a\n", "methods", "new")


@compiled
def test_the_guide_says_what_its_example_prints(root, capsys):
    runpy.run_path(str(root / "examples" / "which_model.py"))
    losses = [float(loss) for loss in re.findall(r"loss (0\.\d{3})", capsys.readouterr().out)]
    guide = (root / "docs" / "guides" / "criteria.md").read_text("utf-8")
    reported = [float(loss) for loss in re.findall(r"0\.\d{3}", guide)]
    assert len(losses) == 4
    # Under criteria the system draws the order in which rows are looked at, so the last digit may differ.
    assert [loss for loss in losses if min(abs(loss - each) for each in reported) > 0.0021] == []


def test_the_settings_file_of_the_guide_is_one(root, tmp_path):
    guide = (root / "docs" / "guides" / "criteria.md").read_text("utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```$", guide, flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "shoal.toml").write_text(block, "utf-8")
    assert len(Request.load(tmp_path / "shoal.toml").criteria) == 2


# --------------------------------------------------------------------------------------------- numbers worked by hand


def test_l_diversity_by_hand(root):
    text = page(root, "l_diversity")
    counts = counts_of(["hiv", "hiv", "flu", "fracture"])
    assert (distinct(counts)[0], 1 / highest_share(counts)[0]) == (3, 2)
    assert f"{entropy(counts)[0]:.4f}" == "1.0397"
    assert f"{np.exp(entropy(counts)[0]):.3f}" == "2.828"
    assert "1.0397" in text
    assert "2.828" in text
    assert (top_to_tail(counts, 2)[0], top_to_tail(counts, 3)[0]) == (1, 2)


def test_t_closeness_by_hand(root):
    text = page(root, "t_closeness")
    assert distance_equal(counts_of(["hiv", "hiv", "flu", "fracture"]))[0] == pytest.approx(0.5)
    lungs = counts_of(["flu", "flu", "flu", "fracture"], hierarchy=ORGANS)
    assert f"{distance_hierarchical(lungs)[0]:.4f}" == "0.5208"
    assert f"{distance_equal(lungs)[0]:.4f}" == "0.5833"
    assert "Together 0.5208" in text
    assert "0.5833" in text
    days = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    short, ends = counts_of([1, 1, 2, 2], days), counts_of([1, 1, 5, 5], days)
    assert (distance_ordered(short)[0], distance_ordered(ends)[0]) == pytest.approx((0.375, 0.2))
    assert (distance_equal(short)[0], distance_equal(ends)[0]) == pytest.approx((0.6, 0.6))


def test_beta_likeness_by_hand():
    counts = counts_of(["hiv", "hiv", "flu", "fracture"])
    assert relative_gain(counts)[0] == pytest.approx(5)
    assert gain_over_cap(counts)[0] == pytest.approx(5 - 2.485, abs=1e-3)


def test_delta_disclosure_by_hand():
    table = {"a": 5, "b": 3, "c": 2}
    assert log_ratio(counts_of([*"aaaabbbccc"], table))[0] == pytest.approx(0.405, abs=1e-3)
