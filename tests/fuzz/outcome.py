"""What a run came to."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """What a run came to.

    Attributes:
        code: 0, or the exit code of the error; 1 for an error that shoal did not foresee.
        error: the text of the error.
        said: everything that was said: warnings, errors, standard output and standard error.
        facts: the report of the run as plain values.
        files: what was written, by what it is: release, sensitive, mapping, schema, html, json.
        faults: what was seen to be wrong during the run.
        saved: whether the release was written before anything went wrong.
    """

    code: int = 0
    error: str = ""
    said: list = field(default_factory=list)
    facts: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)
    faults: list = field(default_factory=list)
    saved: bool = False
