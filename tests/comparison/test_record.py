from __future__ import annotations

from shoal.comparison.record import filled, frame_of, table_key
from shoal.datasets import he_table1
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Levels
from shoal.schema.schema import Schema
from shoal.table.frame import Table


def schema(**changes):
    return Schema((Column("Name", "identifier"), Column("Age", "quasi", **changes), Column("Disease", "sensitive")))


def key(frame=None, **changes):
    return table_key(Table.of(he_table1().frame if frame is None else frame), schema(**changes))


def test_the_key_of_a_table_is_that_of_what_has_a_role():
    frame = he_table1().frame
    assert key() == key(frame.with_columns(Name=frame["Name"].reverse()))
    assert key() != key(frame.reverse())
    assert key() != key(weight=2.0)
    assert key(hierarchy=Bands((5, 10))) != key(hierarchy=Bands((5, 20)))
    assert key(hierarchy=Levels((("1", "*"),))) != key(hierarchy=Levels((("2", "*"),)))


def line(method, k, loss, bound=None, *, suppressed=0):
    return {"method": method, "k": k, "loss": loss, "bound": bound, "gap": None, "suppressed": suppressed}


def test_a_bound_holds_for_every_method_that_publishes_boxes():
    found = filled(
        [line("mondrian", 2, 0.3), line("auto", 2, 0.2, 0.1), line("anatomy", 2, 0.0), line("mondrian", 5, 0.4)]
    )
    assert [each["bound"] for each in found] == [0.1, 0.1, None, None]
    assert [each["gap"] and round(each["gap"], 6) for each in found] == [2.0, None, None, None]


def test_a_bound_stands_beside_no_loss_on_another_scale():
    found = filled([line("auto", 2, 0.2, 0.1), line("mdav", 2, 0.05), line("mondrian", 2, 0.3, suppressed=3)])
    assert [each["bound"] for each in found] == [0.1, None, None]


def test_no_runs_are_an_empty_frame():
    assert frame_of([]).columns[:3] == ["method", "k", "loss"]
