"""Two numbers of the same place, one number of two sides, and two turns taken together."""

import pytest

from svcchat_magic.analyst.events import Outcome, SqlFinished, SqlStarted
from tests.analyst.demo import answer_of, ask, left


def rows_of(events):
    return [each.rows.rows for each in events if isinstance(each, SqlFinished)]


def sql_of(question):
    return " ".join(" ".join(each.sql.split()) for each in ask(question) if isinstance(each, SqlStarted))


def behind(*questions):
    """The events of the last of these turns."""
    remembered = b""
    for question in questions:
        events = ask(question, remembered=remembered)
        remembered = left(events)

    return events


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("revenue and orders in Germany", ("revenue", 'orders."count"', "customers.country = 'Germany'")),
        ("revenue, orders and customers in Germany", ("revenue", 'orders."count"', "orders.buyers")),
        ("revenue in Germany and orders in Germany", ("revenue", 'orders."count"')),
        ("customers and orders from Spain", ("orders.buyers", 'orders."count"', "WHERE customers.country")),
        ("orders and cancelled orders", ("FILTER (WHERE orders.status",)),
        ("revenue for Germany and revenue for France", ("IN ('Germany', 'France') GROUP BY 1",)),
        ("revenue from Web and revenue from Store by region", ("IN ('Web', 'Store') GROUP BY 1, 2",)),
        ("revenue in 2023 and revenue in 2024", ("DATE_TRUNC('year'", "'2025-01-01'")),
        ("number of orders in Germany and number of orders in France", ("('Germany', 'France') GROUP BY 1",)),
    ],
)
def test_nothing_behind_and_is_lost(question, parts):
    sql = sql_of(question)

    assert [each for each in parts if each not in sql] == []


def test_what_stands_before_the_second_one_is_said_of_that_alone():
    assert "FILTER" in sql_of("orders and orders from Web")


def test_values_keep_their_capitals():
    assert "Revenue for Germany" in answer_of(ask("difference in revenue between Germany and France"))


@pytest.mark.parametrize("question", ["both together", "and both combined?", "what are they together"])
def test_two_turns_are_added_up(question):
    ((((total,),),),) = (rows_of(behind("revenue in Germany", "and France?", question)),)

    ((one,),), ((other,),) = (rows_of(ask(f"revenue in {each}"))[0] for each in ("Germany", "France"))
    assert total == pytest.approx(one + other)


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [("revenue in Germany", "and France?", 2), ("revenue in 2024", "and 2022?", 2)],
)
def test_the_difference_is_that_of_the_two_turns(first, second, values):
    (((last, before, apart),),) = rows_of(behind(first, second, "what is the difference?"))

    assert apart == pytest.approx(last - before)
    assert ((last,),) == tuple(rows_of(behind(first, second))[0])
    assert ((before,),) == tuple(rows_of(ask(first))[0])


def test_the_difference_behind_one_turn_is_that_to_the_time_before():
    ((row,),) = rows_of(behind("revenue in 2024", "what is the difference?"))

    assert row[2] == pytest.approx(row[0] - row[1])


def test_each_of_those_that_were_shown_has_a_number_of_its_own():
    (rows,) = rows_of(behind("revenue by region", "how many customers are there in each?"))

    assert len(rows) == 4


def test_both_behind_one_turn_is_not_read():
    (outcome,) = [each for each in behind("revenue", "both together") if isinstance(each, Outcome)]

    assert outcome.kind == "refused"


def test_groups_that_went_the_other_way_are_told_apart():
    answer = answer_of(ask("why did revenue drop in February 2024"))

    assert "fell the most for Marketplace" in answer
    assert "It grew for Web" in answer
