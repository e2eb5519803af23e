"""A process that compiles kernels for another one: it reads which from lines on its input, and answers each.

`python -m shoal.jit.worker`. A line is the number of a kernel in the list of needs, and whether to wait where another
process is at it; the answer is one word. It ends when its input does, even in the middle of a kernel, so it does not
outlive the process that started it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from shoal.jit.needs import Need, every_need

DONE, BUSY, FAILED = "done", "busy", "failed"
WAIT = "wait"

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes may compile the same kernel, and keep it once
    fcntl = None  # type: ignore[assignment]


def main() -> None:
    """Answer until the input ends."""
    gc.disable()  # compiling makes much that lives as long as the process: to look for what does not costs a sixth
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    answers, sys.stdout = sys.stdout, sys.stderr
    while True:
        number, *how = lines.get().split()
        answers.write(compiled(every_need()[int(number)], waiting=WAIT in how) + "\n")
        answers.flush()


def compiled(need: Need, *, waiting: bool) -> str:
    """Compile a kernel unless it is there or another process is at it; return what became of it."""
    try:
        with _alone(need, waiting=waiting) as alone:
            if not alone:
                return BUSY
            if not need.is_there:
                need.compile()
    except Exception:  # noqa: BLE001 - whatever it is, the run that needs the kernel meets it as well, and says it
        return FAILED
    return DONE


@contextlib.contextmanager
def _alone(need: Need, *, waiting: bool) -> Iterator[bool]:
    """Keep other processes from compiling the same kernel meanwhile; yield whether it worked."""
    place: Path = need.dispatcher._cache.place_of(need.arguments).with_suffix(".lock")  # noqa: SLF001 - our own `Store`
    if fcntl is None:
        yield True
        return
    with place.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if waiting else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True
        place.unlink(missing_ok=True)


def _listen(lines: queue.SimpleQueue[str]) -> None:
    """Pass on the lines of the input, and end the process with it."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
