"""Cut values in order into bands, so that the widths of all bands add up to the least."""

import numpy as np

from shoal.kernels._jit import serial


@serial()
def cut_bands(rows, most, low, high, k, least, out_start):
    """Write for each end of a band where the best band that ends there begins; -1 where none can.

    The units 0..m-1 are single values or runs of them, in order: rows, most (m,) int64, their rows and the rows of
    their most frequent value; low, high (m,) float64, the least and the greatest value. A band is some units in a row;
    no value may fill more than a share 1/k of its rows, and it is `least` wide or wider. out_start (m + 1,) int64; of
    equal ones the shortest. O(m²) at worst.
    """
    m = rows.shape[0]
    total = np.full(m + 1, np.inf)
    total[0] = 0.0
    for end in range(1, m + 1):
        out_start[end] = -1
        held, top = 0, 0
        for start in range(end - 1, -1, -1):
            held += rows[start]
            top = max(top, most[start])
            width = high[end - 1] - low[start]
            if width >= total[end]:
                break
            if top * k <= held and width >= least and total[start] + width < total[end]:
                total[end] = total[start] + width
                out_start[end] = start
