"""Each column leaves at levels of its hierarchy that hold for the whole table."""

from __future__ import annotations

from shoal.encode.encoder import Coded
from shoal.forms.base import Form
from shoal.forms.box import boxes_published
from shoal.generalize.level import level_boxes, level_columns
from shoal.generalize.published import Published
from shoal.generalize.registry import Style
from shoal.partition.base import Partition


class Levels(Form):
    """The form of methods that recode whole columns, and drop the rows that still stand out."""

    name = "levels"
    drops_itself = True
    shows_ends = False
    styles = ("interval",)

    def publish(self, coded: Coded, partition: Partition, style: Style) -> Published:
        """Return for each group the node of each column."""
        if partition.nodes is None:  # the table is too small for a group
            return boxes_published(coded, partition, style)
        boxes = level_boxes(coded.codes, coded.domains, partition, partition.nodes)
        columns = level_columns(coded.codes, coded.domains, partition, partition.nodes)
        return Published(columns, partition.labels, None, partition.labels, boxes, boxes.sizes)
