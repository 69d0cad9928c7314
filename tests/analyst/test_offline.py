import asyncio
import inspect

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import (
    AnswerText,
    MetaSearched,
    Outcome,
    SqlFailed,
    SqlFinished,
    SqlStarted,
    Thought,
)
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import EngineError, QueryRefused
from tests.analyst.demo import DemoTools, answer_of, ask, earlier_of, short, tools, understood
from tests.analyst.shop import TODAY, small_model

FIRST = "Revenue by month last year, and which channel grew the most?"


class FailingTools(DemoTools):
    """Real tools whose second query is refused."""

    def __init__(self, failure):
        super().__init__()
        self.failure = failure

    async def run_sql(self, sql):
        if self.ran:
            raise self.failure

        return await super().run_sql(sql)


def test_the_events_come_in_their_order():
    events = ask(FIRST)
    kinds = [type(event) for event in events]

    assert kinds[:6] == [Thought, MetaSearched, SqlStarted, SqlFinished, SqlStarted, SqlFinished]
    assert kinds[6] is Thought
    assert kinds[7] is Outcome
    assert set(kinds[8:]) == {AnswerText}
    assert events[6].text == "Checked every number in the answer against the rows"


def test_the_reading_is_said_first():
    assert ask("Revenue by month in 2024")[0].text == (
        "Read as **revenue** by **month**, order date in **2024**; nothing left over"
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
        "Revenue by channel and year, order date from 2023 to 2024.",
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
    assert f"*Revenue by channel and year* could not be computed: {failure}" in answer_of(events)


def test_words_that_were_not_used_stand_in_the_answer_too():
    events = ask("revenue by channel and flavour")

    assert events[0].text.endswith("; not used: *flavour*")
    assert answer_of(events).startswith("**Without *flavour*, which I could not use: Web has the highest")


def test_words_that_were_not_used_are_said_once_and_not_all_of_them():
    words = "blue, green, purple, orange, yellow, violet, crimson, "
    text = answer_of(ask(f"{words * 3} revenue by channel"))

    assert text.startswith("**Without *blue*, *green*,")
    assert text.count("*green*") == 1
    assert "*violet* and 1 more, which I could not use" in text


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Umsatz nach Monat letztes Jahr", True),
        ("¿Cuáles fueron los ingresos por canal en 2024?", True),
        ("東京の売上を月別に教えてください", True),
        ("what is the weather in Paris?", False),
    ],
)
def test_a_question_in_another_language_is_told_which_one_is_read(question, is_told):
    assert ("I read questions in English" in answer_of(ask(question))) == is_told


def test_a_question_that_is_not_understood_gets_questions_that_work():
    events = ask("what is the weather in Paris?")
    text = answer_of(events)

    assert not [event for event in events if isinstance(event, SqlStarted)]
    assert text.startswith(
        "**I found nothing to compute in this question.** I do not know *weather* and *Paris*."
    )
    tried = text.rpartition("Try next: ")[2].replace("*", "").split(" · ")
    assert len(tried) == 3
    for question in tried:
        assert understood(question).readings
        assert understood(question).unused == ()


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
    earlier = earlier_of(question, events)

    assert len(offered) == 3
    for text in offered:
        followed = ask(text, earlier)

        assert followed[0].text.startswith("Read as a follow-up: "), text
        assert "nothing left over" in followed[0].text, text
        assert not [event for event in followed if isinstance(event, SqlFailed)], text


def test_the_answer_comes_in_small_pieces():
    pieces = [event.text for event in ask(FIRST) if isinstance(event, AnswerText)]

    assert len(pieces) > 10
    assert max(map(len, pieces)) < 60


def test_values_are_only_looked_up_when_words_are_left_over():
    fresh = DemoTools()

    ask("revenue by month", using=fresh)
    assert fresh.looked_up == [] or set(fresh.looked_up) <= {f"sales.{name}" for name in ("channel",)}

    ask("revenue for web", using=fresh)
    assert "sales.channel" in fresh.looked_up


def test_closing_the_events_stops_the_work():
    async def first_event_only():
        using = DemoTools()
        events = OfflineAnalyst().answer(Task(FIRST, (), TODAY), using)
        assert inspect.isasyncgen(events)
        await anext(events)
        await events.aclose()
        return using.ran

    assert asyncio.run(first_event_only()) == []


def test_another_model_is_read_by_its_own_words():
    class OtherTools(DemoTools):
        def __init__(self):
            super().__init__()
            self.model = small_model()

        async def values(self, member):
            return {"flights.origin": ("JFK", "LGA")}.get(member, ())

    async def read(question):
        from svcchat_magic.analyst.understanding import Interpreter

        return await Interpreter(OtherTools(), TODAY).understand(question, ())

    texts = {
        "flights by month from JFK": "count by month [origin=JFK]",
        "places by origin airport": "seats by origin",
        "avg delay over time in 2013": "average_delay by month 2013-01-01..2014-01-01",
        "how many carriers": "count",
    }
    for question, expected in texts.items():
        found = asyncio.run(read(question))
        assert [short(each) for each in found.readings] == [expected], question


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
    using.ran.append("")  # so that the first query fails

    assert Outcome("refused") in ask("Revenue by month", using=using)
