"""Each group leaves as the box around it: the lowest and highest value of each column, or their common ancestor."""

from __future__ import annotations

from typing import ClassVar

from shoal.encode.encoder import Coded
from shoal.forms.base import Form
from shoal.generalize.alike import merge_alike
from shoal.generalize.publish import group_means, released_columns
from shoal.generalize.published import Published
from shoal.generalize.registry import Style
from shoal.partition.base import FormName, Partition, boxes_of


class Box(Form):
    """The form of most methods."""

    name: ClassVar[FormName] = "box"
    changeable = True
    on_scale_of_bound = True

    def publish(self, coded: Coded, partition: Partition, style: Style) -> Published:
        """Return the box of each group."""
        return boxes_published(coded, partition, style)


def boxes_published(coded: Coded, partition: Partition, style: Style) -> Published:
    """Return the box of each group; groups whose boxes look alike are one. A table without groups has no box."""
    partition, boxes = merge_alike(coded.domains, partition, boxes_of(coded.codes, partition))
    means = group_means(coded.codes, coded.domains, partition.labels, boxes) if style == "mean" else {}
    columns = released_columns(coded.domains, boxes, style, means)
    return Published(columns, partition.labels, None, partition.labels, boxes, boxes.sizes)
