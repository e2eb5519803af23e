"""Run a kernel on many runs of rows at once.

Kernels are compiled for one thread and release the GIL; a pool of Python threads gives each its share of the runs.
Runs are disjoint and a kernel writes only to its own, so the result does not depend on the number of threads. Unlike
Numba's own parallel loops this compiles in a fraction of the time, needs no OpenMP, and survives a fork.
"""

import contextlib
import contextvars
import itertools
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

FEW_ROWS = 1 << 14
"""Below this, waking a second thread takes longer than it saves."""

PICKED = 1 << 17
"""Rows that a thread picks at a time."""

SHARES = 4
"""Pieces of work per thread, so that one that is done early takes over some of the rest."""

_threads = contextvars.ContextVar("threads", default=0)


@contextlib.contextmanager
def threads(count):
    """Run the kernels inside the block on at most `count` threads; None leaves the number as it is."""
    token = _threads.set(_threads.get() if count is None else max(1, count))
    try:
        yield
    finally:
        _threads.reset(token)


def thread_count():
    """Return how many threads kernels run on: as many as there are cores, unless `threads` says otherwise."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return _threads.get() or cores or 1


def runs_in(n, size):
    """Return where runs of `size` rows begin and end that cover n rows, the last one being shorter; int64 both."""
    starts = np.arange(0, n, size)
    return starts, np.minimum(starts + size, n)


def in_threads(function, items):
    """Return `function(item)` for all items, in their order, many at once: for work that lets other threads run.

    Each item is worked on by one thread, in which kernels have no other threads.
    """
    items = list(items)
    workers = min(thread_count(), len(items))
    if workers <= 1:
        return [function(item) for item in items]

    def alone(item):
        with threads(1):
            return function(item)

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(alone, items))


def picked(array, rows):
    """Return `array[rows]`, as NumPy does it, many rows at once; rows (m,) whole numbers."""
    if thread_count() == 1 or len(rows) < FEW_ROWS:
        return array[rows]
    found = np.empty((len(rows), *array.shape[1:]), array.dtype)

    def pick(run):
        found[run[0] : run[1]] = array[rows[run[0] : run[1]]]

    in_threads(pick, zip(*runs_in(len(rows), PICKED), strict=True))
    return found


def over_runs(kernel, starts, ends, *rest, aligned=(), few=FEW_ROWS):
    """Call `kernel(starts, ends, *aligned, *rest)` on shares of the runs, all at once.

    starts, ends (runs,) int64; `aligned` are arrays with one entry per run, cut like them; `rest` is the same for all
    shares. Shares have about the same number of rows. With fewer than `few` rows, one thread does it all.
    """
    workers = thread_count()
    rows = np.cumsum(ends - starts)
    if workers == 1 or len(starts) <= 1 or rows[-1] < few:
        kernel(starts, ends, *aligned, *rest)
        return
    goals = np.linspace(0, rows[-1], workers * SHARES + 1)[1:]
    cuts = np.unique([0, *(np.searchsorted(rows, goals) + 1).clip(max=len(starts))])
    with ThreadPoolExecutor(workers) as pool:
        shares = [
            pool.submit(kernel, starts[a:b], ends[a:b], *(array[a:b] for array in aligned), *rest)
            for a, b in itertools.pairwise(cuts)
        ]
    for share in shares:
        share.result()
