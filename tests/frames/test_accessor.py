"""`frame.svc`: what survives pandas' steps, all rows anew, and warnings about rows that are not here."""

import pandas as pd
import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames.frame_origin import RowsMissing
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.loaded_rows import Cells, LoadedRows, Packing
from svcchat_magic.protocol.results import Column, SqlResult

COLUMNS = (Column("channel", "String"), Column("orders", "Int64"), Column("revenue", "Double"))
ROWS = (("web", 3, 30.5), ("shop", 2, None), ("web", 1, 10.0))
SQL = "SELECT channel, orders, revenue\nFROM sales"


def result(rows=ROWS, total=None, **more):
    return SqlResult(
        "Revenue by channel", SQL, "By channel", COLUMNS, rows, total or len(rows), "u-1", **more
    )


def loaded(rows, asked=None):
    block = tuple(Cells(Packing.VALUES, list(values), None, len(rows)) for values in zip(*rows, strict=True))
    return LoadedRows(asked or result(), COLUMNS, len(rows), len(rows), (block,))


@pytest.fixture
def frame():
    return result_frame(result(), chat_id="chat-1", load=lambda _: loaded(ROWS))


STEPS = {
    "filter": lambda frame: frame[frame.orders > 1],
    "query": lambda frame: frame.query("orders > 1"),
    "sort": lambda frame: frame.sort_values("orders"),
    "copy": lambda frame: frame.copy(),
    "head": lambda frame: frame.head(2),
    "assign": lambda frame: frame.assign(more=1),
    "columns": lambda frame: frame[["channel", "orders"]],
    "rename": lambda frame: frame.rename(columns={"orders": "n"}),
    "dropna": lambda frame: frame.dropna(),
    "set_index": lambda frame: frame.set_index("channel"),
    "concat": lambda frame: pd.concat([frame, frame]),
    "groupby": lambda frame: frame.groupby("channel").sum(),
}
if int(pd.__version__.split(".")[0]) >= 3:  # before, a merged frame had no attributes
    STEPS["merge with itself"] = lambda frame: frame.merge(frame, on="channel")

AS_LOADED = {"sort", "copy"}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_of_pandas_keeps_where_the_rows_came_from_and_says_when_they_are_others(frame, step):
    after = STEPS[step](frame)

    assert (after.svc.title, after.svc.sql, after.svc.chat_id) == (frame.svc.title, SQL, "chat-1")
    assert after.svc.is_derived == (step not in AS_LOADED)
    assert after.svc.is_complete
    assert ("changed since" in repr(after.svc)) == after.svc.is_derived


@pytest.mark.parametrize(
    "merged",
    [
        lambda frame: frame.merge(pd.DataFrame({"channel": ["web"], "region": ["north"]}), on="channel"),
        lambda frame: pd.concat([frame, pd.DataFrame({"channel": ["else"]})]),
        lambda frame: frame.join(pd.DataFrame({"rank": [1, 2, 3]})),
    ],
    ids=["merge", "concat", "join"],
)
def test_rows_of_two_origins_have_none(frame, merged):
    with pytest.raises(AttributeError, match="did not come from an answer"):
        _ = merged(frame).svc


def test_what_it_is_stands_in_its_text(frame):
    text = repr(frame.svc)

    assert text.splitlines()[0] == "Revenue by channel"
    assert "3 of 3 rows loaded · chat chat-1" in text
    assert "SELECT channel, orders, revenue\n  FROM sales" in text
    assert ".refresh() .to_code()" in text
    assert ".full()" not in text


@pytest.mark.case("R19")
def test_its_text_moves_no_cursor():
    found = SqlResult("\x1b[2Jtitle\u202e", "SELECT\r\x1b]8;;http://x\x07", "", COLUMNS, ROWS, 3)

    text = repr(result_frame(found).svc)

    assert "\x1b" not in text
    assert "\r" not in text
    assert "‹U+202E›" in text


@pytest.mark.case("N13")
@pytest.mark.parametrize(
    "aggregate",
    [
        lambda svc: svc.groupby("channel").sum(),
        lambda svc: svc.agg({"orders": "sum"}),
        lambda svc: svc.sum(),
        lambda svc: svc.mean(),
        lambda svc: svc.describe(),
        lambda svc: svc.value_counts("channel"),
        lambda svc: svc.pivot_table(index="channel", values="orders"),
    ],
)
def test_an_aggregate_of_some_of_the_rows_warns_and_one_of_all_does_not(frame, aggregate):
    cut = result_frame(result(total=5_214))

    with pytest.warns(RowsMissing, match=r"Only 3 of 5,214 rows are here.*full\(\)"):
        of_some = aggregate(cut.svc)

    pd.testing.assert_frame_equal(pd.DataFrame(of_some), pd.DataFrame(aggregate(frame.svc)))


def refreshed(before, rows):
    names = []
    frame = result_frame(before, load=lambda _: loaded(rows), rebind=lambda *pair: names.append(pair))
    return frame, frame.svc.refresh(), names


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (ROWS, "3 rows, all as before"),
        ((("web", 3, 30.5 + 1e-12), *ROWS[1:]), "3 rows, all as before"),
        ((("web", 4, 30.5), *ROWS[1:]), "3 rows, 1 of them not as before"),
        ((ROWS[0], ("shop", 2, 0.5), ("web", None, 10.0)), "3 rows, 2 of them not as before"),
        (ROWS[:1], "1 row, 3 before"),
    ],
)
def test_a_refresh_runs_the_sql_again_and_says_what_changed(rows, told):
    old, new, rebound = refreshed(result(), rows)

    assert new is not old
    assert new.svc.changes == told
    assert [(one is old, other is new) for one, other in rebound] == [(True, True)]
    assert new.svc.refresh().svc.changes  # and once more


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (ROWS, "3 rows, those loaded before as they were"),
        ((("web", 4, 30.5), *ROWS[1:]), "3 rows, 1 of those loaded before not as before"),
    ],
)
def test_a_refresh_of_some_rows_loads_all_and_compares_those(rows, told):
    _, new, _ = refreshed(result(ROWS[:2], total=3), rows)

    assert new.svc.is_complete
    assert new.svc.changes == told


def test_a_refresh_of_a_changed_frame_binds_nothing_and_compares_nothing():
    told = []
    frame = result_frame(result(), load=lambda _: loaded(ROWS), rebind=lambda *pair: told.append(pair))

    fresh = frame[frame.orders > 1].svc.refresh()

    assert len(fresh) == 3
    assert fresh.svc.changes == ""
    assert told == []


def test_a_frame_without_a_connection_says_what_to_do():
    with pytest.raises(RequestRefused, match="ask its question again"):
        result_frame(result()).svc.refresh()
