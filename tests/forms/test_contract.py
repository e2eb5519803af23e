"""What every form answers, and what follows from it for the release, the panel and the page."""

from __future__ import annotations

from typing import get_args

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import SettingError, VerificationError
from shoal.forms.base import Origin, Promise, Tables
from shoal.forms.registry import FORMS, form_of
from shoal.generalize.names import Names
from shoal.generalize.published import Published, one_each
from shoal.generalize.registry import STYLES
from shoal.partition.base import FormName, Partition
from shoal.partition.registry import PARTITIONERS

RNG = np.random.default_rng(5)
TABLE = pl.DataFrame(
    {
        "age": RNG.integers(20, 80, 60),
        "weight": RNG.integers(50, 99, 60),
        "illness": RNG.permutation(list("abcdef") * 10),
    }
)
METHOD = {"box": "mondrian", "centroid": "mdav", "levels": "datafly", "ring": "nh", "two tables": "anatomy",
          "synthetic": "condensation"}  # fmt: skip


def release_as(form, **asked):
    """Return a release of a small table in a form."""
    steps = {"age": shoal.Bands([20, 40]), "weight": shoal.Bands([20, 40])}
    given = {"hierarchies": steps, "suppress": 1.0} if form == "levels" else {}
    roles = {"quasi": ["age", "weight"], "sensitive": "illness", "k": 3, "seed": 0}
    return shoal.anonymize(TABLE, method=METHOD[form], **roles, **given, **asked)


def test_every_form_is_registered_under_its_name_and_some_method_has_it():
    assert set(FORMS) == set(get_args(FormName)) == set(METHOD)
    assert all(form.name == name for name, form in FORMS.items())
    assert {method.about.publishes for method in PARTITIONERS.values()} == set(FORMS)


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_a_form_says_what_it_promises_what_was_counted_and_which_styles_it_knows(form):
    assert set(form.styles) <= set(STYLES)
    claim = form.claim(12, ["age", "zip", "sex"])
    assert claim.endswith(".")
    assert "1" in claim
    assert "age, zip and sex" in claim
    assert form.evidence.endswith(".")
    assert bool(form.remark) == (not form.shows_groups)
    assert form.shows_promise >= form.shows_groups
    assert not (form.changeable and form.drops_itself)


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("form", FORMS)
def test_a_release_is_called_verified_only_where_something_was_counted(form, tmp_path):
    release = release_as(form)
    assert (release.form, release.to_dict()["verified"]) == (form, form != "synthetic")
    release.report(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text()
    assert ("not verified, k = " in text) == (form == "synthetic")
    assert ("itself was counted before it left" in text) == FORMS[form].shows_groups


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FORMS)
def test_a_style_is_taken_or_refused_as_the_form_says(form, style):
    if style in FORMS[form].styles:
        assert release_as(form, style=style).rows == len(TABLE)
    else:
        with pytest.raises(SettingError, match=f"knows no style '{style}'"):
            release_as(form, style=style)


@pytest.mark.parametrize("form", [name for name in FORMS if name != "levels"])
def test_only_groups_that_can_be_changed_are_varied_or_lose_rows(form):
    changeable = FORMS[form].changeable
    for asked in ({"vary": 0.5}, {"suppress": 0.1}):
        if changeable:
            assert release_as(form, **asked).verified
        else:
            with pytest.raises(SettingError):
                release_as(form, **asked)


def test_drawn_groups_that_are_too_small_are_refused_all_the_same():
    data = pl.DataFrame({"age": [1.5, 2.5, 3.5]})
    labels = np.array([0, 0, 1], np.int32)
    partition = Partition(labels, 2, synthetic=np.zeros((3, 1)))
    boxes = one_each(np.zeros((3, 1), np.int32), np.zeros((3, 1), np.int32))
    published = Published.row_by_row({}, partition, boxes, None)
    promise = Promise(Names(("age",), ("age",)), (), (shoal.KAnonymity(2),))
    with pytest.raises(VerificationError, match="1 of 2 groups"):
        form_of("condensation").verify(Tables(data, None, labels), promise, Origin(None, partition, published))
