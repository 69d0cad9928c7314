"""Values of a column as a chart's rows have them."""

import pytest

from svcchat_magic.charts.layout.times import drawn_column

CLOCK = "2024-01-30T23:30:00"


@pytest.mark.parametrize(
    "times",
    [
        ["", ""],
        ["Z", "Z"],
        ["Z", ""],
        ["+00:00", "+00"],
        ["+02", "+02"],
        ["+02", "+0200", "+02:00"],
        ["-0530", "-05:30"],
    ],
)
def test_a_zone_that_all_times_share_moves_none_of_them(times):
    assert drawn_column([CLOCK + zone for zone in times], is_time=True) == [CLOCK] * len(times)


def test_times_of_several_zones_are_written_as_every_browser_reads_them():
    times = ["2024-01-30 23:30:00.50+02", "2024-01-30T23:30-0530", "2024-01-30T00:00:00Z", "2024-01-30", None]

    assert drawn_column(times, is_time=True) == [
        "2024-01-30T23:30:00.5+02:00",
        "2024-01-30T23:30-05:30",
        "2024-01-30T00:00:00Z",
        "2024-01-30T00:00:00",
        None,
    ]


def test_a_day_is_no_time_with_an_offset():
    assert drawn_column(["2024-01-30", "2024-02-28"], is_time=True) == [
        "2024-01-30T00:00:00",
        "2024-02-28T00:00:00",
    ]


def test_what_is_no_time_is_inert_text_and_numbers_stay():
    values = ["<b>", "2024-01-30T00:00:00.000", "10:30+02", 5, True, None]

    assert drawn_column(values, is_time=False) == ["‹b>", "2024-01-30", "10:30+02", 5, True, None]
    assert drawn_column(values[2:], is_time=True) == values[2:]
