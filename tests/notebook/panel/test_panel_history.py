from threading import Event

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.notebook.magics.extension import registered
from svcchat_magic.notebook.panel.panel import Panel
from svcchat_magic.protocol.fold import fold
from tests.waiting import PATIENCE, until


def test_a_panel_shows_no_turns_of_a_chat_that_another_has_taken_the_place_of(scripted_notebook):
    magics, is_read, may_go_on = registered(scripted_notebook.shell), Event(), Event()
    kernel = magics.kernel
    conversation = kernel.chats.conversation(magics.settings())

    def slow_to_come():
        is_read.set()
        assert may_go_on.wait(PATIENCE)
        return (Answer("The chat before", fold(()), 1.0),)

    conversation.resume("chat-1")
    conversation.history = slow_to_come
    panel = Panel(kernel, magics.settings)
    panel.open()
    assert is_read.wait(PATIENCE)

    conversation.resume("chat-2")
    conversation.history = lambda: (Answer("This chat", fold(()), 1.0),)
    kernel.watchers.chat_changes()
    until(lambda: panel.turns)
    may_go_on.set()
    kernel.background.wait(conversation, PATIENCE)

    assert len(panel.turns) == 1
    assert "This chat" in str(panel.turns[0].box.children[0].outputs)
    assert not panel.controls.send.disabled
