"""Read a hierarchy from its description in a settings file, such as `{ prefix = [1, 2, 3] }`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from shoal.checks import nearest
from shoal.errors import HierarchyError
from shoal.schema.arx import read_levels
from shoal.schema.classified import Classified
from shoal.schema.listed import Flat, Levels, Nested, Order, label_of
from shoal.schema.ranges import Quantiles, Ranges
from shoal.schema.recoding import TopCoded, Years, ZipThree
from shoal.schema.stepwise import Bands, Calendar, Prefix

Rule: TypeAlias = (
    Flat | Order | Levels | Nested | Prefix | Calendar | Bands | Ranges | Quantiles | Classified | ZipThree | Years
    | TopCoded
)  # fmt: skip
Spec: TypeAlias = Mapping[str, object]

OPTIONS: dict[str, tuple[str, ...]] = {
    "file": (),
    "tree": (),
    "levels": (),
    "prefix": ("mask",),
    "calendar": (),
    "bands": ("origin",),
    "ranges": (),
    "quantiles": (),
    "classification": (),
    "order": (),
    "zip3": (),
    "years": (),
    "top": (),
    "flat": (),
}
"""The forms of a description, and the options that go with each."""


def hierarchy_from_toml(column: str, spec: object, base: Path) -> Rule:
    """Return the hierarchy that a settings file describes; files are looked for from the folder `base`.

    Raises:
        HierarchyError: the description has none of the known forms, or the hierarchy is broken.
    """
    with naming(column):
        if spec == "flat":
            return Flat()
        if not isinstance(spec, Mapping):
            message = "it must be a table or the word flat"
            raise HierarchyError(message, hint='such as { file = "education.csv" } or { prefix = [1, 2] }')
        form = _form(spec)
        if form != "file":
            return READERS[form](spec)
        file = _text(spec, "file")
    return read_levels(column, base / file)


@contextmanager
def naming(column: str) -> Iterator[None]:
    """Put the column in front of the errors of rules, which do not know it."""
    try:
        yield
    except HierarchyError as error:
        message = f"hierarchy of column {column!r}: {error.message}"
        raise HierarchyError(message, hint=error.hint) from None


def level_rows(given: Sequence[object]) -> tuple[tuple[str, ...], ...]:
    """Return rows of levels, or refuse a sequence that holds anything else."""
    rows = [tuple(row) for row in given if isinstance(row, Sequence) and not isinstance(row, str)]
    if len(rows) < len(given):
        message = f"{len(given) - len(rows)} of its {len(given)} rows are no lists"
        raise HierarchyError(message, hint="give each row as a list: the value, its ancestors, the root")
    return tuple(rows)


def _form(spec: Spec) -> str:
    """Return the key that says which rule a table describes; its other keys must be options of that rule."""
    forms = [key for key in spec if key in OPTIONS]
    if len(forms) > 1:
        message = f"it has {len(forms)} forms at once: {', '.join(forms)}"
        raise HierarchyError(message, hint="keep one of them")
    known = (*OPTIONS, *(OPTIONS[forms[0]] if forms else ()))
    unknown = [key for key in spec if key not in known]
    if unknown:
        message = f"unknown key {unknown[0]!r}; known are: {', '.join(known)}"
        raise HierarchyError(message, hint=nearest(unknown[0], known))
    if not forms:
        message = "its table is empty"
        raise HierarchyError(message, hint=f"it needs one of the keys {', '.join(OPTIONS)}")
    return forms[0]


def _refused(key: str, wanted: str) -> HierarchyError:
    return HierarchyError(f"its {key} must be {wanted}")


def _text(spec: Spec, key: str, default: object = None) -> str:
    text = spec.get(key, default)
    if not isinstance(text, str) or not text:
        raise _refused(key, "a text")
    return text


def _list(spec: Spec, key: str) -> Sequence[object]:
    items = spec[key]
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise _refused(key, "a list")
    return items


def _table(spec: Spec, key: str) -> Mapping[str, object]:
    table = spec[key]
    if not isinstance(table, Mapping):
        raise _refused(key, "a table")
    return table


def _numbers(items: Sequence[object], key: str) -> tuple[float, ...]:
    numbers = tuple(item for item in items if isinstance(item, int | float) and not isinstance(item, bool))
    if len(numbers) < len(items):
        raise _refused(key, "made of numbers")
    return numbers


_NO_STEPS = 'its prefix must be made of whole numbers, or the word "all"'


def _prefix(spec: Spec) -> Prefix:
    given = () if spec["prefix"] == "all" else _list(spec, "prefix")
    steps = tuple(step for step in given if isinstance(step, int))
    if len(steps) < len(given):
        raise HierarchyError(_NO_STEPS)
    return Prefix(steps, _text(spec, "mask", "*"))


def _bands(spec: Spec) -> Bands:
    (origin,) = _numbers([spec.get("origin", 0.0)], "origin")
    return Bands(_numbers(_list(spec, "bands"), "bands"), origin)


_NO_YEARS = 'its years must be the first year that is told, or the word "all"'


def _years(spec: Spec) -> Years:
    given = spec["years"]
    if given == "all":
        return Years()
    if not isinstance(given, int) or isinstance(given, bool):
        raise HierarchyError(_NO_YEARS)
    return Years(given)


READERS: dict[str, Callable[[Spec], Rule]] = {
    "tree": lambda spec: Nested(_table(spec, "tree")),
    "levels": lambda spec: Levels(level_rows(_list(spec, "levels"))),
    "prefix": _prefix,
    "calendar": lambda spec: Calendar(tuple(map(str, _list(spec, "calendar")))),
    "bands": _bands,
    "ranges": lambda spec: Ranges(tuple(map(str, _list(spec, "ranges")))),
    "quantiles": lambda spec: Quantiles(spec["quantiles"]),  # type: ignore[arg-type]  # which checks it
    "classification": lambda spec: Classified(_text(spec, "classification")),
    "order": lambda spec: Order(tuple(map(label_of, _list(spec, "order")))),
    "zip3": lambda spec: ZipThree(tuple(map(str, _list(spec, "zip3")))),
    "years": _years,
    "top": lambda spec: TopCoded(*_numbers([spec["top"]], "top")),
    "flat": lambda spec: Flat(_text(spec, "flat")),
}
"""What reads each form but files."""
