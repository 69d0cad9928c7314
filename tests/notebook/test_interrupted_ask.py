"""A cell that is interrupted at chosen points of our code, by a real signal that a hook there sends."""

import gc
import signal
import sys
from pathlib import Path

import pytest

import svcchat_magic
from svcchat_magic.errors import StreamStopped
from svcchat_magic.notebook.asking import held_interrupts
from svcchat_magic.notebook.magics.extension import registered
from svcchat_magic.protocol.transcript import Status
from tests.faults.scripted_origin import ABORT_PATH, Ending, Reply, recorded
from tests.traced_lines import leaves_a_with
from tests.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("usual_handler")

PACKAGE = str(Path(svcchat_magic.__file__).parent)
MAGICS = ("AskMagics.ask", "AskMagics.chat")
FIRST = ("call", "AskMagics.ask")
LAST = ("return", "CellQuestion._finish")
LINES = tuple(recorded("revenue_by_channel").splitlines(keepends=True))
QUESTION = "%%ask --quiet\nrevenue by channel"


class Striking:
    """Interrupts at the `number`th line of ours that the magic runs after an event of a function."""

    def __init__(self, number, after):
        self._number = number
        self._after = after
        self._is_counting = False
        self.lines = 0
        self.struck = False

    def __enter__(self):
        self._before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_):
        sys.settrace(self._before)

    def _trace(self, frame, event, _):
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None

        if (event, frame.f_code.co_qualname) == self._after:
            self._is_counting = True
        elif event == "return" and frame.f_code.co_qualname in MAGICS:
            self._is_counting = False
        elif event == "line" and self._is_counting and not leaves_a_with(frame):
            self.lines += 1
            if self.lines == self._number:
                self._is_counting, self.struck = False, True
                self.place = f"{frame.f_code.co_qualname}:{frame.f_lineno}"
                signal.raise_signal(signal.SIGINT)

        return self._trace


@pytest.fixture
def asking(scripted_notebook, origin):
    def ask(number, after):
        origin.answer(Reply((recorded("revenue_by_channel"),)))
        scripted_notebook.shell.user_ns.pop("_ask", None)
        with Striking(number, after) as striking:
            return scripted_notebook.run(QUESTION), striking

    assert ask(0, FIRST)[0].error is None  # everything is imported and connected
    return ask


@pytest.mark.long
def test_at_every_line_after_the_last_piece_the_cell_is_stopped_with_a_sentence(asking, scripted_notebook):
    number = 0
    while True:
        number += 1
        cell, striking = asking(number, LAST)
        if not striking.struck:
            break

        assert type(cell.error) is StreamStopped, striking.place
        assert "Traceback" not in cell.text
        assert scripted_notebook["_ask"].is_complete
        assert "revenue_by_channel" in scripted_notebook

    assert cell.error is None
    assert number > 10  # there were such lines


def test_at_any_line_of_the_magic_the_cell_is_stopped_with_a_sentence(asking):
    whole = asking(0, FIRST)[1].lines
    first = 2  # the first line of all comes before anything can be said about it

    for number in (*range(first, 12), *range(12, whole, whole // 20)):
        cell, striking = asking(number, FIRST)

        assert type(cell.error) is StreamStopped or not striking.struck, striking.place
        assert "Traceback" not in cell.text
        assert asking(0, FIRST)[0].error is None  # the next cell works


def test_after_a_question_that_was_interrupted_as_it_began_the_next_one_is_asked(asking):
    cell, striking = asking(1, ("return", "Conversation._begun"))
    following = asking(0, FIRST)[0]

    assert striking.struck
    assert type(cell.error) is StreamStopped
    assert following.error is None


@pytest.mark.long
@pytest.mark.parametrize("place", [("EventLoop.start", 1), ("EventLoop.start", 2), ("EventLoop._running", 1)])
def test_a_question_interrupted_before_its_loop_has_it_is_let_go_without_a_warning(
    asking, monkeypatch, place
):
    function, line = place
    left = []
    monkeypatch.setattr(sys, "unraisablehook", lambda each: left.append(str(each.exc_value)))

    cell, striking = asking(line, ("call", function))
    stopped = type(cell.error)
    del cell
    asking(2, FIRST)  # another error takes the place of the one that holds all that was on its way
    gc.collect()

    assert striking.place.startswith(function)
    assert stopped is StreamStopped
    assert not left


def test_an_interrupt_as_a_question_begins_in_the_background_stops_it(asking, scripted_notebook, origin):
    origin.answer(Reply(LINES[:5], ending=Ending.STALL))
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
    shell = scripted_notebook.shell
    shell.parent_header = {"header": {}, "metadata": {"cellId": "cell-1"}}  # as a front end sends it

    with Striking(1, ("return", "Conversation.start")) as striking:
        cell = scripted_notebook.run("%%ask --background\nrevenue by channel")

    assert striking.struck
    assert type(cell.error) is StreamStopped
    running = registered(shell).kernel.chats.conversation(registered(shell).settings())._current.turn
    assert running.wait_for_end(PATIENCE)
    assert running.transcript().status is Status.ABORTED


@pytest.mark.parametrize("line", ["", "--help", "history"])
def test_other_commands_say_that_they_were_stopped(scripted_notebook, line):
    scripted_notebook.run(f"%chat {line}")

    with Striking(3, ("call", "AskMagics.chat")) as striking:
        cell = scripted_notebook.run(f"%chat {line}")

    assert striking.struck
    assert type(cell.error) is StreamStopped


def test_a_second_press_while_the_stop_is_shown_leaves_its_sentence(asking, scripted_notebook, monkeypatch):
    shell, told = scripted_notebook.shell, []
    show = shell._showtraceback

    def struck(kind, error, lines):
        signal.raise_signal(signal.SIGINT)
        told.append("".join(lines))
        show(kind, error, lines)

    monkeypatch.setattr(shell, "_showtraceback", struck)
    monkeypatch.setattr(held_interrupts, "SAME_WISH_SECONDS", PATIENCE)
    cell, striking = asking(9, FIRST)

    assert striking.struck
    assert type(cell.error) is StreamStopped
    assert ["StreamStopped: Stopped" in each for each in told] == [True]


def test_after_a_moment_an_interrupt_reaches_what_else_the_cell_does(scripted_notebook, monkeypatch):
    monkeypatch.setattr(held_interrupts, "SAME_WISH_SECONDS", -1.0)  # the moment is over

    held_interrupts.pass_over_repeats(scripted_notebook.shell)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)

    scripted_notebook.run("1")
