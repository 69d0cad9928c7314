"""The embedded chat page on a network that fails: half an answer is never shown as a whole one."""

import pytest

from svcchat_magic.analyst.events import AnswerText, Thought
from tests.browser.prefix_proxy import cutting_proxy
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser

STREAM = "/stream-chat-state"
EVENTS = (Thought("Thinking"), *(AnswerText(f"Line {number}.\n\n") for number in range(3)))


def streams(chat):
    return [url for url in chat.requests if url.endswith(STREAM)]


@pytest.mark.parametrize("regularly", [False, True], ids=["cut", "ended as if it were whole"])
def test_a_lost_connection_is_taken_up_again(chat, start, regularly):
    analyst = ScriptedAnalyst(EVENTS)
    service = start(analyst)
    with cutting_proxy(service.base_url) as proxy:
        proxy.cuts_regularly = regularly
        chat.open(service, base=proxy.base)
        chat.ask("why?")
        chat.page.locator(".answer", has_text="Line 2").wait_for()
        assert analyst.waiting.wait(PATIENCE)
        with chat.page.expect_request(lambda request: request.url.endswith(STREAM)):
            assert proxy.cut(STREAM) == 1

        analyst.release()
        chat.page.locator(".status", has_text="Complete").wait_for()

    assert len(streams(chat)) == 2
    assert chat.page.locator(".answer").inner_text().count("Line 1") == 1
    assert chat.page.locator(".answer").inner_text().endswith("it")
    assert len(analyst.tasks) == 1


def test_what_came_stays_where_the_connection_does_not_come_back(chat, start):
    service = start(ScriptedAnalyst(EVENTS))
    with cutting_proxy(service.base_url) as proxy:
        chat.open(service, base=proxy.base)
        chat.ask("why?")
        chat.page.locator(".answer", has_text="Line 2").wait_for()

        proxy.shutdown()
        proxy.server_close()
        assert proxy.cut(STREAM) == 1
        chat.page.locator(".status", has_text="Connection lost").wait_for()

    assert chat.page.locator(".answer").inner_text().endswith("Line 2.")
    assert "Partial results are kept." in chat.page.locator(".turn").inner_text()


def test_a_connection_that_is_lost_after_the_last_message_takes_nothing_away(chat, start):
    service = start(ScriptedAnalyst(EVENTS, waits=False))
    with cutting_proxy(service.base_url) as proxy:
        proxy.hold_after = b'"__state__"'
        chat.open(service, base=proxy.base)
        chat.ask("why?")
        turn = chat.page.locator(".turn")
        turn.locator(".status", has_text="Complete").wait_for()

        assert proxy.cut(STREAM) == 1
        chat.page.locator("#send").wait_for()

    assert turn.locator(".answer").inner_text().endswith("Line 2.")
    assert len(streams(chat)) == 1


def test_half_a_chat_is_not_shown_as_a_whole_one(chat, start):
    user = {"externalId": "reader"}
    service = start(ScriptedAnalyst(EVENTS, waits=False))
    chat.open(service, user=user)
    chat.ask_and_wait("why?")
    with cutting_proxy(service.base_url) as proxy:
        proxy.hold_after, proxy.cuts_regularly = b'"role":"user"', True
        chat.open(service, user=user, base=proxy.base)
        chat.page.locator("#chat-list button").click()
        assert proxy.held.wait(PATIENCE)

        assert proxy.cut(STREAM) == 1

        chat.page.locator(".remark", has_text="could not be loaded").wait_for()

    assert chat.page.locator(".turn").count() == 0


def loading_chat(chat, start, name):
    """Where the held request of an earlier chat comes that its user has just chosen."""
    user = {"externalId": name}
    service = start(ScriptedAnalyst(EVENTS, waits=False))
    chat.open(service, user=user)
    chat.ask_and_wait("why?")
    chat.open(service, user=user)
    held = []
    chat.page.route(f"**{STREAM}", lambda route: held.append(route), times=1)
    with chat.page.expect_request(lambda request: request.url.endswith(STREAM)):
        chat.page.locator("#chat-list button").click()

    return held


def test_a_question_waits_in_its_box_until_the_chat_is_loaded(chat, start):
    held = loading_chat(chat, start, "hasty")

    chat.ask("and now?")
    chat.wait_until_said("The chat is still loading.")
    held[0].continue_()
    chat.page.locator(".status", has_text="Earlier").wait_for()
    chat.page.keyboard.press("Enter")
    chat.page.locator(".status", has_text="Complete").wait_for()

    asked = [each.removeprefix("Question:\n") for each in chat.page.locator(".turn h2").all_inner_texts()]
    assert asked == ["why?", "and now?"]


def test_a_chat_that_does_not_come_is_asked_for_again_when_it_is_chosen_again(chat, start):
    held = loading_chat(chat, start, "patient")

    chat.page.get_by_text("Loading the chat").wait_for()
    chat.page.locator("#chat-list button").click()
    chat.page.locator(".status", has_text="Earlier").wait_for()
    chat.ask_and_wait("and now?")
    held[0].abort()
    chat.page.get_by_role("button", name="New chat").click()
    chat.page.locator("#chat-list button").click()

    asked = [each.removeprefix("Question:\n") for each in chat.page.locator(".turn h2").all_inner_texts()]
    assert asked == ["why?", "and now?"]
