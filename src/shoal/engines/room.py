"""How much memory a run may take."""

from __future__ import annotations

import os
import re
from pathlib import Path

from shoal.checks import plain, shown
from shoal.errors import SettingError

OF_FREE = 0.6
"""The share of the memory that is free which a run takes, unless it is told otherwise."""

UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
LEAST, MOST = 256 * 2**20, 2.0**62
"""Nothing runs in less, and nothing has more."""


def memory_of(given: object) -> int:
    """Return the bytes that a caller allows: a number, or a text such as "4GB"; a share of what is free by default.

    >>> memory_of("4GB"), memory_of("1.5 GiB")
    (4000000000, 1610612736)

    Raises:
        SettingError: it is neither, or too little.
    """
    if given is None:
        return max(LEAST, int(OF_FREE * free_memory()))
    text = str(given).upper() if isinstance(plain(given), str | int | float) else ""
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]I?)?B?\s*", text)
    if found is None:
        message = f"memory is {shown(given)}; it must be a number of bytes, or a size such as 4GB"
        raise SettingError(message)
    size = int(min(MOST, float(found[1]) * UNITS[found[2] or ""]))
    if size < LEAST:
        message = f"memory is {shown(given)}, less than a run needs at all"
        raise SettingError(message, hint="give at least 256MiB")
    return size


def free_memory() -> int:
    """Return the bytes that are free: what the system says, and no more than the limit of a container."""
    pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4 * 2**30
    sizes = [int(line.split()[1]) * 1024 for line in _lines("/proc/meminfo") if line.startswith("MemAvailable")]
    limit = [int(line) for line in _lines("/sys/fs/cgroup/memory.max") if line.isdigit()]
    used = [int(line) for line in _lines("/sys/fs/cgroup/memory.current") if line.isdigit()]
    free = sizes[0] if sizes else pages
    return min(free, limit[0] - used[0]) if limit and used else free


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text("utf-8").splitlines()
    except OSError:
        return []
