"""Ordinary runs of every method: the kernels that they call are the kernels that are compiled ahead."""

from __future__ import annotations

import hashlib
import tempfile
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
import polars as pl

import shoal
from shoal import secret
from shoal.warming import BOUND, CRITERIA, SUPPRESS, VARY

ROWS, K, SEED = 240, 4, 1
NUMBERS = ("age", "length_of_stay")
CATEGORIES = ("sex", "zip", "occupation", "admitted")
SENSITIVE = "diagnosis"
QUICK = {"auto": {"steps": 40}, "genetic": {"population": 6, "offspring": 12}}
CRITERION = "l-diversity"


def uses():
    """Return every use: the methods, those that keep criteria once more with one, and the settings that add kernels."""
    known = shoal.methods()
    kept = [method.name + CRITERIA for method in known if method.keeps != "not"]
    return [*(method.name for method in known), *kept, BOUND, SUPPRESS, VARY]


def tables(method):
    """Return ordinary tables for a method: the hierarchies and the file types that people have."""
    people = shoal.datasets.patients(ROWS, seed=SEED)
    needs = next(known.needs for known in shoal.methods() if known.name == method)
    if "numeric" in needs:
        frame = people.frame.select(*NUMBERS, SENSITIVE)
        return [(frame, {}), (frame.with_columns(pl.col("age").cast(pl.Float64)), {})]
    frame = people.frame.select("age", *CATEGORIES, SENSITIVE)
    trees = {name: people.hierarchies[name] for name in frame.columns if name in people.hierarchies}
    if "hierarchies" in needs:
        return [(frame, trees)]
    gaps = frame.with_columns(pl.when(pl.col("age") % 7 > 0).then("age"), pl.when(pl.col("age") % 5 > 0).then("sex"))
    many = frame.with_columns(pl.int_range(pl.len()).cast(pl.String).alias("zip"))
    return [(frame, trees), (frame, {}), (gaps, {}), (frame.to_arrow(), trees), (many, {})]


def run(use, *, tell=None):
    """Return what a use gives on each of its tables: the releases, or the bounds.

    What the system draws is drawn by a seed here, so that releases can be compared.
    """
    rng = np.random.default_rng(SEED)
    with mock.patch.object(secret, "_words", lambda n: rng.integers(2**64, size=n, dtype=np.uint64)):
        return _run(use, tell)


def _run(use, tell):
    if use == BOUND:
        return [
            shoal.bound(frame, k=K, quasi=_quasi(frame), hierarchies=_of(trees, frame), progress=tell or False)
            for frame, trees in tables("auto")
        ]
    method = use.removesuffix(CRITERIA) if use not in (SUPPRESS, VARY) else "mondrian"
    call = {"k": K, "sensitive": SENSITIVE, "method": method, "options": QUICK.get(method), "seed": SEED}
    call |= {"keep_order": True, "progress": tell or False}
    if use.endswith(CRITERIA):
        call["criteria"] = [shoal.LDiversity(2)]
    call |= {SUPPRESS: {"suppress": 0.05}, VARY: {"vary": 0.1}}.get(use, {})
    made = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        for frame, trees in tables(method):
            release = shoal.anonymize(frame, quasi=_quasi(frame), hierarchies=_of(trees, frame), **call)
            shoal.check(release.frame, quasi=list(release.verdict.quasi), sensitive=_left(release))
            made.append(release)
    return made


def from_file(use):
    """Return what a method gives for a text file."""
    frame, trees = tables(use)[0]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        path = Path(folder) / "table.csv"
        frame.write_csv(path)
        return shoal.anonymize(
            path, k=K, quasi=_quasi(frame), hierarchies=trees, method=use, seed=SEED, keep_order=True
        )


def digest(results):
    """Return a digest of what a use gives."""
    found = hashlib.sha256()
    for result in results:
        if isinstance(result, shoal.Bound):
            found.update(repr((result.loss, result.parts)).encode())
            continue
        # Not its bound: the clock may end the search for that. `shoal.bound` has the same kernels, and is above.
        found.update(repr(result.loss).encode() + result.data.write_csv().encode())
    return found.hexdigest()


def _quasi(frame):
    names = frame.columns if isinstance(frame, pl.DataFrame) else frame.column_names
    return [name for name in names if name != SENSITIVE]


def _of(trees, frame):
    return {name: tree for name, tree in trees.items() if name in _quasi(frame)}


def _left(release):
    return [SENSITIVE] if SENSITIVE in release.data.columns else []
