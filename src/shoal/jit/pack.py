"""Compile every kernel for any processor of this architecture that is not very old, for a wheel to bring along.

`python -m shoal.jit.pack FOLDER`. The code goes to that folder, with a note of what it was made by; `hatch_build.py`
puts both into the wheel.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from shoal.jit.ahead import Ahead
from shoal.jit.needs import Needs, every_need
from shoal.jit.place import FOLDER_NAMED, baseline, needed_features, ready_target
from shoal.progress import on_stderr

NOTE = "made-by.json"
PACKING = "SHOAL_PACKING"


def main(folder: str) -> None:
    """Compile in a process that believes to run on such a processor, as this one has its own settings already."""
    name = baseline()
    if name is None:
        sys.exit("no baseline is known for this architecture")
    with tempfile.TemporaryDirectory() as kept:
        features = ",".join(f"+{feature}" for feature in needed_features())
        chosen = {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features, FOLDER_NAMED: kept, PACKING: folder}
        done = subprocess.run([sys.executable, "-m", "shoal.jit.pack"], env={**os.environ, **chosen}, check=False)
    sys.exit(done.returncode)


def pack(folder: Path) -> None:
    """Compile every kernel and gather the files under the names by which a wheel's are looked up."""
    with Ahead(Needs(every_need(), ()), little=0.0) as ahead:
        ahead.wait_for_all(on_stderr())
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for need in every_need():
        store = need.dispatcher._cache  # noqa: SLF001 - our own `Store`
        need.compile()  # where no other process did
        shutil.copy(store.place_of(need.arguments), folder / store.file_of(need.arguments, ready_target()))
    note = {"numba": metadata.version("numba"), "tags": _tags()}
    (folder / NOTE).write_text(json.dumps(note) + "\n", "utf-8")


def _tags() -> list[str]:
    """Return where the code runs, in the terms of wheels: where the Numba that loads it does, on this Python."""
    wheel = metadata.distribution("numba").read_text("WHEEL") or ""
    return [line.removeprefix("Tag: ") for line in wheel.splitlines() if line.startswith("Tag: ")]


if __name__ == "__main__":
    if PACKING in os.environ:
        pack(Path(os.environ[PACKING]))
    else:
        main(*sys.argv[1:])
