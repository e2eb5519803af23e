from __future__ import annotations

import json

from shoal.partition.registry import PARTITIONERS


def test_every_registered_method_is_listed(shoal):
    text = shoal("methods").stdout
    assert all(name in text for name in PARTITIONERS)
    assert "auto is the default" in text
    assert "+improve" in text


def test_methods_as_json(shoal):
    listed = json.loads(shoal("methods", "--json").stdout)["methods"]
    assert {method["name"] for method in listed} == set(PARTITIONERS)
    assert all(method["title"] and method["advice"] for method in listed)


def test_methods_say_how_they_keep_criteria_and_why_if_they_cannot(shoal):
    text = " ".join(shoal("methods").stdout.split())
    assert "keeps no criteria" in text
    assert "such as --l 3, are kept natively" in text
    for method in json.loads(shoal("methods", "--json").stdout)["methods"]:
        about = PARTITIONERS[method["name"]].about
        assert (method["keeps"], method["why_not"]) == (about.keeps, about.why_not)
        assert bool(method["why_not"]) == (method["keeps"] == "not")
