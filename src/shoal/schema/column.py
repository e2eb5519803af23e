"""What one column means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Literal, TypeAlias, TypeGuard, get_args

from shoal.errors import SchemaError
from shoal.schema.hierarchy import Hierarchy

Role: TypeAlias = Literal["identifier", "quasi", "sensitive", "plain"]
Kind: TypeAlias = Literal["numeric", "categorical", "date"]

ROLES: tuple[Role, ...] = get_args(Role)
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name, role and kind, and how it is to be generalised.

    `kind=None` leaves the kind to `infer`. `domain` is the least and greatest value that the column can take (as text
    for dates, in ISO form); it must cover the data. `form` is the strftime pattern of dates kept as text, ISO if empty.
    """

    name: str
    role: Role = "plain"
    kind: Kind | None = None
    weight: float = 1.0
    domain: tuple[float | str, float | str] | None = None
    hierarchy: Hierarchy | None = None
    form: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be right for any table."""
        if self.role not in ROLES:
            message = f"column {self.name!r} has the role {self.role!r}; roles are: {', '.join(ROLES)}"
            raise SchemaError(message)
        if self.kind is not None and self.kind not in KINDS:
            message = f"column {self.name!r} has the kind {self.kind!r}; kinds are: {', '.join(KINDS)}"
            raise SchemaError(message)
        if not (_is_number(self.weight) and self.weight >= 0):
            message = f"column {self.name!r} has the weight {self.weight}; a weight is a finite number, 0 or more"
            raise SchemaError(message)
        if self.domain is not None and not _is_domain(self.domain):
            message = f"the domain of column {self.name!r} must be its least and its greatest value, in this order"
            raise SchemaError(message, hint="give two finite numbers, or two dates in ISO form as text")


def _is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a finite number; truth values are none."""
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def _is_domain(ends: Sequence[object]) -> bool:
    """Return whether these are two numbers or two texts, the lesser first."""
    match tuple(ends):
        case (str(least), str(greatest)):
            return least <= greatest
        case (least, greatest):
            return _is_number(least) and _is_number(greatest) and least <= greatest
    return False
