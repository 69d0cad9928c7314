import pytest

from tests.analyst.demo import short, understood

Y2022, Y2023, Y2024 = "2022-01-01..2023-01-01", "2023-01-01..2024-01-01", "2024-01-01..2025-01-01"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("total revenue", "revenue"),
        ("Revenue", "revenue"),
        ("How many orders did we get last month?", "orders 2024-12-01..2025-01-01"),
        ("turnover in 2024", f"revenue {Y2024}"),
        ("how much did we sell in 2023?", f"revenue {Y2023}"),
        ("What is the average order value?", "average_order_value"),
        ("AOV by segment", "average_order_value by segment"),
        ("gross margin by category in Q3 2023", "gross_margin by category 2023-07-01..2023-10-01"),
        ("profit per country", "gross_profit by country"),
        ("clients by country", "customers by country"),
        ("number of customers by region", "customers by region"),
        ("Revenue by month", "revenue by month"),
        ("monthly revenue last year", f"revenue by month {Y2024}"),
        ("revenue per week since May 2024", "revenue by week 2024-05-01.."),
        ("daily orders in the last 30 days", "orders by day 2024-12-11..2025-01-10"),
        ("units by quarter", "units by quarter"),
        ("annual refunds", "refunds by year"),
        ("refund rate by refund reason", "refund_rate by refund_reason"),
        ("revenue trend in March 2024", "revenue by day 2024-03-01..2024-04-01"),
        ("revenue over time", "revenue by month"),
        ("revenue by order date", "revenue by month"),
        ("revenue by channel", "revenue by channel"),
        ("revenue by channel and region", "revenue by channel+region"),
        ("revenue by channel, region", "revenue by channel+region"),
        ("revenue by region and month", "revenue by region+month"),
        ("revenue and orders by month", "revenue+orders by month"),
        ("revenue, orders and units by channel", "revenue+orders+units by channel"),
        ("top 5 products by revenue", "revenue by product_name desc 5"),
        ("the five best products by orders", "orders by product_name desc 5"),
        ("bottom 3 countries by profit in 2024", f"gross_profit by country {Y2024} asc 3"),
        ("top customers by revenue", "revenue by customer_name desc 10"),
        ("3 worst categories by units", "units by category asc 3"),
        ("Which channel has the highest revenue?", "revenue by channel desc"),
        ("which region has the fewest orders", "orders by region asc"),
        ("which product sold the most units in 2022", f"units by product_name {Y2022} desc"),
        ("Which month had the highest revenue in 2024?", f"revenue by month {Y2024} desc"),
        ("revenue in Germany", "revenue [country=Germany]"),
        ("revenue for the web channel", "revenue [channel=Web]"),
        ("only web revenue by month", "revenue by month [channel=Web]"),
        ("revenue from web and store by month", "revenue by month [channel=Web|Store]"),
        ("revenue by month where channel is web", "revenue by month [channel=Web]"),
        ("revenue by channel excluding store", "revenue by channel [channel!=Store]"),
        ("revenue by channel without Web and Phone", "revenue by channel [channel!=Web|Phone]"),
        ("orders by country not in Germany or France", "orders by country [country!=Germany|France]"),
        ("small business revenue in North America", "revenue [segment=Small business, region=North America]"),
        ("revenue for Garden by channel", "revenue by channel [category=Garden]"),
        ("profit of the Alder Desk", "gross_profit [product_name=Alder Desk]"),
        ("revenue between 2023-01-01 and 2023-06-30 by month", "revenue by month 2023-01-01..2023-07-01"),
        ("revenue from March to May 2024 by week", "revenue by week 2024-03-01..2024-06-01"),
        ("customers in 2022 vs 2023", "customers by year 2022-01-01..2024-01-01"),
        ("which channel grew the most in 2024", f"revenue by channel {Y2024} growth:up"),
        ("which region fell the most in 2023 by orders?", f"orders by region {Y2023} growth:down"),
        ("fastest growing category", f"revenue by category {Y2024} growth:up"),
        ("revenue growth by country last year", f"revenue by country {Y2024} growth:up"),
        ("which month grew the most in 2024 by revenue", f"revenue by month {Y2024} growth:up"),
        ("how much did revenue grow in 2024", f"revenue {Y2024} growth:up"),
        ("reveneu by chanel", "revenue by channel"),
        ("montly revnue", "revenue by month"),
        ("SHOW ME THE REVENUE BY REGION PLEASE", "revenue by region"),
        ("revenue by sales channel in year to date", "revenue by channel 2025-01-01..2025-01-11"),
        ("signed-up customers by segment", "count by segment"),
        ("best selling product", "revenue by product_name desc"),
        ("worst products", "revenue by product_name asc"),
        ("largest order", "revenue by order_id desc"),
        ("most profitable product", "gross_profit by product_name desc"),
        ("top customers", "revenue by customer_name desc 10"),
        ("which customers declined the most last year?", f"revenue by customer_name {Y2024} growth:down"),
        ("categories sorted by units", "units by category"),
        ("regions ranked by orders", "orders by region"),
        ("revenue by region sorted by orders", "orders+revenue by region"),
        ("revenue history by year", "revenue by year"),
        ("year over year growth of orders by region", f"orders by region {Y2024} growth:up"),
        ("refund amount by refund date month", "amount by month"),
        ("revenue where channel = web", "revenue by channel [channel=Web]"),
        ("revenue where channel != web", "revenue by channel [channel!=Web]"),
        ("revenue from channels other than web", "revenue by channel [channel!=Web]"),
        ("no web revenue", "revenue [channel!=Web]"),
        ("web vs store revenue", "revenue by channel [channel=Web|Store]"),
        (
            "compare revenue of web and store by quarter",
            "revenue by channel+quarter [channel=Web|Store]",
        ),
        ("growth rate of revenue by region", f"revenue by region {Y2024} growth:up"),
        ("revenue up to June 2022", "revenue ..2022-07-01"),
        ("how many products are there by category", "count by category"),
    ],
)
def test_a_question_is_read_with_nothing_left_over(question, expected):
    found = understood(question)

    assert [short(reading) for reading in found.readings] == [expected]
    assert found.unused == ()


def test_the_first_question_of_the_product_is_read_as_two():
    found = understood("Revenue by month last year, and which channel grew the most?")

    assert [short(reading) for reading in found.readings] == [
        f"revenue by month {Y2024}",
        f"revenue by channel {Y2024} growth:up",
    ]
    assert found.unused == ()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "revenue by quarter in 2023, and orders by channel",
            [f"revenue by quarter {Y2023}", f"orders by channel {Y2023}"],
        ),
        ("Revenue by month? And by channel?", ["revenue by month", "revenue by channel"]),
        ("revenue by channel, top 3 products", ["revenue by channel", "revenue by product_name desc 3"]),
        (
            "which channel grew the most and revenue by month last year",
            [f"revenue by channel {Y2024} growth:up", f"revenue by month {Y2024}"],
        ),
    ],
)
def test_two_questions_in_one_share_what_one_of_them_leaves_open(question, expected):
    assert [short(reading) for reading in understood(question).readings] == expected


@pytest.mark.parametrize(
    ("question", "unused"),
    [
        ("revenue by flavour", ("flavour",)),
        ("revenue by month in Atlantis", ("Atlantis",)),
        ("revenue in 2022 and the weather in 2024", ("weather", "2024")),
    ],
)
def test_words_without_a_meaning_are_named(question, unused):
    assert understood(question).unused == unused


def test_a_repaired_word_is_told():
    assert understood("reveneu by chanel").repairs == (("reveneu", "revenue"), ("chanel", "channel"))


@pytest.mark.parametrize(
    "question", ["", "?", "hello", "what is the weather in Paris", "by flavour", "🤷 !!"]
)
def test_a_question_without_a_measure_is_not_guessed_at(question):
    assert understood(question).readings == ()


def test_a_ranking_without_a_measure_says_what_it_took():
    (reading,) = understood("top 5 products").readings

    assert reading.assumed
    assert "no measure was named, so taken as **revenue**" in reading.describe()


def test_the_reading_is_one_sentence_with_the_words_that_matter_in_bold():
    (reading,) = understood("Revenue by month last year for the web channel").readings

    assert (
        reading.describe() == "**revenue** by **month**, order date in **2024** (last year), channel **Web**"
    )
