"""What a group costs: the price of the box from `lo` to `hi`, column by column.

A column lies on a line (numbers, dates, ordered categories: the price is a difference of two positions) or on a tree
(the price is that of the lowest node above both ends: a look-up in a small square table, or a climb where the table
would be large). The loss definitions differ only in what is in the arrays, so one kernel serves them all.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial

TABLE_LIMIT = 1024


class Costs(NamedTuple):
    """The prices of all columns, weights included, as one struct of arrays.

    line (d,) bool; missing (d,) int64, the code of a missing cell on a line or -1; weight (d,) float64;
    base (d,) int64, where column j begins in `position`; position (sum of sizes,) float64, weighted, ascending;
    table_at (d,) int64, where the table of column j begins, or -1; size (d,) int64, codes of column j;
    table float64, `table[table_at[j] + lo * size[j] + hi]`;
    node_at (d,) int64, where the nodes of column j begin; last, parent (nodes,) int32; price (nodes,) float64,
    weighted.
    """

    line: np.ndarray
    missing: np.ndarray
    weight: np.ndarray
    base: np.ndarray
    position: np.ndarray
    table_at: np.ndarray
    size: np.ndarray
    table: np.ndarray
    node_at: np.ndarray
    last: np.ndarray
    parent: np.ndarray
    price: np.ndarray


@inner()
def lowest_node(last, parent, lo, hi):
    """Return the lowest node above leaf `lo` that also covers leaf `hi` >= `lo`.

    last, parent (nodes,) int32, one tree. O(height).
    """
    node = lo
    while last[node] < hi:
        node = parent[node]
    return node


@serial()
def lowest_nodes(last, parent, lo, hi, out_node):
    """Write the lowest node that covers leaves lo[g]..hi[g] of one tree for each g.

    last, parent (nodes,) int32; lo, hi, out_node (groups,) int32.
    """
    for g in range(lo.shape[0]):
        out_node[g] = lowest_node(last, parent, lo[g], hi[g])


@serial()
def fill_table(last, parent, price, leaves, out_table):
    """Write the price of every pair lo <= hi of leaves of one tree, both ways round.

    last, parent (nodes,) int32; price (nodes,) float64; out_table (leaves * leaves,) float64.
    """
    for lo in range(leaves):
        node = lo
        for hi in range(lo, leaves):
            while last[node] < hi:
                node = parent[node]
            out_table[lo * leaves + hi] = price[node]
            out_table[hi * leaves + lo] = price[node]


@inner()
def span(costs, j, lo, hi):
    """Return the weighted price of column j for the codes lo..hi, lo <= hi."""
    if lo == hi:
        return 0.0
    if costs.table_at[j] >= 0:
        return costs.table[costs.table_at[j] + lo * costs.size[j] + hi]
    if costs.line[j]:
        if hi == costs.missing[j]:
            return costs.weight[j]
        return costs.position[costs.base[j] + hi] - costs.position[costs.base[j] + lo]
    at = costs.node_at[j]
    node = lo
    while costs.last[at + node] < hi:
        node = costs.parent[at + node]
    return costs.price[at + node]


@serial()
def box_cost(costs, lo, hi):
    """Return the weighted price per row of the box lo..hi; lo, hi (d,) int32."""
    total = 0.0
    for j in range(lo.shape[0]):
        total += span(costs, j, lo[j], hi[j])
    return total


@serial()
def box_costs(costs, lo, hi, out_cost):
    """Write the weighted price per row of each box; lo, hi (groups, d) int32; out_cost (groups,) float64."""
    for g in range(lo.shape[0]):
        out_cost[g] = box_cost(costs, lo[g], hi[g])
