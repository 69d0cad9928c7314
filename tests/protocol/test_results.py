import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.results import (
    Column,
    MetaResult,
    OtherResult,
    SqlResult,
    ToolFailure,
    ToolInput,
    read_tool_input,
    read_tool_result,
    tool_kind,
)

SCHEMA = [{"name": "channel", "column_type": "String"}, {"name": "n", "column_type": "Int64"}]


def sql(result, given=None):
    text = None if result is None else json.dumps(result)
    return read_tool_result(ToolCall(name="svcSqlApi", input=json.dumps(given or {}), result=text))


@pytest.mark.rule("2.6")
def test_a_result_has_its_fields_and_typed_rows():
    result = sql(
        {
            "sqlQuery": "SELECT 1",
            "queryTitle": "T",
            "description": "D",
            "schema": SCHEMA,
            "data": [["web", "12"], ["shop", 7]],
            "totalRows": 300,
            "uuid": "u",
            "vegaSpec": "{}",
        }
    )

    assert result == SqlResult(
        title="T",
        sql="SELECT 1",
        description="D",
        columns=(Column("channel", "String"), Column("n", "Int64")),
        rows=(("web", 12), ("shop", 7)),
        total_rows=300,
        uuid="u",
        vega_spec="{}",
    )
    assert not result.is_complete


@pytest.mark.rule("2.6:objects")
@pytest.mark.rule("2.6")
def test_both_shapes_of_a_result_give_the_same_rows():
    note = {
        "dimensions": {"s.channel": {"title": "Channel", "type": "string"}},
        "measures": {"s.n": {"title": "Orders", "type": "number"}},
    }
    result = sql({"data": [{"s.n": "12.5", "s.channel": "web"}, {"s.channel": "shop"}], "annotation": note})

    assert result.columns == (Column("s.n", "Double", "Orders"), Column("s.channel", "String", "Channel"))
    assert result.rows == ((12.5, "web"), (None, "shop"))


NOTE = {
    "measures": {"s.n": {"title": "Orders", "type": "number"}, "s.m": {"title": "Sum", "type": "number"}},
    "dimensions": {"s.day": {"title": "Day", "type": "time"}, "s.web": {"title": "Web", "type": "boolean"}},
    "timeDimensions": {"s.day.month": {"title": "Month", "type": "time"}},
}


@pytest.mark.rule("2.6:objects")
def test_rows_of_objects_have_the_order_of_their_keys_and_the_types_and_titles_of_the_annotation():
    rows = [
        {"s.web": "true", "s.n": "7", "s.day.month": "2024-01-01T00:00:00.000"},
        {"s.n": None, "s.day": "2024-01-02", "s.web": False, "other": [1]},
    ]

    result = sql({"data": rows, "annotation": NOTE, "query": "SELECT 1"})

    assert [(each.name, each.column_type, each.title) for each in result.columns] == [
        ("s.web", "Boolean", "Web"),
        ("s.n", "Double", "Orders"),
        ("s.day.month", "Timestamp", "Month"),
        ("s.day", "Timestamp", "Day"),
        ("other", "", ""),
        ("s.m", "Double", "Sum"),
    ]
    assert result.rows == (
        (True, 7.0, "2024-01-01T00:00:00.000", None, None, None),
        (False, None, None, "2024-01-02", [1], None),
    )
    assert (result.sql, result.total_rows) == ("SELECT 1", 2)


@pytest.mark.rule("2.6:objects")
def test_a_schema_beside_objects_gives_types_and_order_and_loses_no_key():
    schema = [{"name": "s.n", "column_type": "Int64"}, {"name": "s.web", "column_type": "Boolean"}]

    result = sql(
        {"schema": schema, "data": [{"s.web": "true", "s.n": "7", "s.m": "1.5"}], "annotation": NOTE}
    )

    assert result.columns == (
        Column("s.n", "Int64", "Orders"),
        Column("s.web", "Boolean", "Web"),
        Column("s.m", "Double", "Sum"),
    )
    assert result.rows == ((7, True, 1.5),)


@pytest.mark.rule("2.6:objects")
@pytest.mark.parametrize("schema", [[], [{"name": "n", "column_type": "Int64"}], [7]])
def test_a_schema_that_names_none_of_the_objects_keys_empties_no_row(schema):
    result = sql({"schema": schema, "data": [{"s.n": "7"}], "annotation": {"measures": NOTE["measures"]}})

    assert [column.name for column in result.columns] == ["s.n", "s.m"]
    assert result.rows == ((7.0, None),)


@pytest.mark.rule("2.6:objects")
def test_arrays_beside_an_annotation_take_its_titles():
    schema = [{"name": "s.n", "column_type": "Int64"}]

    result = sql({"schema": schema, "data": [["7"]], "annotation": NOTE})

    assert (result.columns, result.rows) == ((Column("s.n", "Int64", "Orders"),), ((7,),))


def test_what_the_result_leaves_out_is_taken_from_the_call():
    result = sql({"data": []}, {"query": "SELECT 1", "queryTitle": "T", "vegaSpec": "{}"})

    assert (result.sql, result.title, result.vega_spec) == ("SELECT 1", "T", "{}")


@pytest.mark.rule("2.5")
@pytest.mark.parametrize(
    "cube",
    [
        {"name": "sales", "members": [{"name": "sales.n", "type": "number"}, {"name": "sales.channel"}]},
        {"name": "sales", "measures": ["sales.n"], "dimensions": [{"name": "sales.channel"}]},
    ],
)
def test_a_search_gives_its_tables_and_members(cube):
    text = json.dumps({"searchQuery": "q", "cubes": [cube, 5]})

    result = read_tool_result(ToolCall(name="acmeMeta", result=text))

    assert result == MetaResult("q", ("sales",), ("sales.n", "sales.channel"))


@pytest.mark.rule("7")
@pytest.mark.case("S10")
def test_a_tools_error_is_a_failure_whatever_stands_beside_it():
    assert sql({"error": "", "schema": SCHEMA, "data": [["web", 1]]}) == ToolFailure("")
    assert sql({"error": "Error: no"}) == ToolFailure("Error: no")
    assert sql({"error": {"code": 1}}) == ToolFailure('{"code": 1}')


def test_a_running_tool_has_no_outcome():
    assert sql(None) is None


@pytest.mark.case("S08")
def test_a_result_of_an_unknown_tool_is_kept_as_text():
    assert read_tool_result(ToolCall(name="x", result='{"a":1}')) == OtherResult('{"a":1}')


@pytest.mark.parametrize(("name", "kind"), [("svcSqlApi", "sql"), ("acmeMeta", "meta"), ("SqlApiX", "other")])
def test_a_tool_is_known_by_the_end_of_its_name(name, kind):
    assert tool_kind(name) == kind


@pytest.mark.case("N11")
def test_ragged_rows_are_filled_and_cut_to_the_schema():
    result = sql({"schema": SCHEMA, "data": [["a"], ["b", 1, 2], "c", None, []], "totalRows": 1})

    assert result.rows == (("a", None), ("b", 1), ("c", None), (None, None), (None, None))
    assert result.total_rows == 5


@pytest.mark.case("N11")
def test_rows_without_a_schema_get_numbered_columns():
    assert [each.name for each in sql({"data": [[1, 2]]}).columns] == ["column_1", "column_2"]


@pytest.mark.case("N11")
def test_only_rows_of_arrays_say_how_many_columns_there_are():
    result = sql({"data": [[1, 2], "abc", None, 7]})

    assert [each.name for each in result.columns] == ["column_1", "column_2"]
    assert result.rows == ((1, 2), ("abc", None), (None, None), (7, None))


@pytest.mark.case("N12")
@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        ("Int64", "9223372036854775809", 9223372036854775809),
        ("Int64", 7.0, 7),
        ("Int64", 7.5, 7.5),
        ("Int64", "x", "x"),
        ("Int64", None, None),
        ("Int64", True, True),
        ("Int64", [1], [1]),
        ("Int64", "1e999", "1e999"),
        ("Double", "1.5", 1.5),
        ("Double", 2**53, float(2**53)),
        ("Double", -(2**53), -float(2**53)),
        ("Double", 2**53 + 1, 2**53 + 1),
        ("Double", -(2**53) - 1, -(2**53) - 1),
        ("Double", 2**53 + 2, 2**53 + 2),
        ("Double", 2**54 + 1, 2**54 + 1),
        ("Double", 2**55 - 1, 2**55 - 1),
        ("Double", "NaN", None),
        ("Double", "1e999", None),
        ("Double", "x", "x"),
        ("Double", True, True),
        ("Double", [1], [1]),
        ("Decimal", "0.1", 0.1),
        ("Boolean", "TRUE", True),
        ("Boolean", "false", False),
        ("Boolean", 1, 1),
        ("Boolean", "x", "x"),
        ("Timestamp", "2025-01-10T00:00:00", "2025-01-10T00:00:00"),
        ("Fresh", [1], [1]),
    ],
)
def test_a_value_is_cast_by_its_column_or_kept(kind, value, read):
    [[found]] = sql({"schema": [{"name": "x", "column_type": kind}], "data": [[value]]}).rows

    assert found == read
    assert type(found) is type(read)


def test_an_input_that_is_no_object_is_empty():
    empty = ToolInput(
        search_query="", sql="", title="", description="", vega_spec="", user_request="", memory_id=""
    )

    assert read_tool_input(ToolCall(name="x", input="[1]")) == empty
    assert read_tool_input(ToolCall(name="x", input="not json")) == empty


@pytest.mark.rule("2.5")
@pytest.mark.rule("2.6")
def test_an_input_has_every_field_that_the_tool_was_given():
    given = {
        "searchQuery": "q",
        "sqlQuery": "SELECT 1",
        "query": "SELECT 2",
        "queryTitle": "T",
        "description": "D",
        "vegaSpec": {"mark": "bar"},
        "userRequest": "why?",
        "memoryId": "m",
    }

    assert read_tool_input(ToolCall(name="x", input=json.dumps(given))) == ToolInput(
        search_query="q",
        sql="SELECT 1",
        title="T",
        description="D",
        vega_spec='{"mark": "bar"}',
        user_request="why?",
        memory_id="m",
    )
    assert read_tool_input(ToolCall(name="x", input='{"query": "SELECT 2"}')).sql == "SELECT 2"


@pytest.mark.case("S10")
@pytest.mark.parametrize("text", ["", "not json", '"not json"', "[1]", "7", '"7"', "null"])
@pytest.mark.parametrize("tool", ["svcSqlApi", "svcMeta", "x"])
def test_a_result_that_cannot_be_read_is_a_failure(tool, text):
    outcome = read_tool_result(ToolCall(name=tool, result=text))

    assert isinstance(outcome, ToolFailure)
    assert outcome.error.startswith("The tool's result is not ")


@pytest.mark.case("S10")
def test_a_result_that_was_encoded_twice_is_read():
    text = json.dumps(json.dumps({"schema": SCHEMA, "data": [["web", 1]]}))

    result = read_tool_result(ToolCall(name="svcSqlApi", result=text))

    assert result.rows == (("web", 1),)


def test_a_result_whose_rows_are_no_list_is_a_failure():
    assert isinstance(sql({"data": {"a": 1}}), ToolFailure)


def test_a_result_is_complete_when_no_row_is_missing():
    rows = [["web", 1], ["shop", 2]]

    for total, is_complete in (
        (None, True),
        (1, True),
        (2, True),
        ("2", True),
        (3, False),
        ("3", False),
        ([9], True),
    ):
        assert sql({"schema": SCHEMA, "data": rows, "totalRows": total}).is_complete is is_complete


def test_a_column_without_a_type_is_text():
    assert sql({"schema": [{"name": "x"}], "data": [["7"]]}).columns == (Column("x", "String"),)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
names = st.sampled_from(
    ["data", "schema", "annotation", "totalRows", "error", "cubes", "queryTitle", "vegaSpec"]
)


@given(st.dictionaries(names, anything, max_size=5), st.sampled_from(["svcSqlApi", "svcMeta", "x"]))
def test_the_reader_of_results_is_total(result, tool):
    outcome = read_tool_result(ToolCall(name=tool, result=json.dumps(result)))

    if isinstance(outcome, SqlResult):
        assert all(len(row) == len(outcome.columns) for row in outcome.rows)
