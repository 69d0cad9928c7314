"""The frames of an answer: who keeps them, and that nobody does once the user has dropped them."""

import gc
import weakref

import pandas as pd
import pytest

from svcchat_magic.conversation.conversation import Conversation
from tests.faults.scripted_origin import Reply, recorded

NAME = "revenue_by_channel"


@pytest.fixture
def uncollected():
    """Only what nobody refers to is freed: circles wait for a collection that does not come.

    Called, it collects where pandas itself makes such a circle: before version 3, a frame keeps its `.svc`.
    """
    gc.collect()
    gc.disable()
    yield gc.collect if int(pd.__version__.partition(".")[0]) < 3 else lambda: None
    gc.enable()


@pytest.mark.parametrize("line", ["%%ask --quiet", "%%ask", "%%ask --all-rows", "%%ask kept <<"])
def test_a_frame_of_a_cell_is_freed_when_its_variables_are_dropped(
    scripted_notebook, origin, uncollected, line
):
    origin.answer(Reply((recorded(NAME),)))
    assert scripted_notebook.run(f"{line}\nrevenue by channel").error is None
    name = "kept" if "<<" in line else NAME
    frame = weakref.ref(scripted_notebook[name])

    scripted_notebook.run(f"del {name}, _df")

    uncollected()
    assert frame() is None


def test_so_is_one_that_was_asked_where_it_came_from(scripted_notebook, origin, uncollected):
    origin.answer(Reply((recorded(NAME),)))
    scripted_notebook.run("%%ask\nrevenue by channel")
    frame = weakref.ref(scripted_notebook[NAME])
    scripted_notebook.run(f"told = repr({NAME}.svc), {NAME}.svc.to_code(), {NAME}.svc.sum()")

    scripted_notebook.run(f"del {NAME}, _df")

    uncollected()
    assert frame() is None


def test_a_frame_of_a_script_is_freed_at_once(scripted_notebook, origin, uncollected):
    origin.answer(Reply((recorded(NAME),)))
    with Conversation() as conversation:
        answer = conversation.ask("revenue by channel")
        frame = answer.df()
        kept = weakref.ref(frame)

        del frame

        assert kept() is None
        assert len(answer.results) == 1
