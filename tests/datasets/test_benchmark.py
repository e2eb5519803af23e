from __future__ import annotations

import gzip
import hashlib
import shutil
import sys

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from shoal.datasets import adult, benchmark, iris, lung_cancer, wine, zoo
from shoal.datasets._adult_tree import ADULT_TREES
from shoal.datasets.base import leaves
from shoal.errors import InputError
from shoal.schema.hierarchy import Levels, hierarchy_of


@pytest.fixture
def folder(shared_data, monkeypatch, cache):
    """Return the folder with the public tables, named in SHOAL_DATA; the cache is empty."""
    assert not cache.exists()
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    return shared_data


def adult_data(folder):
    """Return the bytes of the archive's adult.data: fields joined by a comma and a blank, an empty line at the end."""
    with gzip.open(folder / "adult_raw.csv.gz", "rt") as file:
        rows = file.read().splitlines()[1 : 32_561 + 1]
    return ("\n".join(row.replace(",", ", ") for row in rows) + "\n\n").encode()


def zoo_data(folder):
    """Return the bytes of the archive's zoo.data: types as numbers."""
    types = ["mammal", "bird", "reptile", "fish", "amphibian", "insect", "invertebrate"]
    rows = [row.rsplit(",", 1) for row in (folder / "zoo.csv").read_text().splitlines()[1:]]
    return "".join(f"{traits},{types.index(kind) + 1}\n" for traits, kind in rows).encode()


def lung_data(folder):
    """Return the bytes of the archive's lung-cancer.data: classes from 1, question marks, an empty line at the end."""
    rows = [row.split(",") for row in (folder / "lung_cancer.csv").read_text().splitlines()[1:]]
    cells = [[str(int(kind) + 1), *("?" if cell in {"-1", "4"} else cell for cell in rest)] for kind, *rest in rows]
    return ("".join(",".join(row) + "\n" for row in cells) + "\n").encode()


REMOTE = [
    (adult, adult_data, benchmark._ADULT),
    (zoo, zoo_data, benchmark._ZOO),
    (lung_cancer, lung_data, benchmark._LUNG),
]
NAMES = ["adult", "zoo", "lung_cancer"]


@pytest.mark.parametrize(("load", "content", "source"), REMOTE, ids=NAMES)
def test_the_table_of_the_archive_is_the_one_in_the_folder(load, content, source, archive, folder, monkeypatch):
    local = load(archive=archive.url).frame
    assert archive.asked == []
    monkeypatch.delenv("SHOAL_DATA")
    sent = content(folder)
    assert hashlib.sha256(sent).hexdigest() == source.digest
    archive.files[f"/{source.remote}"] = sent
    for _ in range(2):
        assert_frame_equal(load(archive=archive.url).frame, local)
        assert archive.asked == [f"/{source.remote}"], "the second time it comes from the cache"


@pytest.mark.parametrize(("load", "source"), [(load, source) for load, _, source in REMOTE], ids=NAMES)
def test_an_archive_that_sends_something_else_is_not_believed(load, source, archive, cache):
    archive.files[f"/{source.remote}"] = b"1,2,3\n"
    with pytest.raises(InputError, match="SHA-256 differs") as caught:
        load(archive=archive.url)
    assert f"put {source.file} in a folder" in caught.value.hint
    assert "SHOAL_DATA" in caught.value.hint
    assert not cache.exists()


@pytest.mark.parametrize("load", [adult, zoo, lung_cancer], ids=NAMES)
def test_a_folder_without_the_table_sends_the_search_on(load, archive, cache, tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    with pytest.raises(InputError, match="the server answered 404"):
        load(archive=archive.url)
    assert len(archive.asked) == 1
    assert not cache.exists()


@pytest.mark.usefixtures("folder")
def test_adult_has_the_complete_rows_of_the_training_part():
    table = adult()
    assert table.frame.shape == (30_162, 15)
    assert sum(table.frame.null_count().row(0)) == 0
    assert table.frame.row(0) == (
        *(39, "State-gov", 77516, "Bachelors", 13, "Never-married", "Adm-clerical", "Not-in-family", "White", "Male"),
        *(2174, 0, 40, "United-States", "<=50K"),
    )
    assert table.sensitive == ("salary-class",)
    assert table.quasi == (
        *("age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"),
    )


def test_adult_is_what_polars_reads_from_the_same_file(folder):
    assert_frame_equal(adult().frame, pl.read_csv(folder / "adult.csv"))


@pytest.mark.usefixtures("folder")
def test_adult_takes_the_hierarchies_of_the_folder():
    hierarchies = adult().hierarchies
    assert set(hierarchies) == set(adult().quasi)
    assert all(isinstance(hierarchy, Levels) for hierarchy in hierarchies.values())
    assert ("Bachelors", "Undergraduate", "Higher education", "*") in hierarchies["education"].rows


def test_adult_has_hierarchies_of_its_own_without_a_folder(folder, tmp_path, monkeypatch):
    shutil.copy(folder / "adult.csv", tmp_path)
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    table = adult()
    assert set(table.hierarchies) == set(table.quasi)
    for column, given in table.hierarchies.items():
        values = table.frame[column].unique().sort().cast(pl.String).to_list()
        tree = hierarchy_of(column, given).tree(column, values)
        assert len(set(tree.labels)) == len(tree.labels), column


def test_the_hierarchies_of_adult_also_know_the_values_of_incomplete_rows():
    sizes = {name: len(leaves(tree)) for name, tree in ADULT_TREES.items() if name != "age"}
    assert sizes == {
        "workclass": 8,
        "education": 16,
        "marital-status": 7,
        "occupation": 14,
        "race": 5,
        "sex": 2,
        "native-country": 41,
    }


@pytest.mark.usefixtures("folder")
def test_zoo_has_101_animals_of_7_types():
    table = zoo()
    assert table.frame.shape == (101, 18)
    assert table.frame.row(0) == ("aardvark", 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0, 4, 0, 0, 1, "mammal")
    assert table.frame["type"].n_unique() == 7
    assert (table.identifiers, table.sensitive, len(table.quasi)) == (("name",), ("type",), 16)
    assert table.frame["legs"].unique().sort().to_list() == [0, 2, 4, 5, 6, 8]


@pytest.mark.usefixtures("folder")
def test_lung_cancer_has_32_rows_and_5_missing_cells():
    table = lung_cancer()
    assert table.frame.shape == (32, 57)
    assert table.frame["class"].value_counts(sort=True).rows() == [(1, 13), (2, 10), (0, 9)]
    missing = {
        name: count for name, count in zip(table.frame.columns, table.frame.null_count().row(0), strict=True) if count
    }
    assert missing == {"a4": 4, "a38": 1}
    assert len(table.quasi) == 56


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name,legs\nwren,2\n", "does not have the 18 columns expected"),
        ("", "cannot be read"),
        (
            ",".join(["name", *benchmark.ZOO_TRAITS, "type"]) + "\nwren" + ",two" * 17 + "\n",
            "text where there should be",
        ),
    ],
)
def test_a_table_in_the_folder_that_is_something_else_is_refused_without_its_cells(
    content, message, tmp_path, monkeypatch
):
    (tmp_path / "zoo.csv").write_text(content)
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    with pytest.raises(InputError, match=message) as caught:
        zoo()
    assert "wren" not in str(caught.value)
    assert "two" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_iris_and_wine_come_with_scikit_learn():
    assert iris().frame.shape == (150, 5)
    assert iris().frame.row(0) == (5.1, 3.5, 1.4, 0.2, "setosa")
    assert iris().frame["class"].value_counts().sort("class").rows() == [
        ("setosa", 50),
        ("versicolor", 50),
        ("virginica", 50),
    ]
    assert wine().frame.shape == (178, 14)
    assert wine().frame["class"].value_counts().sort("class")["count"].to_list() == [59, 71, 48]
    for table in (iris(), wine()):
        assert table.sensitive == ("class",)
        assert [*table.quasi, "class"] == table.frame.columns


@pytest.mark.parametrize("load", [iris, wine])
def test_without_scikit_learn_the_hint_says_what_to_install(load, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(InputError, match="comes with scikit-learn") as caught:
        load()
    assert "install" in caught.value.hint
