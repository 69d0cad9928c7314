"""A language model behind the service, through the whole stack and over real sockets."""

import json
import pickle
import time

import pytest

from svcchat_magic.conversation.connecting.given_data import GivenData
from svcchat_magic.conversation.connecting.who_asks import analyst_text
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.doctor import checks
from svcchat_magic.errors import SettingsError
from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import (
    ServiceOptions,
    with_analyst,
    with_model_key,
    without_model_key,
)
from svcchat_magic.service.state.state_file import IN_MEMORY
from svcchat_magic.settings import ApiKey, Settings
from tests.analyst.language_model.asking import BY_CHANNEL
from tests.analyst.language_model.scripted_endpoint import Says, Sends, Waits, scripted_endpoint
from tests.raw_api import abort, ask, lines, open_turn
from tests.waiting import PATIENCE, until

KEY = "sk-secret-0123456789"
TRUE = "Revenue was highest in Web."


def settings_of(endpoint, **others):
    return Settings(llm_url=endpoint.url, llm_model="small", llm_api_key=KEY, **others)


def test_a_question_that_is_not_understood_goes_to_the_model_and_back():
    with (
        scripted_endpoint(Says("", (BY_CHANNEL,), thinks="By channel."), Says(TRUE)) as endpoint,
        Conversation(settings_of(endpoint)) as conversation,
    ):
        asked = conversation.ask("frobnicate the revenue by channel in 2024")
        follow_up = conversation.ask("only 2023")

    assert asked.outcome == "answered"
    assert asked.text.strip() == TRUE
    assert len(asked.results[0].rows) == 4
    assert len(endpoint.asked) == 2
    assert "2023" in follow_up.text
    assert endpoint.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_the_model_alone_is_told_the_chat_so_far():
    with (
        scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint,
        Conversation(settings_of(endpoint, analyst="model")) as conversation,
    ):
        conversation.ask("revenue by channel in 2024")
        conversation.ask("and again?")

    first = endpoint.asked[2]["messages"][1]["content"]
    assert "Question: revenue by channel in 2024" in first
    assert TRUE in first


SENT = {"messageId": "1736500000000-message"}
COUNTS = ("inputTokens", "outputTokens", "totalTokens")


@pytest.fixture
def serving():
    """Starts a service with the model of an endpoint."""
    running = []

    def start(endpoint, **others):
        options = with_analyst(ServiceOptions(state=IN_MEMORY), settings_of(endpoint, **others))
        running.append(start_service(options, api_key=ApiKey("a-key-of-the-test-0123")))
        return running[-1]

    yield start
    for service in running:
        service.stop()


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_the_last_line_says_what_the_model_took_and_a_resend_says_it_again(serving, kind):
    first, second = Says("", (BY_CHANNEL,), read=100, written=20), Says(TRUE, read=150, written=8)
    with scripted_endpoint(first, second) as endpoint:
        service = serving(endpoint, llm_kind=kind)
        once = ask(service, "frobnicate the revenue by channel", **SENT)
        again = ask(service, "frobnicate the revenue by channel", **SENT)

    usage = once[-1]["usage"]
    assert (usage["models"], usage["llmCalls"]) == (["small"], 2)
    assert [usage[each] for each in COUNTS] == [250, 28, 278]
    assert again[-1] == once[-1]
    assert len(endpoint.asked) == 2


def test_the_built_in_analysts_answer_took_nothing(serving):
    with scripted_endpoint(Says("")) as endpoint:
        usage = ask(serving(endpoint), "revenue by channel in 2024", **SENT)[-1]["usage"]

    assert (usage["models"], usage["llmCalls"]) == ([], 0)
    assert [usage[each] for each in COUNTS] == [0, 0, 0]


def test_a_stopped_turn_says_what_was_counted_until_then(serving):
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 90, "output_tokens": 1}}}
    word = {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "thinking_delta", "thinking": "Hm. So it is. "},
    }
    data = tuple(f"data: {json.dumps(each)}\n\n".encode() for each in (start, word))
    with scripted_endpoint(Sends(data, hold=True)) as endpoint:
        service = serving(endpoint, llm_kind="anthropic", analyst="model")
        connection, response, opening = open_turn(service, "revenue by channel", **SENT)
        while b"Hm" not in response.readline():
            continue

        assert abort(service, opening["state"]["chatId"]) == 204
        messages = lines(response.read())
        connection.close()

    assert messages[-2]["id"] == "__aborted__"
    usage = messages[-1]["usage"]
    assert (usage["models"], [usage[each] for each in COUNTS]) == (["small"], [90, 1, 91])


def piece(**delta):
    return f"data: {json.dumps({'choices': [{'delta': delta}]})}\n\n".encode()


WORDS = (piece(content="Web "),) * 20
CALL = {"index": 0, "function": {"name": "ask_model", "arguments": '{"quan'}}


@pytest.mark.parametrize(
    "held",
    [
        Sends((piece(reasoning_content="Hm"),), hold=True),
        Sends(WORDS, hold=True),
        Sends((piece(tool_calls=[CALL]),), hold=True),
        Sends((), hold=True),
        Waits(),
    ],
    ids=["thinking", "telling", "calling", "not begun", "silent"],
)
def test_stop_closes_the_connection_to_the_model(held):
    with (
        scripted_endpoint(held) as endpoint,
        Conversation(settings_of(endpoint, analyst="model")) as conversation,
    ):
        turn = conversation.start("revenue by channel")
        until(lambda: endpoint.asked)

        turn.stop()
        assert endpoint.closed.wait(PATIENCE)
        assert turn.finish().status == "aborted"


def test_a_model_has_its_own_time_beside_that_of_the_built_in_analyst(tmp_path):
    file = tmp_path / "account.toml"
    file.write_text('name = "shop"\n[agents.analyst]\ntitle = "Analyst"\n[limits]\nanswer_seconds = 0.05\n')

    def slowly(body):
        time.sleep(0.1)  # longer than the limit
        return Says("What do you mean?")

    with scripted_endpoint(slowly) as endpoint:
        options = with_analyst(ServiceOptions(account_file=file), settings_of(endpoint, analyst="model"))
        service = start_service(options, api_key=ApiKey("a-key-of-the-test-0123"))
        try:
            content = str(ask(service, "orders"))
        finally:
            service.stop()

    assert "What do you mean?" in content


@pytest.mark.case("M04")
def test_rows_of_own_data_stay_here_unless_allowed(tmp_path):
    away = Settings(llm_url="https://model.example.com/v1", llm_model="large")
    own = ServiceOptions(data={"orders": tmp_path})

    for settings, rows in ((away, 0), (away.with_values(llm_own_data=True), 50)):
        model = with_analyst(own, settings).language_model
        assert model is not None
        assert model.most_rows == rows


def test_rows_of_own_data_may_be_seen_on_this_machine():
    with scripted_endpoint(Says("")) as endpoint:
        model = with_analyst(ServiceOptions(data={}), settings_of(endpoint)).language_model

    assert model is not None
    assert model.most_rows == 50


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"analyst": "model"}, "no language model is set"),
        ({"llm_model": "small"}, "SVCCHAT_LLM_URL"),
        ({"llm_url": "http://127.0.0.1:1/v1"}, "SVCCHAT_LLM_MODEL"),
        ({"llm_url": "http://model.example.com/v1", "llm_model": "m"}, "must start with https"),
        ({"llm_url": "https://user:word@model.example.com/v1", "llm_model": "m"}, "must not hold"),
    ],
    ids=["no model", "no address", "no name", "not encrypted", "a password"],
)
def test_half_a_language_model_is_refused_with_what_is_missing(given, said):
    with pytest.raises(SettingsError, match=said):
        with_analyst(ServiceOptions(), Settings(**given))


def test_the_key_reaches_workers_and_is_in_nothing_that_is_shown():
    with scripted_endpoint(Says("")) as endpoint:
        options = with_analyst(ServiceOptions(), settings_of(endpoint))

    plain, key = without_model_key(options)
    again = with_model_key(pickle.loads(pickle.dumps(plain)), key)

    assert KEY.encode() not in pickle.dumps(plain)
    assert KEY not in repr(options)
    assert again.language_model is not None
    assert again.language_model.key == options.language_model.key


def test_the_doctor_says_what_the_model_can_do():
    call = ("day_of_week", {"date": "2024-02-29"})
    with scripted_endpoint(Says("Let me see.", (call,))) as endpoint:
        told = [str(each) for each in checks(settings_of(endpoint, mode="replay")) if each.name == "model"]

    (line,) = told
    assert "small on this machine streams, calls tools and counts tokens" in line
    assert KEY not in line


@pytest.mark.long
def test_the_doctor_says_that_nobody_is_there():
    with scripted_endpoint(Says("")) as endpoint:
        settings = settings_of(endpoint, mode="replay")

    (line,) = [str(each) for each in checks(settings) if each.name == "model"]
    assert "cannot be reached" in line


def test_who_answers_is_named():
    model = Settings(llm_url="http://127.0.0.1:11434/v1", llm_model="small")

    assert analyst_text(Settings()) == "the built-in analyst, without a language model"
    assert analyst_text(model) == "the built-in analyst, then small at 127.0.0.1"
    assert analyst_text(model.with_values(analyst="model")) == "small at 127.0.0.1"


def test_own_data_can_be_asked_with_a_model(tmp_path):
    (tmp_path / "tickets.csv").write_text("id,channel\n1,Web\n2,Phone\n3,Web\n", encoding="utf-8")
    count = (
        "ask_model",
        {"quantities": [{"count_of": "tickets"}], "groups": [{"member": "tickets.channel"}]},
    )
    with (
        scripted_endpoint(Says("", (count,)), Says("Web has the most tickets: 2.")) as endpoint,
        Conversation(
            settings_of(endpoint), data=GivenData({"tickets": tmp_path / "tickets.csv"})
        ) as conversation,
    ):
        answer = conversation.ask("quux the tickets by channel")

    assert answer.text.strip() == "Web has the most tickets: 2."
    assert json.loads(endpoint.asked[1]["messages"][-1]["content"])["total_rows"] == 2
