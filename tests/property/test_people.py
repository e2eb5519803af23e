"""No group of any release holds fewer than k people: counted on the written file, beside the original."""

from __future__ import annotations

import warnings

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import shoal
from shoal.partition.registry import PARTITIONERS

NUMERIC = {"age": st.integers(0, 40), "weight": st.integers(40, 60)}
TREES = {"age": shoal.Bands([10, 20]), "weight": shoal.Bands([10, 20])}
CAN = sorted(name for name, method in PARTITIONERS.items() if method.about.keeps != "not" and name != "genetic")
CANNOT = sorted(name for name, method in PARTITIONERS.items() if method.about.keeps == "not")
CRITERIA = {
    "none": (),
    "l": (shoal.LDiversity(2),),
    "alpha": (shoal.AlphaK(0.8),),
    "t": (shoal.TCloseness(0.7),),
}


@st.composite
def tables(draw):
    """Draw a table of 12 to 40 rows of a few people, some of whom have many."""
    rows = draw(st.integers(12, 40))
    who = draw(st.lists(st.integers(0, 11), min_size=rows, max_size=rows))
    cells = {name: draw(st.lists(cell, min_size=rows, max_size=rows)) for name, cell in NUMERIC.items()}
    ill = draw(st.lists(st.sampled_from("abc"), min_size=rows, max_size=rows))
    return pl.DataFrame({"who": [f"p{person}" for person in who], **cells, "ill": ill})


def in_file(frame, path, **asked):
    """Return the people of each group of a release as it was written, or None where what is asked for cannot be."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        try:
            release = shoal.anonymize(
                frame, quasi=list(NUMERIC), sensitive="ill", person="who", hierarchies=TREES, keep_order=True, **asked
            )
        except shoal.InfeasibleError:
            return None
        release.save(path)
    written = pl.read_csv(path, infer_schema=False)
    assert "who" not in written.columns
    assert written.height == frame.height
    names = [name for name in written.columns if name != "ill"]
    beside = written.with_columns(frame["who"], frame["ill"].alias("own"))
    assert (beside["ill"] == beside["own"]).all()
    return beside.group_by(names).agg(pl.col("who").n_unique(), pl.col("own").n_unique(), pair=pl.struct("who", "own"))


@pytest.mark.parametrize("method", CAN)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frame=tables(), k=st.integers(2, 4), asked=st.sampled_from(sorted(CRITERIA)))
def test_no_group_of_any_method_is_below_k_people(method, frame, k, asked, tmp_path):
    found = in_file(frame, tmp_path / "out.csv", k=k, method=method, criteria=CRITERIA[asked], seed=1)
    if found is None:
        return
    assert found["who"].min() >= k
    if asked == "l":
        assert found["own"].min() >= 2
    if asked == "alpha":
        for people, pairs in zip(found["who"], found["pair"], strict=True):
            have = pl.DataFrame(pairs.unique()).unnest(pairs.name).group_by("own").len()["len"].max()
            assert have <= 0.8 * people + 1e-9


@pytest.mark.parametrize("method", CANNOT)
def test_methods_that_cannot_count_people_say_so(method):
    frame = pl.DataFrame({"who": list("abcdefgh"), "age": range(8), "weight": range(8), "ill": list("xyxyxyxy")})
    with pytest.raises(shoal.SettingError, match=f"method '{method}' cannot count people rather than rows"):
        shoal.anonymize(frame, k=2, quasi=["age", "weight"], sensitive="ill", person="who", method=method)
