"""What was collected, parts of the same rows, places by their address, and years that trends run over."""

from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of

TABLES = {
    "flats": ["flat_id,address,area,asking_rent"]
    + [f"{n},{n} Mill Lane,{('North', 'South')[n % 2]},{500 + n}.5" for n in range(1, 13)],
    "leases": ["lease_id,flat_id,start_date,monthly_rent,channel"]
    + [
        f"{n},{1 + n % 12},2024-0{1 + n % 9}-01,{500 + n}.5,{('web', 'agent', 'web')[n % 3]}"
        for n in range(1, 31)
    ],
    "rent_payments": ["rent_payment_id,lease_id,due_date,paid_on,amount_due,amount_paid"]
    + [
        f"{n},{1 + n % 30},2025-0{1 + n % 7}-01,2025-0{1 + n % 7}-0{2 + n % 7},{500 + n}.5,{400 + n}.25"
        for n in range(1, 121)
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("rents"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.mark.parametrize("question", ["rent collected in May 2025", "rent we received per month in 2025"])
def test_rent_that_was_collected_is_what_was_paid(reader, question):
    assert "total_amount_paid" in sql_of(reader, question)


def test_a_rent_that_is_only_named_is_not_what_was_paid(reader):
    assert "amount_paid" not in sql_of(reader, "average monthly rent by area")


def test_some_as_a_percentage_of_all_are_a_part_of_them(reader):
    sql = sql_of(reader, "web leases as a percentage of all leases, by area")

    assert "FILTER (WHERE leases.channel = 'web')" in sql
    assert "WHERE leases.channel = 'web'\nGROUP" not in sql


def test_flats_are_called_by_their_address(reader):
    assert "address" in sql_of(reader, "top 5 flats by asking rent")


def test_a_trend_over_a_year_is_of_that_year(reader):
    sql = sql_of(reader, "show me monthly rent payments over 2025")

    assert "HAVING" not in sql
    assert ">= '2025-01-01'" in sql
