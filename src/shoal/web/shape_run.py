"""The shapes of runs and of what comes of them; `frontend/src/api/types.ts` has the same."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from shoal.web.shape import Cells, Fault, Shape, Share, Text, Whole
from shoal.web.shape_asked import Asked

RunState = Literal["queued", "running", "done", "failed", "cancelled"]


class Start(Shape):
    """Which table to run on, and what the run is called; a frontier tries several k quickly."""

    table: Text
    name: Annotated[str, Field(max_length=200)] | None = None
    frontier: bool = False


class End(Shape):
    """Whether the best groups so far are to be kept."""

    keep: bool


class Step(Shape):
    """Where a run is."""

    stage: str
    done: Share
    loss: float | None
    bound: float | None
    seconds: float | None
    left: float | None
    note: str


class Risks(Shape):
    """The chance that a row is the right one, for someone who knows all quasi columns of a person in the table."""

    highest: Share
    average: Share
    unique: Share


class Compared(Shape):
    """Risks in the table, and in the release; null where rows that look alike are not what protects."""

    before: Risks | None
    after: Risks | None


class Point(Shape):
    """One k of a frontier; where it cannot be met, `why` says so."""

    k: Whole
    loss: float | None
    bound: float | None
    highest_risk: float | None
    average_risk: float | None
    seconds: float | None
    possible: bool
    why: str


class Check(Shape):
    """A line of the reviewer's checklist."""

    id: str
    text: str
    done: bool
    note: str


class Ticked(Shape):
    """What a reviewer says to a line of the checklist."""

    id: Annotated[str, Field(max_length=40)]
    done: bool
    note: Annotated[str, Field(max_length=2000)] = ""


class Facts(BaseModel):
    """What a release says of itself: `Release.to_dict()`."""

    model_config = ConfigDict(extra="allow")

    rows: Whole
    released: Whole
    groups: Whole
    k: Whole
    method: str
    seconds: float
    suppressed: Whole
    smallest: Whole
    largest: Whole
    loss: dict[str, float]
    verified: bool


class Run(Shape):
    """A run; `queue` is its place among those that wait, 0 where it does not."""

    id: str
    table: str
    kind: Literal["release", "frontier"]
    name: str | None
    state: RunState
    queue: Whole
    error: Fault | None
    asked: Asked
    step: Step | None
    steps: list[tuple[float, float, float | None]]
    facts: Facts | None
    risk: Compared | None
    points: list[Point]
    checklist: list[Check]
    warnings: list[str]
    formats: list[str]


class Runs(Shape):
    """All runs of a session."""

    runs: list[Run]


class Picture(Shape):
    """A picture of the report, as SVG."""

    name: str
    title: str
    svg: str


class Pictures(Shape):
    """The pictures of a release."""

    pictures: list[Picture]


class GroupLine(Shape):
    """A group: its rows, what share of their detail is lost, and what they leave as."""

    n: Whole
    rows: Whole
    price: Share
    cells: list[str | None]


class Groups(Shape):
    """A window of groups, the dearest first."""

    groups: Whole
    columns: list[str]
    list: list[GroupLine]


class GroupColumn(Shape):
    """What a column adds to the price of a group, the row that widened it most, and the price without that row."""

    name: str
    cell: str | None
    price: Share
    widened_by: Whole | None
    without: Share | None


class Group(Shape):
    """Why a group is what it is; members are rows of the table."""

    n: Whole
    rows: Whole
    price: Share
    columns: list[GroupColumn]
    members: list[Whole]


class Known(Shape):
    """A row of the table, and the columns that an attacker knows of it."""

    row: Whole
    known: Annotated[list[Text], Field(max_length=2000)]


class Value(Shape):
    """A value, and the share of the candidates that have it."""

    value: str | None
    share: Share


class Learnt(Shape):
    """What the candidates tell of a sensitive column."""

    column: str
    values: list[Value]
    certain: bool


class View(Shape):
    """Whom an attacker finds: how many candidates, the chance to pick the right one, and some of them."""

    candidates: Whole
    chance: Share
    columns: list[str]
    rows: Cells
    learnt: list[Learnt]


class Person(Shape):
    """One person, before and after."""

    row: Whole
    known: list[str]
    before: View
    after: View


class Certificate(BaseModel):
    """The certificate of a release, as `shoal verify-certificate` takes it."""

    model_config = ConfigDict(extra="allow")

    certificate: int
    sha256: str | None
    verdict: dict[str, Any]
