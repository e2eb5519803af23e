"""Whatever is asked for, at whatever edge: a verified release, or a refusal that says what would be possible."""

from __future__ import annotations

import warnings

import polars as pl
from hypothesis import example, given
from hypothesis import strategies as st

import shoal
from shoal.schema.hierarchy import Nested, Prefix

CELLS = {
    "few numbers": st.sampled_from([1, 2, 3, 50, 1000]),
    "many numbers": st.integers(0, 40),
    "texts": st.sampled_from("aaaabbcde"),
    "tree": st.sampled_from("aaaabbcde"),
    "codes": st.sampled_from(["12", "13", "21", "31245", "9"]),
}
TREES = {"tree": Nested({"*": {"x": ["a", "b"], "y": {"": ["c"], "z": ["d", "e"]}}}), "codes": Prefix()}
METHODS = ["auto", "mondrian", "mdav", "cb_diverse", "kaca", "datafly", "incognito", "average_link"]
"""Of every kind: they keep criteria natively or by repair; they publish boxes, centroids or levels."""


@st.composite
def tables(draw):
    """Draw a table of two quasi columns and a sensitive one, and the hierarchy of the latter."""
    kind = draw(st.sampled_from(sorted(CELLS)))
    rows = draw(st.integers(4, 40))
    cells = CELLS[kind] | st.none() if draw(st.booleans()) else CELLS[kind]
    table = {
        "x": draw(st.lists(st.integers(0, 30), min_size=rows, max_size=rows)),
        "y": draw(st.lists(st.integers(0, 3), min_size=rows, max_size=rows)),
        "s": draw(st.lists(cells, min_size=rows, max_size=rows)),
    }
    frame = pl.DataFrame(table, schema_overrides={"s": pl.Int64 if "numbers" in kind else pl.String})
    return frame, TREES.get(kind)


@st.composite
def criteria(draw, k, values):
    """Draw a criterion; the ends of what its numbers may be are among them, and for k and the values of the table."""
    most = max(2, values)
    l = draw(st.sampled_from([2, 3, most]))  # noqa: E741 - the letter of l-diversity
    c = draw(st.sampled_from([1e-9, 0.5, 0.7, 1, 3, 1e300]))
    return draw(
        st.builds(shoal.TCloseness, st.sampled_from([0, 1e-12, 0.05, 0.1, 0.2, 0.3, 1]))
        | st.builds(shoal.TCloseness, st.sampled_from([0, 0.1, 0.3]), distance=st.just("equal"))
        | st.builds(
            shoal.BetaLikeness,
            st.sampled_from([1e-9, 0.1, 0.5, 1, 1e300]),
            kind=st.sampled_from(["basic", "enhanced"]),
        )
        | st.builds(shoal.DeltaDisclosure, st.sampled_from([1e-9, 2e-9, 0.5, 1, 2, 1e300]))
        | st.builds(shoal.AlphaK, st.sampled_from([1e-9, 1 / k, 0.3, 0.5, 1]))
        | st.just(shoal.LDiversity(l))
        | st.just(shoal.LDiversity(l, "recursive", c=c))
        | st.builds(
            shoal.LDiversity, st.sampled_from([1.0000001, 2, 2.5, most]), st.sampled_from(["entropy", "frequency"])
        )
    )


@st.composite
def requests(draw):
    """Draw a table and a call, which can be met or not."""
    frame, tree = draw(tables())
    k = draw(st.integers(1, 6))
    method = draw(st.sampled_from(METHODS))
    call = {
        "k": k,
        "method": method,
        "effort": "fast" if method == "auto" else None,
        "suppress": draw(st.sampled_from([0.0, 0.05, 0.1, 0.3, 1.0])),
        "criteria": [draw(criteria(k, frame["s"].n_unique())) for _ in range(draw(st.sampled_from([1, 1, 2])))],
        "hierarchies": {"s": tree} if tree else None,
        "seed": draw(st.integers(0, 3)),
    }
    return frame, call


def line(sensitive):
    """Return a table of rows on a line, with these sensitive values."""
    rows = len(sensitive)
    return pl.DataFrame({"x": range(rows), "y": [0] * rows, "s": sensitive})


DROPPING = {"k": 2, "method": "mondrian", "suppress": 0.3, "seed": 0}


@example((line([1, 2, 1, 2, 1, 2, 1, 2, 50, 1000]), {**DROPPING, "criteria": [shoal.TCloseness(0.1)]}))
@example((line([1, 2, 1, 2, 1, 2]), {**DROPPING, "criteria": [shoal.DeltaDisclosure(1e-9)]}))
@given(requests())
def test_a_release_is_verified_or_refused_with_reason(request):
    frame, call = request
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        try:
            release = shoal.anonymize(frame, quasi=["x", "y"], sensitive="s", **call)
        except shoal.InfeasibleError:
            return
    hierarchies = call.get("hierarchies")
    wanted = [shoal.KAnonymity(call["k"]), *call["criteria"]] if release.frame.height else []
    verdict = shoal.check(release.frame, quasi=["x", "y"], sensitive="s", hierarchies=hierarchies, criteria=wanted)
    assert verdict.broken == ()
    assert release.suppressed <= call["suppress"] * frame.height
