"""A lost connection is taken up again where that is set, and only there; a suspended turn only when asked."""

import asyncio
from contextlib import closing
from dataclasses import replace

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns import turn_run
from svcchat_magic.errors import RequestRefused, StreamStopped
from svcchat_magic.protocol.messages import decode_messages
from svcchat_magic.protocol.requests import ChatRequest, SessionSettings
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.client.asking import streamed, with_client
from tests.faults.fault_proxy import Fault, FaultProxy, How
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Ending, Reply, recorded
from tests.waiting import PATIENCE, growing_deadlines

QUESTION = "Revenue by month last year?"
SHORT = recorded("short")
LINES = SHORT.splitlines(keepends=True)
CUT = Reply(tuple(LINES[:5]), ending=Ending.RESET)
NO_CONTENT = Reply(status=204, is_chunked=False)


@pytest.fixture
def conversation(settings):
    with Conversation(replace(settings, reattach="on")) as talk:
        yield talk


@pytest.fixture
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def bodies(origin):
    return [request.json() for request in origin.of(CHAT_PATH)]


@pytest.mark.case("S17")
@pytest.mark.parametrize("ending", [Ending.WHOLE, Ending.CUT, Ending.RESET])
def test_after_a_drop_the_very_same_request_brings_the_turn_from_its_beginning(origin, conversation, ending):
    origin.answer(Reply(tuple(LINES[:5]), ending=ending), Reply((SHORT,)))

    answer = conversation.ask("Orders")

    first, second = bodies(origin)
    assert second == {**first, "chatId": "chat-1"}
    assert (answer.status, answer.text, len(answer.results)) == (Status.COMPLETE, "Sev€n orders.", 1)
    assert answer.stream + b"\n" == SHORT


@pytest.mark.parametrize("count", range(len(LINES)))
def test_wherever_the_stream_was_cut_the_answer_is_whole(origin, conversation, count):
    origin.answer(Reply(tuple(LINES[:count]), ending=Ending.RESET), Reply((SHORT,)))

    answer = conversation.ask("Orders")

    assert (answer.status, answer.text) == (Status.COMPLETE, "Sev€n orders.")
    assert answer.warnings == ()


@pytest.mark.case("S27")
@pytest.mark.parametrize("reattach", ["auto", "off"])
def test_elsewhere_a_question_is_never_sent_again(origin, settings, reattach):
    origin.answer(CUT, Reply((recorded("state_read"),)))

    with Conversation(replace(settings, reattach=reattach)) as conversation:
        answer = conversation.ask("Orders")

    assert answer.status is Status.DROPPED
    assert ["input" in body for body in bodies(origin)] == [True, False]


def test_a_second_drop_is_taken_up_too(origin, conversation):
    origin.answer(CUT, Reply(tuple(LINES[:3]), ending=Ending.RESET), Reply((SHORT,)))

    assert conversation.ask("Orders").status is Status.COMPLETE
    assert len({body["messageId"] for body in bodies(origin)}) == 1


@pytest.mark.parametrize("status", [404, 409, 500])
def test_a_refused_resend_is_not_repeated_and_the_chat_read_once(origin, conversation, status):
    origin.answer(CUT, Reply(status=status), Reply((recorded("state_read"),)))

    answer = conversation.ask("Orders")

    assert ["input" in body for body in bodies(origin)] == [True, True, False]
    assert (answer.status, answer.text) == (Status.DROPPED, "Seven orders in all.")


def test_resends_are_few_and_what_had_come_first_is_kept(origin, conversation, monkeypatch):
    monkeypatch.setattr(turn_run, "REATTACH_PAUSES", (0.0, 0.0))
    shorter = Reply(tuple(LINES[:2]), ending=Ending.RESET)
    origin.answer(CUT, shorter, shorter, Reply(status=500))

    answer = conversation.ask("Orders")

    assert ["input" in body for body in bodies(origin)] == [True, True, True, False]
    assert (answer.status, answer.text) == (Status.DROPPED, "Sev€n ")
    assert answer.stream == b"".join(LINES[:5]).rstrip()


def test_a_resend_that_brings_nothing_in_time_is_given_up(origin, conversation, monkeypatch):
    monkeypatch.setattr(turn_run, "REATTACH_PAUSES", (0.0,))
    for seconds in growing_deadlines():
        monkeypatch.setattr(turn_run, "REATTACH_SECONDS", seconds)
        origin.answer(CUT, Reply((), ending=Ending.STALL), Reply((recorded("state_read"),)))
        before = len(bodies(origin))
        answer = conversation.ask("Orders", new=True)
        if ["input" in body for body in bodies(origin)[before:]] == [True, True, False]:
            break

    assert (answer.status, answer.text) == (Status.DROPPED, "Seven orders in all.")


def test_another_chats_stream_is_not_taken_for_the_turn(origin, conversation):
    foreign = SHORT.replace(b"chat-1", b"chat-2").replace(b"Sev", b"Elev")
    origin.answer(CUT, Reply((foreign,)), Reply((recorded("state_read"),)))

    answer = conversation.ask("Orders")

    assert (answer.status, answer.chat_id, answer.text) == (Status.DROPPED, "chat-1", "Seven orders in all.")


def test_a_stop_while_it_is_being_taken_up_stops_the_turn(origin, conversation):
    origin.answer(CUT, Reply(tuple(LINES[:1]), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)
    turn = conversation.start("Orders")
    for _ in range(2):
        origin.asked.acquire()

    turn.stop()
    answer = turn.finish()

    assert (answer.status, answer.text) == (Status.ABORTED, "Sev€n ")
    assert origin.of(ABORT_PATH)
    assert origin.gone.wait(PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize("how", [How.FIN, How.RST])
@pytest.mark.parametrize(("reattach", "status"), [("on", Status.COMPLETE), ("off", Status.DROPPED)])
def test_the_embedded_service_gives_the_running_answer_again(own_data_folder, how, reattach, status):
    with Conversation(Settings()) as direct:
        whole = direct.ask(QUESTION)
        with closing(FaultProxy(direct.settings.chat_url)) as proxy:
            proxy.meet(Fault(cut_at=2_000, how=how))
            url = proxy.before(direct.settings.chat_url)
            with Conversation(replace(direct.settings, chat_url=url, reattach=reattach)) as conversation:
                answer = conversation.ask(QUESTION)

        held = with_client(direct.settings, lambda client: streamed(client, read_of(answer.chat_id)))

    assert direct.settings.reattach == "on"
    assert answer.status is status
    assert [message.content for message in decode_messages(held.lines) if message.role == "user"] == [
        QUESTION
    ]
    if status is Status.COMPLETE:
        assert answer.text == whole.text
        assert [result.rows for result in answer.results] == [result.rows for result in whole.results]


def read_of(chat_id):
    who = SessionSettings(external_id=Settings().external_id)
    return ChatRequest(session_settings=who, chat_id=chat_id)


def test_a_suspended_turn_goes_on_only_when_asked(origin, conversation):
    origin.answer(Reply((recorded("suspended"),)), Reply((SHORT,)))

    suspended = conversation.ask("Orders")
    asked_unasked = len(origin.requests)
    answer = conversation.resume_suspended().finish()

    first, second = bodies(origin)
    assert (suspended.status, asked_unasked) == (Status.SUSPENDED, 1)
    assert second == {**first, "chatId": "chat-1", "messageId": "1736500000000-message"}
    assert (answer.status, answer.question) == (Status.COMPLETE, "Orders")


def test_a_suspension_that_names_no_id_is_resumed_by_the_questions_own(origin, conversation):
    bare = recorded("suspended").replace(b',"messageId":"1736500000000-message"', b"")
    origin.answer(Reply((bare,)), Reply((SHORT,)))

    conversation.ask("Orders")
    conversation.resume_suspended().finish()

    first, second = bodies(origin)
    assert second["messageId"] == first["messageId"]


def test_a_suspended_answer_says_how_to_go_on(origin, conversation):
    origin.answer(Reply((recorded("suspended"),)))

    with pytest.raises(StreamStopped, match=r"resume_suspended\(\)"):
        conversation.ask("Orders").raise_unless_complete()


@pytest.mark.parametrize(
    "stream", [SHORT, recorded("suspended").replace(b'true,"messageId', b'false,"messageId')]
)
def test_only_what_is_suspended_and_may_go_on_is_resumed(origin, conversation, stream):
    origin.answer(Reply((stream,)))
    with pytest.raises(RequestRefused, match="no suspended answer"):
        conversation.resume_suspended()

    conversation.ask("Orders")

    with pytest.raises(RequestRefused, match="no suspended answer"):
        conversation.resume_suspended()

    assert len(origin.requests) == 1


async def _ids(conversation):
    return [message.id async for message in conversation.stream("Orders")]


def test_messages_followed_from_a_coroutine_begin_anew(origin, conversation):
    origin.answer(CUT, Reply((SHORT,)))

    found = asyncio.run(_ids(conversation))

    assert found[-8:] == ["__cutoff__", "u1", "t1", "t1", "f1", "f1", "f1", "__state__"]
