"""Deal the rows of a group out in turn, into as many parts as the rules on sensitive values allow."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.repair import run_passes


@serial()
def count_parts(starts, ends, out_parts, least, guard, rows):
    """Write into how many parts of at least `least` rows each run rows[starts[g]:ends[g]] can be dealt out.

    out_parts (runs,) int64: the most parts that all meet the rules, 1 where no more than one does; above 128 not every
    number is tried. Row i of a run goes to part (i + 1) modulo the parts. O(rows log rows) a run, with a factor of some
    hundred at worst; a number of parts is given up at the first that fails.
    """
    for g in range(starts.shape[0]):
        run = rows[starts[g] : ends[g]]
        parts = max(1, run.shape[0] // least)
        while parts > 1 and not dealt_pass(guard, run, parts):
            parts -= max(1, parts // 64)
        out_parts[g] = parts


@inner()
def dealt_pass(guard, run, parts):
    """Return whether all parts meet the rules when the run is dealt out."""
    part = np.empty(run.shape[0] // parts + 1, np.int32)
    for p in range(parts):
        size = 0
        for i in range(p, run.shape[0], parts):
            part[size] = run[i]
            size += 1
        if not run_passes(guard, part[:size]):
            return False
    return True
