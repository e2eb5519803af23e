"""Measure section by section and keep what was found; used by scripts beside it that have several."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import numba
import numpy as np

Facts = dict[str, object]


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def measure_sections(about: str, sections: Mapping[str, Callable[..., Facts]], results: Path) -> None:
    """Measure the sections that the command line names, each with `quick`, print, and keep: each replaces its part."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("section", nargs="*", help=f"what to measure: {', '.join(sections)}; everything by default")
    parser.add_argument("--quick", action="store_true", help="small tables, only to try the script")
    parser.add_argument("--keep", type=Path, help=f"where results go; {results.name} unless --quick")
    given = parser.parse_args()
    unknown = [name for name in given.section if name not in sections]
    if unknown:
        parser.error(f"no section {unknown[0]!r}")
    file = given.keep or (None if given.quick else results)
    machine = {"cores": os.cpu_count(), "python": platform.python_version()}
    machine |= {"numba": numba.__version__, "numpy": np.__version__}
    for name in given.section or sections:
        say(f"== {name}")
        facts = sections[name](quick=given.quick) | {"machine": machine}
        if file is not None:
            file.parent.mkdir(exist_ok=True)
            known = json.loads(file.read_text("utf-8")) if file.exists() else {}
            file.write_text(json.dumps(known | {name: facts}, indent=2) + "\n", "utf-8")
