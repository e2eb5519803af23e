"""`python -m tests.ready`: make the list of what every run needs compiled, src/shoal/jit/needs.json, again.

Each use runs in a process of its own, and what it called is looked up there; then every kernel is compiled once more,
alone, to learn how long that takes (`--untimed` keeps the times that are known).
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import multiprocessing
import os
import pkgutil
import subprocess
import sys
import time

import shoal.kernels
from shoal.jit.needs import LIST, Need
from shoal.warming import BOUND
from tests.ready.tour import run, uses

USUAL = 0.5
"""Seconds for a kernel whose time is not known."""


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.ready", description=__doc__)
    parser.add_argument("--use", help="print what one use calls, before and after groups are found, and nothing else")
    parser.add_argument("--time", help="print the seconds that the compilation of these kernels takes")
    parser.add_argument("--untimed", action="store_true", help="keep the times that are known")
    parser.add_argument("--retime", action="store_true", help="keep the kernels that are known, and time them again")
    asked = parser.parse_args()
    if asked.use:
        print(json.dumps(called_by(asked.use)))  # noqa: T201 - what it is for
    elif asked.time:
        print(json.dumps(seconds_of([Need(*each, USUAL) for each in json.loads(asked.time)])))  # noqa: T201 - likewise
    else:
        write(timed_again() if asked.retime else listed(untimed=asked.untimed))


def listed(*, untimed):
    """Return what every use needs, as plain values."""
    found = {use: _in_process("--use", use) for use in uses()}
    kernels = sorted({_pair(each) for parts in found.values() for part in parts for each in part})
    seconds = dict(known_seconds()) if untimed else {}
    rest = [pair for pair in kernels if pair not in seconds]
    if not untimed:
        seconds |= zip(rest, _in_process("--time", json.dumps(rest)), strict=True)
    number = {pair: at for at, pair in enumerate(kernels)}
    return {
        "kernels": [{"kernel": k, "arguments": a, "seconds": seconds.get((k, a), USUAL)} for k, a in kernels],
        "uses": {
            use: {
                name: sorted(number[_pair(each)] for each in part)
                for name, part in zip(("first", "later"), parts, strict=True)
            }
            for use, parts in found.items()
        },
    }


def timed_again():
    """Return the list as it is, with other times."""
    held = json.loads(LIST.read_text("utf-8"))
    taken = _in_process("--time", json.dumps([(each["kernel"], each["arguments"]) for each in held["kernels"]]))
    for each, seconds in zip(held["kernels"], taken, strict=True):
        each["seconds"] = seconds
    return held


def known_seconds():
    """Return the times that the list has now."""
    held = json.loads(LIST.read_text("utf-8")) if LIST.exists() else {"kernels": []}
    return [((each["kernel"], tuple(each["arguments"])), each["seconds"]) for each in held["kernels"]]


def write(held):
    """Write the list, a kernel or a use on each line."""
    kernels = ",\n".join(f"  {json.dumps(each)}" for each in held["kernels"])
    lines = ",\n".join(f"  {json.dumps(use)}: {json.dumps(parts)}" for use, parts in held["uses"].items())
    LIST.write_text(f'{{\n "kernels": [\n{kernels}\n ],\n "uses": {{\n{lines}\n }}\n}}\n', "utf-8")


def called_by(use):
    """Return the kernels that a use calls until the bound is sought, and those that it calls only then."""
    before = []

    def tell(step):
        if step.stage in ("bound", "publish") and not before:
            before.append(called())

    run(use, tell=None if use == BOUND else tell)
    first = before[0] if before else called()
    return first, [each for each in called() if each not in first]


def called():
    """Return the kernels that Python called so far, with the types of their arguments."""
    found = []
    for info in pkgutil.walk_packages(shoal.kernels.__path__, "shoal.kernels."):
        module = sys.modules.get(info.name)
        for name, kernel in vars(module).items() if module else ():
            if getattr(kernel, "__module__", "") == info.name and hasattr(getattr(kernel, "_cache", None), "path_of"):
                short = info.name.removeprefix("shoal.kernels.")
                found += [(f"{short}.{name}", [str(kind) for kind in types]) for types in kernel.overloads]
    return sorted(found)


def seconds_of(needs):
    """Return how many seconds of a core each kernel takes to compile when nothing else was compiled before."""
    for module in {need.kernel.rsplit(".", 1)[0] for need in needs}:
        importlib.import_module(f"shoal.kernels.{module}")
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        return pool.map(_seconds, needs, chunksize=1)


def _seconds(need):
    need.dispatcher._cache.disable()
    gc.disable()
    started = time.process_time()
    need.compile()
    return round(time.process_time() - started, 1)


def _pair(each):
    return each[0], tuple(each[1])


def _in_process(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "tests.ready", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{arguments[:2]} failed:\n{done.stderr}")
    sys.stderr.write(f"{arguments[0]} {arguments[1][:40]}\n")
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
