from __future__ import annotations

import json

from shoal.partition._registry import PARTITIONERS


def test_every_registered_method_is_listed(shoal):
    text = shoal("methods").stdout
    assert all(name in text for name in PARTITIONERS)
    assert "auto is the default" in text
    assert "+improve" in text


def test_methods_as_json(shoal):
    listed = json.loads(shoal("methods", "--json").stdout)["methods"]
    assert {method["name"] for method in listed} == set(PARTITIONERS)
    assert all(method["title"] and method["advice"] for method in listed)
