"""Several numbers of the same rows of which some are kept, lists that are denied, and what is no group."""

import pytest

from svcchat_magic.analyst.events import SqlStarted
from svcchat_magic.analyst.language.words import plural
from tests.analyst.demo import answer_of, ask, left


def asked(question):
    return [" ".join(event.sql.split()) for event in ask(question) if isinstance(event, SqlStarted)]


@pytest.mark.parametrize(
    "question",
    [
        "orders and cancelled orders by channel",
        "orders in total and cancelled ones by channel",
        "orders and how many of them were cancelled, by channel",
        "number of orders, and number of cancelled orders, per channel",
    ],
)
def test_what_is_said_of_the_second_number_does_not_keep_the_first(question):
    (sql,) = asked(question)

    assert "FILTER (WHERE orders.status = 'Cancelled')" in sql
    assert "FROM orders GROUP BY 1" in sql


def test_all_rows_may_stand_behind_some_of_them():
    (sql,) = asked("cancelled orders and all orders by channel")

    assert sql.index("FILTER") < sql.index('MEASURE(orders."count") AS')


@pytest.mark.parametrize("joint", [" or", " and", ", or"])
def test_not_denies_every_value_of_a_list(joint):
    (sql,) = asked(f"how many customers are not from Germany, France, Spain, Brazil{joint} Mexico")

    assert "NOT IN ('Germany', 'France', 'Spain', 'Brazil', 'Mexico')" in sql


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("revenue for Web regions", "regions"),
        ("number of orders in total and posted ones per month", "posted"),
        ("share of the answered orders by channel", "answered"),
        ("which reason made the most orders stop", "stop"),
    ],
)
def test_words_that_nothing_takes_are_not_passed_over(question, word):
    assert f"*{word}*" in answer_of(ask(question))


def test_a_number_alone_behind_a_question_is_the_number_it_asks_for():
    assert asked("How well did each channel do? sum of revenue") == asked("revenue by channel")


@pytest.mark.parametrize(
    ("one", "several"), [("class", "classes"), ("status", "statuses"), ("branch", "branches")]
)
def test_nouns_in_s_have_plurals_too(one, several):
    assert plural(one) == several


def test_groups_without_a_name_are_not_among_the_first():
    events = ask("top 3 refund reasons by orders")

    assert "IS NOT NULL" in [event.sql for event in events if isinstance(event, SqlStarted)][-1]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("countries with more than a quarter of their orders cancelled", "> 0.25"),
        ("which countries cancelled more than 10% of their orders", "> 0.1"),
        ("which customers cancelled at least 3 times", ">= 3"),
    ],
)
def test_parts_and_times_are_bounds_on_what_is_said(question, part):
    (sql,) = asked(question)

    assert "HAVING" in sql
    assert sql.partition("HAVING")[2].partition("ORDER")[0].strip().endswith(part)


def behind(first, then):
    events = ask(then, left(ask(first)))
    return [" ".join(event.sql.split()) for event in events if isinstance(event, SqlStarted)]


def test_another_period_is_set_against_the_one_before():
    said = behind("revenue by channel in 2024", "compared to 2023")

    assert said == asked("change in revenue by channel from 2023 to 2024")


def test_what_was_counted_is_a_part_of_what_is_named_next():
    (sql,) = behind("cancelled orders by channel", "now as a percentage of all orders")

    assert 'MEASURE(orders.cancelled_orders) * 1.0 / NULLIF(MEASURE(orders."count"), 0) AS share' in sql


def test_rows_that_were_counted_are_not_told_as_an_amount_of_them():
    assert "*bring in*" in answer_of(
        ask("what did they bring in?", left(ask("cancelled orders in 2024 by channel")))
    )


def test_a_period_of_a_course_is_set_against_nothing():
    assert "*compared*" in answer_of(ask("compared to 2023", left(ask("revenue by month in 2024"))))
