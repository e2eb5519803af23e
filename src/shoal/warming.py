"""What has to be compiled before a run can begin, by what it is asked to do."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path

from shoal.jit.ahead import Ahead
from shoal.jit.needs import Needs, every_need, needs_of
from shoal.jit.place import kept_at, ready_at
from shoal.partition.registry import HOUSE, IMPROVE, make_partitioner, searches
from shoal.progress import Cancel, Progress, Watch, teller
from shoal.request.settings import Settings, checked

BOUND, SUPPRESS, VARY = "bound", "suppress", "vary"
CRITERIA = ", criteria"


@dataclass(frozen=True, slots=True)
class Warmed:
    """What there is of compiled kernels.

    Attributes:
        compiled: how many were compiled now.
        there: how many had been compiled before, or came with the package.
        folder: where those are kept that are compiled here.
        seconds: how long it took.
    """

    compiled: int
    there: int
    folder: Path
    seconds: float

    def to_dict(self) -> dict[str, object]:
        """Return the facts as plain values."""
        return {**asdict(self), "folder": str(self.folder), "ready": ready_at() is not None}


@checked
def warm(*methods: str, progress: bool | Progress = False, cancel: Cancel | None = None) -> Warmed:
    """Compile ahead of time what methods need, all of them unless some are named, so that no run has to wait for it.

    For images and clusters, where the first run is to be as quick as the others. What is compiled is kept in a folder
    that the environment variable SHOAL_CACHE_DIR can name, and holds until the package or Numba is replaced.

    Args:
        methods: the names of methods, as in `anonymize`.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        cancel: a `Cancel`, by which another thread ends it; what was compiled by then is kept.

    Raises:
        SettingError: there is no such method.
    """
    started = time.perf_counter()
    watch = Watch(cancel)
    tell = watch.checking(teller(progress))
    for method in methods:
        make_partitioner(method, {})
    names = [name for method in methods for name in _with_search(method)]
    asked = [name + more for name in names for more in ("", CRITERIA)]
    needs = needs_of(*asked, BOUND, SUPPRESS, VARY) if methods else Needs(every_need(), ())
    with Ahead(needs, little=0.0) as ahead:
        ahead.wait_for_all(tell)
    for need in (*needs.first, *needs.later):
        if not need.is_there:  # no process could be started: this one does it
            watch.check()
            need.compile()
    there = len(needs.first) + len(needs.later) - ahead.kernels
    return Warmed(ahead.kernels, there, kept_at(), time.perf_counter() - started)


def uses_of(settings: Settings) -> tuple[str, ...]:
    """Return what a run makes use of, in the words of `needs_of`.

    Example:
        >>> uses_of(Settings(k=5, method="oka+improve", suppress=0.1))
        ('oka', 'auto', 'suppress')
    """
    methods = [method + CRITERIA * bool(settings.criteria) for method in _with_search(settings.method)]
    return (*methods, *[SUPPRESS] * bool(settings.suppress), *[VARY] * bool(settings.vary))


def compiled_ahead(*uses: str) -> Ahead:
    """Start to compile what some uses need and is not there, and return what can be waited for."""
    return Ahead(needs_of(*uses))


def _with_search(method: str) -> list[str]:
    """Return the method, and the house method where its search comes after it."""
    base = method.removesuffix(IMPROVE)
    return [base, HOUSE] if searches(method) and base != HOUSE else [base]
