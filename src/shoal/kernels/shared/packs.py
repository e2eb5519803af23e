"""Columns put together in packs, so that one look-up prices several of them."""

from shoal.kernels._jit import inner


@inner(early=True)
def pack_prices(first, at, base, single, out_price):
    """Write what each combination of the codes of a pack costs: the sum over its columns.

    first (packs + 1,) int64, the first column of each pack; at (columns + 1,) int64, where each column begins in
    `single`, float64, the price of each code; base (packs + 1,) int64, where each pack begins in out_price, float64.
    The codes of its first column change fastest.
    """
    for p in range(first.shape[0] - 1):
        begin, width = base[p], 1
        out_price[begin] = 0.0
        for j in range(first[p], first[p + 1]):
            distinct = at[j + 1] - at[j]
            for s in range(distinct - 1, -1, -1):
                more = single[at[j] + s]
                for i in range(width):
                    out_price[begin + s * width + i] = out_price[begin + i] + more
            width *= distinct
