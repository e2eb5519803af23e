"""Files of SPSS, Stata and SAS, through the optional library pyreadstat; labels of values stand for their numbers."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Final

import polars as pl

from shoal.errors import InputError
from shoal.table._source import Source

READERS: Final = {
    ".sav": ("SPSS", "read_sav"),
    ".zsav": ("SPSS", "read_sav"),
    ".por": ("SPSS", "read_por"),
    ".dta": ("Stata", "read_dta"),
    ".sas7bdat": ("SAS", "read_sas7bdat"),
    ".xpt": ("SAS", "read_xport"),
}
"""What writes files of each suffix, and what reads them."""

LABELLED: Final = ("read_sav", "read_por", "read_dta")
"""Readers of files that hold the labels of values themselves."""


def is_statistics(source: Source) -> bool:
    """Return whether a file is one of a statistics program, by its name."""
    return source.suffix in READERS


def read_statistics(source: Source) -> pl.DataFrame:
    """Return the table in a file of SPSS, Stata or SAS; empty texts and what the file calls missing are missing.

    Raises:
        InputError: the library is not installed, or the file cannot be read.
    """
    program, reader = READERS[source.suffix]
    library = _library(program)
    labels = {"apply_value_formats": True} if reader in LABELLED else {}
    try:
        if source.path is not None:
            frame, _ = getattr(library, reader)(str(source.path), output_format="polars", **labels)
        else:
            with tempfile.TemporaryDirectory(prefix="shoal-") as folder:
                path = Path(folder) / f"table{source.suffix}"
                path.write_bytes(source.data)
                frame, _ = getattr(library, reader)(str(path), output_format="polars", **labels)
    except (library.ReadstatError, library.PyreadstatError, ValueError, OSError, pl.exceptions.PolarsError):
        # No cause: the error may hold cell values.
        message = f"{source.name} cannot be read as {program}: it is another format, damaged or cut short"
        raise InputError(message, hint="fetch or copy the file again, or save it as CSV") from None
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    return pl.DataFrame(frame).with_columns(pl.col(name).replace("", None) for name in texts)


def _library(program: str) -> ModuleType:
    try:
        return importlib.import_module("pyreadstat")
    except ImportError:
        message = f"{program} files need the library pyreadstat, which is not installed"
        raise InputError(message, hint='pip install "shoal[formats]"') from None
