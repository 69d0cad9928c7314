"""Two sides in words, states that are no changes, exact numbers, years as numbers, two persons of a name."""

from datetime import date

import pytest

from svcchat_magic.analyst.language.compared_sides import with_compared_sides
from svcchat_magic.analyst.language.exact_numbers import with_exact_numbers
from svcchat_magic.analyst.language.tokens import tokens_of
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 18)
TOWNS = ("Bath", "Ely", "Hull")
STATES = ("delivered", "lost", "in transit")
NAMES = ("Alex", "Kim", "Robin", "Sam", "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
PARCELS = {
    "shipments": ["shipment_id,town,status,booked_at,delivered_date,weight_kg,fee"]
    + [
        f"{at},{TOWNS[at % 3]},{STATES[at * 5 % 7 % 3]},202{4 + at % 2}-0{1 + at % 6}-1{at % 9} 09:30,"
        f"{f'202{4 + at % 2}-0{1 + at % 6}-2{at % 9}' if at % 4 else ''},{1 + at % 9}.5,{5 + at % 11}"
        for at in range(120)
    ],
}
LETS = [
    "id,name,host_id,host_name,room_type,price,number_of_reviews,last_review,build_year",
    *(
        f"{at},Flat {at},{500 + at * 7 % 23},{NAMES[at * 7 % 23 % 12]},{('Private', 'Entire')[at % 2]},"
        f"{30 + at * 13 % 90},{at * 11 % 60},2025-0{1 + at % 5}-1{at % 9},{1990 + at * 3 % 31}"
        for at in range(400)
    ),
]


@pytest.fixture(scope="module")
def parcels(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("parcels"), PARCELS, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def lets(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("lets"), {"listings": LETS}, TODAY) as reader:
        yield reader


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.mark.parametrize(
    ("asked", "usual"),
    [
        ("how does revenue in Bath compare with Ely", "revenue in Bath vs Ely"),
        ("how does revenue in Bath compare with that in Ely", "revenue in Bath vs Ely"),
        ("how do sales in Bath compare to sales in Ely", "sales in Bath vs Ely"),
        ("compare revenue in Bath with Ely in 2024", "revenue in Bath vs Ely in 2024"),
        ("compare revenue this year to last year", "compare revenue this year with last year"),
        ("how does revenue compare with last month", "how does revenue this month compare with last month"),
        ("compare revenue by town with last year", "compare revenue by town this year with last year"),
        ("compare revenue in 2024 with 2023", "compare revenue in 2024 with 2023"),
        ("compare revenue in May with last year", "compare revenue in May with last year"),
        ("how do we compare with the average", "how do we compare with the average"),
    ],
)
def test_two_sides_are_said_in_one_way(asked, usual):
    assert " ".join(each.text for each in with_compared_sides(tokens_of(asked))) == usual


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("hosts with just one listing", "hosts with exactly one listing"),
        ("customers who placed only two orders", "customers who placed exactly two orders"),
        ("hosts with one listing", "hosts with exactly one listing"),
        ("hosts with one or more listings", "hosts with one or more listings"),
        ("with only 2024 orders", "with only 2024 orders"),
        ("only one of them", "only one of them"),
    ],
)
def test_just_one_is_exactly_one(asked, said):
    assert " ".join(each.text for each in with_exact_numbers(tokens_of(asked))) == said


def test_shipments_are_dated_by_when_they_were_booked(parcels):
    assert "booked_at" in flat(parcels, "number of shipments per month in 2024")


@pytest.mark.parametrize(
    "question",
    ["how many shipments got lost in 2024", "lost shipments in 2024", "shipments that got lost in 2024"],
)
def test_what_got_lost_is_no_decline(parcels, question):
    asked = flat(parcels, question)

    assert "status = 'lost'" in asked
    assert "_before" not in asked


def test_the_fee_of_two_sides_is_told_of_both(parcels):
    assert "IN ('Bath', 'Ely')" in flat(parcels, "how does the total fee in Bath compare with Ely")


@pytest.mark.parametrize(
    "question", ["which hosts have more than 3 listings", "top 5 hosts by number of listings"]
)
def test_two_hosts_of_one_name_stay_two(lets, question):
    assert "listings.host_id" in flat(lets, question)


def test_what_share_has_exactly_one(lets):
    assert "= 1" in flat(lets, "what share of hosts has just one listing")


def test_the_most_reviewed_have_the_most_reviews(lets):
    asked = flat(lets, "the 5 most reviewed listings")

    assert (
        "listings.number_of_reviews DESC" in asked or "number_of_reviews" in asked.rpartition("ORDER BY")[0]
    )
    assert "last_review DESC" not in asked


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("earliest build year of private listings", "MIN(listings.build_year)"),
        ("what is the latest build year", "MAX(listings.build_year)"),
    ],
)
def test_the_first_of_years_is_the_lowest(lets, question, kept):
    assert kept in flat(lets, question)


def test_the_commonest_come_first(lets):
    assert "DESC" in flat(lets, "listings by room type, most common first")
    assert not is_read(lets, "private listings, most common first")


def test_changes_against_each_year_before_are_of_each_year(parcels):
    asked = flat(parcels, "year over year change in shipments, 2023 through 2025")

    assert "DATE_TRUNC('year'" in asked


@pytest.mark.parametrize(
    "question",
    [
        "are Bath fees higher than Ely fees",
        "which is higher, Bath fees or Ely fees?",
        "Bath fees vs Ely fees",
        "are the fees of Bath higher than those of Ely",
    ],
)
def test_a_number_said_of_both_sides_is_one(parcels, question):
    assert "town IN ('Bath', 'Ely')" in flat(parcels, question)


def test_how_much_more_one_has_is_a_difference(parcels):
    asked = flat(parcels, "how many more shipments does Bath have than Ely")

    assert "town = 'Bath'" in asked
    assert "town = 'Ely'" in asked


@pytest.mark.parametrize("question", ["are fees in 2025 higher than in 2024", "fees vs weight by town"])
def test_periods_and_two_numbers_are_no_such_sides(parcels, question):
    assert "town IN" not in flat(parcels, question)
