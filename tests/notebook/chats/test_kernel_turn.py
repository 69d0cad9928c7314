"""A question of the kernel: who is told of it, and when."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from svcchat_magic.errors import BadRequest
from svcchat_magic.notebook.chats.kernel_turn import TurnRequest
from svcchat_magic.notebook.magics.extension import registered
from svcchat_magic.notebook.panel.panel import Panel
from svcchat_magic.notebook.questions.ask_options import AskOptions
from svcchat_magic.notebook.questions.personas import Persona
from tests.faults.scripted_origin import Reply, recorded
from tests.waiting import PATIENCE


@pytest.fixture
def magics(scripted_notebook):
    return registered(scripted_notebook.shell)


@pytest.fixture
def panel(magics):
    opened = Panel(magics.kernel, magics.settings)
    opened.open()
    return opened


def test_a_panel_can_be_used_again_when_a_question_ends_whose_conversation_was_closed(magics, panel, origin):
    kernel, settings = magics.kernel, magics.settings()
    origin.answer(Reply((recorded("short"),)))

    with kernel.turn(TurnRequest(settings, AskOptions("Orders"))) as turn:
        running = turn.begin(nullcontext)
        assert panel.controls.send.disabled
        assert running.wait_for_end(PATIENCE)
        kernel.chats.conversation(replace(settings, total_seconds=7.0))  # a setting was changed
        turn.keep(running.finish(), ())

    assert not panel.controls.send.disabled
    assert panel.turns == []
    assert list(kernel.answers.kept) == []


def test_a_panel_can_be_used_again_when_a_question_failed(magics, panel, origin):
    origin.answer(Reply((b"{}",), status=400))

    with (
        pytest.raises(BadRequest),
        magics.kernel.turn(TurnRequest(magics.settings(), AskOptions("Orders"))) as turn,
    ):
        turn.begin(nullcontext).finish()

    assert not panel.controls.send.disabled
    assert panel.turns == []


def test_a_panel_is_not_told_of_what_is_asked_as_another_user(magics, panel, origin):
    origin.answer(Reply((recorded("short"),)))
    request = TurnRequest(magics.settings(), AskOptions("Orders"), Persona("ada"))

    with magics.kernel.turn(request) as turn:
        running = turn.begin(nullcontext)
        assert not panel.controls.send.disabled
        turn.keep(running.finish(), ())

    assert panel.turns == []
    assert [each.is_beside for each in magics.kernel.answers.kept] == [True]


def test_who_is_told_of_an_answer_finds_it_kept_and_the_chat_before_let_go(magics, scripted_notebook, origin):
    class Watching:
        """A panel that looks at what is kept when it is told."""

        kept = ()

        def question_begins(self, question, asker):
            """Nothing is to be done."""

        def question_ends(self, answer, names, asker):
            self.kept = [each.answer.question for each in magics.kernel.answers.kept]

        def close(self):
            """Nothing is to be done."""

    origin.answer(Reply((recorded("short"),)), Reply((recorded("short").replace(b"chat-1", b"chat-2"),)))
    watching = Watching()
    magics.kernel.watch(watching)
    scripted_notebook.run("%ask Orders")
    assert watching.kept == ["Orders"]

    scripted_notebook.run("%ask --new Revenue")
    assert watching.kept == ["Revenue"]
