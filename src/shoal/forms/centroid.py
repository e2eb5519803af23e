"""Each group leaves as its centre: the mean of each column of numbers."""

from __future__ import annotations

from shoal.forms.box import Box


class Centroid(Box):
    """As boxes, with means unless another style is asked for."""

    name = "centroid"
    on_scale_of_bound = False
    styles = ("mean", "interval", "bounds", "midpoint")
