import asyncio
import os
import random
import signal
import threading
from dataclasses import replace

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.errors import NotFound, RequestRefused, SettingsError
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Ending, Reply, recorded
from tests.waiting import PATIENCE, threads_of_ours, until_ended

SHORT = recorded("short")
LINES = SHORT.splitlines(keepends=True)


@pytest.fixture
def conversation(settings):
    with Conversation(settings) as talk:
        yield talk


def bodies(origin):
    return [request.json() for request in origin.of(CHAT_PATH)]


@pytest.mark.rule("4.1")
def test_a_second_question_continues_the_same_chat(origin, conversation):
    origin.answer(Reply((SHORT,)), Reply((recorded("follow_up"),)))

    conversation.ask("Orders")
    answer = conversation.ask("And last year?")

    first, second = bodies(origin)
    assert "chatId" not in first
    assert second["chatId"] == "chat-1"
    assert answer.text == "Five orders."
    assert answer.results == ()


def test_a_chat_that_is_forgotten_as_its_next_question_begins_stays_forgotten(origin, conversation):
    origin.answer(Reply((SHORT,)))
    conversation.ask("Orders")
    forgetting = threading.Thread(target=conversation.forget)

    class Earlier(tuple):
        """What is looked at just before a question begins."""

        def __iter__(self):
            forgetting.start()
            forgetting.join(0.2)  # enough, where nothing keeps it
            return iter(())

    conversation.start("And last year?", QuestionOptions(earlier=Earlier())).finish()
    until_ended([forgetting])

    assert conversation.chat_id is None
    assert conversation.questions == ()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # of newer Pythons, where threads run
def test_a_fork_of_the_process_is_refused_and_not_kept_waiting_for_ever(origin, conversation):
    origin.answer(Reply((SHORT,)))
    conversation.ask("Orders")

    child = os.fork()
    if not child:
        signal.alarm(int(PATIENCE))
        try:
            conversation.ask("And last year?")
        except RequestRefused as refusal:
            os._exit("another process" in str(refusal))
        finally:
            os._exit(2)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert conversation.ask("And last year?").is_complete


@pytest.mark.parametrize("how", ["new", "forget"])
def test_a_new_chat_is_started_when_asked_for(origin, conversation, how):
    origin.answer(Reply((SHORT,)))
    conversation.ask("Orders")

    if how == "forget":
        conversation.forget()

    conversation.ask("Orders", new=how == "new")

    assert "chatId" not in bodies(origin)[1]


def test_an_earlier_chat_is_resumed_by_its_id(origin, conversation):
    origin.answer(Reply((SHORT,)))
    conversation.resume("chat-1")

    conversation.ask("Orders")

    assert bodies(origin)[0]["chatId"] == "chat-1"


def test_a_chat_that_names_no_id_keeps_the_one_last_known(origin, conversation):
    origin.answer(Reply((SHORT,)), Reply((recorded("no_final_path"),)))

    conversation.ask("Orders")
    conversation.ask("More")

    assert conversation.chat_id == "chat-1"


def test_an_unknown_chat_stays_an_error_with_the_next_step(origin, conversation):
    origin.answer(Reply(status=404))
    conversation.resume("chat-1")

    for _ in range(2):
        with pytest.raises(NotFound, match="--new"):
            conversation.ask("Orders")

    assert [body["chatId"] for body in bodies(origin)] == ["chat-1", "chat-1"]


@pytest.mark.parametrize("question", ["", " \n\t"])
def test_an_empty_question_is_refused_before_anything_is_started(question):
    before = threads_of_ours()
    conversation = Conversation(Settings())

    with pytest.raises(RequestRefused, match="empty"):
        conversation.ask(question)

    assert threads_of_ours() <= before
    assert conversation.notice == ""


@pytest.mark.case("R18")
def test_a_question_with_half_a_character_is_refused(origin, conversation):
    with pytest.raises(RequestRefused, match="surrogate"):
        conversation.ask("Orders \ud800")


def test_an_address_without_a_key_says_what_to_set(settings):
    conversation = Conversation(replace(settings, api_key=None))

    with pytest.raises(SettingsError, match="SVCCHAT_API_KEY"):
        conversation.ask("Orders")


@pytest.mark.rule("2.2")
def test_a_question_is_asked_as_another_user(origin, conversation):
    origin.answer(Reply((SHORT,)))

    conversation.ask("Orders", external_id="grace", attributes={"region": "EU"}, groups=["sales"])

    assert bodies(origin)[0]["sessionSettings"] == {
        "externalId": "grace",
        "userAttributes": [{"name": "region", "value": "EU"}],
        "groups": ["sales"],
    }


@pytest.mark.rule("2.2.1")
@pytest.mark.parametrize("options", [{"attributes": {}}, {"groups": []}])
def test_an_internal_user_is_given_no_attributes_or_groups(settings, options):
    conversation = Conversation(replace(settings, internal_id="ada@example.com"))

    with pytest.raises(RequestRefused, match="internalId"):
        conversation.ask("Orders", **options)


def test_an_internal_user_is_named_by_their_mail(origin, settings):
    origin.answer(Reply((SHORT,)))

    with Conversation(replace(settings, internal_id="ada@example.com")) as conversation:
        conversation.ask("Orders")

    assert bodies(origin)[0]["sessionSettings"] == {"internalId": "ada@example.com"}


@pytest.mark.parametrize("options", [{"external_id": "Ada"}, {"attributes": {"a": 1}}, {"timeout": 0}])
def test_an_option_that_breaks_a_rule_is_refused(origin, conversation, options):
    with pytest.raises(RequestRefused):
        conversation.ask("Orders", **options)

    assert not origin.requests


@pytest.mark.rule("4.1")
def test_a_branch_is_named_and_its_default_left_to_the_contract(origin, settings):
    origin.answer(Reply((SHORT,)))

    with Conversation(replace(settings, branch="try-it")) as conversation:
        conversation.ask("Orders")

    assert bodies(origin)[0]["activeBranchName"] == "try-it"
    assert "isDefaultBranch" not in bodies(origin)[0]


@pytest.mark.case("S36")
def test_a_second_question_meanwhile_is_refused_and_disturbs_nothing(origin, conversation):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
    turn = conversation.start("Orders")

    with pytest.raises(RequestRefused, match="still answering another question"):
        conversation.start("More", QuestionOptions(new=True))

    while not turn.transcript().answer:
        turn.wait(PATIENCE)

    turn.stop()
    assert turn.finish().text == "Sev€n "
    assert conversation.chat_id == "chat-1"


@pytest.mark.case("S36")
def test_conversations_side_by_side_do_not_mix(origin, settings):
    origin.answer(*(Reply((SHORT.replace(b"chat-1", f"chat-{n}".encode()),)) for n in range(6)))
    talks = [Conversation(settings) for _ in range(5)]

    turns = [talk.start("Orders") for talk in talks]
    answers = [turn.finish() for turn in turns]
    for talk in talks:
        talk.close()

    assert len({answer.chat_id for answer in answers}) == 5
    assert [talk.chat_id for talk in talks] == [answer.chat_id for answer in answers]


def test_asking_works_inside_a_running_event_loop(origin, conversation):
    origin.answer(Reply((SHORT,)))

    async def cell():
        return conversation.ask("Orders")

    assert asyncio.run(cell()).status is Status.COMPLETE


def test_messages_can_be_followed_from_a_coroutine(origin, conversation):
    origin.answer(Reply((SHORT,)))

    async def ids():
        return [message.id async for message in conversation.stream("Orders")]

    assert asyncio.run(ids()) == ["__cutoff__", "u1", "t1", "t1", "f1", "f1", "f1", "__state__"]


def test_leaving_a_stream_early_stops_the_turn(origin, conversation):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))

    async def first():
        messages = conversation.stream("Orders")
        found = await anext(messages)
        await messages.aclose()
        return found.id

    assert asyncio.run(first()) == "__cutoff__"
    assert origin.gone.wait(PATIENCE)


def test_a_closed_conversation_refuses_questions(settings):
    conversation = Conversation(settings)
    conversation.close()
    conversation.close()

    with pytest.raises(RequestRefused, match="closed"):
        conversation.ask("Orders")


def test_a_remote_conversation_has_nothing_to_announce(origin, conversation):
    origin.answer(Reply((SHORT,)))

    conversation.ask("Orders")

    assert conversation.notice == ""


@pytest.mark.case("S33")
def test_an_interrupt_at_any_moment_stops_the_turn_and_the_next_question_works(origin, conversation):
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
    origin.answer(Reply((SHORT,)))
    conversation.ask("Orders")  # an import that is cut short would leave a file open
    dice = random.Random(7)
    for _ in range(30):
        origin.answer(Reply(tuple(LINES[: dice.randrange(6)]), ending=Ending.STALL))
        timer = threading.Timer(dice.random() / 50, _interrupt)
        with pytest.raises(KeyboardInterrupt):
            _ask_with(conversation, timer)

        _until_free(conversation)

    origin.answer(Reply((SHORT,)))
    conversation.forget()

    assert conversation.ask("Orders").status is Status.COMPLETE


def _ask_with(conversation, timer):
    timer.start()
    conversation.ask("Orders", new=True)


def _interrupt():
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


def _until_free(conversation):
    """Wait for the stopped turn's end, which is not the interrupted caller's to wait for."""
    if conversation._current.turn is not None:
        conversation._current.turn.finish()
