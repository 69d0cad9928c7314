import pytest

from tests.analyst.demo import ask, earlier_of, short, understood

Y2023, Y2024 = "2023-01-01..2024-01-01", "2024-01-01..2025-01-01"


@pytest.mark.parametrize(
    ("chat", "expected"),
    [
        (["revenue by month last year", "and by region?"], f"revenue by region {Y2024}"),
        (["revenue by month last year", "only 2023"], f"revenue by month {Y2023}"),
        (["revenue by month", "only the web channel"], "revenue by month [channel=Web]"),
        (["revenue by month [web]", "excluding phone"], "revenue by month [channel!=Phone]"),
        (["revenue by channel", "now monthly"], "revenue by channel+month"),
        (["revenue by month", "by quarter"], "revenue by quarter"),
        (["revenue by month", "the same for orders"], "orders by month"),
        (["revenue by month", "orders instead"], "orders by month"),
        (["revenue by month", "and orders?"], "revenue+orders by month"),
        (["revenue by month", "what about orders?"], "orders by month"),
        (["revenue by channel", "also by region"], "revenue by channel+region"),
        (["revenue by product", "top 3"], "revenue by product_name desc 3"),
        (["top 5 products by revenue", "top 3"], "revenue by product_name desc 3"),
        (["top 5 products by revenue", "bottom 3"], "revenue by product_name asc 3"),
        (["revenue by month for web in 2024", "drop the filter"], f"revenue by month {Y2024}"),
        (["revenue by month in 2024", "for all time"], "revenue by month"),
        (["revenue by channel for Germany", "all countries"], "revenue by channel"),
        (["revenue by channel", "sort it the other way"], "revenue by channel asc"),
        (["revenue by channel", "sort it the other way", "sort it the other way"], "revenue by channel desc"),
        (["revenue by month", "sort it the other way"], "revenue by month newest"),
        (["revenue by month", "sort it the other way", "the other way"], "revenue by month"),
        (["revenue by channel", "in Germany", "and in France"], "revenue by channel [country=France]"),
        (
            ["revenue by channel in 2024", "which region grew the most?"],
            f"revenue by region {Y2024} growth:up",
        ),
        (["which channel grew the most in 2024", "and by region?"], f"revenue by region {Y2024} growth:up"),
        (["which channel grew the most in 2024", "only 2023"], f"revenue by channel {Y2023} growth:up"),
        (
            [
                "revenue by month last year, and which channel grew the most?",
                "and by region?",
                "only 2023",
                "only the web channel",
                "now monthly",
                "by quarter",
                "the same for orders",
            ],
            f"orders by region+quarter {Y2023} [channel=Web]",
        ),
        (["revenue by month in 2024", "orders by channel"], "orders by channel"),
        (["revenue by month in 2024", "total orders"], "orders"),
        (["top 5 products by revenue", "by units"], "units by product_name desc 5"),
        (["revenue by channel", "orders too"], "revenue+orders by channel"),
        (
            ["which month grew the most in 2024 by revenue", "now by quarter"],
            f"revenue by quarter {Y2024} growth:up",
        ),
        (["revenue in 2024", "only the week of 23 December 2024"], "revenue 2024-12-23..2024-12-30"),
    ],
)
def test_a_follow_up_changes_one_thing(chat, expected):
    found = understood(*chat)

    assert short(found.readings[0]) == expected
    assert found.unused == ()


def test_a_follow_up_names_the_result_it_builds_on():
    first = "revenue by month last year, and which channel grew the most?"
    asked = ask(first)
    second = ask("and by region?", earlier_of(first, asked))
    uuids = [each.uuid for each in earlier_of(first, asked)]

    assert [event.memory_id for event in second if hasattr(event, "memory_id")] == [uuids[0]]
    assert second[0].text.startswith("Read as a follow-up: **revenue** by **region**, order date in **2024**")


def test_a_question_complete_in_itself_starts_fresh():
    first = "revenue by month in 2023 for the web channel"
    asked = ask(first)
    second = ask("orders by channel", earlier_of(first, asked))

    assert [event.memory_id for event in second if hasattr(event, "memory_id")] == [""]


def test_the_chat_is_folded_again_from_its_questions_alone():
    chat, events = [], []
    for question in (
        "revenue by channel in 2024",
        "sort it the other way",
        "sort it the other way",
        "only web",
    ):
        events = ask(question, chat)
        chat += earlier_of(question, events)

    assert events[0].text == (
        "Read as a follow-up: **revenue** by **channel**, order date in **2024**, channel **Web**; "
        "nothing left over"
    )


def test_a_follow_up_without_a_question_before_it_is_refused():
    assert understood("only 2023").readings == ()
