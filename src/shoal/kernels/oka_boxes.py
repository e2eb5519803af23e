"""One pass over the rows, each to the cluster whose loss it raises least: OKA by the increase of L.

With s the rows of a cluster and p the price of its box per row, a row that widens the box by g raises the cluster's
loss from s p to (s + 1)(p + g): by p + (s + 1) g. Increases within `GRAIN` of each other are equal; the lowest cluster
wins.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.oka import GRAIN
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.groups import box_groups


class Boxed(NamedTuple):
    """The clusters as they stand: size (K,) int64; lo, hi (K, d) int32; spans (K, d), price (K,) float64, per row."""

    size: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    spans: np.ndarray
    price: np.ndarray


def boxed(codes, costs, labels, count):
    """Return `count` clusters of the rows that have a label; codes (n, d) int32, labels (n,) int32, none empty."""
    size, lo, hi = box_groups(codes, labels, count)
    found = Boxed(size, lo, hi, np.empty(lo.shape, np.float64), np.empty(count, np.float64))
    price_boxes(costs, found)
    return found


@serial()
def price_boxes(costs, out_boxed):
    """Write what each box costs per row, in each column and in all."""
    count, d = out_boxed.lo.shape
    for c in range(count):
        out_boxed.price[c] = 0.0
        for j in range(d):
            out_boxed.spans[c, j] = span(costs, j, out_boxed.lo[c, j], out_boxed.hi[c, j])
            out_boxed.price[c] += out_boxed.spans[c, j]


@serial()
def seat_by_increase(rows, codes, costs, full, boxes, out_label):
    """Give the rows in turn to the cluster of fewer than `full` rows whose loss they raise least; there must be one.

    rows (m,) int32; codes (n, d) int32; full float64; out_label (n,) int32. O(m K d) at worst: a cluster is left as
    soon as the columns looked at raise it by more than the least so far.
    """
    for i in range(rows.shape[0]):
        code, best, least = codes[rows[i]], -1, np.inf
        for c in range(boxes.size.shape[0]):
            if boxes.size[c] < full and boxes.price[c] < least - GRAIN:
                rise = increase(boxes, costs, c, code, least)
                if rise < least - GRAIN:
                    best, least = c, rise
        out_label[rows[i]] = best
        widen(boxes, costs, best, code)


@inner()
def increase(boxes, costs, c, code, enough):
    """Return by how much a row raises the loss of cluster c, or some part of it that is `enough`; code (d,) int32."""
    rise = boxes.price[c]
    for j in range(code.shape[0]):
        lo, hi = boxes.lo[c, j], boxes.hi[c, j]
        if code[j] < lo or code[j] > hi:
            wider = span(costs, j, min(lo, code[j]), max(hi, code[j]))
            rise += (boxes.size[c] + 1) * (wider - boxes.spans[c, j])
            if rise >= enough:
                return rise
    return rise


@inner()
def widen(boxes, costs, c, code):
    """Add a row to cluster c."""
    boxes.size[c] += 1
    boxes.price[c] = 0.0
    for j in range(code.shape[0]):
        boxes.lo[c, j] = min(boxes.lo[c, j], code[j])
        boxes.hi[c, j] = max(boxes.hi[c, j], code[j])
        boxes.spans[c, j] = span(costs, j, boxes.lo[c, j], boxes.hi[c, j])
        boxes.price[c] += boxes.spans[c, j]
