"""Those whose number rose or fell between two periods, and no others."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "customers": ["customer_id,customer_name,country"]
    + [f"{n},Customer {n},{('Peru', 'Chile', 'Cuba')[n % 3]}" for n in range(1, 13)],
    "orders": ["order_id,customer_id,order_date,total"]
    + [f"{n},{1 + n % 12},202{3 + n % 3}-0{1 + n % 8}-1{n % 9},{20 + n}.5" for n in range(1, 121)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("changed"), TABLES, date(2025, 12, 1)) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "sign"),
    [
        ("customers who spent more in 2024 than in 2023", ">"),
        ("which customers spent less in 2024 than in 2023", "<"),
        ("which countries had lower revenue in 2024 than in 2023", "<"),
        ("customers with fewer orders in 2025 than in 2024", "<"),
        ("which countries brought in more in 2024 than in 2023", ">"),
        ("which countries grew from 2023 to 2024 by revenue", ">"),
        ("which countries' number of orders was higher in 2024 than in 2023", ">"),
    ],
)
def test_only_those_that_changed_so_are_told(reader, question, sign):
    having = sql_of(reader, question).split("HAVING")[1]
    assert f", 0) {sign} COALESCE(" in having


@pytest.mark.parametrize(
    "question",
    [
        "which country grew the most from 2023 to 2024 by revenue",
        "did we have more orders in 2024 than in 2023",
        "how much more revenue did we have in 2024 than in 2023",
        "compare revenue by country in 2024 with 2023",
    ],
)
def test_others_are_told_whole(reader, question):
    assert "HAVING" not in sql_of(reader, question)


@pytest.mark.parametrize(
    ("question", "sign"),
    [
        ("in which months of 2024 did revenue fall compared to the month before?", "<"),
        ("which months of 2024 had falling revenue", "<"),
        ("in which quarters did revenue grow in 2024", ">"),
    ],
)
def test_only_the_months_that_changed_so_are_told(reader, question, sign):
    kept = f"this_one.sum_of_total {sign} earlier.sum_of_total"

    assert kept in sql_of(reader, question)


@pytest.mark.parametrize(
    "question", ["in which month of 2024 did revenue fall the most", "how did revenue change each month"]
)
def test_other_months_are_told_too(reader, question):
    text = sql_of(reader, question)

    assert "this_one.sum_of_total <" not in text
    assert "this_one.sum_of_total >" not in text


@pytest.mark.parametrize(
    "question",
    [
        "which 3 customers spent the most in 2024",
        "which three customers have paid us the most so far in 2024?",
        "the 3 customers who paid the most in 2024",
    ],
)
def test_so_many_who_did_the_most_are_ranked_by_it(reader, question):
    text = sql_of(reader, question)

    assert "MEASURE(orders.sum_of_total)" in text
    assert "DESC NULLS LAST" in text
    assert "LIMIT 3" in text


@pytest.mark.parametrize("question", ["how many orders over £1,000 did each country have in 2024?"])
def test_an_amount_of_money_is_no_number_of_rows(reader, question):
    assert not is_read(reader, question) or "COUNT" not in sql_of(reader, question).partition("HAVING")[2]
    assert is_read(reader, question.replace("£1,000", "1,000"))


def test_what_was_paid_is_not_who_pays(reader):
    assert "sum_of_total" not in sql_of(reader, "orders by country")
    assert not is_read(reader, "which customers paid last week's orders late")


@pytest.mark.parametrize(
    "question",
    ["customers who were more in 2024 than in 2023", "customers with more than in 2023"],
)
def test_without_a_number_nothing_is_compared(reader, question):
    assert not is_read(reader, question)
