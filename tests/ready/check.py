"""`python -m tests.ready.check`: digests of what every method gives, as JSON.

`--no-compiler` makes any compilation an error: for a wheel that brings its code along. `--only` names some uses.
"""

from __future__ import annotations

import argparse
import json
import sys

from shoal.jit.needs import every_need
from tests.ready.tour import digest, from_file, run, uses


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.ready.check", description=__doc__)
    parser.add_argument("--no-compiler", action="store_true", help="fail where anything is compiled")
    parser.add_argument("--only", nargs="*", help="uses to look at; all of them unless named")
    asked = parser.parse_args()
    if asked.no_compiler:
        _forbid_compiling()
    found = {use: digest(run(use)) for use in uses() if asked.only is None or use in asked.only}
    for method in ("auto", "mondrian") if asked.only is None else ():
        found[f"{method}, file"] = digest([from_file(method)])
    sys.stdout.write(json.dumps(found, indent=1) + "\n")


def _forbid_compiling():
    from numba.core import event

    class Forbidden(event.Listener):
        def on_start(self, started):
            kernel, kinds = started.data["dispatcher"], started.data["args"]
            message = f"compiled: {kernel.py_func.__module__}.{kernel.py_func.__name__}{tuple(map(str, kinds))}"
            raise AssertionError(message)

        def on_end(self, _ended):
            pass

    event.register("numba:compile", Forbidden())
    absent = [need.kernel for need in every_need() if not need.is_there]
    if absent:
        sys.exit(f"not compiled: {', '.join(absent)}")


if __name__ == "__main__":
    main()
