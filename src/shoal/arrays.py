"""Names for the array types that cross borders."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Codes: TypeAlias = NDArray[np.int32]
"""(n, d) positions in the ordered domain of each quasi column, rows contiguous."""

Labels: TypeAlias = NDArray[np.int32]
"""(n,) group number of each row, 0..groups-1; -1 for a suppressed row."""

Bounds: TypeAlias = NDArray[np.int32]
"""(groups, d) lowest or highest code of each group in each column."""

Sizes: TypeAlias = NDArray[np.int64]
"""(groups,) rows per group."""

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int32]
Rows: TypeAlias = NDArray[np.int64]
"""Row positions in the table, 0..n-1."""

Picks: TypeAlias = NDArray[np.uint32]
"""Row or group positions as data frames take them."""

Flips: TypeAlias = NDArray[np.uint8]
"""(n,) 1 where a group begins, in an order in which each is a run of rows."""

Flags: TypeAlias = NDArray[np.bool_]
