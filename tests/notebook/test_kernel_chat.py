"""What cells, panels and the background share, each in a thread of its own."""

from threading import Thread

import pytest

from svcchat_magic.notebook.extension import registered
from svcchat_magic.notebook.personas import Persona
from tests.faults.scripted_origin import Reply, recorded
from tests.waiting import until_ended

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

    kernel_chat.conversation(settings)
    kernel_chat.close()
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
