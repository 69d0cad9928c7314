"""Columns beside each other: whole where they fit, else cut, and what is missing is said."""

import pytest

from svcchat_magic.protocol.text_table import TextColumn, columns, cut, left_out_notice, table_lines

MONTHS = TextColumn("month", ("2024-01", "2024-02"))
NOTES = TextColumn("note", ("a note that is longer than the others", "short"))
REVENUE = TextColumn("revenue", ("403,357.05", "9.10"), is_right=True)


def test_a_table_that_fits_is_whole():
    assert table_lines([MONTHS, REVENUE], 80) == table_lines([MONTHS, REVENUE]) == [
        "month       revenue",
        "───────  ──────────",
        "2024-01  403,357.05",
        "2024-02        9.10",
    ]  # fmt: skip


def test_words_are_cut_before_a_column_is_left_out_and_numbers_never():
    assert table_lines([MONTHS, NOTES, REVENUE], 40)[2:] == [
        "2024-01  a note that is lon…  403,357.05",
        "2024-02  short                      9.10",
    ]


def test_the_first_and_the_last_column_stay_and_the_others_are_named():
    others = [TextColumn(f"figure_{number}", ("123,456.78",) * 2, is_right=True) for number in range(8)]

    lines = table_lines([MONTHS, *others, REVENUE], 60)

    assert lines[0].split() == ["month", "figure_0", "figure_1", "figure_2", "…", "revenue"]
    assert lines[-1].startswith("… and 5 more columns: figure_3, figure_4")
    assert max(map(columns, lines)) <= 60


@pytest.mark.parametrize("width", range(8, 60))
def test_no_line_is_wider_than_the_terminal(width):
    assert max(map(columns, table_lines([MONTHS, NOTES, REVENUE], width))) <= width


def test_columns_left_out_before_are_counted_with_those_that_do_not_fit():
    assert table_lines([MONTHS, NOTES, REVENUE], 24, left_out=3)[-1].startswith("… and 4 more columns")
    assert left_out_notice(3, ["note"]) == "… and 3 more columns: note, …"
    assert left_out_notice(1) == "… and 1 more column"
    assert left_out_notice(0) == ""


def test_wide_letters_are_cut_as_wide_as_they_are():
    assert columns(cut("売上高は前年比で", 9)) <= 9
    assert cut("short", 5) == "short"
