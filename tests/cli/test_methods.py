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


def test_a_line_is_enough_for_each_method_and_none_is_cut(shoal):
    lines = shoal("methods").stdout.splitlines()
    for name, method in PARTITIONERS.items():
        (line,) = [line for line in lines if line.startswith(f"  {name} ")]
        assert method.about.title in line


def test_the_whole_story_of_a_method_is_told_where_it_is_named(shoal):
    text = " ".join(shoal("methods", "cb").stdout.split())
    about = PARTITIONERS["cb"].about
    assert all(words in text for words in (about.title, about.advice, about.paper, about.cost, "--method cb"))
    assert "mondrian_median" not in text


def test_a_method_that_is_not_there_is_refused_with_a_hint(shoal):
    result = shoal("methods", "mondrain")
    assert result.exit_code == 2
    assert "did you mean 'mondrian'?" in result.stderr


def test_methods_say_how_they_keep_criteria_and_why_if_they_cannot(shoal):
    for method in json.loads(shoal("methods", "--json").stdout)["methods"]:
        about = PARTITIONERS[method["name"]].about
        assert (method["keeps"], method["why_not"]) == (about.keeps, about.why_not)
        assert bool(method["why_not"]) == (method["keeps"] == "not")
    assert PARTITIONERS["nh"].about.why_not in " ".join(shoal("methods", "nh").stdout.split())
    assert "are kept in every step" in shoal("methods", "cb").stdout
