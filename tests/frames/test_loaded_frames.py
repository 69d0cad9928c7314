import io
import json
import pickle
import sys
from datetime import UTC, date, datetime

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames.frame_origin import RowsMissing
from svcchat_magic.frames.loaded_frames import loaded_frame
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.arrow_rows import read_arrow
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.results import Column, SqlResult, cast_rows
from svcchat_magic.protocol.row_lines import RowLines

TYPES = ("Int64", "Double", "Boolean", "String", "Timestamp", "Date", "Decimal", "Odd")
VALUES = {
    "Int64": st.integers(-(2**63), 2**63 - 1),
    "Double": st.floats(allow_nan=False, allow_infinity=False),
    "Boolean": st.booleans(),
    "String": st.text(),
    "Timestamp": st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31)).map(datetime.isoformat),
    "Date": st.dates().map(date.isoformat),
    "Decimal": st.decimals(allow_nan=False, allow_infinity=False, places=2).map(str),
    "Odd": st.text(),
}


def result_of(columns, rows, total=None):
    return SqlResult("Orders", "SELECT 1", "", tuple(columns), rows, total or len(rows), "u-1")


def by_lines(columns, table, blocks=2, result=None, warnings=()):
    rows = RowLines()
    schema = [{"name": column.name, "column_type": column.column_type} for column in columns]
    rows.take(json.dumps({"schema": schema}).encode())
    size = max(1, len(table) // blocks)
    for at in range(0, len(table), size):
        rows.take(json.dumps({"data": table[at : at + size]}).encode())

    result = result or result_of(columns, ())
    return LoadedRows(
        result,
        rows.columns,
        rows.count,
        max(rows.count, result.total_rows),
        tuple(rows.blocks),
        None,
        warnings,
    )


def by_arrow(fields, table):
    pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    schema = pa.schema([pa.field(name, kind, metadata=note) for name, kind, note in fields])
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, schema) as writer:
        for rows in (table[:2], table[2:]):
            columns = zip(*rows, strict=True) if rows else [()] * len(fields)
            arrays = [
                pa.array(list(each), type=kind) for each, (_, kind, _) in zip(columns, fields, strict=True)
            ]
            writer.write_batch(pa.record_batch(arrays, schema=schema))

    arrow = read_arrow(bytearray(sink.getvalue()))
    return LoadedRows(result_of(arrow.columns, ()), arrow.columns, len(table), len(table), arrow=arrow)


@given(st.data())
def test_a_loaded_frame_is_the_frame_its_rows_would_have_had(data):
    types = data.draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=4))
    row = st.tuples(*(st.none() | VALUES[each] for each in types))
    table = data.draw(st.lists(row, max_size=8))
    columns = [Column(f"c{at}", each) for at, each in enumerate(types)]

    frame = loaded_frame(by_lines(columns, table))

    rows = cast_rows(json.loads(json.dumps(table)), columns)
    pd.testing.assert_frame_equal(frame, result_frame(result_of(columns, rows)))


@pytest.mark.parametrize(
    ("column_type", "values"),
    [
        ("Int64", [1, 2**63, None]),
        ("Int64", [1, "a", None]),
        ("Double", [1.5, 2**53 + 1]),
        ("Double", [1.5, 2**60 + 1]),
        ("Boolean", [True, 1]),
        ("String", ["a", 1]),
        ("String", ["a\0b", "c"]),
        ("Timestamp", ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00"]),
        ("Timestamp", ["2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z", None]),
        ("Timestamp", ["soon", None]),
        ("Date", ["2024-02-30"]),
    ],
)
def test_values_that_do_not_fit_are_kept_as_in_the_first_hundred_rows(column_type, values):
    columns = [Column("a", column_type)]
    table = [[value] for value in values]

    frame = loaded_frame(by_lines(columns, table))

    pd.testing.assert_frame_equal(frame, result_frame(result_of(columns, cast_rows(table, columns))))


def test_arrow_and_lines_give_the_same_frame_and_the_same_rows():
    pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    moment, day = datetime(2024, 1, 31, 10, 30, 0, 500_000), date(2024, 1, 31)
    table = [
        (1, 1.5, True, "a", moment, day),
        (None, None, None, None, None, None),
        (2**62, -2.0, False, "", datetime(1, 1, 1), date(9999, 12, 31)),
    ]
    kinds = [
        ("i", pa.int64(), {"column_type": "Int64"}),
        ("d", pa.float64(), {"column_type": "Double"}),
        ("b", pa.bool_(), {"column_type": "Boolean"}),
        ("s", pa.string(), {"column_type": "String"}),
        ("t", pa.timestamp("us"), {"column_type": "Timestamp"}),
        ("e", pa.date32(), {"column_type": "Date"}),
    ]
    plain = [[v.isoformat() if hasattr(v, "isoformat") else v for v in row] for row in table]

    arrow, lines = by_arrow(kinds, table), by_lines(by_arrow(kinds, []).columns, plain)

    pd.testing.assert_frame_equal(loaded_frame(arrow), loaded_frame(lines))
    assert arrow.rows == lines.rows


def test_arrow_of_a_service_that_notes_no_types_is_typed_by_its_own():
    pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    fields = [
        ("i", pa.int32(), None),
        ("f", pa.float32(), None),
        ("n", pa.decimal128(10, 2), None),
        ("t", pa.timestamp("ms", "UTC"), None),
        ("s", pa.large_string(), None),
        ("x", pa.list_(pa.int64()), None),
    ]

    frame = loaded_frame(by_arrow(fields, [(1, 0.5, 2, datetime(2024, 1, 1, tzinfo=UTC), "a", [1])]))

    assert [str(each) for each in frame.dtypes] == [
        "Int64",
        "float64",
        "float64",
        "datetime64[us, UTC]",
        "string",
        "object",
    ]


def test_without_pyarrow_the_frame_is_the_same(monkeypatch):
    columns = [Column("s", "String"), Column("t", "Timestamp")]
    table = [["a", "2024-01-01"], [None, None], ["", "2024-01-02"]]
    with_arrow = loaded_frame(by_lines(columns, table))
    monkeypatch.setattr("svcchat_magic.frames.text_columns.can_read_arrow", lambda: False)

    pd.testing.assert_frame_equal(loaded_frame(by_lines(columns, table)), with_arrow)


def test_a_loaded_frame_can_be_changed_in_place():
    frame = loaded_frame(by_lines([Column("a", "Int64"), Column("b", "Double")], [[1, 1.0], [None, 2.0]]))

    frame.loc[0, ["a", "b"]] = [7, 7.5]

    assert frame["a"][0] == 7
    assert frame["b"][0] == 7.5


@pytest.fixture
def cut():
    """Two of three rows, with a way to load all of them."""
    columns = (Column("a", "Int64"),)
    result = SqlResult("Orders", "SELECT 1", "", columns, ((1,), (2,)), 3)

    def load(progress):
        if progress is not None:
            progress(3, 3)

        return by_lines(columns, [[1], [2], [3]], result=result)

    return result_frame(result, chat_id="chat-1", load=load)


def test_full_gives_a_new_frame_with_every_row(cut):
    told = []

    full = cut.svc.full(lambda *count: told.append(count))

    assert told == [(3, 3)]
    assert full["a"].tolist() == [1, 2, 3]
    assert full.dtypes.equals(cut.dtypes)
    assert (full.svc.title, full.svc.chat_id, full.svc.total_rows) == ("Orders", "chat-1", 3)
    assert full.svc.is_complete
    assert not cut.svc.is_complete


def test_full_of_a_part_gives_the_whole(cut):
    assert len(cut[cut["a"] > 1].svc.full()) == 3
    assert len(cut.svc.full().head(1).svc.full()) == 3


def test_full_of_a_whole_frame_asks_nobody():
    frame = result_frame(SqlResult("", "SELECT 1", "", (Column("a", "Int64"),), ((1,),), 1))

    assert frame.svc.full()["a"].tolist() == [1]
    assert frame.svc.full() is not frame


def test_rows_that_are_missing_all_the_same_are_warned_of_and_remembered():
    columns = (Column("a", "Int64"),)
    result = result_of(columns, ((1,),), total=9)
    frame = result_frame(
        result,
        load=lambda _: by_lines(columns, [[1], [2]], result=result, warnings=("Only 2 of 9 rows came.",)),
    )

    with pytest.warns(RowsMissing, match="2 of 9"):
        full = frame.svc.full()

    assert full.svc.warnings == ("Only 2 of 9 rows came.",)
    assert not full.svc.is_complete


def test_the_way_to_the_service_does_not_outlive_the_process():
    result = SqlResult("Orders", "SELECT 1", "", (Column("a", "Int64"),), ((1,),), 3)
    frame = result_frame(result, load=lambda _: sys.exit("never"))

    again = pickle.loads(pickle.dumps(frame))

    assert again.svc.title == "Orders"
    with pytest.raises(RequestRefused, match="ask its question again"):
        again.svc.full()


def test_the_way_to_the_service_survives_what_is_done_to_a_frame(cut):
    assert len(cut.copy().rename(columns={"a": "b"}).svc.full()) == 3
