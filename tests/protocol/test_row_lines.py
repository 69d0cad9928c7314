import gc
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.errors import BadLine, NotAuthenticated, StreamFailed, StreamProtocolError
from svcchat_magic.protocol.loaded_rows import LoadedRows, Packing
from svcchat_magic.protocol.results import Column, SqlResult, cast_rows
from svcchat_magic.protocol.row_lines import RowLines

TYPES = ("Int64", "Double", "Boolean", "String", "Timestamp", "Decimal", "Odd")


def line(**fields):
    return json.dumps(fields).encode()


def schema(*types):
    return line(schema=[{"name": f"c{at}", "column_type": each} for at, each in enumerate(types)])


def read(types, *lines):
    rows = RowLines()
    for each in (schema(*types), *lines):
        rows.take(each)

    return rows


def values(rows):
    result = SqlResult("", "", "", rows.columns, (), 0)
    return LoadedRows(result, rows.columns, rows.count, rows.count, tuple(rows.blocks)).rows


def test_rows_are_packed_and_counted():
    rows = read(
        ("Int64", "String"), line(data=[[1, "a"], [None, None]]), line(data=[[3, ""]]), line(totalRows=3)
    )

    assert values(rows) == ((1, "a"), (None, None), (3, ""))
    assert [[cells.packing for cells in block] for block in rows.blocks] == [
        [Packing.INTEGERS, Packing.TEXT]
    ] * 2
    assert (rows.count, rows.total_rows, rows.is_cut, rows.has_ended) == (3, 3, False, True)


def test_numbers_written_as_text_are_numbers():
    rows = read(("Int64", "Double", "Decimal"), line(data=[["12", "1.5", "0.25"], [None, "2", None]]))

    assert values(rows) == ((12, 1.5, 0.25), (None, 2.0, None))
    assert {cells.packing for block in rows.blocks for cells in block} == {Packing.INTEGERS, Packing.FLOATS}


@pytest.mark.parametrize(
    ("column_type", "value", "read_as"),
    [
        ("Int64", 2**63, 2**63),
        ("Int64", "null", "null"),
        ("Int64", 1.5, 1.5),
        ("Int64", True, True),
        ("Double", 2**53, float(2**53)),
        ("Double", 2**53 + 1, 2**53 + 1),
        ("Double", -(2**53) - 1, -(2**53) - 1),
        ("Double", 2**53 + 2, 2**53 + 2),
        ("Double", 2**55 - 1, 2**55 - 1),
        ("Double", 2**60 + 1, 2**60 + 1),
        ("Double", "inf", None),
        ("Double", "nan", None),
        ("Double", "abc", "abc"),
        ("Boolean", "true", True),
        ("Boolean", 1, 1),
        ("Boolean", "1", "1"),
        ("String", 5, 5),
        ("String", "a\0b", "a\0b"),
        ("String", {"a": [1]}, {"a": [1]}),
        ("Odd", "x", "x"),
    ],
)
def test_a_value_that_does_not_fit_is_read_as_in_the_first_hundred_rows(column_type, value, read_as):
    rows = read((column_type,), line(data=[[value], [None]]))

    assert values(rows) == ((read_as,), (None,))


@pytest.mark.case("S38")
def test_a_lone_surrogate_is_replaced():
    rows = read(("String",), b'{"data": [["\\ud800"]]}')

    assert values(rows) == (("\ufffd",),)


@pytest.mark.parametrize("row", [[], [1], [1, 2, 3], {"c1": 2, "c0": 1}])
def test_rows_of_another_form_are_filled_or_trimmed(row):
    rows = read(("Int64", "Int64"), line(data=[row]))

    assert len(values(rows)[0]) == 2


json_values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()
)


@given(st.data())
def test_packing_changes_no_value(data):
    types = data.draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=4))
    table = data.draw(st.lists(st.lists(json_values, min_size=len(types), max_size=len(types)), max_size=6))
    cut = data.draw(st.integers(0, len(table)))
    columns = tuple(Column(f"c{at}", each) for at, each in enumerate(types))

    rows = read(types, line(data=table[:cut]), line(data=table[cut:]))

    expected = cast_rows(json.loads(json.dumps(table)), columns)
    assert values(rows) == expected
    assert [list(map(type, row)) for row in values(rows)] == [list(map(type, row)) for row in expected]


@pytest.mark.parametrize(
    ("first", "error"),
    [
        (b'{"error": "no such table"}', StreamFailed),
        (b'{"error": {"code": "x", "message": "no such table"}}', StreamFailed),
        (b'{"jsonrpc": "2.0", "error": {"code": -32001, "message": "key"}}', NotAuthenticated),
        (b'{"data": [[1]]}', StreamProtocolError),
        (b'{"id": "__cutoff__"}', StreamProtocolError),
        (b"[]", BadLine),
        (b"<html>", BadLine),
        (b'{"schema": [', BadLine),
    ],
)
def test_a_reply_that_begins_otherwise_is_an_error(first, error):
    with pytest.raises(error):
        RowLines().take(first)


@pytest.mark.parametrize(
    ("last", "error"),
    [
        (line(error="too slow"), StreamFailed),
        (line(data="x"), StreamProtocolError),
        (b'{"data": [[1]', BadLine),
    ],
)
def test_a_failure_in_mid_stream_is_an_error(last, error):
    rows = read(("Int64",), line(data=[[1]]))

    with pytest.raises(error):
        rows.take(last)


def test_a_line_with_rows_and_an_error_is_an_error():
    rows = read(("Int64",))

    with pytest.raises(StreamFailed, match="half"):
        rows.take(line(data=[[1]], error="half"))


@pytest.mark.parametrize("last", [{"truncated": True}, {"truncated": True, "totalRows": 9}])
def test_a_cut_is_known(last):
    rows = read(("Int64",), line(data=[[1]]), line(**last))

    assert rows.is_cut
    assert rows.has_ended
    assert rows.total_rows == last.get("totalRows")


def test_a_total_beside_the_schema_is_no_end():
    rows = RowLines()
    rows.take(line(schema=[{"name": "a", "column_type": "Int64"}], totalRows=7))

    assert rows.total_rows == 7
    assert not rows.has_ended


def test_what_follows_the_closing_line_is_not_looked_at():
    rows = read(("Int64",), line(totalRows=0), b"garbage", line(data=[[1]]))

    assert rows.count == 0


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_left_as_it_was(was_on):
    (gc.enable if was_on else gc.disable)()
    try:
        rows = read(("Int64",), line(data=[[1]]))
        with pytest.raises(BadLine):
            rows.take(b"{")

        assert gc.isenabled() is was_on
    finally:
        gc.enable()
