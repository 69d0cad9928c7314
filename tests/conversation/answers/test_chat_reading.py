import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import (
    NotAllowed,
    NotFound,
    RequestRefused,
    StreamFailed,
    StreamProtocolError,
    StreamTruncated,
)
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import Ending, Reply, recorded

HEAD = b'{"id":"__cutoff__","sort":0,"state":{"isStreaming":false,"chatId":"chat-1"}}\n'
TAIL = b'{"id":"__state__","sort":9,"state":{"messages":[]}}\n'
ASKED = b'{"id":"u1","role":"user","content":"Orders","isDelta":false}\n'
SAID = b'{"id":"f1","role":"assistant","content":"Seven.","graphPath":["final"],"isDelta":false}\n'


@pytest.fixture
def conversation(settings):
    with Conversation(settings) as talk:
        yield talk


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("stream", [HEAD + ASKED + SAID + TAIL, ASKED + SAID + HEAD + TAIL])
def test_a_chat_is_read_on_both_sides_of_its_cutoff_and_nothing_is_asked(origin, conversation, stream):
    origin.answer(Reply((stream,)))

    messages = conversation.read("chat-1")

    body = origin.requests[0].json()
    assert [(each.role, each.content) for each in messages] == [("user", "Orders"), ("assistant", "Seven.")]
    assert "input" not in body
    assert (body["chatId"], body["sessionSettings"]) == ("chat-1", {"externalId": "ada"})
    assert conversation.chat_id is None


@pytest.mark.rule("4.1")
def test_without_a_name_the_conversations_own_chat_is_read(service):
    with Conversation(Settings(chat_url=service.chat_url, api_key=service.api_key)) as conversation:
        answer = conversation.ask("Orders by channel in 2024")
        messages = conversation.read()

    assert messages[0].content == "Orders by channel in 2024"
    assert messages[-1].content == answer.text


@pytest.mark.rule("5.4")
def test_a_chat_of_another_user_is_read_as_that_user(service):
    with Conversation(Settings(chat_url=service.chat_url, api_key=service.api_key)) as conversation:
        conversation.ask("Orders by channel in 2024", external_id="grace")
        mine = conversation.read()
        chat_id = conversation.chat_id
        conversation.forget()

        with pytest.raises(NotFound):
            conversation.read(chat_id)

    assert mine[0].content == "Orders by channel in 2024"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply((HEAD + ASKED,)), StreamTruncated),
        (Reply((HEAD + ASKED,), ending=Ending.RESET), StreamTruncated),
        (Reply((HEAD + b'{"error":"no"}\n',)), StreamFailed),
        (Reply((recorded("short").replace(b"chat-1", b"chat-2"),)), StreamProtocolError),
        (Reply(status=403), NotAllowed),
        (Reply(status=404), NotFound),
    ],
    ids=["cut", "reset", "failed", "another chat", "403", "404"],
)
def test_half_a_chat_is_never_given(origin, conversation, reply, error):
    origin.answer(reply)

    with pytest.raises(error):
        conversation.read("chat-1")


def test_there_must_be_a_chat_and_a_service(conversation, settings, tmp_path):
    with pytest.raises(RequestRefused, match="no questions yet"):
        conversation.read()

    replaying = settings.with_values(mode="replay", recordings=str(tmp_path))
    with Conversation(replaying) as offline, pytest.raises(RequestRefused, match="replay"):
        offline.read("chat-1")
