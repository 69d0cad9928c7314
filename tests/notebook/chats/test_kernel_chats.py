"""Who asks in a kernel: conversations shared by cells, panels and the background, each in its own thread."""

from threading import Thread

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.magics.extension import registered
from svcchat_magic.notebook.questions.personas import Persona
from tests.waiting import until_ended

OVERTAKEN_SECONDS = 0.2  # enough for another thread to get ahead, where nothing keeps it


@pytest.fixture
def magics(scripted_notebook):
    return registered(scripted_notebook.shell)


def test_two_threads_that_need_the_first_conversation_get_the_same(magics):
    chats, settings = magics.kernel.chats, magics.settings()
    found = []
    other = Thread(target=lambda: found.append(chats.conversation(settings)))

    class Overtaken(dict):
        """Another thread looks for the conversation in the moment in which it is not there."""

        def __contains__(self, who):
            is_there = super().__contains__(who)
            if other.ident is None:
                other.start()
                other.join(OVERTAKEN_SECONDS)

            return is_there

    chats._conversations = Overtaken()
    found.append(chats.conversation(settings))
    until_ended([other])

    assert found[0] is found[1]


@pytest.mark.parametrize("work", ["stop", "forget"])
def test_another_user_may_be_asked_as_while_all_are_stopped_or_forgotten(magics, work):
    chats, settings = magics.kernel.chats, magics.settings()
    conversation = chats.conversation(settings)
    do = getattr(conversation, work)

    def ask_as_another():
        chats.conversation(settings, Persona("ada"))
        return do()

    setattr(conversation, work, ask_as_another)
    getattr(chats, work)()

    assert len(chats._conversations) == 2


def test_a_question_that_was_on_its_way_when_all_was_unloaded_opens_nothing(magics):
    magics.kernel.chats.conversation(magics.settings())
    magics.kernel.close()

    with pytest.raises(RequestRefused, match="unloaded"):
        magics.kernel.chats.conversation(magics.settings())
