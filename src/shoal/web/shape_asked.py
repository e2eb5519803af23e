"""The shapes of a request that the API speaks in; `frontend/src/api/types.ts` has the same."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from shoal.schema.column import Kind, Role
from shoal.web.shape import Shape, Share, Text, Whole


class Node(Shape):
    """A node of a hierarchy; a leaf has no children, and its label is a value of the column."""

    label: Text
    children: list[Node] | None = None


class Hierarchy(BaseModel):
    """A rule for a column: its form is a key of `shoal.toml`, and its setting stands under the same key."""

    model_config = ConfigDict(extra="allow")

    form: Annotated[str, Field(max_length=20)]
    tree: Node | None = None


class AskedColumn(Shape):
    """What is said of a column."""

    name: Text
    role: Role
    kind: Kind | None = None
    weight: float = 1.0
    hierarchy: Hierarchy | None = None


class Criterion(BaseModel):
    """What every group is to hold besides k rows: a model, and its settings by their names in `shoal.toml`."""

    model_config = ConfigDict(extra="allow")

    model: Annotated[str, Field(max_length=40)]
    column: Text | None = None


class Said(Shape):
    """The same request in four languages."""

    toml: str
    command: str
    python: str
    curl: str


class Asked(Shape):
    """A request, as a page edits it."""

    columns: list[AskedColumn]
    person: Text | None = None
    k: int
    method: Text = "auto"
    effort: Text | float = "balanced"
    suppress: float = 0.0
    criteria: Annotated[list[Criterion], Field(default_factory=list)]
    preset: Text | None = None
    max_risk: float | None = None
    said: Said | None = None


class Toml(Shape):
    """A request as the text of a `shoal.toml`."""

    toml: Annotated[str, Field(max_length=8_000_000)]


class Uniqueness(Shape):
    """How many stand alone in some columns: people where a person column is named, else rows.

    `below` says for some sizes how many are in groups that are smaller.
    """

    columns: list[str]
    rows: Whole
    unique: Whole
    share: Share
    people: Whole | None
    below: dict[str, int]


class Look(Shape):
    """A column, and a hierarchy to try on it; null asks for a proposal."""

    column: Text
    hierarchy: Hierarchy | None = None


class Preview(Shape):
    """A hierarchy on the values of a column: `levels` has a few values, each with what stands above it."""

    hierarchy: dict[str, Any]
    tree: Node
    levels: list[list[str]]
    gaps: list[str]
    loss: Share | None
