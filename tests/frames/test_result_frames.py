import copy
import io
import json
import pickle
from datetime import datetime, timedelta, timezone

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.frames.frame_columns import frame_columns
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult


def result(columns, *rows, **more):
    return SqlResult("", "", "", tuple(Column(*each) for each in columns), rows, len(rows), **more)


def column(column_type, *values):
    return result_frame(result([("a", column_type)], *((value,) for value in values)))["a"]


@pytest.mark.parametrize(
    ("column_type", "values", "dtype"),
    [
        ("Int64", (1, None), "Int64"),
        ("Int64", (1, 2), "Int64"),
        ("Double", (1.5, None), "float64"),
        ("Double", (1.5, 2), "float64"),
        ("Boolean", (True, None), "boolean"),
        ("String", ("a", None), "string"),
        ("Timestamp", ("2024-01-01T00:00:00.000", None), "datetime64[us]"),
        ("Date", ("2024-01-01",), "datetime64[us]"),
        ("Timestamp", ("2024-01-01T10:00:00Z", None), "datetime64[us, UTC]"),
        ("", (1, None), "Int64"),
        ("", (1, 2.5), "float64"),
        ("", (True,), "boolean"),
        ("Odd", ("a",), "string"),
    ],
)
def test_a_column_has_the_type_it_was_sent_with(column_type, values, dtype):
    assert str(column(column_type, *values).dtype) == dtype


def test_times_are_times():
    zone = timezone(timedelta(hours=-5, minutes=-30))

    assert column("Timestamp", "2024-01-31T10:30:00.5")[0] == datetime(2024, 1, 31, 10, 30, 0, 500_000)
    assert column("Timestamp", "2024-01-31T10:30:00-05:30")[0] == datetime(2024, 1, 31, 10, 30, tzinfo=zone)


@pytest.mark.case("N12")
@pytest.mark.parametrize("number", [2**53 + 1, 2**53 + 2, 2**54 + 1, 2**55 - 1, -(2**53) - 1])
def test_a_whole_number_that_a_float_could_round_keeps_its_digits(number):
    found = column("Double", 1.5, number)

    assert found.dtype == object
    assert list(map(repr, found)) == ["1.5", repr(number)]


@pytest.mark.parametrize("number", [2**53, -(2**53)])
def test_a_whole_number_that_every_float_holds_is_a_float(number):
    found = column("Double", 1.5, number)

    assert str(found.dtype) == "float64"
    assert int(found[1]) == number


@pytest.mark.case("N12")
@pytest.mark.parametrize(
    ("column_type", "values"),
    [
        ("Int64", (2**63, 1)),
        ("Int64", (2**100, None)),
        ("Int64", (1, 1.5)),
        ("Double", (1.5, 2**60 + 1)),
        ("Double", (1.5, "abc")),
        ("Boolean", (True, "maybe")),
        ("String", ("a", 1)),
        ("", (1, "a")),
        ("", ({"a": 1}, [1])),
        ("Timestamp", ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00+02:00")),
        ("Timestamp", ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00")),
        ("Timestamp", ("2024-02-30", "2024-01-01")),
        ("Timestamp", ("12024-01-01",)),
        ("Timestamp", ("2024-01-01\n2024-01-02", "2024-01-03")),
        ("Timestamp", ("2024-01-01\n", "2024-01-03")),
        ("Timestamp", ("2024-01-01T00:00:00.123456789",)),
        ("Timestamp", (5, "2024-01-01")),
    ],
)
def test_a_value_that_does_not_fit_keeps_its_column_as_it_came(column_type, values):
    assert column(column_type, *values).replace({pd.NA: None}).tolist() == list(values)


@pytest.mark.case("N12")
def test_dates_far_away_are_kept():
    assert [moment.year for moment in column("Timestamp", "0001-01-01", "9999-12-31T23:59:59.999")] == [
        1,
        9999,
    ]


@pytest.mark.case("N10")
def test_column_names_are_made_unlike_and_the_originals_kept():
    names = ["a", "a", "a_2", "", " b ", "b", "<i>", "x" * 10_000]
    frame = result_frame(result([(name, "Int64") for name in names], tuple(range(8))))

    assert list(frame.columns) == ["a", "a_3", "a_2", "column_4", "b", "b_2", "<i>", "x" * 200]
    assert frame.svc.columns == tuple(names)
    assert frame["a_3"][0] == 1


@pytest.mark.case("N10")
@given(st.lists(st.sampled_from(["", "a", "a_2", "a_3", " a", "column_2", "b"]) | st.text(), max_size=12))
def test_any_column_names_become_different_names(names):
    columns = frame_columns(names)

    assert len(set(columns)) == len(names)
    assert all(columns)


@pytest.mark.case("N11")
@pytest.mark.parametrize("row", [(), (1,), (1, 2, 3)])
def test_ragged_rows_are_filled(row):
    frame = result_frame(result([("a", "Int64"), ("b", "Int64")], row, (7, 8)))

    assert frame.shape == (2, 2)
    assert frame["b"][1] == 8


def test_no_rows_are_an_empty_frame_with_types():
    frame = result_frame(result([("n", "Int64"), ("at", "Timestamp")]))

    assert frame.shape == (0, 2)
    assert [str(dtype) for dtype in frame.dtypes] == ["Int64", "datetime64[us]"]


@pytest.fixture
def cut():
    columns = (Column("month", "Timestamp"), Column("revenue", "Double"))
    rows = (("2024-01-01", 1.0), ("2024-02-01", 2.0))
    encoding = {
        "x": {"field": "month", "type": "temporal"},
        "y": {"field": "revenue", "type": "quantitative"},
    }
    spec = json.dumps({"mark": "line", "encoding": encoding})
    found = SqlResult("Revenue", "SELECT 1", "by month", columns, rows, 5214, "u-1", spec)
    return result_frame(found, chat_id="chat-1")


@pytest.mark.case("N13")
def test_a_frame_knows_where_it_came_from(cut):
    svc = cut.svc

    assert (svc.title, svc.sql, svc.description, svc.uuid, svc.chat_id) == (
        "Revenue",
        "SELECT 1",
        "by month",
        "u-1",
        "chat-1",
    )
    assert svc.total_rows == 5214
    assert not svc.is_complete
    assert "2 of 5,214 rows loaded · chat chat-1" in repr(svc)


@pytest.mark.parametrize(
    "step",
    [
        lambda frame: frame.copy(),
        lambda frame: frame[frame["revenue"] > 1],
        lambda frame: frame.rename(columns={"revenue": "r"}),
        lambda frame: pd.concat([frame, frame]),
        lambda frame: pickle.loads(pickle.dumps(frame)),
        lambda frame: copy.deepcopy(frame),
    ],
    ids=["copy", "filter", "rename", "concat", "pickle", "deepcopy"],
)
def test_the_origin_survives_what_is_done_to_a_frame(cut, step):
    assert step(cut).svc.title == "Revenue"


def test_the_origin_is_not_copied_but_shared(cut):
    assert cut.copy().attrs["svc"] is cut.attrs["svc"]


def test_frames_of_different_results_can_be_joined(cut):
    other = result_frame(result([("month", "Timestamp"), ("revenue", "Double")], ("2024-03-01", 3.0)))

    assert len(pd.concat([cut, other])) == 3


def test_the_origin_survives_a_parquet_file(cut):
    pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    file = io.BytesIO()
    cut.to_parquet(file)

    assert pd.read_parquet(file).svc.title == "Revenue"


def test_another_frame_has_no_svc():
    assert not hasattr(pd.DataFrame({"a": [1]}), "svc")


def test_a_frame_draws_its_chart_to_edit(cut):
    import altair

    chart = cut[cut["revenue"] > 1].svc.chart()

    assert isinstance(chart, altair.Chart)
    drawn = chart.properties(width=100).to_dict()
    assert drawn["mark"] == "line"
    assert list(drawn["datasets"].values()) == [[{"month": "2024-02-01T00:00:00", "revenue": 2.0}]]
