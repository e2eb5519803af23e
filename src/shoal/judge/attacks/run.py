"""The attacks on a release, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.criteria.base import Criterion
from shoal.criteria.sensitive import code_sensitive
from shoal.decode.alike import Values, codes_alike
from shoal.decode.cells import Cells
from shoal.decode.combos import combos_of
from shoal.decode.table import decode, unread_notes
from shoal.errors import SettingError
from shoal.judge.attacks.adversary import Adversary, find_histories, find_people
from shoal.judge.attacks.attack import ATTACKS, Attack, AttackName
from shoal.judge.attacks.choice import ON_VALUES, Possible, chosen, known_of
from shoal.judge.attacks.history import history
from shoal.judge.attacks.intersection import Second, intersection
from shoal.judge.attacks.kept import Kept, kept, kept_in
from shoal.judge.attacks.learner import learner
from shoal.judge.attacks.linkage import linkage
from shoal.judge.attacks.look import ByPseudonym, ByRow, Look
from shoal.judge.attacks.minimality import FEW, RUNS, SEVERAL, minimality, why_not
from shoal.judge.attacks.persons import Persons, persons_of
from shoal.judge.attacks.posterior import homogeneity, posterior, skewness
from shoal.judge.attacks.scene import Scene
from shoal.judge.learner import LearnerName, learner_of
from shoal.judge.pair import Pair, pair_of, released_data, request_on, require_released, values_of
from shoal.kernels.shared.groups import rows_alike
from shoal.partition.registry import MethodName
from shoal.progress import Cancel, Progress, Step, Watch, teller
from shoal.request.request import Request, person_in
from shoal.request.settings import checked
from shoal.schema.column import Kind
from shoal.schema.schema import Schema


@checked
def attack(  # noqa: PLR0913 - a face of the library; every option is a keyword
    original: object,
    released: object,
    *,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    person: str | None = None,
    second: object = None,
    only: AttackName | Sequence[AttackName] = (),
    method: MethodName | None = None,
    criteria: Criterion | Sequence[Criterion] | None = None,
    k: int | None = None,
    people: int = 1000,
    noise: float = 0.0,
    unknown: float = 0.0,
    certainty: float = 0.5,
    known_rows: int = 5,
    truth: object = None,
    learn: LearnerName | None = None,
    seed: int = 0,
    hierarchies: Mapping[str, object] | str | Path | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    progress: bool | Progress = False,
    cancel: Cancel | None = None,
) -> tuple[Attack, ...]:
    """Return what each attack gets out of a release, run for real on people drawn from the original.

    Args:
        original: the table that was released: a frame, or the path of a file.
        released: its release: a `Release`, a frame or a path; anyone may have made it.
        quasi: the columns that the attacker knows; those of the `Release` where it is one.
        sensitive: the columns that the attacker is after.
        person: the column of the original that says whose row it is, where a person may have several; by default that
            of the run. People are drawn then, and a row of each; any row of the person is right to be picked.
        second: another release of the same people, for the attack "intersection".
        only: the attacks to run: "linkage", "homogeneity", "skewness", "intersection", "learner", "minimality",
            "kept", "history"; by default all that can be.
        method: the method that made the release, for the attack "minimality", which makes it again and again: on tables
            of about ten rows. By default that of the `Release`, or of the settings file.
        criteria: the criteria that the run was to keep, likewise.
        k: the k that was promised; by default that of the `Release` or the request, else the rows of the smallest
            group. Of a k and a highest risk of the request, the stricter holds.
        people: how many people are drawn; all where the table has fewer.
        noise: by how much of its column's range a known number may be off.
        unknown: the chance that a category is not known.
        certainty: the attack "skewness" counts people whose own value is likelier than this.
        known_rows: how many rows of a person the attack "history" knows at most.
        truth: which released row is whose: "order" where the rows are in their original order; or the position in the
            release of each original row, -1 for none; or a mapping (a frame or a path) with the columns `row` and
            `released`, or `row` and a column that the release has too, such as a pseudonym; rows of one `person` may
            share it. Without it the results of "linkage", "kept" and "history" are upper estimates.
        learn: "gradient boosting" (with scikit-learn) or "nearest row"; by default the first that is there.
        seed: makes the draws repeatable.
        hierarchies: as for `anonymize`: they say what released labels stand for.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins, and columns
            replace those of their role.
        request: a Request, or the path of a `shoal.toml`, likewise.
        read: how to read files.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        cancel: a `Cancel`, by which another thread ends the run; nothing is returned then.

    Raises:
        ShoalError: one of its kinds says what is wrong and what to try.

    Example:
        >>> table = pl.DataFrame({"age": [31, 34, 52, 58], "disease": ["flu", "gout", "flu", "flu"]})
        >>> release = pl.DataFrame({"age": ["[31 - 34]"] * 2 + ["[52 - 58]"] * 2, "disease": table["disease"]})
        >>> found = attack(table, release, quasi="age", sensitive="disease", truth="order")
        >>> [(one.name, one.rate, one.promise) for one in found[:2]]
        [('linkage', 0.5, 0.5), ('homogeneity', 0.5, 0.0)]
    """
    adversary = Adversary(people, noise, unknown, certainty, seed, known_rows)
    tell = Watch(cancel).checking(teller(progress))
    tell(Step("read", 0.0))
    base = request_on(released, request, schema)
    k = None if k is None else base.with_(k=k).k
    asked = base.with_(hierarchies=hierarchies, kinds=kinds, read=read).knowing(quasi, sensitive)
    pair = pair_of(original, released, asked, read)
    other = None if second is None else released_data(second, read)
    known = known_of(pair, base, method=method, criteria=criteria, k=k)
    persons = persons_of(pair, person_in(asked, pair.original, person), truth, read)
    left = kept_in(pair, persons.column) if not only or "kept" in only else Kept((), ())
    there = Possible(bool(pair.sensitive), other is not None, known, bool(left.columns), persons.have_several)
    names = chosen(tuple(only), there)
    cells = decode(pair.original.data, pair.released, pair.quasi)
    scene = _scene(pair, cells, adversary, persons, k)
    results = [linkage(_telling(scene, tell, "linkage"))] if "linkage" in names else []
    for name in pair.sensitive if {*ON_VALUES} & {*names} else ():
        results += _on_values(scene, values_of(pair, name), names, learn, tell)
    if "intersection" in names and other is not None:
        results.append(intersection(_telling(scene, tell, "intersection"), _second(pair, other)))
    results += kept(_telling(scene, tell, "kept"), left.columns) if "kept" in names else []
    results += _by_history(pair, _telling(scene, tell, "history")) if "history" in names else []
    notes = [*unread_notes(cells), *left.notes, *_doubts(k, pair, persons)]
    if "minimality" in names and known is not None:
        most = RUNS if "minimality" in only else FEW
        why = SEVERAL if persons.have_several else why_not(pair, known, most)
        notes += [f"minimality was not tried: {why}"] if why else []
        results += [] if why else minimality(pair, known, most, lambda done: tell(Step("minimality", done)))
    tell(Step("done", 1.0))
    if not results:
        raise SettingError(notes[-1])
    results.sort(key=lambda result: ATTACKS.index(result.name))
    return tuple(replace(result, notes=(*result.notes, *notes)) for result in results)


def _scene(pair: Pair, cells: Sequence[Cells], adversary: Adversary, persons: Persons, k: int | None) -> Scene:
    """Return what the attacker sees, and what is true."""
    combos = combos_of(cells)
    least = _promised(k, pair, persons.smallest(combos.of_row))
    return Scene(combos, find_people(cells, adversary, persons), adversary, least, persons, _quiet)


def _on_values(
    scene: Scene, values: Values, names: Sequence[AttackName], learn: LearnerName | None, tell: Progress
) -> list[Attack]:
    """Return the results of the attacks that are after a sensitive column."""
    results = []
    if "homogeneity" in names or "skewness" in names:
        found = posterior(_telling(scene, tell, "posterior"), values)
        results += [homogeneity(scene, found)] if "homogeneity" in names else []
        results += [skewness(scene, found)] if "skewness" in names else []
    if "learner" in names:
        tell(Step("learner", 0.0))
        results.append(learner(scene, values, learner_of(learn, len(values.shares), scene.adversary.seed)))
    return results


def _second(pair: Pair, other: pl.DataFrame) -> Second:
    """Return a second release, with the sensitive cells of both releases and of the original as codes."""
    heights = [pair.original.rows, pair.released.height, other.height]
    for name in pair.sensitive:
        require_released(name, other.columns)
    frames = (pair.original.data, pair.released, other)
    cells = (codes_alike([frame.get_column(name) for frame in frames]) for name in pair.sensitive)
    codes, kinds = rows_alike(cells, sum(heights))
    own, first, last = np.split(codes, np.cumsum(heights)[:-1])
    return Second(combos_of(decode(pair.original.data, other, pair.quasi)), first, last, own, kinds)


def _by_history(pair: Pair, scene: Scene) -> list[Attack]:
    """Return what is found by several rows of a person: by pseudonyms where people leave with them, else row by row."""
    columns, name = [values_of(pair, name) for name in pair.sensitive], scene.persons.column
    look: Look = ByRow(scene, columns)
    if name in pair.released.columns and name not in [column.name for column in pair.quasi]:
        look = ByPseudonym(scene, code_sensitive(pair.released.get_column(name)).codes, columns)
    return history(scene, find_histories(scene.combos.cells, scene.adversary, scene.persons), look, columns)


def _doubts(k: int | None, pair: Pair, persons: Persons) -> list[str]:
    """Return a note where a k that nobody gave could not be counted in people."""
    if k is not None or pair.k is not None or persons.owner is not None or not persons.have_several:
        return []
    return ["k is that of the rows: how many people a group has cannot be counted, for it is not known whose rows are"]


def _promised(k: int | None, pair: Pair, counted: int) -> int:
    """Return the k that was promised: as given, as asked for in the run, else as counted in the release."""
    promised = pair.k if k is None else k
    return counted if promised is None else promised


def _telling(scene: Scene, tell: Progress, stage: str) -> Scene:
    """Return the scene with its progress reported as that of a stage."""
    return scene._replace(tell=lambda done: tell(Step(stage, done)))


def _quiet(done: float) -> None:
    """Take a share of the work and say nothing."""
