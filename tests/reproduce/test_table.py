"""The tables of the papers: found, read as their names say, or refused."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.datasets.benchmark import ADULT_COLUMNS, adult_as_collected
from shoal.errors import InputError
from shoal.reproduce.table import CENSUS, data_folder, is_given, load
from tests.datasets.conftest import archive, cache  # noqa: F401 - fixtures


def kinds(name):
    return [domain.is_line for domain in load(name).coded.domains]


def test_the_readings_of_the_census_differ_in_what_lies_on_a_line():
    assert kinds("sal/500/5/order") == [True] * 5
    assert kinds("sal/500/5/kinds") == [True, False, True, False, True]
    assert kinds("sal/500/5/leaves") == [True, False, False, False, False]


def test_tables_of_numbers_have_classes_and_no_missing_cell():
    table = load("iris")
    assert (table.rows, table.x.shape, len(set(table.classes))) == (150, (150, 4), 3)


def test_lung_cancer_has_its_missing_cells_filled(monkeypatch, shared_data):
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    table = load("lung_cancer")
    assert table.x.shape == (32, 56)
    assert not (table.x != table.x).any()


def test_adult_has_the_rows_and_columns_of_each_paper(monkeypatch, shared_data):
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    eight = load("adult/lin-wei")
    assert eight.rows == 30_162
    assert [d.name for d in eight.coded.domains if d.is_line] == ["age", "education-num"]
    four = load("adult/ni")
    assert (four.rows, [domain.size for domain in four.coded.domains]) == (30_725, [72, 2, 5, 16])
    assert load("adult/ni/700").rows == 700
    assert not load("adult/ni-labels").coded.domains[0].is_line


# ------------------------------------------------------------------------------------------------- SAL and INCOME given


def given(folder, family="sal", **change):
    columns = {name: [(row * (at + 2)) % 7 for row in range(80)] for at, name in enumerate(CENSUS[family])}
    pl.DataFrame(columns | change).write_csv(folder / f"{family}.csv")


def test_sal_itself_is_read_where_it_is_given(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    assert not is_given("sal")
    given(tmp_path)
    assert is_given("sal")
    table = load("sal/60/3/order")
    assert (table.rows, [domain.size for domain in table.coded.domains]) == (60, [7, 7, 7])
    assert kinds("sal/60/3/leaves") == [True, False, False]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"Age": ["x"] * 80}, "must hold whole numbers only"),
        ({"Age": [None, *range(79)]}, "must hold whole numbers only"),
    ],
)
def test_a_given_table_that_is_not_as_described_is_refused(tmp_path, monkeypatch, change, said):
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    given(tmp_path, **change)
    with pytest.raises(InputError, match=said):
        load("sal/60/3/order")


def test_a_given_table_that_is_too_short_or_lacks_a_column_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    given(tmp_path)
    with pytest.raises(InputError, match="has 80 rows; the experiment takes 100"):
        load("sal/100/3/order")
    pl.DataFrame({"Age": [1]}).write_csv(tmp_path / "income.csv")
    with pytest.raises(InputError, match="does not have the columns of Table 3"):
        load("income/1/3/order")


# ------------------------------------------------------------------------------------------------------------ downloads


def test_adult_is_downloaded_only_with_the_right_checksum(archive, cache):  # noqa: F811 - fixtures
    row = ", ".join(["39"] * len(ADULT_COLUMNS))
    archive.files["/adult/adult.data"] = f"{row}\n".encode()
    with pytest.raises(InputError, match="its SHA-256 differs"):
        adult_as_collected(archive=archive.url)
    assert archive.asked == ["/adult/adult.data"]
    assert not cache.exists() or not list(cache.iterdir())


def test_adult_comes_from_the_archive_with_its_question_marks(archive, cache, monkeypatch):  # noqa: F811 - fixtures
    import hashlib

    from shoal.datasets import benchmark

    row = ", ".join(["?"] * len(ADULT_COLUMNS))
    content = f"{row}\n{row}\n\n".encode()
    archive.files["/adult/adult.data"] = content
    source = benchmark._ADULT
    digest = hashlib.sha256(content).hexdigest()
    monkeypatch.setattr(benchmark, "_ADULT", type(source)(source.file, source.remote, digest, source.columns))
    frame = adult_as_collected(archive=archive.url)
    assert (frame.height, frame["workclass"].to_list()) == (2, ["?", "?"])
    assert [file.name for file in cache.iterdir()] == ["adult.data"]


def test_the_folder_beside_the_checkout_is_used_only_where_none_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    with data_folder():
        assert not is_given("sal")
    monkeypatch.delenv("SHOAL_DATA")
    with data_folder():
        pass
    import os

    assert "SHOAL_DATA" not in os.environ
