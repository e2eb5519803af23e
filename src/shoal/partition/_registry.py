"""All methods by name. The command line, the docs and the contract tests read this table."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import fields

from shoal.errors import SettingError
from shoal.partition._base import Partitioner
from shoal.partition.cb import Cb
from shoal.partition.cb_diverse import CbDiverse
from shoal.partition.mondrian import Mondrian

PARTITIONERS: dict[str, type[Partitioner]] = {
    "cb": Cb,
    "cb_diverse": CbDiverse,
    "mondrian": Mondrian,
}


def make_partitioner(name: str, options: Mapping[str, object]) -> Partitioner:
    """Return the method of that name with the given options.

    Raises:
        SettingError: there is no such method, or it has no such option.
    """
    if name not in PARTITIONERS:
        near = difflib.get_close_matches(name, PARTITIONERS, n=1)
        message = f"no method {name!r}; methods are: {', '.join(PARTITIONERS)}"
        raise SettingError(message, hint=f"did you mean {near[0]!r}?" if near else "")
    method = PARTITIONERS[name]
    known = [field.name for field in fields(method)]  # type: ignore[arg-type]  # a protocol cannot ask for a dataclass
    unknown = [option for option in options if option not in known]
    if unknown:
        message = f"method {name!r} has no option {unknown[0]!r}; it has: {', '.join(known) or 'none'}"
        raise SettingError(message)
    return method(**options)
