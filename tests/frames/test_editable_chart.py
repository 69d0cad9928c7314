"""A result's chart as an altair object: over which rows and columns it is drawn."""

import datetime
import gc
import json
import weakref

import altair
import numpy as np
import pandas as pd
import pytest

from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult

BAR = {"mark": "bar", "encoding": {"x": {"field": "n"}, "y": {"field": "v", "type": "quantitative"}}}
LAYERS = {"encoding": BAR["encoding"], "layer": [{"mark": "bar"}, {"mark": "text"}]}
TIMES = {"mark": "line", "encoding": {"x": {"field": "t", "type": "temporal"}, "y": {"field": "v"}}}


def frame_of(columns, rows, spec=BAR):
    given = tuple(Column(*column.split(":")) for column in columns.split(", "))
    return result_frame(SqlResult("T", "", "", given, tuple(rows), len(rows), vega_spec=json.dumps(spec)))


def values(chart):
    """The rows as a page gets them."""
    return next(iter(chart.to_dict()["datasets"].values()))


@pytest.fixture
def frame():
    return frame_of("n:String, v:Double", [("a", 1.0), ("b", 2.0)])


@pytest.mark.parametrize(("spec", "kind"), [(BAR, altair.Chart), (LAYERS, altair.LayerChart)])
def test_it_is_an_altair_chart_over_the_rows_of_the_frame(spec, kind):
    chart = frame_of("n:String, v:Double", [("a", 1.0), ("b", 2.0)], spec).svc.chart()

    assert isinstance(chart, kind)
    assert values(chart) == [{"n": "a", "v": 1.0}, {"n": "b", "v": 2.0}]


def test_the_rows_are_those_that_the_frame_has_now(frame):
    changed = frame[frame["v"] > 1].assign(v=7.0)

    assert values(changed.svc.chart()) == [{"n": "b", "v": 7.0}]


@pytest.mark.skipif(pd.__version__.startswith("2."), reason="pandas 2 ties a frame in a circle")
def test_a_frame_is_freed_at_once_when_it_and_its_chart_are_gone():
    frame = frame_of("n:String, v:Double", [("a", 1.0)], {**BAR, "title": {"text": "T", "color": "#767676"}})
    held = weakref.ref(frame)
    gc.disable()
    try:
        frame.svc.chart()
        del frame
        is_held = held() is not None
    finally:
        gc.enable()

    assert not is_held


def test_a_frame_without_rows_is_refused_rather_than_drawn_empty(frame):
    with pytest.raises(ChartRefused, match="no rows to draw"):
        frame_of("n:String, v:Double", [], "").head(0).svc.chart()

    with pytest.raises(ChartRefused, match="no rows to draw"):
        frame.head(0).svc.chart()


def test_a_frame_that_lost_a_column_is_refused_with_its_name(frame):
    with pytest.raises(ChartRefused, match="reads v, which"):
        frame.drop(columns="v").svc.chart()


def test_a_column_that_became_the_index_is_still_drawn(frame):
    assert values(frame.set_index("n").svc.chart()) == values(frame.svc.chart())
    assert values(frame.set_index([[5, 6], "n"]).svc.chart()) == values(frame.svc.chart())


def test_every_column_of_the_frame_can_be_drawn_and_named_without_its_type():
    frame = frame_of("n:String, v:Double, units:Int64", [("a", 1.0, 3), ("b", 2.0, None)])
    own = frame.assign(share=frame["v"] / 3, flag=[True, False])

    chart = own.svc.chart().encode(y="units", color="flag", size="share")

    assert chart.to_dict()["encoding"]["y"] == {"field": "units", "type": "quantitative"}
    assert values(chart)[0] == {"n": "a", "units": 3, "flag": True, "share": pytest.approx(1 / 3)}
    assert values(chart)[1]["units"] is None


def test_columns_with_dots_are_drawn_by_names_that_vega_reads_as_names():
    spec = {"mark": "bar", "encoding": {"x": {"field": "orders.day"}, "y": {"field": "orders.count"}}}
    frame = frame_of("orders.day:String, orders.count:Int64, orders.sum:Int64", [("a", 1, 5)], spec)

    chart = frame.svc.chart().encode(size="orders_sum")

    assert list(chart.data.columns) == ["orders_day", "orders_count", "orders_sum"]
    assert values(chart) == [{"orders_day": "a", "orders_count": 1, "orders_sum": 5}]


@pytest.mark.parametrize(
    "name", ["a[0]", "it's", 'say "x"', "Umsatz (€)", "數量", "with space", "__proto__", "1st"]
)
def test_odd_column_names_are_drawn(name):
    spec = {"mark": "bar", "encoding": {"x": {"field": "n"}, "y": {"field": name, "type": "quantitative"}}}
    columns = (Column("n", "String"), Column(name, "Int64"))
    result = SqlResult("T", "", "", columns, (("a", 7),), 1, vega_spec=json.dumps(spec))
    if name == "__proto__":
        with pytest.raises(ChartRefused):
            result_frame(result).svc.chart()

        return

    (row,) = values(result_frame(result).svc.chart())

    assert sorted(row.values(), key=str) == [7, "a"]


def test_a_name_that_only_the_user_gave_stands_back_behind_one_that_the_chart_reads():
    spec = {"mark": "bar", "encoding": {"x": {"field": "n"}, "y": {"field": "a.b", "type": "quantitative"}}}
    frame = frame_of("n:String, a.b:Int64", [("x", 7)], spec)

    assert values(frame.assign(a_b=-1).svc.chart()) == [{"n": "x", "a_b": 7}]


def test_columns_that_altair_would_refuse_do_no_harm(frame):
    frame["took"] = pd.to_timedelta([1, 2], unit="h")
    frame["parts"] = [[1, 2], {"a": 1}]
    frame["mixed"] = [1, "<b>"]
    frame["when"] = [datetime.date(2024, 1, 31), None]
    frame[7] = 1
    frame["n "] = pd.Categorical(["low", "high"], ["low", "high"], ordered=True)

    chart = frame.svc.chart().encode(tooltip=["took:N", "parts:N", "mixed:N", "when", "n "])

    first, second = values(chart)
    assert first["took"] == "0 days 01:00:00"
    assert first["parts"] == "[1, 2]"
    assert (first["mixed"], second["mixed"]) == (1, "‹b>")
    assert first["when"] == "2024-01-31T00:00:00"
    assert chart.to_dict()["encoding"]["tooltip"][4]["type"] == "ordinal"


def test_a_wide_frame_writes_the_columns_that_are_drawn_and_a_long_one_its_rows(frame):
    wide = pd.concat(
        [frame, pd.DataFrame(np.ones((2, 500)), columns=[f"column_{at}" for at in range(500)])], axis=1
    )
    wide.attrs = frame.attrs
    long = pd.concat([frame] * 2_000, ignore_index=True)

    assert set(values(wide.svc.chart())[0]) == {"n", "v"}
    assert set(values(wide.svc.chart().encode(size="column_499"))[0]) == {"n", "v", "column_499"}
    assert len(values(long.svc.chart())) == 4_000


@pytest.mark.parametrize("zone", ["", "Z", "+02:00"])
def test_times_are_drawn_as_the_clock_showed_them_wherever_the_reader_is(zone):
    frame = frame_of("t:Timestamp, v:Double", [(f"2024-01-31T23:30:00{zone}", 1.0), (None, 2.0)], TIMES)

    first, second = values(frame.svc.chart())

    assert first["t"] == "2024-01-31T23:30:00"
    assert second["t"] in (None, "")


def test_dates_that_came_as_text_are_not_moved_to_the_day_before():
    frame = frame_of("t:String, v:Double", [("2024-01-31", 1.0)], TIMES)

    assert values(frame.svc.chart())[0]["t"] == "2024-01-31T00:00:00"


def test_missing_numbers_are_missing():
    frame = frame_of("n:String, v:Int64, w:Double", [("a", None, 1.0), (None, 2, None)])

    assert values(frame.svc.chart().encode(size="w")) == [
        {"n": "a", "v": None, "w": 1.0},
        {"n": None, "v": 2, "w": None},
    ]


def test_text_that_would_end_the_script_of_a_saved_page_cannot(frame, tmp_path):
    frame["n"] = ["</script><script>alert(1)</script>", "b"]
    frame["own"] = frame["n"]

    frame.svc.chart().encode(color="own").save(tmp_path / "chart.html")

    assert "<script>alert" not in (tmp_path / "chart.html").read_text()
