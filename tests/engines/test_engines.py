"""One body for all engines: the same table and the same settings give the same guarantees."""

from __future__ import annotations

import pickle

import polars as pl
import pytest

import shoal
from shoal import AlphaK, BetaLikeness, DeltaDisclosure, LDiversity, TCloseness
from shoal.partition.registry import PARTITIONERS, about_of
from tests.engines.scene import ENGINES, JOBS, QUASI, asked, group_sizes, many_blocks, people, released, saved

METHODS = sorted(name for name in PARTITIONERS if about_of(name).in_blocks)
CRITERIA = {
    "distinct": LDiversity(3),
    "entropy": LDiversity(2, "entropy"),
    "recursive": LDiversity(2, "recursive"),
    "frequency": LDiversity(2, "frequency"),
    "t": TCloseness(0.35),
    "alpha": AlphaK(0.6),
    "beta": BetaLikeness(2.0),
    "delta": DeltaDisclosure(2.5),
}


@pytest.fixture(params=ENGINES)
def engine(request, monkeypatch):
    """Return the name of an engine that works on many blocks, though tables are small."""
    many_blocks(monkeypatch)
    return request.param


def judged(frame, release, *criteria, **more):
    """Return what the check in memory says of released cells, which is to be what the release says of itself."""
    verdict = shoal.check(frame, quasi=list(release.verdict.quasi), sensitive="ill", criteria=criteria, **more)
    assert verdict.broken == ()
    for name in ("k", "rows", "groups", "smallest", "largest", "levels", "certain"):
        assert getattr(release.verdict, name) == getattr(verdict, name), name
    return verdict


def promises(release, frame, table, call):
    """Hold a release to all that can be counted on its cells."""
    sizes = group_sizes(frame, list(release.verdict.quasi))
    assert sizes.min() >= call["k"]
    assert frame.height == table.height - release.suppressed == release.rows - release.suppressed
    assert "name" not in frame.columns or "name" in call.get("pseudonymize", ())
    measures = release.measures
    squares = int((sizes.cast(pl.Int64) ** 2).sum()) + table.height * release.suppressed
    assert (measures.dm, measures.smallest, measures.largest) == (squares, sizes.min(), sizes.max())
    assert measures.c_avg == pytest.approx(sizes.mean() / call["k"])
    assert 0 <= release.loss <= 1 + 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_every_method_keeps_what_it_promises(engine, method, tmp_path):
    table = people(700)
    numeric = "numeric" in about_of(method).needs
    call = asked(
        method=method, quasi=["zip", "pay"] if numeric else QUASI, hierarchies=None if numeric else {"job": JOBS}
    )
    if method == "auto":
        call["effort"] = "fast"
    release = released(engine, table, tmp_path, **call)
    frame = saved(release, tmp_path / "out.parquet")
    promises(release, frame, table, call)
    judged(frame, release)
    assert frame.columns == [*release.verdict.quasi, "ill"] if not numeric else "ill" in frame.columns
    assert engine == "memory" or release.notes["blocks"] > 1
    assert (release.to_dict()["engine"], release.verified) == (engine, True)


@pytest.mark.parametrize("style", ["interval", "bounds", "midpoint", "mean"])
@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_every_style_holds_in_every_file(engine, style, suffix, tmp_path):
    table, call = people(), asked(style=style, method="mondrian", keep="note")
    release = released(engine, table, tmp_path, **call)
    frame = saved(release, tmp_path / f"out{suffix}")
    promises(release, frame, table, call)
    names = {"interval": "age", "midpoint": "age", "mean": "age", "bounds": "age_min"}
    assert names[style] in frame.columns
    assert frame.columns[-2:] == ["ill", "note"]


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("person", [None, "name"])
def test_every_criterion_holds(engine, criterion, person, tmp_path):
    table, wanted = people(), CRITERIA[criterion]
    call = asked(criteria=wanted, person=person)
    release = released(engine, table, tmp_path, **call)
    frame = saved(release, tmp_path / "out.parquet")
    promises(release, frame, table, call)
    if person is None:
        judged(frame, release, wanted)
    else:
        assert release.verdict.persons.smallest >= call["k"]
        assert release.verdict.persons.people == table["name"].n_unique()


def test_people_are_counted_once_and_linked_by_their_pseudonyms(engine, tmp_path):
    table = people()
    call = asked(person="name", person_share=0.4, pseudonymize=["name"], criteria=LDiversity(2))
    release = released(engine, table, tmp_path, **call)
    frame = saved(release, tmp_path / "out.parquet")
    promises(release, frame, table, call)
    assert frame["name"].n_unique() == table["name"].n_unique()
    assert not set(frame["name"]) & set(table["name"])
    verdict = shoal.check(
        frame, quasi=list(release.verdict.quasi), sensitive="ill", person="name", criteria=LDiversity(2)
    )
    assert verdict.broken == ()
    assert (verdict.persons.share <= 0.4, verdict.k >= 4) == (True, True)
    ours = release.verdict
    assert (ours.levels, ours.certain, ours.persons[1:]) == (verdict.levels, verdict.certain, verdict.persons[1:])


@pytest.mark.parametrize("criterion", [None, *CRITERIA])
def test_rows_that_are_dropped_stay_within_the_budget(engine, criterion, tmp_path):
    table, wanted = people(), CRITERIA.get(criterion)
    call = asked(suppress=0.05, criteria=wanted)
    release = released(engine, table, tmp_path, **call)
    assert release.suppressed <= 0.05 * table.height
    frame = saved(release, tmp_path / "out.parquet")
    promises(release, frame, table, call)
    judged(frame, release, *([] if wanted is None else [wanted]))


def test_varied_groups_hold(engine, tmp_path):
    table, call = people(), asked(vary=0.2)
    release = released(engine, table, tmp_path, **call)
    promises(release, saved(release, tmp_path / "out.parquet"), table, call)
    assert not release.repeatable


def test_texts_are_read_as_they_are_in_memory(engine, tmp_path):
    table = people()
    table.write_csv(tmp_path / "in.csv")
    call = asked()
    release = released(engine, tmp_path / "in.csv", tmp_path, **call)
    promises(release, saved(release, tmp_path / "out.parquet"), table, call)
    assert {column.name: column.kind for column in release.schema.of_role("quasi")} == {
        "age": "numeric", "zip": "numeric", "job": "categorical", "born": "date",
    }  # fmt: skip


@pytest.mark.parametrize("source", ["many", "many/*.parquet"])
def test_several_files_are_one_table(engine, source, tmp_path):
    table, call = people(), asked()
    (tmp_path / "many").mkdir()
    for at in range(4):
        table[at * 300 : (at + 1) * 300].write_parquet(tmp_path / "many" / f"{at}.parquet")
    release = released(engine, str(tmp_path / source), tmp_path, **call)
    promises(release, saved(release, tmp_path / "out.parquet"), table, call)


def test_too_few_people_are_refused_with_what_is_possible(engine, tmp_path):
    table = people().with_columns(pl.Series("name", ["a", "b", "c"] * 400))
    with pytest.raises(shoal.InfeasibleError):
        released(engine, table, tmp_path, **asked(person="name"))


def test_a_criterion_that_no_block_meets_alone_is_met_by_what_is_merged(engine, tmp_path):
    table = people().sort("age")
    rare = ["rare" if at < 30 else "usual" for at in range(table.height)]
    table = table.with_columns(pl.Series("ill", rare))
    for person in (None, "name"):
        call = asked(criteria=LDiversity(2), person=person)
        release = released(engine, table, tmp_path, **call)
        promises(release, saved(release, tmp_path / "out.parquet"), table, call)
        assert (
            release.verdict.levels["ill"].l_distinct >= 2
            if hasattr(release.verdict.levels["ill"], "l_distinct")
            else True
        )


def test_rows_that_are_all_alike_are_one_group(engine, tmp_path):
    table = people().with_columns(pl.lit(5).alias(name) for name in ("age", "zip", "job", "born"))
    release = released(engine, table, tmp_path, **asked(hierarchies=None))
    assert (release.groups, release.loss, release.verdict.k) == (1, 0.0, 1200)


def test_columns_that_need_nobody_stay_at_home(engine, tmp_path):
    release = released(engine, people(), tmp_path, **asked(quasi=["age", "job"]))
    assert saved(release, tmp_path / "out.parquet").columns == ["age", "job", "ill"]
    assert set(release.left_out) == {"zip", "born", "pay", "note"}


def test_the_losses_that_others_are_told_do_not_depend_on_what_is_hidden(engine, tmp_path):
    told = []
    for far in (200, 10**9):
        ages = people()["age"].to_list()
        ages[7] = far
        table = people().with_columns(pl.Series("age", ages))
        release = released(engine, table, tmp_path, **asked(style="midpoint", quasi=["age"], hierarchies=None, k=40))
        told.append(release.reported.measures.columns["age"])
        assert release.reported.measures != release.measures.reported()
    assert told[0] == pytest.approx(told[1], abs=0.15)


def test_a_release_that_is_not_in_memory_refuses_to_be_pickled(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    release = released("disk", people(), tmp_path, **asked())
    with pytest.raises(shoal.OutputError, match="cannot be pickled"):
        pickle.dumps(release)
