"""With or without tax: the column that is meant, or the sum of two."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "clients": ["client_id,client_name,town"]
    + [f"{n},Client {n},{('Sligo', 'Cork')[n % 2]}" for n in range(1, 9)],
    "invoices": ["invoice_no,client_id,invoice_date,net_amount,vat_amount,paid_on"]
    + [
        f"{n},{1 + n % 8},2025-0{1 + n % 7}-2{n % 9},{100 + n}.5,{20 + n % 7}.25,"
        f"{f'2025-0{2 + n % 7}-1{n % 9}' if n % 4 else ''}"
        for n in range(1, 61)
    ],
    "orders": ["order_id,client_id,ordered_on,amount"]
    + [f"{n},{1 + n % 8},2025-0{1 + n % 7}-1{n % 9},{50 + n}.75" for n in range(1, 41)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("taxes"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "what do clients still owe us, VAT included", "total invoiced in May 2025 incl. VAT",
        "invoiced by town including VAT", "what did we invoice in May 2025, gross?",
    ],
)  # fmt: skip
def test_with_the_tax_it_is_the_sum_of_both(reader, question):
    assert "total_including_tax" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "total invoiced in May 2025 before VAT", "invoiced by town, ex VAT",
        "total invoiced in 2025, net please",
        "total invoiced in 2025 without VAT", "total invoiced in 2025, VAT not included",
    ],
)  # fmt: skip
def test_without_the_tax_it_is_the_net_amount(reader, question):
    sql = sql_of(reader, question)

    assert "total_net_amount" in sql
    assert "including" not in sql


@pytest.mark.parametrize("question", ["total order amount before VAT", "number of clients including VAT"])
def test_what_nothing_tells_of_tax_is_refused(reader, question):
    assert not is_read(reader, question)
