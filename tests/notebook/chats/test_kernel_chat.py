"""What cells, panels and the background share, each in a thread of its own."""

from dataclasses import replace
from threading import Event, Thread

import pytest

from svcchat_magic.conversation.answer import Answer
from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.chats import background_turns
from svcchat_magic.notebook.magics.extension import registered
from svcchat_magic.notebook.panel.panel import Panel
from svcchat_magic.notebook.questions.personas import Persona
from svcchat_magic.protocol.fold import fold
from tests.faults.scripted_origin import Reply, recorded
from tests.waiting import PATIENCE, until, until_ended

OVERTAKEN_SECONDS = 0.2  # enough for another thread to get ahead, where nothing keeps it


@pytest.fixture
def magics(scripted_notebook):
    return registered(scripted_notebook.shell)


def test_two_threads_that_need_the_first_conversation_get_the_same(magics):
    kernel_chat, settings = magics.kernel_chat, magics.settings()
    found = []
    other = Thread(target=lambda: found.append(kernel_chat.conversation(settings)))

    class Overtaken(dict):
        """Another thread looks for the conversation in the moment in which it is not there."""

        def __contains__(self, who):
            is_there = super().__contains__(who)
            if other.ident is None:
                other.start()
                other.join(OVERTAKEN_SECONDS)

            return is_there

    kernel_chat._conversations = Overtaken()
    found.append(kernel_chat.conversation(settings))
    until_ended([other])

    assert found[0] is found[1]


@pytest.mark.parametrize("work", ["stop", "forget"])
def test_another_user_may_be_asked_as_while_all_are_stopped_or_forgotten(magics, work):
    kernel_chat, settings = magics.kernel_chat, magics.settings()
    conversation = kernel_chat.conversation(settings)
    do = getattr(conversation, work)

    def ask_as_another():
        kernel_chat.conversation(settings, Persona("ada"))
        return do()

    setattr(conversation, work, ask_as_another)
    getattr(kernel_chat, work)()

    assert len(kernel_chat._conversations) == 2


def test_a_question_that_was_on_its_way_when_all_was_unloaded_opens_nothing(magics):
    magics.kernel_chat.conversation(magics.settings())
    magics.kernel_chat.close()

    with pytest.raises(RequestRefused, match="unloaded"):
        magics.kernel_chat.conversation(magics.settings())


def test_who_waits_for_a_chat_waits_for_a_thread_that_is_just_begun_too(magics, monkeypatch):
    background, conversation, ended = magics.kernel_chat.background, object(), Event()
    errors = []

    def wait():
        try:
            background.wait(conversation, OVERTAKEN_SECONDS)
        except RuntimeError as error:
            errors.append(error)

    class Late(Thread):
        """Another thread waits for the chat in the moment in which it is about to run."""

        def start(self):
            waiting.start()
            waiting.join(OVERTAKEN_SECONDS)
            super().start()

    waiting = Thread(target=wait)
    background.run(conversation, ended.wait)
    monkeypatch.setattr(background_turns, "Thread", Late)
    background.run(conversation, ended.wait)
    until_ended([waiting])
    ended.set()
    background.wait(conversation, PATIENCE)

    assert errors == []
    assert not background.is_busy(conversation)


def test_a_panel_shows_no_turns_of_a_chat_that_another_has_taken_the_place_of(magics):
    kernel_chat, is_read, may_go_on = magics.kernel_chat, Event(), Event()
    conversation = kernel_chat.conversation(magics.settings())

    def slow_to_come():
        is_read.set()
        assert may_go_on.wait(PATIENCE)
        return (Answer("The chat before", fold(()), 1.0),)

    conversation.resume("chat-1")
    conversation.history = slow_to_come
    panel = Panel(kernel_chat, magics.settings)
    panel.open()
    assert is_read.wait(PATIENCE)

    conversation.resume("chat-2")
    conversation.history = lambda: (Answer("This chat", fold(()), 1.0),)
    kernel_chat.chat_has_changed()
    until(lambda: panel.turns)
    may_go_on.set()
    kernel_chat.background.wait(conversation, PATIENCE)

    assert len(panel.turns) == 1
    assert "This chat" in str(panel.turns[0].box.children[0].outputs)
    assert not panel.controls.send.disabled


def test_a_panel_can_be_used_again_when_a_question_ends_whose_conversation_was_closed(magics):
    kernel_chat, settings, asker = magics.kernel_chat, magics.settings(), object()
    conversation = kernel_chat.conversation(settings)
    panel = Panel(kernel_chat, magics.settings)
    panel.open()
    kernel_chat.begins(conversation, "Orders", asker)
    assert panel.controls.send.disabled

    kernel_chat.conversation(replace(settings, total_seconds=7.0))  # a setting was changed
    kernel_chat.ends(conversation, None, (), asker)

    assert not panel.controls.send.disabled


def test_who_is_told_of_an_answer_finds_it_kept_and_the_chat_before_let_go(magics, scripted_notebook, origin):
    class Watching:
        """A panel that looks at what is kept when it is told."""

        kept = ()

        def question_begins(self, question, asker):
            """Nothing is to be done."""

        def question_ends(self, answer, names, asker):
            self.kept = [each.answer.question for each in magics.kernel_chat.kept]

        def close(self):
            """Nothing is to be done."""

    origin.answer(Reply((recorded("short"),)), Reply((recorded("short").replace(b"chat-1", b"chat-2"),)))
    watching = Watching()
    magics.kernel_chat.watch(watching)
    scripted_notebook.run("%ask Orders")
    assert watching.kept == ["Orders"]

    scripted_notebook.run("%ask --new Revenue")
    assert watching.kept == ["Revenue"]
