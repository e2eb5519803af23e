"""All criteria by the name that settings files use.

The command line, the verdict on a table, reports and the contract tests read this table. It is quick to import.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.base import Criterion, Model
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.people import People, PersonShare
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import SettingError

MODEL = "model"

CRITERIA: Mapping[str, type[Model]] = {
    "k-anonymity": KAnonymity,
    "l-diversity": LDiversity,
    "alpha-k": AlphaK,
    "t-closeness": TCloseness,
    "beta-likeness": BetaLikeness,
    "delta-disclosure": DeltaDisclosure,
    "people": People,
    "person-share": PersonShare,
}


def criterion_from(table: Mapping[str, object]) -> Criterion:
    """Return the criterion that a table of a settings file asks for.

    Raises:
        SettingError: the model or one of its settings is unknown, missing or out of range.

    Example:
        >>> criterion_from({"model": "l-diversity", "l": 3, "kind": "entropy", "column": "disease"})
        LDiversity(l=3, kind='entropy', column='disease', c=None)
    """
    from shoal.checks import nearest

    given = {name: value for name, value in table.items() if name != MODEL}
    model = str(table.get(MODEL, ""))
    if model not in CRITERIA:
        message = f"there is no model {model!r}; models are: {', '.join(CRITERIA)}"
        if MODEL not in table:
            message = f"the key 'model' is missing; models are: {', '.join(CRITERIA)}"
        raise SettingError(message, hint=nearest(model, CRITERIA))
    kind = CRITERIA[model]
    known = _settings(kind)
    for name in given:
        if name not in known:
            message = f"{model} has no setting {name!r}; it has: {', '.join(known)}"
            raise SettingError(message, hint=nearest(name, known))
    if known[0] not in given:
        message = f"{model} needs a number: the key {known[0]!r} is missing"
        raise SettingError(message)
    return kind(**given)  # type: ignore[return-value]  # each is one, and checks what it is given


def criterion_table(criterion: Criterion) -> dict[str, object]:
    """Return what `criterion_from` reads back as this criterion.

    Raises:
        SettingError: it is none of the models that a settings file knows.
    """
    for model, kind in CRITERIA.items():
        if isinstance(criterion, kind):
            given = {name: getattr(criterion, name) for name in _settings(kind)}
            return {MODEL: model} | {name: _plain(value) for name, value in given.items() if value is not None}
    message = f"a {type(criterion).__name__} cannot be written to a settings file"
    raise SettingError(message, hint=f"models that can: {', '.join(CRITERIA)}")


def criterion_disclosed(criterion: Criterion) -> dict[str, object]:
    """Return what others may know of a criterion: its table, with the number of values where they are listed.

    Raises:
        SettingError: it is none of the models that a settings file knows.
    """
    table = criterion_table(criterion)
    return {name: len(value) if isinstance(value, list) else value for name, value in table.items()}


def criterion_facts(criterion: Criterion) -> dict[str, object]:
    """Return what a report says of a criterion: its model, its settings and its condition in words.

    No value of the table is in it: of values that are listed, it has the number.
    """
    known = any(isinstance(criterion, kind) for kind in CRITERIA.values())
    facts = criterion_disclosed(criterion) if known else {MODEL: type(criterion).__name__}
    return {**facts, "sentence": criterion.sentence}


def _settings(kind: type[Model]) -> list[str]:
    """Return the names of the settings of a criterion, its number first."""
    return [each.name for each in fields(kind)]  # type: ignore[arg-type]  # all of the registry are dataclasses


def _plain(value: object) -> object:
    """Return a setting as a value of plain Python: numbers of NumPy as numbers, tuples as lists."""
    import numpy as np

    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value
