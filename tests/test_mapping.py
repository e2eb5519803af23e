"""The mapping and the release fit together, in every form that a method may publish."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.table import atomic

FORMS = {
    "anatomy": "two tables",
    "auto": "box",
    "condensation": "synthetic",
    "datafly": "levels",
    "k_type": "ring",
    "mdav": "centroid",
    "mondrian": "box",
    "nh": "ring",
}
NUMBERS = ("age", "height")


@pytest.fixture
def table():
    rng = np.random.default_rng(1)
    n = 48
    return pl.DataFrame(
        {
            "name": [f"person {i}" for i in range(n)],
            "age": rng.integers(20, 60, n),
            "height": rng.integers(150, 190, n),
            "illness": rng.permutation(["flu", "cold", "gout", "none"] * (n // 4)),
        }
    )


def released(table, method, path, **more):
    """Return the release of the table, and its mapping."""
    call = {"k": 3, "quasi": NUMBERS, "sensitive": "illness", "pseudonymize": "name"}
    if method == "auto":
        call["effort"] = "fast"
    if method == "datafly":
        call["hierarchies"] = dict.fromkeys(NUMBERS, shoal.Bands((10, 40)))
    with pytest.warns(shoal.PrivacyWarning):
        release = shoal.anonymize(table, method=method, mapping=path, **(call | more))
    return release, pl.read_csv(path)


@pytest.mark.parametrize("method", FORMS)
def test_a_pseudonym_leads_to_the_row_whose_other_cells_stand_beside_it(table, method, tmp_path):
    release, mapping = released(table, method, tmp_path / "map.csv")
    assert release.form == FORMS[method]
    assert mapping.columns == ["row", "group", "name"]
    assert mapping["row"].to_list() == list(range(len(table)))
    found = release.data.join(mapping, on="name", validate="1:1", suffix="_of_mapping")
    assert len(found) == len(release.data)
    if "illness" in release.data.columns:
        assert found["illness"].cast(pl.String).to_list() == table["illness"][found["row"]].to_list()


@pytest.mark.parametrize("method", [name for name, form in FORMS.items() if form in ("box", "centroid", "levels")])
def test_rows_of_one_group_are_published_alike_and_a_row_without_one_is_left_out(table, method, tmp_path):
    release, mapping = released(table, method, tmp_path / "map.csv", keep_order=True, suppress=0.1)
    kept = mapping.filter(pl.col("group").is_not_null())
    assert len(kept) == len(release.data)
    assert len(mapping) - len(kept) == release.suppressed
    beside = release.data.select(NUMBERS).with_columns(group=kept["group"])
    assert beside.group_by("group").agg(pl.struct(NUMBERS).n_unique().alias("kinds"))["kinds"].max() == 1
    assert kept.group_by("group").len()["len"].min() >= 3


@pytest.mark.parametrize("method", ["mondrian", "auto"])
def test_boxes_of_two_groups_differ(table, method, tmp_path):
    release, mapping = released(table, method, tmp_path / "map.csv", keep_order=True)
    assert mapping["group"].n_unique() == release.data.select(NUMBERS).unique().height == release.groups


def test_the_numbers_of_two_tables_are_those_of_the_mapping(table, tmp_path):
    release, mapping = released(table, "anatomy", tmp_path / "map.csv", keep_order=True)
    assert release.data["group"].to_list() == mapping["group"].to_list()
    own = table.with_columns(mapping["group"]).group_by("group", "illness").len("count")
    reported = release.second.with_columns(pl.col("count").cast(own["count"].dtype), pl.col("illness").cast(pl.String))
    assert own.sort("group", "illness").equals(reported.sort("group", "illness"))


@pytest.mark.parametrize("method", ["k_type", "nh"])
def test_a_box_of_a_ring_covers_the_row_whose_other_cells_leave_with_it(table, method, tmp_path):
    release, mapping = released(table, method, tmp_path / "map.csv", style="bounds", keep_order=True)
    found = release.data.join(mapping, on="name", validate="1:1", maintain_order="left")
    for name in NUMBERS:
        own = table[name][found["row"]]
        assert ((found[f"{name}_min"] <= own) & (own <= found[f"{name}_max"])).all()
    of_line = mapping["group"].to_list()  # the lines are in the order of the table
    assert found["group"].to_list() == of_line, "a row left with a box of another group"


def test_rows_drawn_from_one_group_have_about_its_mean(table, tmp_path):
    release, mapping = released(table, "condensation", tmp_path / "map.csv", keep_order=True, k=24)
    for name in NUMBERS:
        both = pl.DataFrame({"group": mapping["group"], "own": table[name], "drawn": release.data[name]})
        far = (pl.col("own").mean() - pl.col("drawn").mean()).abs() / pl.col("own").std()
        assert both.group_by("group").agg(far.alias("far"))["far"].max() < 1


@pytest.mark.parametrize("place", ["missing/map.csv", "link.csv", "."])
def test_a_mapping_that_cannot_be_written_is_refused_before_the_table_is_read(tmp_path, place):
    (tmp_path / "link.csv").symlink_to("elsewhere")
    with pytest.raises(shoal.OutputError, match=r"folder|symbolic link"):
        shoal.anonymize(tmp_path / "no such table.csv", k=2, quasi="age", mapping=tmp_path / place)


def test_a_second_table_that_cannot_take_its_place_keeps_the_first_away(table, tmp_path, monkeypatch):
    release, _ = released(table, "anatomy", tmp_path / "map.csv")
    (tmp_path / "out-sensitive.csv").write_text("old", "utf-8")

    def fail(draft):
        if draft.path.name == "out-sensitive.csv":
            raise PermissionError(1, "planted")
        return place(draft)

    place = atomic._Draft.place
    monkeypatch.setattr(atomic._Draft, "place", fail)
    with pytest.raises(shoal.OutputError, match="no permission to write there"):
        release.save(tmp_path / "out.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map.csv", "out-sensitive.csv"]
    assert (tmp_path / "out-sensitive.csv").read_text("utf-8") == "old"
