"""The conversation against the real service, over real HTTP."""

import asyncio

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import NotAuthenticated, NotFound
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.waiting import PATIENCE

QUESTION = "Revenue by month in 2024"


@pytest.fixture
def reached(service):
    return Settings(
        chat_url=service.chat_url,
        base_url=service.base_url,
        api_key=service.api_key,
        now="2025-01-10",
        abort_seconds=PATIENCE,
    )


@pytest.fixture
def conversation(reached):
    with Conversation(reached) as talk:
        yield talk


def test_a_question_is_answered_with_rows_and_words(conversation):
    answer = conversation.ask(QUESTION)

    assert answer.status is Status.COMPLETE
    assert len(answer.results[0].rows) == 12
    assert answer.text
    assert answer.chat_id == conversation.chat_id
    assert answer.warnings == ()


def test_a_follow_up_is_answered_in_the_same_chat(conversation):
    first = conversation.ask(QUESTION)

    second = conversation.ask("only the web channel")

    assert second.chat_id == first.chat_id
    assert second.status is Status.COMPLETE
    assert second.results
    assert second.results[0].rows != first.results[0].rows


def test_a_new_chat_has_another_id(conversation):
    first = conversation.ask(QUESTION)

    second = conversation.ask(QUESTION, new=True)

    assert second.chat_id != first.chat_id


def test_a_result_becomes_a_frame_and_a_chart(conversation):
    answer = conversation.ask(QUESTION)

    assert len(answer.df()) == 12
    assert answer.chart().to_dict()["mark"]


def test_asking_works_inside_a_running_event_loop(conversation):
    async def cell():
        return conversation.ask(QUESTION)

    assert asyncio.run(cell()).status is Status.COMPLETE


@pytest.mark.case("S33")
def test_a_turn_can_be_stopped_at_its_first_news_and_the_chat_goes_on(conversation):
    turn = conversation.start(QUESTION)
    while turn.chat_id is None:
        turn.wait(PATIENCE)

    turn.stop()
    stopped = turn.finish()
    after = conversation.ask(QUESTION)

    assert stopped.status in {Status.ABORTED, Status.COMPLETE}
    assert stopped.abort_failure == ""
    assert after.status is Status.COMPLETE
    assert after.chat_id == stopped.chat_id


def test_the_chat_of_another_user_is_not_found(conversation):
    conversation.ask(QUESTION)

    with pytest.raises(NotFound, match="--new"):
        conversation.ask(QUESTION, external_id="grace")


def test_a_wrong_key_is_told_so(reached):
    wrong = reached.with_values(api_key="wrong-key-0123456789")

    with Conversation(wrong) as conversation, pytest.raises(NotAuthenticated):
        conversation.ask(QUESTION)


def test_an_unknown_agent_is_told_so(reached):
    elsewhere = reached.with_values(chat_url=reached.chat_url.replace("/agents/", "/agents/no-"))

    with Conversation(elsewhere) as conversation, pytest.raises(NotFound, match="agent"):
        conversation.ask(QUESTION)
