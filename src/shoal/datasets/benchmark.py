"""Public tables that methods are compared on: Adult, Zoo and Lung Cancer of the UCI archive, Iris and Wine.

The UCI tables are looked for in the folder that the environment variable SHOAL_DATA names (`adult.csv`, `zoo.csv`,
`lung_cancer.csv`, `hierarchies/adult/`), then in the cache, then at the archive. Whatever the source, the table is the
same. Iris and Wine come with scikit-learn; its Iris follows Fisher's paper, and differs in two rows from UCI's.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.datasets._adult_tree import ADULT_TREES
from shoal.datasets.base import Dataset
from shoal.datasets.download import fetch
from shoal.errors import InputError
from shoal.schema.hierarchy import hierarchies_in

ARCHIVE = "https://archive.ics.uci.edu/ml/machine-learning-databases"

ADULT_COLUMNS = (
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation", "relationship", "race",
    "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country", "salary-class",
)  # fmt: skip
ADULT_NUMBERS = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
ADULT_TRAINING = 32_561
ADULT_QUASI = ("age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country")

ZOO_TRAITS = (
    "hair", "feathers", "eggs", "milk", "airborne", "aquatic", "predator", "toothed", "backbone", "breathes",
    "venomous", "fins", "legs", "tail", "domestic", "catsize",
)  # fmt: skip
ZOO_TYPES = ("mammal", "bird", "reptile", "fish", "amphibian", "insect", "invertebrate")

LUNG_TRAITS = tuple(f"a{number}" for number in range(1, 57))


@dataclass(frozen=True, slots=True)
class _Source:
    """A table: its file in a folder, with a header; its file at the archive, without; the SHA-256 of the latter."""

    file: str
    remote: str
    digest: str
    columns: tuple[str, ...]

    def read(self, archive: str) -> tuple[pl.DataFrame, bool]:
        """Return the table as text, and whether it came from the archive."""
        local = _at_hand(self.file)
        if local:
            return _read(local, self.columns, header=True), False
        hint = f"put {self.file} in a folder, and name the folder in the environment variable SHOAL_DATA"
        path = fetch(f"{archive}/{self.remote}", self.digest, hint=hint)
        return _read(path, self.columns, header=False), True


_ADULT = _Source(
    "adult.csv",
    "adult/adult.data",
    "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
    ADULT_COLUMNS,
)
_ZOO = _Source(
    "zoo.csv",
    "zoo/zoo.data",
    "cddc71c26ab9bc82795b8f4ff114cade41885d92720c6af29ffb69bcf73f0315",
    ("name", *ZOO_TRAITS, "type"),
)
_LUNG = _Source(
    "lung_cancer.csv",
    "lung-cancer/lung-cancer.data",
    "5fe074a5e4b44816e958b3f37503b1357a1543daa7eee77485040b0e3aef18f1",
    ("class", *LUNG_TRAITS),
)


def adult(*, archive: str = ARCHIVE) -> Dataset:
    """Return Adult: the 30,162 rows of the training part without a missing value, 15 columns.

    Hierarchies are those of the folder `hierarchies/adult` in SHOAL_DATA where it has them, else built-in ones.

    Raises:
        InputError: the table is not here and cannot be downloaded, or is not as expected.
    """
    frame, _ = _ADULT.read(archive)
    frame = frame.filter(pl.all_horizontal(pl.all() != "?"))
    folder = _at_hand("hierarchies/adult")
    found = hierarchies_in(folder, ADULT_QUASI) if folder else {}
    return Dataset(
        name="adult",
        frame=_with_numbers(frame, ADULT_NUMBERS, _ADULT.file),
        quasi=ADULT_QUASI,
        sensitive=("salary-class",),
        hierarchies=ADULT_TREES | found,
        about="Adult (Becker and Kohavi, 1996), UCI Machine Learning Repository: the complete rows of adult.data.",
    )


def adult_as_collected(*, archive: str = ARCHIVE) -> pl.DataFrame:
    """Return the 32,561 rows of Adult's training part as text, with "?" for a missing value, for other filters.

    The file `adult_raw.csv.gz` in SHOAL_DATA, of which the training part comes first, is used where it is there.

    Raises:
        InputError: the table is not here and cannot be downloaded, or is not as expected.
    """
    local = _at_hand("adult_raw.csv.gz")
    if local:
        return _read(local, ADULT_COLUMNS, header=True).head(ADULT_TRAINING)
    path = fetch(f"{archive}/{_ADULT.remote}", _ADULT.digest, hint="put adult_raw.csv.gz in the folder SHOAL_DATA")
    return _read(path, ADULT_COLUMNS, header=False)


def zoo(*, archive: str = ARCHIVE) -> Dataset:
    """Return Zoo: 101 animals, 15 traits of 0 or 1, the number of legs, and the type.

    Raises:
        InputError: the table is not here and cannot be downloaded, or is not as expected.
    """
    frame, remote = _ZOO.read(archive)
    if remote:
        names = {str(number): name for number, name in enumerate(ZOO_TYPES, 1)}
        frame = frame.with_columns(pl.col("type").replace_strict(names, default=None))
    return Dataset(
        name="zoo",
        frame=_with_numbers(frame, ZOO_TRAITS, _ZOO.file),
        quasi=ZOO_TRAITS,
        sensitive=("type",),
        identifiers=("name",),
        about="Zoo (Forsyth, 1990), UCI Machine Learning Repository.",
    )


def lung_cancer(*, archive: str = ARCHIVE) -> Dataset:
    """Return Lung Cancer: 32 rows, 56 unnamed columns of 0 to 3 with 5 missing cells, and the class, 0 to 2.

    Raises:
        InputError: the table is not here and cannot be downloaded, or is not as expected.
    """
    frame, remote = _LUNG.read(archive)
    frame = frame.with_columns(pl.col(LUNG_TRAITS).replace("?", None))
    frame = _with_numbers(frame, frame.columns, _LUNG.file)
    traits = pl.col(LUNG_TRAITS)
    return Dataset(
        name="lung_cancer",
        # Copies differ in how they mark a missing cell: as "?", as -1, or as 4 where there are only 0 to 3.
        frame=frame.with_columns(pl.col("class") - int(remote), pl.when(traits.is_between(0, 3)).then(traits)),
        quasi=LUNG_TRAITS,
        sensitive=("class",),
        about="Lung Cancer (Hong and Yang, 1991), UCI Machine Learning Repository.",
    )


def iris() -> Dataset:
    """Return Iris: 150 flowers, four lengths in cm, and the class.

    Raises:
        InputError: scikit-learn is not installed.
    """
    names = ("sepal_length", "sepal_width", "petal_length", "petal_width")
    return _bundled("iris", names, "Iris (Fisher, 1936), as it comes with scikit-learn.")


def wine() -> Dataset:
    """Return Wine: 178 wines, 13 measurements, and the class.

    Raises:
        InputError: scikit-learn is not installed.
    """
    return _bundled("wine", None, "Wine (Aeberhard and Forina, 1992), as it comes with scikit-learn.")


def _bundled(name: str, columns: Iterable[str] | None, about: str) -> Dataset:
    try:
        from sklearn import datasets
    except ImportError:
        message = f"the dataset {name!r} comes with scikit-learn, which is not installed"
        raise InputError(message, hint="install scikit-learn, or shoal with the extra dev") from None
    bunch: Any = datasets.load_iris() if name == "iris" else datasets.load_wine()  # Any: scikit-learn has no types
    quasi = tuple(columns or bunch.feature_names)
    classes = [str(bunch.target_names[number]) for number in bunch.target]
    frame = pl.DataFrame(bunch.data, schema=list(quasi)).with_columns(pl.Series("class", classes))
    return Dataset(name=name, frame=frame, quasi=quasi, sensitive=("class",), about=about)


def _at_hand(name: str) -> Path | None:
    """Return a file or folder in the folder that SHOAL_DATA names, if it is there."""
    folder = os.environ.get("SHOAL_DATA")
    return path if folder and (path := Path(folder, name)).exists() else None


def _read(path: Path, columns: tuple[str, ...], *, header: bool) -> pl.DataFrame:
    """Return a comma-separated file as text, without the blanks around its values and without blank rows."""
    try:
        frame = pl.read_csv(path, has_header=header, infer_schema=False)
    except (pl.exceptions.PolarsError, OSError):
        message = f"the file {path.name} cannot be read as a comma-separated table"
        raise InputError(message) from None
    if len(frame.columns) != len(columns) or (header and tuple(frame.columns) != columns):
        message = f"the file {path.name} does not have the {len(columns)} columns expected"
        raise InputError(message, hint=f"they are: {', '.join(columns)}")
    named = frame.rename(dict(zip(frame.columns, columns, strict=True)))
    return named.with_columns(pl.all().str.strip_chars()).filter(~pl.all_horizontal(pl.all().is_null()))


def _with_numbers(frame: pl.DataFrame, columns: Iterable[str], file: str) -> pl.DataFrame:
    try:
        return frame.with_columns(pl.col(list(columns)).cast(pl.Int64))
    except pl.exceptions.InvalidOperationError:
        message = f"the file {file} holds text where there should be numbers"
        raise InputError(message) from None
