"""The shapes of tables that the API speaks in; `frontend/src/api/types.ts` has the same."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from shoal.schema.column import Kind, Role

Share = Annotated[float, Field(ge=0, le=1)]
Whole = Annotated[int, Field(ge=0)]
Text = Annotated[str, Field(max_length=1000)]
Cells = list[list[str | None]]


class Shape(BaseModel):
    """What is sent or taken: nothing but what is named."""

    model_config = ConfigDict(extra="forbid")


class Fault(Shape):
    """What is wrong, and what to try; it never holds a cell."""

    kind: str
    message: str
    hint: str = ""


class Refusal(Shape):
    """The body of every answer that is no success."""

    error: Fault


class Sample(Shape):
    """A table to try the app on."""

    name: str
    title: str
    rows: Whole


class Method(Shape):
    """A method, in words."""

    name: str
    title: str
    text: str


class Preset(Shape):
    """A rule that others have published."""

    name: str
    title: str
    text: str
    max_risk: float | None


class Limits(Shape):
    """What may be uploaded."""

    upload_bytes: Whole
    rows: Whole
    columns: Whole


class About(Shape):
    """What this server is and allows."""

    version: str
    limits: Limits
    paths_allowed: bool
    samples: list[Sample]
    methods: list[Method]
    presets: list[Preset]


class Opened(Shape):
    """A session: anyone who has its token sees its tables."""

    token: str
    url: str


class Reading(Shape):
    """How a file is read, where that is said."""

    separator: Annotated[str, Field(max_length=3)] | None = None
    encoding: Annotated[str, Field(max_length=40)] | None = None
    null: list[Text] | None = None
    decimal: Literal[".", ","] | None = None
    thousands: Literal[".", ",", " ", "'"] | None = None
    header: bool | None = None
    sheet: Text | int | None = None
    format: Annotated[str, Field(max_length=20)] | None = None


class Source(Shape):
    """A table that is not uploaded: a sample, or a file of the machine that the server runs on."""

    sample: Text | None = None
    path: Annotated[str, Field(max_length=4096)] | None = None
    read: Reading | None = None


class Reread(Shape):
    """How a file is to be read once more."""

    read: Reading


class TableColumn(Shape):
    """One column by itself; shares are of rows."""

    name: str
    kind: Kind
    distinct: Whole
    missing: Share
    unique: Share
    role: Role
    reason: str
    spark: list[float]
    spark_label: str


class Pair(Shape):
    """Two columns, and the share of rows that no other row equals in both."""

    first: str
    second: str
    unique: Share


class Proposed(Shape):
    """The roles to consider."""

    identifiers: list[str]
    quasi: list[str]
    sensitive: list[str]


class Table(Shape):
    """A table that was given to the server."""

    id: str
    name: str
    state: Literal["reading", "ready", "failed"]
    error: Fault | None
    read: Reading | None
    format: str
    rows: Whole
    columns: list[TableColumn]
    findings: list[str]
    proposed: Proposed
    unique_share: Share | None
    pairs: list[Pair]


class Tables(Shape):
    """All tables of a session."""

    tables: list[Table]


class Rows(Shape):
    """A window of rows, as text; missing cells are null."""

    offset: Whole
    rows: Whole
    columns: list[str]
    cells: Cells
