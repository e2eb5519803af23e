"""All forms of publication, by name, and which one a method has."""

from __future__ import annotations

from shoal.forms.base import Form
from shoal.forms.box import Box
from shoal.forms.centroid import Centroid
from shoal.forms.levels import Levels
from shoal.forms.ring import Ring
from shoal.forms.synthetic import Synthetic
from shoal.forms.two_tables import TwoTables
from shoal.partition.base import FormName
from shoal.partition.registry import about_of

FORMS: dict[FormName, Form] = {
    "box": Box(),
    "centroid": Centroid(),
    "levels": Levels(),
    "ring": Ring(),
    "two tables": TwoTables(),
    "synthetic": Synthetic(),
}


def form_of(method: str) -> Form:
    """Return the form that a method publishes."""
    return FORMS[about_of(method).publishes]
