"""The session of Spark that a run uses, and tables that it reads from files."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from typing import Any, TypeAlias

from shoal.engines.shelf import is_remote
from shoal.errors import InputError, SettingError
from shoal.table.format import SUFFIXES, TITLES, Format, named_format, require_separator, suffix_of
from shoal.table.missing import nulls_of
from shoal.table.path import user_path

Session: TypeAlias = Any
"""A session of Spark: that of Connect and the classic one have no type in common."""

OPTIONS = {
    "spark.log.level": "ERROR",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.executorEnv.POLARS_MAX_THREADS": "1",
}
"""How a session begins that nobody else has begun."""

LOOPBACK = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
"""How it begins where all of it runs on this machine: no other can reach it."""


def require_spark() -> None:
    """Refuse to begin without the libraries of Spark.

    Raises:
        SettingError: they are not installed.
    """
    if any(importlib.util.find_spec(name) is None for name in ("pyspark", "pandas")):
        message = "the engine 'spark' needs PySpark and pandas, which are not installed"
        raise SettingError(message, hint="pip install 'shoal[spark]', and Java 17 or newer")


def session(master: str | None) -> Session:
    """Return the session that is there, or one that begins: at `master`, else where Spark's own settings say.

    Raises:
        SettingError: a session is there that has another master, or none can begin.
    """
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    there = SparkSession.getActiveSession()
    if there is not None:
        return there
    if master is not None and master.startswith("sc://"):
        return SparkSession.builder.remote(master).getOrCreate()
    builder = SparkSession.builder.appName("shoal")
    options = dict(OPTIONS)
    if master is not None:
        builder = builder.master(master)
        if master.startswith("local"):
            options |= LOOPBACK
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    for name, value in options.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except PySparkException:
        message = "Spark does not start"
        raise SettingError(message, hint="is Java 17 or newer there? `java -version`; is the master right?") from None


def open_table(table: object, master: str | None, read: Mapping[str, object]) -> tuple[Any, bool]:  # Any: as above
    """Return a data frame of Spark, or the files at a path as one, and whether all its columns are texts.

    Raises:
        InputError: it is neither, or files of no format that Spark reads.
    """
    if not isinstance(table, str | os.PathLike):
        if hasattr(table, "mapInArrow"):
            return table, False
        message = "the engine 'spark' takes data frames of Spark and paths, and the table is in memory"
        raise InputError(message, hint="spark.createDataFrame makes one of it; or leave the engine out")
    text = os.fspath(table)
    place = text if is_remote(text) or text.startswith("file:") else _uri(text)
    format = _format_of(text, read)
    if format == "parquet":
        return session(master).read.parquet(place), False
    if format != "csv":
        message = f"{TITLES[format]} files cannot be read by the engine 'spark'"
        raise InputError(message, hint="write the table as Parquet or CSV first")
    return _texts(session(master), place, read), True


def _texts(spark: Session, place: str, read: Mapping[str, object]) -> Any:  # noqa: ANN401 - a frame of Spark
    """Return CSV files as columns of texts; a line with more or fewer fields than the header is an error."""
    from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

    separator = require_separator(str(read.get("separator") or ("\t" if place.endswith((".tsv", ".tab")) else ",")))
    given = {"encoding": str(read["encoding"])} if read.get("encoding") else {}
    rows = spark.read.csv(place, sep=separator, header=True, escape='"', mode="FAILFAST", **given)
    nulls = nulls_of(read.get("null", ("",)))
    changed = []
    for name in rows.columns:
        one, texts = F.col("`" + name.replace("`", "``") + "`"), [text for text in nulls.in_column(name) if text]
        changed.append(F.when(~one.isin(texts), one).alias(name) if texts else one)
    return rows.select(changed)


def _format_of(text: str, read: Mapping[str, object]) -> Format:
    """Return the format that a caller, or the name of a file or of those in a folder, tells."""
    if "format" in read:
        return named_format(str(read["format"]))
    suffix = suffix_of(text.rstrip("/"))
    return SUFFIXES.get(suffix, "parquet")


def _uri(text: str) -> str:
    """Return where a file of this machine is, in a form that no setting of Spark takes for another file system.

    Raises:
        InputError: there is none.
    """
    path = user_path(text, "the table", InputError).absolute()
    if not path.exists() and not any(mark in text for mark in "*?["):
        message = f"there is no file {text}"
        raise InputError(message, hint="check the name; a path of a cluster begins with hdfs://, s3a:// or the like")
    return "file://" + str(path)
