from __future__ import annotations

import subprocess
import sys

import polars as pl
import pytest

from shoal import datasets
from shoal.datasets import Dataset, ni_table4
from shoal.datasets.base import leaves
from shoal.errors import SchemaError

FRAME = pl.DataFrame({"age": [1, 2], "ill": ["a", "b"]})


@pytest.mark.parametrize(
    "roles",
    [
        {"quasi": ("height",)},
        {"quasi": ("age",), "sensitive": ("illness",)},
        {"quasi": ("age",), "hierarchies": {"zip": {"*": ["1"]}}},
    ],
)
def test_a_column_that_is_not_there_is_refused(roles):
    with pytest.raises(SchemaError, match="has no column"):
        Dataset("toy", FRAME, **roles)


def test_two_roles_for_one_column_are_refused():
    with pytest.raises(SchemaError, match="more than one role"):
        Dataset("toy", FRAME, quasi=("age",), sensitive=("age",))


def test_leaves_come_in_written_order_with_those_directly_below_a_node():
    tree = {"*": {"Senior high": {"": ["HS-grad"], "Low": ["11th", "9th"]}, "High": ["Bachelors", "Masters"]}}
    assert leaves(tree) == ("HS-grad", "11th", "9th", "Bachelors", "Masters")


def test_a_leaf_that_is_not_in_a_list_is_refused():
    with pytest.raises(TypeError, match="not of str"):
        leaves({"*": "HS-grad"})


def test_changing_the_hierarchies_of_one_dataset_leaves_the_next_one_alone():
    ni_table4().hierarchies["Education"]["*"]["High"].append("Doctorate")
    assert "Doctorate" not in leaves(ni_table4().hierarchies["Education"])
    census = datasets.census(1)
    census.hierarchies["Country"]["*"]["Africa"].clear()
    assert "Egypt" in leaves(datasets.census(1).hierarchies["Country"])


def test_importing_the_datasets_loads_neither_numba_nor_scikit_learn():
    script = "import shoal.datasets, sys; print(*sorted({'numba', 'sklearn', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_public_names_are_sorted_and_there():
    assert list(datasets.__all__) == sorted(datasets.__all__)
    assert all(hasattr(datasets, name) for name in datasets.__all__)
