"""All criteria by the name that settings files use."""

from __future__ import annotations

from shoal.criteria.k_anonymity import KAnonymity

CRITERIA = {
    "k": KAnonymity,
}
