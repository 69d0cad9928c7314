"""Codes of places that are small words as well: the IN of India is no `in`."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
COUNTRIES = ("India", "Italy", "United States", "Norway", "Belgium", "Austria", "Germany")
CODES = ("IN", "IT", "US", "NO", "BE", "AT", "DE")
STATES = ("OR", "IN", "ME", "OK", "TX", "HI")


def customers(countries):
    return [
        "customer_id,name,country,state,language",
        *(
            f"{at},Cust {at},{countries[at % 7]},{STATES[at % 6]},{('English', 'German', 'French')[at % 3]}"
            for at in range(126)
        ),
    ]


@pytest.fixture(scope="module", params=[COUNTRIES, CODES], ids=["names", "codes"])
def reader(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("customers")
    with reader_over(folder, {"customers": customers(request.param)}, TODAY) as found:
        yield found


def kept(reader, question):
    """What a question keeps, with countries by their codes."""
    asked = " ".join(sql_of(reader, question).split()).partition(" WHERE ")[2]
    for name, code in zip(COUNTRIES, CODES, strict=True):
        asked = asked.replace(f"'{name}'", f"'{code}'")

    return asked.replace("customers.", "")


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("how many customers are not in English", "language <> 'English'"),
        ("how many customers are in texas", "state = 'TX'"),
        ("how many customers are not in DE or AT", "country NOT IN ('DE', 'AT')"),
        ("how many customers is it in total", ""),
        ("HOW MANY CUSTOMERS ARE NOT IN ENGLISH", "language <> 'English'"),
        ("how many customers are in the us", "country = 'US'"),
        ("how many customers are not in IT", "country <> 'IT'"),
        ("how many customers with state OR", "state = 'OR'"),
    ],
)
def test_small_words_are_codes_in_capitals_alone(reader, question, where):
    assert kept(reader, question) == where


def test_nobody_is_a_state(reader):
    assert not is_read(reader, "which customers are not me")
