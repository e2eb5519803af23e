"""The three tests of the Opinion: evidence below each, and no verdict."""

from __future__ import annotations

import json

import pytest

import shoal
from shoal.datasets import patients
from shoal.report.page import page


def test_the_page_has_evidence_below_each_test_and_no_verdict(facts):
    text = page(facts)
    section = text.partition('<section id="tests">')[2].partition("</section>")[0]
    for words in (
        "Singling out",
        "Linkability",
        "Inference",
        "1 in 5",
        "unique",
        "diagnosis",
        "evidence for those who decide",
    ):
        assert words in section
    assert "`shoal attack`" in section
    assert "complian" not in text.lower()


def test_attacks_stand_below_the_test_that_they_bear_on(release, tmp_path):
    found = shoal.attack(patients(200, seed=3).frame, release, only=["linkage", "homogeneity"])
    release.report(tmp_path / "report.html", attacks=found)
    text = (tmp_path / "report.html").read_text("utf-8")
    section = text.partition('<section id="tests">')[2].partition("</section>")[0]
    singling, _, rest = section.partition("<h3>Linkability</h3>")
    inference = rest.partition("<h3>Inference</h3>")[2]
    assert "linkage" in singling
    assert "homogeneity" in inference
    assert "`shoal attack`" not in section
    release.report(tmp_path / "report.json", attacks=found)
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))["attacks"]
    assert [one["name"] for one in told] == ["linkage", "homogeneity"]


@pytest.mark.filterwarnings("ignore::shoal.errors.PrivacyWarning")
@pytest.mark.parametrize("method", ["anatomy", "nh"])
def test_other_forms_have_the_section_too(method, tmp_path):
    data = patients(100, seed=3)
    release = shoal.anonymize(data.frame, k=2, quasi=["age", "zip"], sensitive="diagnosis", method=method)
    release.report(tmp_path / "report.html")
    assert '<section id="tests">' in (tmp_path / "report.html").read_text("utf-8")


def test_what_is_no_attack_is_refused(release, tmp_path):
    with pytest.raises(shoal.SettingError, match=r"what shoal\.attack found"):
        release.report(tmp_path / "report.html", attacks=["linkage"])
