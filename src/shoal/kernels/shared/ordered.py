"""Lists in ascending order."""

from shoal.kernels._jit import inner


@inner()
def place_of(values, begin, end, one):
    """Return the first place from `begin` on with a value of at least `one`; `end` where none before it has.

    values ascending from `begin` to `end`.
    """
    while begin < end:
        middle = (begin + end) // 2
        if values[middle] < one:
            begin = middle + 1
        else:
            end = middle
    return begin
