import asyncio
import json
from collections import Counter

import pytest

from svcchat_magic.analyst.analyst import EarlierAnswer, Task
from svcchat_magic.analyst.events import AnswerText, MetaSearched, ModelUsed, Outcome, Remembered, SqlFailed
from svcchat_magic.analyst.language_model.endpoint import Budget
from svcchat_magic.analyst.language_model.model_analyst import ModelAnalyst
from svcchat_magic.analyst.language_model.routed_analyst import RoutedAnalyst
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst import demo
from tests.analyst.language_model.asking import (
    BY_CHANNEL,
    TODAY,
    answer,
    asked,
    events_of,
    outcome,
    results,
    scripted_model,
    thoughts,
)
from tests.analyst.language_model.scripted_endpoint import Refuses, Says, Sends, scripted_endpoint

TRUE = "Revenue was highest in Web."


def sent(endpoint, step=-1):
    """The texts of the messages of one request."""
    return [str(each.get("content")) for each in endpoint.asked[step]["messages"]]


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_an_analysis_is_run_and_its_rows_are_told(kind):
    search = ("svcMeta", {"words": "revenue by channel"})
    with scripted_endpoint(Says("I look it up.", (search,)), Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        events = asked(endpoint, llm_kind=kind)

    assert outcome(events) == "answered"
    assert answer(events).strip() == TRUE
    assert [each.search_query for each in events if isinstance(each, MetaSearched)] == ["revenue by channel"]
    (result,) = results(events)
    assert len(result.rows.rows) == 4
    assert json.loads(result.vega_spec)["mark"]
    assert "I look it up." in thoughts(events)
    assert "small on this machine" in thoughts(events)


def test_the_model_is_shown_the_rows_as_data():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        asked(endpoint)

    shown = json.loads(sent(endpoint)[-1])
    assert shown["total_rows"] == 4
    assert {row[0] for row in shown["data"]} == {"Web", "Store", "Marketplace", "Phone"}


def test_it_is_shown_no_row_where_none_may_be_sent():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says("Done.")) as endpoint:
        events = asked(endpoint, llm_rows=0)

    assert all("Marketplace" not in text for text in sent(endpoint)[1:])
    assert "Web had the highest revenue" in answer(events)  # told by the built-in analyst


def test_a_sentence_without_its_figure_in_the_rows_is_struck_and_told():
    wrong = "Revenue in Web was 999 in 2024. "
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(wrong + TRUE)) as endpoint:
        events = asked(endpoint)

    assert wrong.strip() not in answer(events)
    assert TRUE in answer(events)
    assert "struck a sentence of the model: the rows do not say *999*" in answer(events)


def test_where_every_sentence_is_struck_the_rows_are_told_by_the_built_in_analyst():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says("Atlantis made 12 billion.")) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "answered"
    assert "Web had the highest revenue" in answer(events)
    assert "Atlantis made" not in answer(events)


def test_figures_without_any_query_are_struck():
    with scripted_endpoint(Says("Revenue was 5.4 million.")) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "refused"
    assert "Revenue was" not in answer(events)


def test_a_question_back_is_a_clarification():
    with scripted_endpoint(Says("Do you mean revenue by order date or by ship date?")) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "clarify"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("ask_model", "{not json"), "no JSON"),
        (("ask_model", {"quantities": [{"measure": "sales.profits"}]}), "no measure 'sales.profits'"),
        (
            (
                "ask_model",
                {
                    "quantities": [{"measure": "sales.revenue"}],
                    "filters": [{"member": "sales.channel", "operator": "=", "values": ["Carrier pigeon"]}],
                },
            ),
            "no value 'Carrier pigeon'",
        ),
        (("svcSqlApi", {"sql": "DROP TABLE orders"}), "SELECT"),
        (("svcSqlApi", {}), "needs 'sql'"),
        (("rm", {"path": "/"}), "no tool 'rm'"),
    ],
    ids=["broken JSON", "invented measure", "invented value", "not a SELECT", "no argument", "wrong tool"],
)
def test_what_a_tool_refuses_goes_back_to_the_model(call, said):
    with scripted_endpoint(Says("", (call,)), Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        events = asked(endpoint)

    assert said in sent(endpoint, 1)[-1]
    assert outcome(events) == "answered"


def test_a_value_in_another_spelling_is_the_one_of_the_data():
    call = (
        "ask_model",
        {
            "quantities": [{"measure": "sales.revenue"}],
            "filters": [{"member": "sales.channel", "operator": "=", "values": ["wEB"]}],
        },
    )
    with scripted_endpoint(Says("", (call,)), Says("That is it.")) as endpoint:
        (result,) = results(asked(endpoint))

    assert float(result.rows.rows[0][0]) > 1_000_000


def test_a_model_that_never_gets_it_right_is_stopped():
    wrong = Says("", (("ask_model", {"quantities": []}),))
    with scripted_endpoint(wrong) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "refused"
    assert "wrongly more than 3 times" in answer(events)
    assert len(endpoint.asked) == 4


@pytest.mark.parametrize(
    ("budget", "said"),
    [(Budget(steps=3), "within 3 steps"), (Budget(tokens=300), "more than 300 tokens")],
    ids=["steps", "tokens"],
)
def test_a_loop_ends_with_its_budget(budget, said):
    with scripted_endpoint(Says("", (BY_CHANNEL,))) as endpoint:
        events = asked(endpoint, budget=budget)

    assert said in answer(events)
    assert len(endpoint.asked) == 3


def test_a_user_who_has_spent_the_tokens_of_the_day_is_told():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        analyst = ModelAnalyst.of(scripted_model(endpoint, Budget(tokens_a_day=100)))
        task = Task("revenue by channel in 2024", TODAY)
        first, second = events_of(analyst, task), events_of(analyst, task)

    assert outcome(first) == "answered"
    assert outcome(second) == "refused"
    assert "tokens for today" in answer(second)


@pytest.mark.parametrize(
    ("failing", "said"),
    [
        (Refuses(401, "wrong"), "does not accept the key"),
        (Says("Half a", cut_after=2), "was cut"),
        (Sends((b"data: nonsense\n\n",)), "no stream of its kind"),
        (Says("I would rather not.", stops="content_filter"), "refused to answer"),
    ],
    ids=["key", "cut", "nonsense", "refusal"],
)
def test_a_failing_model_ends_the_turn_with_a_sentence(failing, said):
    with scripted_endpoint(failing) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "refused"
    assert said in answer(events)


def test_a_model_that_fails_behind_a_result_keeps_what_came():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(f"{TRUE} And then more", cut_after=6)) as endpoint:
        events = asked(endpoint)

    assert len(results(events)) == 1
    assert TRUE in answer(events)
    assert "was cut" in answer(events)


def test_a_model_without_tools_writes_actions():
    def action(**fields):
        return Says(f"Sure! ```json\n{json.dumps(fields)}\n```")

    script = (
        Refuses(400, "small does not support tools"),
        action(tool="ask_model", arguments=BY_CHANNEL[1]),
        Says("I am not sure how to write that."),
        action(answer=TRUE),
    )
    with scripted_endpoint(*script) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "answered"
    assert answer(events).strip() == TRUE
    assert "tools" not in endpoint.asked[1]
    assert "exactly one JSON object" in sent(endpoint, 1)[0]


def test_parallel_calls_each_get_their_reply():
    search = ("svcMeta", {"words": "revenue"})
    with scripted_endpoint(Says("", (search, BY_CHANNEL), parallel=True), Says(TRUE)) as endpoint:
        asked(endpoint)

    replies = [each for each in endpoint.asked[-1]["messages"] if each["role"] == "tool"]
    assert Counter(each["tool_call_id"] for each in replies) == {"id_0": 1, "id_1": 1}


def test_refused_sql_is_a_failed_call_of_the_turn():
    bad = ("svcSqlApi", {"sql": "SELECT nothing FROM nowhere", "title": "Nothing"})
    with scripted_endpoint(Says("", (bad,)), Says("I cannot answer that.")) as endpoint:
        events = asked(endpoint)

    assert [type(each) for each in events if isinstance(each, SqlFailed)] == [SqlFailed]
    assert outcome(events) == "refused"


def test_the_chat_so_far_and_the_rules_are_told():
    earlier = (EarlierAnswer("orders in 2023", ("SELECT 1",), "There were 5."),)
    with scripted_endpoint(Says("Which one?")) as endpoint:
        asked(endpoint, earlier=earlier, rules="Revenue is without VAT.")

    system, before, *_ = sent(endpoint)
    assert "Revenue is without VAT." in system
    assert "sales.revenue" in system
    assert "orders in 2023" in before


def test_the_next_turn_can_go_on_from_what_the_model_asked():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        events = asked(endpoint)

    (remembered,) = [each for each in events if isinstance(each, Remembered)]
    follow_up = events_of(OfflineAnalyst(), Task("only 2023", TODAY, remembered.content))
    assert "2023" in answer(follow_up)
    assert len(results(follow_up)[0].rows.rows) == 4


def test_the_outcome_comes_before_the_last_text():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        events = asked(endpoint)

    assert isinstance(events[-1], AnswerText)
    assert isinstance(events[-2], Outcome)


def test_with_both_the_built_in_analyst_answers_what_it_understands():
    with scripted_endpoint(Says("Never asked.")) as endpoint:
        analyst = RoutedAnalyst(OfflineAnalyst(), ModelAnalyst.of(scripted_model(endpoint)))
        events = events_of(analyst, Task("revenue by channel in 2024", TODAY))

    assert endpoint.asked == []
    assert outcome(events) == "answered"


def test_with_both_the_model_gets_what_is_not_understood_and_why():
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        analyst = RoutedAnalyst(OfflineAnalyst(), ModelAnalyst.of(scripted_model(endpoint)))
        events = events_of(analyst, Task("frobnicate the revenue by channel in 2024", TODAY))

    assert outcome(events) == "answered"
    assert "frobnicate" in sent(endpoint, 0)[-1]
    assert "did not understand it all" in thoughts(events)
    assert answer(events).strip() == TRUE


class SlowTools(demo.DemoTools):
    """Queries that end only when they are cancelled."""

    def __init__(self):
        super().__init__()
        self.is_asked, self.is_cancelled = asyncio.Event(), False

    async def run_sql(self, sql):
        self.is_asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.is_cancelled = True


def test_a_turn_that_is_stopped_in_a_query_stops_that_query():
    tools = SlowTools()

    async def stopped(analyst):
        async def turn():
            return [each async for each in analyst.answer(Task("revenue by channel in 2024", TODAY), tools)]

        asking = asyncio.ensure_future(turn())
        await tools.is_asked.wait()
        asking.cancel()
        await asyncio.wait({asking})

    with scripted_endpoint(Says("", (BY_CHANNEL,))) as endpoint:
        asyncio.run(stopped(ModelAnalyst.of(scripted_model(endpoint))))

    assert tools.is_cancelled
    assert len(endpoint.asked) == 1


def used(events):
    """The newest count of each request."""
    return list({each.call: each for each in events if isinstance(each, ModelUsed)}.values())


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_what_each_request_took_is_told(kind):
    first, second = Says("", (BY_CHANNEL,), read=100, written=20), Says(TRUE, read=150, written=8)
    with scripted_endpoint(first, second) as endpoint:
        events = asked(endpoint, llm_kind=kind)

    assert used(events) == [ModelUsed(0, "small", 100, 20), ModelUsed(1, "small", 150, 8)]


def test_a_request_that_was_cut_is_counted_as_far_as_it_came():
    with scripted_endpoint(Says("Half of a sentence", cut_after=4)) as endpoint:
        assert used(asked(endpoint)) == [ModelUsed(0, "small")]


def test_a_refused_request_is_counted_without_tokens():
    with scripted_endpoint(Refuses(401)) as endpoint:
        assert used(asked(endpoint)) == [ModelUsed(0, "small")]


def test_a_request_that_was_cut_counts_against_the_days_tokens():
    budget = Budget(tokens_a_day=10)
    with scripted_endpoint(Says("Half of a sentence", cut_after=4)) as endpoint:
        analyst = ModelAnalyst.of(scripted_model(endpoint, budget))
        events_of(analyst, Task("revenue", TODAY))
        again = events_of(analyst, Task("revenue", TODAY))

    assert "spent" in answer(again)
    assert len(endpoint.asked) == 1


def test_an_answer_without_a_query_is_not_called_grounded():
    with scripted_endpoint(Says("Here is how:\n\n```python\nprint('Atlantis 12')\n```\n")) as endpoint:
        events = asked(endpoint)

    assert "Not grounded: no query ran" in thoughts(events)
    assert "Grounded:" not in thoughts(events)
    assert "```" not in answer(events)
