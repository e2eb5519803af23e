"""One pass over the rows, each to the nearest cluster: OKA.

A cluster's centre is, per column, the mean position on a line (NaN where more than half of its cells are missing) or
the lowest common node of its leaves. The prices of a row with all clusters are kept column by column as running sums,
so a row that begins like the one before it pays only for the columns that differ. These sums are in single precision
and only sort out the clusters that may be nearest; those are priced exactly. Distances within `GRAIN` of each other
are equal; the lowest cluster wins.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import lowest_node
from shoal.kernels.shared.groups import extents

GRAIN = 1e-12
ROUGH = 2.0**-21
"""More than a sum of prices in single precision is wrong by, as a share of the greatest price and per column."""
SHELF_LIMIT = 1 << 25
"""How many prices of a leaf with a cluster are kept; columns beyond are looked up cluster by cluster."""
TINY = 1e-30
"""What the running sums begin with, so that no price is 0 and infinity times a price is infinity."""
BLOCK = 128


class Clusters(NamedTuple):
    """The clusters as they stand, column by column.

    size (K,) float32; node (d, K) int32; total, present, mean (d, K) float64, of the positions on a line; rough_mean
    (d, K) float32; shelf_at (d,) int64, where column j begins on the shelf, or -1; shelf (leaves, K) float32, the
    price of each leaf of a tree with each cluster.
    """

    size: np.ndarray
    node: np.ndarray
    total: np.ndarray
    present: np.ndarray
    mean: np.ndarray
    rough_mean: np.ndarray
    shelf_at: np.ndarray
    shelf: np.ndarray


def clusters_of(codes, costs, labels, count):
    """Return `count` clusters of the rows that have a label; codes (n, d) int32, labels (n,) int32, none empty."""
    d = codes.shape[1]
    shelf_at, room = np.full(d, -1, np.int64), 0
    for j in range(d):
        if not costs.line[j] and (room + costs.size[j]) * count <= SHELF_LIMIT:
            shelf_at[j] = room
            room += int(costs.size[j])
    lo, hi = np.full((count, d), np.iinfo(np.int32).max, np.int32), np.full((count, d), -1, np.int32)
    extents(codes, labels, lo, hi)
    clusters = Clusters(
        size=np.bincount(labels[labels >= 0], minlength=count).astype(np.float32),
        node=np.full((d, count), -1, np.int32), total=np.zeros((d, count)), present=np.zeros((d, count)),
        mean=np.zeros((d, count)), rough_mean=np.zeros((d, count), np.float32),
        shelf_at=shelf_at, shelf=np.empty((room, count), np.float32),
    )  # fmt: skip
    fill_clusters(codes, costs, labels, lo, hi, clusters)
    return clusters


@serial()
def fill_clusters(codes, costs, labels, lo, hi, clusters):
    """Write means, nodes and shelf of clusters whose sizes and boxes are known; lo, hi (K, d) int32."""
    d, count = clusters.mean.shape
    prices = np.empty(max(1, costs.price.shape[0]), np.float64)
    for j in range(d):
        if costs.line[j]:
            for i in range(labels.shape[0]):
                if labels[i] >= 0 and codes[i, j] != costs.missing[j]:
                    clusters.total[j, labels[i]] += costs.position[costs.base[j] + codes[i, j]]
                    clusters.present[j, labels[i]] += 1.0
            for c in range(count):
                mean = mean_of(clusters.total[j, c], clusters.present[j, c], clusters.size[c])
                clusters.mean[j, c] = mean
                clusters.rough_mean[j, c] = mean
            continue
        begin, end = node_range(costs, j)
        last, parent, price = costs.last[begin:end], costs.parent[begin:end], costs.price[begin:end]
        for c in range(count):
            clusters.node[j, c] = lowest_node(last, parent, lo[c, j], hi[c, j])
        if clusters.shelf_at[j] >= 0:
            for leaf in range(costs.size[j]):
                price_nodes(parent, price, leaf, prices)
                shelf = clusters.shelf[clusters.shelf_at[j] + leaf]
                for c in range(count):
                    shelf[c] = prices[clusters.node[j, c]]


@inner()
def mean_of(total, present, size):
    """Return the mean of the cells that are present, or NaN where more than half are missing."""
    return total / present if 2 * present >= size else np.nan


@inner()
def node_range(costs, j):
    """Return where the nodes of column j begin and end."""
    end = costs.price.shape[0]
    if j + 1 < costs.node_at.shape[0]:
        end = costs.node_at[j + 1]
    return costs.node_at[j], end


@inner()
def price_nodes(parent, price, node, out_price):
    """Write the price of the lowest common node of `node` with every node of one tree; children come before parents.

    parent (nodes,) int32; price (nodes,) float64; out_price (>= nodes,) float64. O(nodes).
    """
    for v in range(parent.shape[0]):
        out_price[v] = -1.0
    v = node
    while v >= 0:
        out_price[v] = price[v]
        v = parent[v]
    for v in range(parent.shape[0] - 1, -1, -1):
        if out_price[v] < 0.0:
            out_price[v] = out_price[parent[v]]


@inner()
def line_price(position, mean, weight):
    """Return the price between a position and a mean, either of which may be NaN: missing."""
    if np.isnan(position) or np.isnan(mean):
        return 0.0 if np.isnan(position) and np.isnan(mean) else weight
    return abs(position - mean)


@inner()
def place_row(row, first, codes, costs, out_position, out_prices):
    """Write where a row lies, from column `first` on: its positions on lines, its prices with the nodes of trees."""
    for j in range(first, codes.shape[1]):
        code = codes[row, j]
        if costs.line[j]:
            missing = code == costs.missing[j]
            out_position[j] = np.nan if missing else costs.position[costs.base[j] + code]
        else:
            begin, end = node_range(costs, j)
            price_nodes(costs.parent[begin:end], costs.price[begin:end], code, out_prices[begin:end])


@inner()
def add_line(before, after, mean, position, weight):
    """Write running sums after a line; NaN is missing; all (K,) float32 or float32."""
    if np.isnan(position):
        for c in range(before.shape[0]):
            after[c] = before[c] + (np.float32(0.0) if np.isnan(mean[c]) else weight)
        return
    for c in range(before.shape[0]):
        gap = abs(position - mean[c])
        after[c] = before[c] + (gap if gap == gap else weight)  # noqa: PLR0124 - NaN is the one that differs


@inner()
def add_tree(before, after, prices, node):
    """Write running sums after a tree that has no shelf; prices (nodes,) float64; node (K,) int32."""
    for c in range(before.shape[0]):
        after[c] = before[c] + np.float32(prices[node[c]])


@inner()
def add_shelf(before, after, prices):
    """Write running sums after a tree that has one; all (K,) float32."""
    for c in range(before.shape[0]):
        after[c] = before[c] + prices[c]


@inner()
def shortlist(price, factor, slack, worth, least, out_near):
    """Write the clusters whose factor times price is within `slack` of the least, ascending; return how many.

    price, factor, worth (K,) float32; least (blocks,) int32, scratch: floats that are not negative are in the order of
    their bits, and a search among integers is compiled to wide instructions; out_near (K,) int64.
    """
    count, best = worth.shape[0], 0
    for c in range(count):
        worth[c] = factor[c] * price[c]
    bits = worth.view(np.int32)
    for b in range(least.shape[0]):
        low = bits[b * BLOCK]
        for c in range(b * BLOCK, min(count, b * BLOCK + BLOCK)):
            low = min(low, bits[c])
        least[b] = low
        if low < least[best]:
            best = b
    floor = least.view(np.float32)
    edge = np.float32(floor[best] + slack)
    found = 0
    for b in range(least.shape[0]):
        if floor[b] <= edge:
            for c in range(b * BLOCK, min(count, b * BLOCK + BLOCK)):
                if worth[c] <= edge:
                    out_near[found] = c
                    found += 1
    return found


@inner()
def nearest(near, found, costs, position, prices, clusters, factor, exact):
    """Return the cluster of least factor times price among the first `found` of `near`; exact (K,) float64, scratch."""
    least = np.inf
    for s in range(found):
        exact[s] = 0.0
        c = near[s]
        for j in range(position.shape[0]):
            if costs.line[j]:
                exact[s] += line_price(position[j], clusters.mean[j, c], costs.weight[j])
            else:
                exact[s] += prices[costs.node_at[j] + clusters.node[j, c]]
        exact[s] *= factor[c]
        least = min(least, exact[s])
    s = 0
    while exact[s] > least + GRAIN:
        s += 1
    return near[s]


@inner()
def seat(c, costs, position, prices, clusters, sums, scratch):
    """Add the present row to cluster c, and bring c's running sums up to date; sums (d + 1, K) float32."""
    clusters.size[c] += np.float32(1)
    for j in range(position.shape[0]):
        if costs.line[j]:
            if not np.isnan(position[j]):
                clusters.total[j, c] += position[j]
                clusters.present[j, c] += 1.0
            mean = mean_of(clusters.total[j, c], clusters.present[j, c], clusters.size[c])
            clusters.mean[j, c] = mean
            clusters.rough_mean[j, c] = mean
            price = line_price(position[j], mean, costs.weight[j])
        else:
            begin, end = node_range(costs, j)
            node = clusters.node[j, c]
            price = prices[begin + node]
            if costs.price[begin + node] < price:
                while costs.price[begin + node] < price:
                    node = costs.parent[begin + node]
                clusters.node[j, c] = node
                if clusters.shelf_at[j] >= 0:
                    price_nodes(costs.parent[begin:end], costs.price[begin:end], node, scratch)
                    for leaf in range(costs.size[j]):
                        clusters.shelf[clusters.shelf_at[j] + leaf, c] = scratch[leaf]
        sums[j + 1, c] = sums[j, c] + np.float32(price)


@serial()
def seat_rows(rows, codes, costs, full, by_size, clusters, out_label):
    """Give the rows in turn to the nearest cluster that has fewer than `full` rows; there must be one for every row.

    rows (m,) int32; codes (n, d) int32; full float64; by_size bool, whether a distance is multiplied by the cluster's
    rows; out_label (n,) int32. O(m K d), less where rows begin like the one before.
    """
    d, count = clusters.mean.shape
    near, exact = np.empty(count, np.int64), np.empty(count, np.float64)
    sums, worth = np.full((d + 1, count), np.float32(TINY)), np.empty(count, np.float32)
    least, factor = np.empty((count + BLOCK - 1) // BLOCK, np.int32), np.empty(count, np.float32)
    position, prices = np.zeros(d, np.float64), np.empty(costs.price.shape[0], np.float64)
    scratch = np.empty(costs.price.shape[0], np.float64)
    rough, largest = 0.0, 0.0
    for j in range(d):
        rough += ROUGH * (d + 4) * costs.weight[j]
    for c in range(count):
        factor[c] = factor_of(clusters.size[c], full, by_size)
        largest = max(largest, clusters.size[c])
    for i in range(rows.shape[0]):
        first = 0 if i == 0 else first_change(codes, rows[i - 1], rows[i])
        place_row(rows[i], first, codes, costs, position, prices)
        for j in range(first, d):
            if costs.line[j]:
                weight = np.float32(costs.weight[j])
                add_line(sums[j], sums[j + 1], clusters.rough_mean[j], np.float32(position[j]), weight)
            elif clusters.shelf_at[j] >= 0:
                add_shelf(sums[j], sums[j + 1], clusters.shelf[clusters.shelf_at[j] + codes[rows[i], j]])
            else:
                add_tree(sums[j], sums[j + 1], prices[costs.node_at[j] :], clusters.node[j])
        found = shortlist(sums[d], factor, rough * largest, worth, least, near)
        c = nearest(near, found, costs, position, prices, clusters, factor, exact)
        out_label[rows[i]] = c
        seat(c, costs, position, prices, clusters, sums, scratch)
        largest = max(largest, clusters.size[c])
        factor[c] = factor_of(clusters.size[c], full, by_size)


@inner()
def factor_of(size, full, by_size):
    """Return what the distance to a cluster is multiplied by; infinity for a full one."""
    if size >= full:
        return np.float32(np.inf)
    return size if by_size else np.float32(1.0)


@inner()
def first_change(codes, a, b):
    """Return the first column in which two rows differ, or the number of columns."""
    j = 0
    while j < codes.shape[1] and codes[a, j] == codes[b, j]:
        j += 1
    return j


@serial()
def own_prices(rows, codes, costs, labels, clusters, out_price):
    """Write what each row costs with the centre of its own cluster; out_price (n,) float64.

    rows (n,) int32, all rows, soonest done in an order in which neighbours begin alike.
    """
    d = codes.shape[1]
    position, prices = np.zeros(d, np.float64), np.empty(costs.price.shape[0], np.float64)
    for s in range(rows.shape[0]):
        i = rows[s]
        place_row(i, 0 if s == 0 else first_change(codes, rows[s - 1], i), codes, costs, position, prices)
        total = 0.0
        for j in range(d):
            if costs.line[j]:
                total += line_price(position[j], clusters.mean[j, labels[i]], costs.weight[j])
            else:
                total += prices[costs.node_at[j] + clusters.node[j, labels[i]]]
        out_price[i] = total
