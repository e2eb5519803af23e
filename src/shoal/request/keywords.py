"""The keywords of the public functions that return a frame of the kind that came in, for type checkers.

What each of them means is told where it is taken: in `shoal.anonymize` and `shoal.compare`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from shoal.criteria.base import Criterion
from shoal.encode.encoder import Missing
from shoal.encode.loss import LossName
from shoal.engines.base import EngineName
from shoal.generalize.registry import Style
from shoal.partition.base import Effort
from shoal.partition.registry import MethodName
from shoal.progress import Cancel, Progress
from shoal.request.presets import PresetName
from shoal.request.request import Request
from shoal.schema.column import Kind
from shoal.schema.schema import Schema
from shoal.table.format import FormatName


class Keywords(TypedDict, total=False):
    """What both take."""

    quasi: str | Sequence[str] | None
    sensitive: str | Sequence[str]
    identifiers: str | Sequence[str]
    person: str | None
    person_share: float | None
    hierarchies: Mapping[str, object] | str | Path | None
    criteria: Criterion | Sequence[Criterion] | None
    l: int | None  # noqa: E741 - l keeps its letter
    t: float | None
    effort: Effort | None
    seed: int | None
    missing: Missing | None
    weights: Mapping[str, float] | None
    suppress: float | None
    loss: LossName | None
    kinds: Mapping[str, Kind] | None
    schema: Schema | str | Path | None
    request: Request | str | Path | None
    read: Mapping[str, object] | None
    threads: int | None
    progress: bool | Progress
    cancel: Cancel | None


class AnonymizeKeywords(Keywords, total=False):
    """What `anonymize` takes."""

    k: int | None
    max_risk: float | None
    preset: PresetName | None
    keep: str | Sequence[str]
    keep_others: bool | None
    method: MethodName | None
    vary: float | None
    style: Style | None
    keep_order: bool | None
    options: Mapping[str, object] | None
    pseudonymize: str | Sequence[str]
    mapping: str | Path | None
    written_as: FormatName | None
    for_report: bool
    engine: EngineName | None
    memory: str | float | None
    tmp: str | Path | None


class CompareKeywords(Keywords, total=False):
    """What `compare` takes."""

    k: int | Sequence[int] | None
    ks: int | Sequence[int] | None
    methods: MethodName | Sequence[MethodName]
    resume: str | Path | None
