import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.frames.result_rows import NULL
from svcchat_magic.notebook.display.result_table import table_html
from svcchat_magic.protocol.results import Column, SqlResult
from tests.notebook.safe_page import faults, tags_of, text_of


def result(columns, *rows):
    return SqlResult("", "", "", tuple(Column(*each) for each in columns), rows, len(rows))


def test_numbers_stand_right_and_words_left():
    html = table_html(result([("channel", "String"), ("revenue", "Double")], ("web", 1234.5)))

    assert text_of(html) == "channelrevenueweb1,234.50"
    assert html.count("text-align:right") == 2
    assert "tabular-nums" in html


def test_a_missing_value_is_a_muted_dash():
    html = table_html(result([("revenue", "Double")], (None,)))

    assert f'<span style="opacity:.62">{NULL}</span>' in html
    assert text_of(html) == "revenue–"


def test_only_the_first_rows_are_shown():
    html = table_html(result([("n", "Int64")], *((number,) for number in range(50))), limit=10)

    assert tags_of(html).count("tr") == 11


def test_a_result_without_columns_is_nothing():
    assert table_html(result([])) == ""


def test_a_result_without_rows_has_no_empty_head():
    assert table_html(result([("revenue", "Double")])) == ""


def test_many_columns_are_cut_with_a_notice():
    html = table_html(result([(f"c{at}", "Int64") for at in range(10_000)], tuple(range(10_000))))

    assert tags_of(html).count("td") == 40
    assert text_of(html).endswith("… and 9,960 more columns")


@pytest.mark.case("R26")
@given(st.text(), st.text())
def test_no_cell_or_column_name_brings_anything_foreign(name, value):
    for hostile in (value, f"<script>{value}</script>", f"$\\href{{{value}}}{{x}}$"):
        html = table_html(result([(name + hostile, "String"), (hostile, "Timestamp")], (hostile, hostile)))

        assert faults(html) == []


def test_names_and_dates_stay_on_a_line_and_sentences_get_room():
    sentence = "Please leave the parcel with the neighbour on the second floor"
    html = table_html(
        result([("sent at", "Timestamp"), ("note", "String")], ("2024-03-01 09:00:00", sentence))
    )

    assert html.count("white-space:nowrap") == 2  # the head and the cell of the date
    assert html.count("min-width:22em") == 2
    assert html.count("vertical-align:top") == 4


@pytest.mark.parametrize(
    ("kind", "value", "needs_it"),
    [
        ("Double", 1234567.891, False),
        ("Double", -0.5, False),
        ("String", "Europe", False),
        ("String", "North America", True),
        ("String", "T-shirts", True),
        ("String", "2024-01", True),
        ("String", "a/b", True),
        ("String", "日本語", True),
    ],
)
def test_only_a_cell_that_a_browser_would_break_is_saved_with_the_style_against_it(kind, value, needs_it):
    html = table_html(result([("name", kind)], (value,), (None,)))

    assert ("white-space:nowrap" in html) is needs_it
