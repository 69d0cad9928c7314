import json
from dataclasses import replace

import pytest

from svcchat_magic.frames.result_rows import plain_time, shown_columns, table_text
from svcchat_magic.protocol.results import Column, SqlResult


def result(columns, *rows):
    return SqlResult("", "", "", tuple(Column(*each) for each in columns), rows, len(rows))


def cells(name, column_type, *values):
    return shown_columns(result([(name, column_type)], *((value,) for value in values)))[0].cells


@pytest.mark.parametrize(
    ("name", "values", "shown"),
    [
        ("orders", (1, 12345678), ("1", "12,345,678")),
        ("revenue", (412380.0, 398115.0), ("412,380", "398,115")),
        ("revenue", (412380.5, 3.0, None), ("412,380.50", "3.00", None)),
        ("revenue", (412380.5, 3), ("412,380.50", "3.00")),
        ("share", (0.1234, 0.5), ("0.1234", "0.5000")),
        ("share", (5.5, 0.0001), ("5.50", "0.0001")),
        ("big", (1.5, 2.0**60), ("1.50", "1.15e+18")),
        ("year", (2023, 2024), ("2023", "2024")),
        ("customer_id", (10023,), ("10023",)),
        ("year", (2024.0,), ("2024",)),
        ("loss", (-1234.5,), ("-1,234.50",)),
        ("huge", (10**200,), (f"{10**200:,}"[:119] + "…",)),
    ],
)
def test_numbers_read_well(name, values, shown):
    assert cells(name, "Double", *values) == shown


@pytest.mark.parametrize(
    ("name", "values", "shown"),
    [
        ("day", ("2024-01-01T00:00:00.000", "2024-01-31"), ("2024-01-01", "2024-01-31")),
        ("month", ("2024-01-01T00:00:00.000", "2024-02-01T00:00:00.000"), ("2024-01", "2024-02")),
        ("month", ("2024-01-01", "2024-02-03"), ("2024-01-01", "2024-02-03")),
        ("year", ("2023-01-01", "2024-01-01"), ("2023", "2024")),
        ("quarter", ("2023-10-01", "2024-01-01"), ("2023-Q4", "2024-Q1")),
        ("by_quarter", ("2024-04-01T00:00:00.000", None), ("2024-Q2", None)),
        ("quarter", ("2024-01-01", "2024-02-01"), ("2024-01-01", "2024-02-01")),
        (
            "at",
            ("2024-01-01T10:30:00.500Z", "2024-01-01T00:00:00Z"),
            ("2024-01-01 10:30:00.5", "2024-01-01 00:00:00"),
        ),
        ("at", ("2024-01-01T10:30:00+02:00",), ("2024-01-01 10:30:00+02:00",)),
        ("at", ("soon", None), ("soon", None)),
    ],
)
def test_times_read_well(name, values, shown):
    assert cells(name, "Timestamp", *values) == shown


PERCENT = {"field": "margin", "type": "quantitative", "axis": {"format": "~%"}}


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ({"y": PERCENT}, ("53.0%", "-2.5%", None)),
        (
            {"tooltip": [{"field": "margin", "type": "quantitative", "format": ".1%"}]},
            ("53.0%", "-2.5%", None),
        ),
        ({"y": PERCENT | {"axis": {"format": ",~f"}}}, ("0.5302", "-0.0250", None)),
        ({"y": PERCENT | {"aggregate": "sum"}}, ("0.5302", "-0.0250", None)),
        ({"y": PERCENT | {"field": "other"}}, ("0.5302", "-0.0250", None)),
        ({}, ("0.5302", "-0.0250", None)),
    ],
)
def test_a_share_is_a_percentage_only_where_the_chart_says_so(encoding, shown):
    given = result([("margin", "Double")], (0.5302,), (-0.025,), (None,))

    drawn = replace(given, vega_spec=json.dumps({"mark": "bar", "encoding": encoding}))

    assert shown_columns(drawn)[0].cells == shown


def test_a_chart_that_cannot_be_read_changes_no_cell():
    given = result([("margin", "Double")], (0.5302,))

    assert shown_columns(replace(given, vega_spec="{")) == shown_columns(given)


def test_no_rows_are_no_table():
    assert table_text(result([("margin", "Double")])) == ""


def test_text_that_looks_like_a_time_stays_text():
    assert cells("code", "String", "2024-01-01T00:00:00") == ("2024-01-01T00:00:00",)


def test_a_cell_is_one_line_of_bounded_length():
    assert cells("a", "String", "one\n\ttwo", "x" * 10_000_000, {"a": [1]}, True) == (
        "one two",
        "x" * 119 + "…",
        '{"a": [1]}',
        "true",
    )


@pytest.mark.case("R19")
def test_a_terminal_table_holds_no_control_characters():
    text = table_text(result([("a\x1b[2J", "String")], ("x\r\x1b]8;;https://evil.example\x1b\\y",)))

    assert text.splitlines() == ["a", "──────────", "x‹U+000D›y"]


def test_a_terminal_table_is_aligned():
    text = table_text(
        result(
            [("channel", "String"), ("orders", "Int64")], ("web", 1200), ("日本", None), ("a longer name", 7)
        )
    )

    assert text.splitlines() == [
        "channel        orders",
        "─────────────  ──────",
        "web             1,200",
        "日本                –",
        "a longer name       7",
    ]


@pytest.mark.parametrize("text", ["", "2024", "12024-01-01", "2024-01-01x", "2024-01-01T10"])
def test_other_text_is_no_time(text):
    assert plain_time(text) is None
