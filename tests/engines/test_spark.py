"""Spark gives the same guarantees as the other engines: one session for all, and one of Spark Connect apart."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal
from shoal import LDiversity
from shoal.datasets import patients
from shoal.engines.choose import Where
from shoal.errors import InputError, OutputError, SettingError
from shoal.progress import silent
from tests.engines.scene import asked, group_sizes, many_blocks, people, released

HAS_JAVA = shutil.which("java") is not None or "JAVA_HOME" in os.environ
ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(not HAS_JAVA, reason="there is no Java"),
    # Spark's own: sockets that it leaves to the system, and what it says of the version of pandas.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:pyspark"),
]


@pytest.fixture(scope="module")
def spark():
    """Return the session of all tests."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[2]").appName("tests")
    options = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.log.level": "OFF",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.session.timeZone": "UTC",
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Let small tables have many blocks."""
    from shoal.engines import spark as engine

    many_blocks(monkeypatch)
    monkeypatch.setattr(engine, "MOST_BLOCK", 300)
    monkeypatch.setattr(engine, "LEAST_BLOCK", 75)


def on_spark(spark, table, folder, partitions=3):
    """Return a table as a data frame of Spark, by way of a file."""
    path = folder / "table.parquet"
    if not path.exists():
        table.write_parquet(path)
    return spark.read.parquet(str(path)).repartition(partitions)


def anonymized(frame, folder, **call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        return shoal.anonymize(frame, tmp=folder, **call)


def here(frame):
    """Return a released data frame of Spark in memory."""
    return pl.DataFrame(pl.from_arrow(frame.toArrow()))


@pytest.mark.parametrize(
    "more",
    [
        {"keep": "note", "suppress": 0.02},
        {"criteria": LDiversity(3), "style": "bounds"},
        {"person": "name", "criteria": LDiversity(2), "pseudonymize": ["name"]},
    ],
    ids=["k", "l", "person"],
)
def test_the_same_settings_give_the_same_guarantees_as_on_disk(spark, tmp_path, more):
    table, call = people(), asked(seed=1, **more)
    ours = anonymized(on_spark(spark, table, tmp_path), tmp_path, **call)
    frame = here(ours.frame)
    theirs = released("disk", table, tmp_path, **call)
    assert (ours.rows, ours.verified, ours.notes["engine"]) == (1200, True, "spark")
    assert ours.notes["blocks"] > 1
    assert frame.columns == theirs.frame.collect_schema().names()
    assert group_sizes(frame, list(ours.verdict.quasi)).min() >= 4
    assert frame.height == ours.rows - ours.suppressed == ours.verdict.rows
    assert ours.measures.gcp == pytest.approx(theirs.measures.gcp, rel=0.05)
    verdict = shoal.check(
        frame, quasi=list(ours.verdict.quasi), sensitive="ill", criteria=call.get("criteria", ()),
        person="name" if "person" in more else None,
    )  # fmt: skip
    assert (verdict.broken, verdict.k, verdict.groups) == ((), ours.verdict.k, ours.verdict.groups)
    assert verdict.levels == ours.verdict.levels


def test_a_seed_gives_the_same_rows_whatever_the_partitions(spark, tmp_path):
    table = people(600).drop("ill")
    call = asked(method="auto", effort="fast", seed=5, sensitive=None, keep="note")
    found = [
        here(anonymized(on_spark(spark, table, tmp_path, n), tmp_path, **call).frame).with_columns(
            pl.all().cast(pl.String)
        )
        for n in (1, 2, 7)
    ]
    assert found[0].sort(pl.all()).equals(found[1].sort(pl.all()))
    assert found[0].sort(pl.all()).equals(found[2].sort(pl.all()))


def test_the_driver_sees_no_more_than_the_first_rows_and_summaries(spark, tmp_path, monkeypatch):
    from pyspark.sql.classic.dataframe import DataFrame

    seen, fetch = [], DataFrame.toArrow

    def watched(frame):
        table = fetch(frame)
        seen.append((table.column_names, table.num_rows))
        return table

    def refused(*_):
        pytest.fail("rows were collected")

    frame = on_spark(spark, people(), tmp_path)
    monkeypatch.setattr(DataFrame, "toArrow", watched)
    for name in ("collect", "toPandas", "toLocalIterator", "take", "head", "persist", "cache"):
        monkeypatch.setattr(DataFrame, name, refused)
    anonymized(frame, tmp_path, **asked())
    for columns, rows in seen:
        assert columns in (["at", "turn", "packed"], ["shoal_part", "count"]) or rows <= 1000


def test_an_error_of_shoal_in_a_worker_is_raised_here_and_others_tell_no_cells(spark, tmp_path):
    from shoal.engines.spark import SparkData

    data = SparkData.of(on_spark(spark, people(), tmp_path), Where("spark", tmp=tmp_path))

    def refuse(_):
        message = "column 'age' is odd"
        raise SettingError(message, hint="look at it")

    with pytest.raises(SettingError, match=r"column 'age' is odd \(look at it\)"):
        data.fold(["age"], refuse, sum, silent)
    with pytest.raises(InputError, match="ValueError at") as caught:
        data.fold(["note"], lambda piece: int(piece["note"][0]), sum, silent)
    assert "note 0" not in str(caught.value)
    data.close()


def test_parts_that_are_too_large_are_cut_where_they_are(spark, tmp_path):
    from shoal.engines.spark import SparkData

    data = SparkData.of(on_spark(spark, people(), tmp_path), Where("spark", tmp=tmp_path))

    def place(piece):
        return piece.select("zip"), np.where(piece["zip"].to_numpy() < 20_000, 0, 2).astype(np.int32)

    parts = data.scatter(["zip"], place, 3, silent)
    cut = parts.cut(400)
    few, many = int(parts.sizes[0]), int(parts.sizes[2])
    assert cut.sizes[:2].tolist() == [few, 0]
    assert (cut.sizes[2:].sum(), len(cut.sizes)) == (many, 2 + -(-many // 400))
    assert cut.sizes[2:].max() - cut.sizes[2:].min() <= 1
    sums = cut.each([[0, 1], *([i] for i in range(2, len(cut.sizes)))], lambda _, rows: rows.height, silent)
    assert (sum(sums), sums[0]) == (1200, few)
    data.close()


def test_a_release_is_saved_as_a_folder_that_appears_whole(spark, tmp_path):
    release = anonymized(on_spark(spark, people(), tmp_path), tmp_path, **asked(keep="note"))
    for suffix, read in ((".parquet", pl.read_parquet), (".csv", pl.read_csv)):
        path = tmp_path / f"out{suffix}"
        release.save(path)
        frame = read(f"{path}/*{suffix}")
        assert (frame.height, frame.columns) == (1200, ["age", "zip", "job", "born", "ill", "note"])
        assert group_sizes(frame, ["age", "zip", "job", "born"]).min() >= 4
        with pytest.raises(OutputError, match="a folder already"):
            release.save(path)
    assert not list(tmp_path.glob(".shoal-*"))


def test_what_is_in_between_needs_a_path(spark, tmp_path):
    frame = on_spark(spark, people(100), tmp_path)
    with pytest.raises(SettingError, match="path for what it keeps in between"):
        shoal.anonymize(frame, **asked())


def test_text_files_are_read_as_texts(spark, tmp_path):
    people(800).write_csv(tmp_path / "in.csv", separator=";")
    release = anonymized(
        str(tmp_path / "in.csv"), tmp_path, **asked(engine="spark", read={"separator": ";", "null": ["none"]})
    )
    assert spark is not None
    assert (release.verdict.k, release.rows) == (release.verdict.k, 800)
    assert any("age: numeric" in sentence for sentence in release.inferred)
    assert here(release.frame)["ill"].null_count() > 0


CONNECT = """
import sys, warnings
import polars as pl
warnings.simplefilter("ignore")
import shoal
from pyspark.sql import SparkSession
from tests.engines.scene import asked, group_sizes, many_blocks
import pytest
from shoal.engines import spark as engine
many_blocks(pytest.MonkeyPatch())
engine.MOST_BLOCK, engine.LEAST_BLOCK = 300, 75
spark = SparkSession.builder.remote("local[2]").config("spark.sql.shuffle.partitions", "2").getOrCreate()
frame = spark.read.parquet(sys.argv[1])
assert type(frame).__module__.startswith("pyspark.sql.connect"), type(frame)
release = shoal.anonymize(frame, tmp=sys.argv[2], **asked(criteria=shoal.LDiversity(2)))
found = pl.DataFrame(pl.from_arrow(release.frame.toArrow()))
assert release.notes["blocks"] > 1
assert group_sizes(found, ["age", "zip", "job", "born"]).min() >= 4
verdict = shoal.check(found, quasi=["age", "zip", "job", "born"], sensitive="ill", criteria=shoal.LDiversity(2))
assert (verdict.broken, verdict.k, verdict.rows) == ((), release.verdict.k, 1200)
print("as promised")
"""


def test_spark_connect_has_all_that_is_called(tmp_path):
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    pytest.importorskip("grpc", reason="what Spark Connect needs is not installed")
    people().write_parquet(tmp_path / "in.parquet")
    (tmp_path / "between").mkdir()
    given = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "SPARK_LOCAL_IP": "127.0.0.1"}
    run = subprocess.run(
        [sys.executable, "-c", CONNECT, str(tmp_path / "in.parquet"), str(tmp_path / "between")],
        cwd=ROOT, env=given, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert "as promised" in run.stdout, run.stderr[-3000:]
    assert list((tmp_path / "between").iterdir()) == []


def test_the_command_of_the_readme_works_as_printed(tmp_path):
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    patients(2000, seed=1).frame.write_parquet(tmp_path / "big.parquet")
    (block,) = re.findall(
        r"^```bash\n(.*?--engine spark.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    run = subprocess.run(
        ["bash", "-ec", block],
        cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    frame = pl.read_parquet(tmp_path / "release.parquet" / "*.parquet")
    assert {*frame.columns} == {"age", "sex", "zip", "diagnosis"}
    assert group_sizes(frame, ["age", "sex", "zip"]).min() >= 5
    assert list((tmp_path / "tmp").iterdir()) == []
