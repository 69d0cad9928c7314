import asyncio
import inspect

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import (
    AnswerText,
    MetaSearched,
    Outcome,
    Remembered,
    SqlFailed,
    SqlFinished,
    SqlStarted,
    Thought,
)
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import EngineError, QueryRefused
from tests.analyst.demo import DemoTools, answer_of, ask, left, tools, understood
from tests.analyst.shop import TODAY

FIRST = "Revenue by month last year, and which channel grew the most?"


class FailingTools(DemoTools):
    """Real tools whose second query is refused."""

    def __init__(self, failure):
        super().__init__()
        self.failure = failure
        self.asked = 0

    async def run_sql(self, sql):
        self.asked += 1
        if self.asked == 2:
            raise self.failure

        return await super().run_sql(sql)


def test_the_events_come_in_their_order():
    events = ask(FIRST)
    kinds = [type(event) for event in events]

    assert kinds[:6] == [Thought, MetaSearched, SqlStarted, SqlFinished, SqlStarted, SqlFinished]
    assert kinds[6] is Thought
    assert kinds[7:9] == [Remembered, Outcome]
    assert set(kinds[9:]) == {AnswerText}
    assert events[6].text == "Checked every number in the answer against the rows"


def test_the_reading_is_said_first():
    assert ask("Revenue by month in 2024")[0].text == (
        "Read as **revenue** by **month**, order date in **2024**"
    )


def test_the_model_is_searched_for_what_was_read():
    (found,) = [event for event in ask("turnover by month") if isinstance(event, MetaSearched)]

    assert found.search_query == "revenue month"
    assert found.tables[0]["name"] == "sales"


def test_a_query_carries_its_request_and_its_own_number():
    started = [event for event in ask(FIRST) if isinstance(event, SqlStarted)]
    finished = [event for event in ask(FIRST) if isinstance(event, SqlFinished)]

    assert [event.call for event in started] == [event.call for event in finished] == [0, 1]
    assert {event.user_request for event in started} == {FIRST}
    assert [event.description for event in started] == [
        "Revenue by month, order date in 2024.",
        "Change of revenue by channel, 2023 to 2024, order date in 2024, highest first.",
    ]


@pytest.mark.parametrize(
    "question", [FIRST, "top 5 products by revenue", "revenue by channel and region", "what can I ask?"]
)
def test_the_same_question_gives_the_same_events(question):
    numbers = iter(range(100)), iter(range(100))

    first, second = (ask(question, uuids=lambda source=source: f"uuid-{next(source)}") for source in numbers)

    assert first == second


def test_each_result_has_a_uuid_of_its_own():
    uuids = [event.uuid for event in ask(FIRST) if isinstance(event, SqlFinished)]

    assert len(set(uuids)) == 2
    assert all(len(uuid) == 36 for uuid in uuids)


@pytest.mark.parametrize("kind", [QueryRefused, EngineError])
def test_a_failed_query_is_part_of_the_answer(kind):
    failure = kind("The query failed.")  # made here: what a parameter holds is held until the very end

    events = ask(FIRST, using=FailingTools(failure))

    (failed,) = [event for event in events if isinstance(event, SqlFailed)]
    assert (failed.call, failed.error) == (1, str(failure))
    assert answer_of(events).startswith("**Revenue in 2024 was 5.42 million.**")
    assert f"*Change of revenue by channel, 2023 to 2024* could not be computed: {failure}" in answer_of(
        events
    )


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Quel était le chiffre d'affaires par mois l'année dernière ?", True),
        ("¿Cuáles fueron los ingresos por canal en 2024?", True),
        ("東京の売上を月別に教えてください", True),
        ("what is the weather in Paris?", False),
    ],
)
def test_a_question_in_another_language_is_told_which_one_is_read(question, is_told):
    assert ("I read questions in English" in answer_of(ask(question))) == is_told


def test_a_question_about_the_model_is_answered_from_the_model():
    text = answer_of(ask("What can I ask?"))

    assert "Numbers: revenue, units sold," in text
    assert "channel" in text
    assert tools().model.table("sales").title in text


@pytest.mark.parametrize(
    "question",
    [
        FIRST,
        "revenue in 2024",
        "total orders",
        "revenue by channel",
        "revenue by channel and region",
        "top 5 products by revenue",
        "gross margin by month for web",
        "revenue by region and quarter in 2024",
        "which country fell the most in 2023 by orders",
        "revenue by month in 2031",
        "refund rate by refund reason",
        "customers by week in the last 3 months without Germany",
    ],
)
def test_every_follow_up_that_is_offered_is_read_and_answered(question):
    events = ask(question)
    offered = answer_of(events).rpartition("Try next: ")[2].replace("*", "").split(" · ")
    remembered = left(events)

    assert 1 <= len(offered) <= 3
    for text in offered:
        followed = ask(text, remembered)

        assert followed[0].text.startswith("Read as a follow-up: "), text
        assert not [event for event in followed if isinstance(event, SqlFailed)], text


def test_what_is_offered_again_is_read_behind_the_turn_that_it_is_offered_after():
    asked = ("revenue by month in 2024", "top 3 products by revenue", "revenue by month in 2024", "revenue")

    offered = [answer_of(ask(each)).rpartition("\n\n")[2] for each in asked]

    assert offered[0] == offered[2]
    assert len(set(offered)) == 3


def test_the_answer_comes_in_small_pieces():
    pieces = [event.text for event in ask(FIRST) if isinstance(event, AnswerText)]

    assert len(pieces) > 10
    assert max(map(len, pieces)) < 60


def test_closing_the_events_stops_the_work():
    async def first_event_only():
        using = DemoTools()
        events = OfflineAnalyst().answer(Task(FIRST, TODAY), using)
        assert inspect.isasyncgen(events)
        await anext(events)
        await events.aclose()
        return using.ran

    assert asyncio.run(first_event_only()) == []


@pytest.mark.parametrize(
    ("question", "outcome"),
    [("Revenue by month", "answered"), ("what can I ask?", "answered"), ("qwertz asdf", "refused")],
)
def test_an_answer_says_whether_it_is_one_before_its_last_words(question, outcome):
    events = ask(question)

    (place,) = (at for at, event in enumerate(events) if isinstance(event, Outcome))
    assert events[place] == Outcome(outcome)
    assert isinstance(events[-1], AnswerText)


def test_a_question_none_of_whose_queries_ran_is_refused():
    using = FailingTools(EngineError("It is too slow."))
    using.asked = 1  # so that the first query fails

    assert Outcome("refused") in ask("Revenue by month", using=using)


def test_a_question_that_is_not_understood_gets_questions_that_work():
    events = ask("what is the weather in Paris?")
    text = answer_of(events)

    assert not [event for event in events if isinstance(event, SqlStarted)]
    assert text.startswith("**I did not compute this: I do not know *weather* and *Paris* in these data.**")
    tried = text.rpartition("Try next: ")[2].replace("*", "").split(" \u00b7 ")
    assert len(tried) == 3
    for question in tried:
        assert all(read.is_sure for read in understood(question))


def test_values_are_looked_up_once_a_question():
    fresh = DemoTools()

    ask("revenue for web", using=fresh)

    assert len(fresh.searched) == 1
    assert fresh.looked_up == []

    ask(FIRST, using=fresh)

    assert len(set(fresh.searched)) == len(fresh.searched)


def test_why_says_first_whether_it_is_so():
    first, *others = answer_of(ask("why did revenue fall in May 2024")).split("\n\n")

    assert first.startswith("**Revenue in May 2024 was 458,796, 5.1% more than in April 2024")
    assert any("fell the most for Web" in each for each in others)


def test_a_follow_up_says_which_words_of_a_refused_question_it_leaves_out():
    refused = ask("revenue by flavour in 2024")
    said = answer_of(ask("by channel", left(refused)))

    assert "This leaves out *flavour* of your last question" in said
    assert "leaves out" not in answer_of(ask("by channel", left(ask("revenue in 2024"))))
