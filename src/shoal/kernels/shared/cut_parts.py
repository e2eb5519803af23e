"""The parts of a cut: put in place, and tested against the rules on sensitive values."""

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.repair import run_passes


@inner()
def parts_pass(guard, rows, begin):
    """Return whether each part rows[begin[p]:begin[p + 1]] meets all rules; begin (parts + 1,) int64."""
    for p in range(begin.shape[0] - 1):
        if not run_passes(guard, rows[begin[p] : begin[p + 1]]):
            return False
    return True


@inner()
def sides_pass(guard, run, side):
    """Return whether the rows of either side meet all rules; run (m,) int32, side (m,) uint8, neither side empty."""
    rows = np.empty(run.shape[0], np.int32)
    middle = sort_sides(run, side, rows)
    return run_passes(guard, rows[:middle]) and run_passes(guard, rows[middle:])


@inner()
def put_sides(run, side, out_rows, out_edge):
    """Write the rows of side 0, then those of side 1, and mark where both begin; out_edge (m,) uint8."""
    middle = sort_sides(run, side, out_rows)
    out_edge[0] = 1
    out_edge[middle] = 1


@inner()
def sort_sides(run, side, out_rows):
    """Write the rows of side 0, then those of side 1, and return where the latter begin."""
    middle = 0
    for i in range(run.shape[0]):
        if side[i] == 0:
            middle += 1
    left, right = 0, middle
    for i in range(run.shape[0]):
        if side[i] == 0:
            out_rows[left] = run[i]
            left += 1
        else:
            out_rows[right] = run[i]
            right += 1
    return middle
