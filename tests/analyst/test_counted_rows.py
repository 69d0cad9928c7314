"""Rows that are counted already, words written as one, and terms that only share a stem."""

from datetime import date, timedelta

import pytest

from svcchat_magic.semantic.search.thesaurus import plain_parts
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
HOURS = [
    "dteday,season,windspeed,casual,registered,cnt",
    *(
        f"{date(2024, 1, 1) + timedelta(days=at // 3)},{('spring', 'summer')[at // 900]},{at % 30},{at % 7},"
        f"{at % 11},{at % 7 + at % 11}"
        for at in range(1_500)
    ),
]


@pytest.fixture(scope="module")
def bikes(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("bikes"), {"bikeshare": HOURS}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    ["rentals by season", "how many bikes were hired in 2024?", "top 5 days with the most rentals"],
)
def test_what_rows_count_is_added_up(bikes, question):
    sql = sql_of(bikes, question)

    assert "total_cnt" in sql
    assert '"count"' not in sql


def test_rows_are_counted_where_rows_are_asked_for(bikes):
    assert "total_cnt" not in sql_of(bikes, "how many rows are there by season?")


def test_a_name_written_as_one_word_is_two(bikes):
    assert _titles(bikes)["windspeed"] == "Wind speed"
    assert "average_windspeed" in sql_of(bikes, "average wind speed by season")


def _titles(reader):
    (cube,) = reader.tools.model.cubes.values()
    return {name: each.title for name, each in cube.dimensions.items()}


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("windspeed", ("wind", "speed")),
        ("unitprice", ("unit", "price")),
        ("workingday", ("working", "day")),
        ("overtime", ()),
        ("customers", ()),
        ("qwertyuiop", ()),
    ],
)
def test_only_words_of_the_dictionary_are_parted(word, parts):
    assert plain_parts(word) == parts


def test_a_rating_is_no_rate(tmp_path):
    rooms = [
        "booking_id,hotel,rate",
        *(f"{at},{('Inn', 'Lodge')[at % 2]},{80 + at % 50}" for at in range(1, 90)),
    ]
    with reader_over(tmp_path, {"bookings": rooms}, TODAY) as reader:
        assert is_read(reader, "average rate by hotel")
        assert not is_read(reader, "average score by hotel")
