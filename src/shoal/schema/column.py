"""What one column means."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from shoal.checks import Choice, Number, OneOf, items_of, plain, shown, taken
from shoal.errors import SchemaError
from shoal.schema.hierarchy import Hierarchy, Recoding

Role: TypeAlias = Literal["identifier", "quasi", "sensitive", "plain", "omitted"]
Kind: TypeAlias = Literal["numeric", "categorical", "date"]

ROLES: tuple[Role, ...] = get_args(Role)
KINDS: tuple[Kind, ...] = get_args(Kind)

WEIGHT = OneOf((Number(1e-6, 1e6), Number(0, 0)), "0, or a number from 0.000001 to 1000000")
"""What the loss in a column may count. Beyond these ends, sums of losses lose the digits that tell groups apart."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name, role and kind, and how it is to be generalised.

    Columns of the role "plain" leave as they are; "identifier" and "omitted" ones do not leave. A column that is given
    no role is omitted.
    `kind=None` leaves the kind to `infer`. `domain` is the least and greatest value that the column can take (as text
    for dates, in ISO form); it must cover the data. `form` is the strftime pattern of dates kept as text, ISO if empty.
    """

    name: str
    role: Role = "omitted"
    kind: Kind | None = None
    weight: float = 1.0
    domain: tuple[float | str, float | str] | None = None
    hierarchy: Hierarchy | None = None
    form: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be right for any table; keep values of plain Python."""
        if not isinstance(self.name, str):
            message = f"the name of a column is {shown(self.name)}; it must be a text"
            raise SchemaError(message)
        of = f"of column {shown(self.name)}"
        self._keep("name", str(self.name))
        self._keep("role", taken(Choice(ROLES), f"the role {of}", self.role, SchemaError))
        if self.kind is not None:
            self._keep("kind", taken(Choice(KINDS), f"the kind {of}", self.kind, SchemaError))
        self._keep("weight", taken(WEIGHT, f"the weight {of}", self.weight, SchemaError))
        if self.domain is not None:
            self._keep("domain", _ends(self.domain, of))
        rule = self.hierarchy
        if rule is not None and (isinstance(rule, type) or not isinstance(rule, Hierarchy)):
            message = f"the hierarchy {of} is {shown(self.hierarchy)}; it must be a rule, such as Flat() or Prefix()"
            raise SchemaError(message)
        if isinstance(rule, Recoding) and self.role == "quasi" and self.kind not in (None, "categorical"):
            message = f"the kind {of} is {self.kind}, and its rule recodes it to labels"
            raise SchemaError(message, hint="leave the kind out, or the rule")
        if not isinstance(self.form, str):
            message = f"the form {of} is {shown(self.form)}; it must be a text, such as %d.%m.%Y"
            raise SchemaError(message)

    def _keep(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)


def _ends(domain: object, of: str) -> tuple[object, ...]:
    """Return the least and the greatest value: two finite numbers or two texts, the lesser first.

    Raises:
        SchemaError: they are something else.
    """
    match [plain(end) for end in items_of(domain) or ()]:
        case [str(least), str(greatest)] if least <= greatest:
            return least, greatest
        case [int() | float() as least, int() | float() as greatest] if _is_number(least) and _is_number(greatest):
            if least <= greatest:
                return least, greatest
    message = f"the domain {of} must be its least and its greatest value, in this order"
    raise SchemaError(message, hint="give two finite numbers, or two dates in ISO form as text")


def _is_number(value: float) -> bool:
    """Return whether a number is finite and no truth value."""
    return not isinstance(value, bool) and abs(value) <= sys.float_info.max
