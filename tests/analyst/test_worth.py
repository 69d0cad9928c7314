"""What a receipt or an order comes to where only lines tell, margins by their formula, and sales as money."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.small_models import is_read, reader_over, sql_of
from tests.campaigns.question_sets import left

TILL = {
    "stores": ["store_id,store_name,region"]
    + [f"{n},Store {n},{('North', 'South')[n % 2]}" for n in range(1, 7)],
    "articles": ["article_id,article_name,category"]
    + [f"{n},Article {n},{('Lamps', 'Chairs', 'Rugs')[n % 3]}" for n in range(1, 13)],
    "campaigns": ["campaign_id,campaign_name,discount_pct,started_on"]
    + [f"{n},Campaign {n},{5 * n},2025-0{n}-01" for n in range(1, 6)],
    "sales": [
        "sale_line_id,sold_on,receipt_no,store_id,article_id,campaign_id,channel,quantity,unit_price,"
        "gross_amount,discount_amount,net_amount,cost_amount"
    ]
    + [
        f"{n},2025-0{1 + n % 8}-1{n % 9},R{1 + n // 3},{1 + n % 6},{1 + n % 12},{1 + n % 5},"
        f"{('web', 'shop')[n % 2]},{1 + n % 4},{10 + n % 9}.5,{(1 + n % 4) * (10.5 + n % 9)},"
        f"{n % 3}.5,{(1 + n % 4) * (10.5 + n % 9) - (n % 3 + 0.5)},{5 + n % 7}.25"
        for n in range(1, 161)
    ],
}
BUYING = {
    "suppliers": ["supplier_id,supplier_name,country"]
    + [f"{n},Supplier {n},{('Austria', 'Italy')[n % 2]}" for n in range(1, 9)],
    "order_lines": [
        "order_no,line_no,order_date,supplier_id,order_status,quantity,unit_price,discount_pct,line_total"
    ]
    + [
        f"PO-{1 + n // 3},{1 + n % 3},2025-0{1 + n % 8}-0{1 + n % 9},{1 + n // 3 % 8},"
        f"{('open', 'cancelled', 'received')[n // 3 % 3]},{1 + n % 5},{7 + n % 11}.5,{n % 4 * 5},"
        f"{round((1 + n % 5) * (7.5 + n % 11) * (1 - n % 4 * 0.05), 2)}"
        for n in range(1, 181)
    ],
}
TODAY = date(2025, 9, 10)


@pytest.fixture(scope="module")
def till(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("till"), TILL, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def buying(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("buying"), BUYING, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "average receipt value", "average value of a receipt", "value per receipt", "average basket value",
        "average basket size", "what is our average ticket", "average basket value per receipt",
    ],
)  # fmt: skip
def test_a_receipt_of_lines_comes_to_their_money_by_different_ones(till, question):
    sql = sql_of(till, question)

    assert "MEASURE(sales.total_net_amount) * 1.0 / NULLIF(MEASURE(sales.distinct_receipts), 0)" in sql


def test_the_median_receipt_is_that_of_each_one(till):
    sql = sql_of(till, "median value of a receipt")

    assert "MEDIAN(total_net_amount)" in sql
    assert "sales.receipt_no" in sql


@pytest.mark.parametrize(
    "question",
    ["value of orders in May 2025", "total order value in May 2025", "total value of the orders of May 2025"],
)
def test_the_value_of_orders_that_have_lines_only_is_the_money_of_these(buying, question):
    sql = sql_of(buying, question)

    assert "MEASURE(order_lines.total_line_total)" in sql
    assert "distinct_orders" not in sql


def test_the_value_of_such_orders_keeps_the_lines_of_these(buying):
    sql = sql_of(buying, "average value of a cancelled order by country")

    assert "order_status = 'cancelled'" in sql
    assert "total_line_total) * 1.0 / NULLIF(MEASURE(order_lines.distinct_orders), 0)" in sql


def test_orders_left_out_are_no_second_number(buying):
    sql = sql_of(buying, "average order value by country, without cancelled orders")

    assert "order_status <> 'cancelled'" in sql
    assert sql.count("distinct_orders") == sql.count("MEASURE(order_lines.distinct_orders)") + 1


def test_how_the_value_of_orders_grew_is_asked_of_their_money(buying):
    sql = sql_of(buying, "by what percentage did the value of orders grow in Q2 2025 against Q1 2025?")

    assert "total_line_total" in sql
    assert "percent_change" in sql


def test_orders_are_ranked_by_what_their_lines_come_to(buying):
    sql = sql_of(buying, "top 5 orders by value")

    assert "order_lines.order_no" in sql
    assert "ORDER BY 2 DESC" in sql
    assert "LIMIT 5" in sql


@pytest.mark.parametrize(
    "question", ["how many orders were there in May 2025", "number of orders by country"]
)
def test_orders_that_are_counted_are_no_money(buying, question):
    sql = sql_of(buying, question)

    assert "distinct_orders" in sql
    assert "total_line_total" not in sql


def test_a_basket_of_nothing_sold_is_not_read(tmp_path):
    tables = {"visits": ["visit_id,visited_on,minutes", *(f"{n},2025-05-0{1 + n % 9},{n}" for n in range(9))]}
    with reader_over(tmp_path, tables, TODAY) as reader:
        assert not is_read(reader, "average basket value by month")


@pytest.mark.parametrize(
    "question",
    [
        "top 3 stores by sales", "sales in May 2025 by region", "monthly sales", "average sales per store",
        "which store had the most sales", "what share of sales is web", "stores with sales over 200",
        "sales growth by region May 2025 vs April 2025", "sales and quantity by category",
    ],
)  # fmt: skip
def test_sales_of_a_table_of_sales_are_their_net_money(till, question):
    sql = sql_of(till, question)

    assert "MEASURE(sales.total_net_amount)" in sql
    assert 'sales."count"' not in sql


@pytest.mark.parametrize(
    "question",
    [
        "how many sales were there in May 2025", "number of sales by region", "count of sales by channel",
        "stores with more than 20 sales", "how many web sales did we make per month",
    ],
)  # fmt: skip
def test_so_many_sales_are_counted(till, question):
    assert "total_net_amount" not in sql_of(till, question)


def test_sales_beside_a_number_of_something_else_are_money(till):
    sql = sql_of(till, "sales and number of receipts by store")

    assert "total_net_amount" in sql
    assert "distinct_receipts" in sql


@pytest.mark.parametrize(
    "question",
    ["how much gross margin did we make in May 2025, in euros", "gross profit in May 2025",
     "net sales minus cost in May 2025", "revenue less cost of goods in May 2025"],
)  # fmt: skip
def test_gross_profit_is_net_less_a_sum_of_costs(till, question):
    sql = sql_of(till, question)

    assert "(MEASURE(sales.total_net_amount) - MEASURE(sales.total_cost_amount))" in sql
    assert "gross_amount" not in sql


@pytest.mark.parametrize("question", ["gross margin % by category", "gross margin in percent by category"])
def test_a_margin_in_percent_is_a_part_of_the_sales(till, question):
    assert "* 1.0 / NULLIF(MEASURE(sales.total_net_amount), 0)" in sql_of(till, question)


def test_a_margin_that_a_question_explains_is_that(till):
    sql = sql_of(till, "gross profit per category 2025 (sales minus cost)")

    assert "(MEASURE(sales.total_net_amount) - MEASURE(sales.total_cost_amount))" in sql


def test_another_formula_for_a_margin_is_not_passed_over(till):
    assert not is_read(till, "gross profit per category 2025 (sales minus discount percent)")


@pytest.mark.parametrize(
    "question",
    ["total discount given away in Q2 2025", "how much discount did we give away in Q2 2025",
     "how much money did we give away in discounts in Q2 2025", "discounts granted in Q2 2025"],
)  # fmt: skip
def test_discounts_given_are_money_and_no_percentages(till, question):
    sql = sql_of(till, question)

    assert "MEASURE(sales.total_discount_amount)" in sql
    assert "discount_pct" not in sql


@pytest.mark.parametrize(
    "question", ["average discount percent", "average discount percent of the campaigns"]
)
def test_percentages_are_averaged(till, question):
    assert "average_discount_pct" in sql_of(till, question)


def test_of_percentages_alone_the_list_value_less_the_total_was_given(buying):
    sql = sql_of(buying, "total discount given in May 2025")

    assert "SUM(order_lines.quantity * order_lines.unit_price) - MEASURE(order_lines.total_line_total)" in sql


def test_percentages_are_never_added_up(tmp_path):
    tables = {
        "offers": ["offer_id,offered_on,discount_pct", *(f"{n},2025-05-0{n},{n * 5}" for n in range(1, 9))]
    }
    with reader_over(tmp_path, tables, TODAY) as reader:
        assert not is_read(reader, "total discount in May 2025")
        assert "SUM" not in sql_of(reader, "average discount percent in May 2025")


SPENDING = {
    "repairs": ["repair_id,repaired_on,cost,note"]
    + [f"{n},2025-0{1 + n % 8}-1{n % 9},{n}.5,text" for n in range(30)],
    "guests": ["guest_id,guest_name,town"]
    + [f"{n},Guest {n},{('Graz', 'Linz')[n % 2]}" for n in range(1, 10)],
    "bookings": ["booking_id,guest_id,booked_on,total_price"]
    + [f"{n},{1 + n % 9},2025-0{1 + n % 8}-1{n % 9},{50 + n}.5" for n in range(1, 60)],
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("house"), SPENDING, TODAY) as found:
        yield found


@pytest.mark.parametrize("question", ["what did we spend on repairs in May 2025", "repair spend in May 2025"])
def test_what_we_spend_on_rows_is_their_cost(house, question):
    assert "MEASURE(repairs.total_cost)" in sql_of(house, question)


@pytest.mark.parametrize(
    "question",
    ["how much have guests from Graz spent in total", "how much did guests spend with us in May 2025"],
)
def test_what_guests_spend_is_what_their_bookings_come_to(house, question):
    assert "total_price" in sql_of(house, question)


@pytest.mark.parametrize(
    "question", ["what did we spend on guests", "what did we spend on bookings in May 2025"]
)
def test_what_we_spend_is_never_what_guests_paid(house, question):
    assert not is_read(house, question)


def followed(reader, *questions):
    """The statement of the last of several questions, each of which goes on from the one before."""
    remembered, sql = b"", ""
    for question in questions:

        async def collect(question=question, remembered=remembered):
            answer = OfflineAnalyst().answer(Task(question, TODAY, remembered), reader.tools)
            return [event async for event in answer]

        events = asyncio.run(collect())
        remembered = left(events)
        sql = next(each.sql for each in events if isinstance(each, SqlStarted))

    return sql


def test_so_many_worst_ones_are_ranked_anew(till):
    sql = followed(till, "top 3 stores by sales in May 2025", "now the 3 weakest ones")

    assert "ORDER BY 2 ASC" in sql
    assert "LIMIT 3" in sql
    assert "store_name =" not in sql


@pytest.mark.parametrize("number", ["gross margin %", "sales"])
def test_one_of_those_shown_is_looked_into_for_the_same_time(till, number):
    told = number.removesuffix(" %").removeprefix("gross ")
    sql = followed(till, f"{number} by category for May 2025", f"break the Chairs {told} down by store")

    assert "sold_on >= '2025-05-01'" in sql
    assert "category = 'Chairs'" in sql
    assert "store_name" in sql


def test_the_same_number_by_another_group_alone_is_a_question_of_its_own(till):
    sql = followed(till, "sales by category for May 2025", "sales by store")

    assert "sold_on >=" not in sql


@pytest.mark.parametrize(
    "question",
    [
        "quantity per receipt by region",
        "average quantity per receipt by region",
        "sales per receipt by region",
    ],
)
def test_a_number_per_receipt_is_divided_by_how_many_there_are(till, question):
    sql = sql_of(till, question)

    assert "/ NULLIF(MEASURE(sales.distinct_receipts), 0)" in sql
    assert "receipt_no" not in sql


@pytest.mark.parametrize("question", ["quantity by receipt", "quantity for each receipt"])
def test_by_receipt_is_a_row_of_each(till, question):
    assert "sales.receipt_no" in sql_of(till, question)


def test_all_orders_by_value_are_ranked(buying):
    sql = sql_of(buying, "orders by value")

    assert "MEASURE(order_lines.total_line_total)" in sql
    assert "ORDER BY 2 DESC" in sql


FLAGGED = {
    "plants": ["plant_id,plant_name"] + [f"{n},Plant {n}" for n in range(1, 5)],
    "purchases": ["purchase_id,bought_on,plant_id,is_contract,amount"]
    + [
        f"{n},2025-0{1 + n % 8}-1{n % 9},{1 + n % 4},{('true', 'false')[n % 3 > 0]},{n}.5"
        for n in range(1, 60)
    ],
}


@pytest.mark.parametrize(
    "question",
    ["how much of the amount in 2025 is under contract, in percent?", "share of amount under contract"],
)
def test_money_under_a_flag_is_such_and_no_less_than_a_share(tmp_path, question):
    with reader_over(tmp_path, FLAGGED, TODAY) as reader:
        sql = sql_of(reader, question)

    assert "FILTER (WHERE purchases.is_contract = TRUE)" in sql


@pytest.mark.parametrize(
    "question", ["what did we spend on heating per month", "what did we spend on guests in Graz by month"]
)
def test_what_we_spend_on_something_else_is_refused(house, question):
    assert not is_read(house, question)
