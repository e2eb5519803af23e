"""An attacker has the release and all that was published with it, and solves it for values that did not leave.

He wins when one of his guesses closes a tenth of the way, or more, from the outermost value that the release shows to
the one that it hides. And whatever he does, he cannot tell two tables apart that gave the same release: what goes with
it is the same as well.
"""

from __future__ import annotations

import json
import re
import warnings
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest
from tests.reference.turns import in_turn

import shoal
from shoal.cli._output import results
from shoal.cli._summary import summary
from shoal.comparison.record import record_of

INCOME, BORN, ZIP = 73_251_960, date(1871, 3, 5), "99871"
QUASI = ["income", "born", "zip"]
CLOCK = re.compile(r'"(made|seconds)": [^\n]*|[0-9.]+ s\b|2[0-9]{3}-[0-9]{2}-[0-9]{2} · ')
DAY_ONE = date(1950, 1, 1)


def people(seed, *, income=INCOME, born=BORN, code=ZIP, rows=60):
    """Return people of whom one, in the middle of the table, is far from all others."""
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame(
        {
            "income": rng.integers(900, 9000, rows) * 10,
            "born": [DAY_ONE + timedelta(days=int(day)) for day in rng.integers(0, 15000, rows)],
            "zip": [str(code) for code in rng.integers(10000, 10400, rows)],
            "ill": rng.choice(["flu", "cold", "gout"], rows),
        }
    )
    far = pl.DataFrame({"income": [income], "born": [born], "zip": [code], "ill": ["flu"]})
    return pl.concat([frame.head(30), far, frame.tail(rows - 30)])


def released(frame, **changes):
    call = {"k": 5, "quasi": QUASI, "sensitive": "ill", "method": "mondrian", "seed": 0, "keep_order": True}
    call |= {"suppress": 0.05, "hierarchies": {"zip": shoal.Prefix()}, **changes}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        return shoal.anonymize(frame, **call)


def published(release, folder):
    """Return all that goes out with a release, and what is said of it; without the time that it took."""
    release = replace(release, seconds=0.0)
    texts = {"json": json.dumps(release.to_dict(), indent=2), "line": json.dumps(record_of(release, "m", 5), indent=2)}
    for name in ("report.json", "report.html"):
        release.report(folder / name)
        texts[name] = (folder / name).read_text("utf-8")
    release.save_schema(folder / "shoal.toml")
    texts["schema"] = (folder / "shoal.toml").read_text("utf-8")
    console = results()
    with console.capture() as capture:
        console.print(summary(release, console))
    texts["panel"] = capture.get()
    return {name: CLOCK.sub("", text) for name, text in texts.items()}


def on_line(text):
    """Return a released end as a number: dates as days."""
    return float(date.fromisoformat(text).toordinal()) if "-" in text[1:] else float(text)


def ends(release, name):
    """Return the ends that the release shows in each row."""
    cells = [cell.strip("[]").split(" - ") for cell in release.data[name].to_list()]
    return np.array([[on_line(cell[0]), on_line(cell[-1])] for cell in cells])


def guesses(release, facts, name):
    """Return what a hidden end of a column can be, solved from every figure that the range has a part in."""
    shown, rows, dropped = ends(release, name), facts["run"]["rows"], facts["run"]["suppressed"]
    losses = {column["name"]: column["loss"] for column in facts["loss"]["columns"]}
    others = sum(loss for other, loss in losses.items() if other != name)
    figures = {**facts["run"]["loss"], "total": facts["loss"]["total"], "bound": facts["loss"]["bound"]}
    shares = [losses[name], *(figures[key] * len(losses) - others for key in ("gcp", "il", "total"))]
    shares += [figures["ncp"] / rows - others, facts["run"]["columns"][name]["loss"]]
    width = (shown[:, 1] - shown[:, 0]).sum()
    ranges = [width / (share * rows - dropped) for share in shares if share * rows > dropped]
    return [end for wide in ranges for end in (shown[:, 0].min() + wide, shown[:, 1].max() - wide)]


def nearness(release, found, name, hidden):
    """Return how much of the way from what is shown to what is hidden the best guess leaves: 1 is all, 0 none."""
    shown = ends(release, name)
    way = min(abs(hidden - shown.min()), abs(hidden - shown.max()))
    return min(abs(guess - hidden) for guess in found) / way


@pytest.mark.parametrize("style", ["interval", "bounds"])
@in_turn("seed", range(3))
def test_no_figure_brings_anyone_near_a_value_that_was_left_out(tmp_path, seed, style):
    frame = people(seed)
    release = released(frame, style=style)
    release.report(tmp_path / "report.json")
    facts = json.loads((tmp_path / "report.json").read_text("utf-8"))
    shown = released(frame)
    assert release.suppressed, "the far one is left out"
    assert ZIP not in release.data["zip"]
    assert nearness(shown, guesses(shown, facts, "income"), "income", INCOME) > 0.9
    assert nearness(shown, guesses(shown, facts, "born"), "born", BORN.toordinal()) > 0.9


def test_the_attack_works_on_the_losses_that_stay_at_home():
    release = released(people(0))
    lost, columns = release.measures, release.measures.columns
    facts = {
        "run": {"rows": release.rows, "suppressed": release.suppressed, "loss": lost.to_dict(),
                "columns": {name: {"loss": loss} for name, loss in columns.items()}},
        "loss": {"total": lost.gcp, "bound": None,
                 "columns": [{"name": name, "loss": loss} for name, loss in columns.items()]},
    }  # fmt: skip
    assert nearness(release, guesses(release, facts, "income"), "income", INCOME) < 1e-6
    assert nearness(release, guesses(release, facts, "born"), "born", BORN.toordinal()) < 1e-6


HIDDEN = [{"income": 1_251_960}, {"income": 9 * 10**15}, {"born": date(1703, 1, 9)}, {"code": "10999"}]


@pytest.mark.parametrize("changes", HIDDEN, ids=str)
@pytest.mark.parametrize("style", ["interval", "midpoint", "mean"])
def test_tables_that_differ_in_a_row_that_was_left_out_look_alike(tmp_path, changes, style):
    one, other = (released(people(1, **hidden), style=style) for hidden in ({}, changes))
    assert one.suppressed
    assert one.data.equals(other.data), "the attacker sees the same release"
    assert one.measures != other.measures
    assert published(one, tmp_path) == published(other, tmp_path)


def in_groups(top):
    """Return four groups of five incomes, the top one as given."""
    rest = [10 * group + place for group in range(3) for place in range(5)]
    return pl.DataFrame({"income": [*map(float, rest), *map(float, top)], "ill": ["flu", "cold"] * 10})


@pytest.mark.parametrize(
    ("style", "method", "top"),
    [
        ("midpoint", "mondrian", [900, 2000, 3000, 4000, 5100]),
        ("midpoint", "mondrian", [40, 2000, 3000, 4000, 5960]),
        ("mean", "mondrian", [1000, 1001, 1002, 1003, 10994]),
        ("mean", "mdav", [1000, 1001, 1002, 1003, 10994]),
    ],
)
def test_tables_that_differ_in_ends_that_are_hidden_look_alike(tmp_path, style, method, top):
    call = {"style": style, "method": method, "quasi": ["income"], "suppress": 0.0, "hierarchies": None}
    one, other = (released(in_groups(values), **call) for values in ([1000, 2000, 3000, 4000, 5000], top))
    assert one.data.equals(other.data), "the attacker sees the same release"
    assert one.measures != other.measures
    assert published(one, tmp_path) == published(other, tmp_path)


def test_an_end_that_hides_behind_a_missing_cell_is_not_in_the_range(tmp_path):
    tables = [
        pl.DataFrame({"income": [1, 2, 3, 4, 5, 6, far, None], "ill": ["flu", "cold"] * 4}) for far in (900, 90_000_000)
    ]
    one, other = (
        released(frame, k=2, quasi=["income"], suppress=0.0, hierarchies=None, method="cb") for frame in tables
    )
    assert one.data.equals(other.data)
    assert one.data["income"].to_list()[-2:] == ["*", "*"]
    assert published(one, tmp_path) == published(other, tmp_path)


def test_bands_hide_the_ends_within_them(tmp_path):
    bands = {"income": shoal.Bands((10, 1000))}
    call = {"method": "datafly", "quasi": ["income"], "suppress": 0.0, "hierarchies": bands}
    one, other = (released(in_groups([*range(2000, 2004), last]), **call) for last in (2014, 2150))
    assert one.data.equals(other.data)
    assert one.measures != other.measures
    assert published(one, tmp_path) == published(other, tmp_path)


def test_a_saved_schema_holds_what_was_given_and_nothing_that_was_found(tmp_path):
    frame = people(2)
    release = released(frame)
    release.save_schema(tmp_path / "shoal.toml")
    text = (tmp_path / "shoal.toml").read_text("utf-8")
    cells = {str(cell) for name in frame.columns for cell in frame[name].to_list()}
    assert [cell for cell in cells if cell in text] == []
    assert "domain" not in text


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_a_file_of_comparisons_is_the_same_whatever_was_left_out(tmp_path, suffix):
    reported = []
    for at, hidden in enumerate(({}, {"income": 1_251_960})):
        place = tmp_path / f"{at}{suffix}"
        call = {"quasi": QUASI, "sensitive": "ill", "k": [5], "methods": "mondrian", "suppress": 0.05}
        shoal.compare(people(1, **hidden), resume=place, hierarchies={"zip": shoal.Prefix()}, **call)
        reported.append(re.sub(r"[0-9a-f]{64}|[0-9.]+,True|\"seconds\": [0-9.]+", "", place.read_text("utf-8")))
    assert reported[0] == reported[1]


def test_risks_of_the_originals_are_told_by_no_small_count(tmp_path):
    rows = [(at % 20, "flu") for at in range(400)] + [(90, "flu")]
    frame = pl.DataFrame(rows, schema=["income", "ill"], orient="row")
    release = released(frame, quasi=["income"], suppress=0.0, hierarchies=None)
    release.report(tmp_path / "report.json")
    before = json.loads((tmp_path / "report.json").read_text("utf-8"))["risk"]["before"]
    assert before == {"highest": 1.0, "average": 0.06, "unique": 0.02, "above": 0.02}, "one row in 401 is 0.0025"
