"""What a client is told where something is refused or fails: a kind, a sentence and a hint, and never a cell."""

from __future__ import annotations

from typing import TypedDict

from shoal.errors import (
    Cancelled,
    HierarchyError,
    InfeasibleError,
    InputError,
    OutputError,
    SchemaError,
    SettingError,
    ShoalError,
    VerificationError,
)


class FaultDict(TypedDict):
    """A fault as it is sent."""

    kind: str
    message: str
    hint: str


class Refused(Exception):  # noqa: N818 - what a client hears, not what went wrong here
    """A request that the server does not serve, with its status."""

    def __init__(self, status: int, kind: str, message: str, hint: str = "") -> None:
        """Keep what the client is told."""
        super().__init__(message)
        self.status = status
        self.fault = FaultDict(kind=kind, message=message, hint=hint)


STATUS: dict[type[ShoalError], int] = {
    InfeasibleError: 422,
    SchemaError: 422,
    HierarchyError: 422,
    SettingError: 422,
    InputError: 400,
    OutputError: 400,
    Cancelled: 409,
    VerificationError: 500,
}
"""What each kind of error is answered with."""

UNFORESEEN = FaultDict(
    kind="InternalError", message="something went wrong that nobody foresaw", hint="the server's terminal says where"
)


def fault_of(error: BaseException) -> FaultDict:
    """Return what a client is told of an error; of one that is not shoal's own only its kind, as it may hold cells."""
    if isinstance(error, ShoalError):
        return FaultDict(kind=type(error).__name__, message=error.message, hint=error.hint)
    if isinstance(error, MemoryError):
        return FaultDict(
            kind="MemoryError", message="there is not enough memory for this table", hint="try fewer columns"
        )
    message = f"something went wrong that nobody foresaw: {type(error).__name__}"
    return FaultDict(kind="InternalError", message=message, hint="")


def missing(*, what: str) -> Refused:
    """Return the refusal of something that is not there, or is another session's."""
    return Refused(404, "NotFound", f"there is no such {what}", "it may have been deleted")
