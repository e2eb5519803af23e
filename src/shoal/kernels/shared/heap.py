"""The places of least price, without sorting the others."""

import numpy as np

from shoal.kernels._jit import inner


@inner()
def cheapest(price, rows, m, need):
    """Return the `need` places of least price among the first m, in no order; ties go to the lowest row.

    price (m or more,) float64, no NaN; rows (m or more,) int32, the row at each place; 1 <= need <= m. A heap of the
    best so far, the dearest on top. O(m log need).
    """
    heap = np.empty(need, np.int64)
    for i in range(need):
        heap[i] = i
    for top in range(need // 2 - 1, -1, -1):
        sink(heap, top, price, rows)
    for i in range(need, m):
        if is_dearer(heap[0], i, price, rows):
            heap[0] = i
            sink(heap, 0, price, rows)
    return heap


@inner()
def sink(heap, top, price, rows):
    """Let heap[top] sink to its place, the dearest on top."""
    size, place = heap.shape[0], heap[top]
    while 2 * top + 1 < size:
        child = 2 * top + 1
        if child + 1 < size and is_dearer(heap[child + 1], heap[child], price, rows):
            child += 1
        if not is_dearer(heap[child], place, price, rows):
            break
        heap[top] = heap[child]
        top = child
    heap[top] = place


@inner()
def is_dearer(a, b, price, rows):
    """Return whether place a comes after place b, by price and then by row."""
    return price[a] > price[b] or (price[a] == price[b] and rows[a] > rows[b])
