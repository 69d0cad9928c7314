from threading import Event, Thread

from svcchat_magic.notebook.chats import background_turns
from svcchat_magic.notebook.magics.extension import registered
from tests.waiting import PATIENCE, until_ended

OVERTAKEN_SECONDS = 0.2  # enough for another thread to get ahead, where nothing keeps it


def test_who_waits_for_a_chat_waits_for_a_thread_that_is_just_begun_too(scripted_notebook, monkeypatch):
    background = registered(scripted_notebook.shell).kernel.background
    conversation, ended = object(), Event()
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
