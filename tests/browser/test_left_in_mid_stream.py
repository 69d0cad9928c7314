"""A page that is left while an answer streams: the kernel goes on, and the next page finds it there."""

import pytest

from tests.browser.lab_page import LabPage
from tests.browser.test_first_notebook import HALF_AN_ANSWER, LOAD, NAME, QUESTION, service_cell
from tests.service.conftest import ScriptedAnalyst

pytestmark = [
    pytest.mark.browser,
    pytest.mark.parametrize("lab_page", ["lab", "notebook"], indirect=True),
]

WHOLE = "Half of an answerit"  # what the analyst says in the end, all of it
LOOK = "print(_ask.text, _ask.status, amount_by_kind.shape)"


def in_mid_stream(lab_page: LabPage, start) -> tuple[str, ScriptedAnalyst]:
    """A saved notebook whose cell is being answered, and who answers it."""
    analyst = ScriptedAnalyst(HALF_AN_ANSWER)
    service = start(analyst)
    name = lab_page.open_alone(NAME)
    lab_page.set_source(LOAD, service_cell(service))
    lab_page.run(LOAD)
    lab_page.set_source(QUESTION, "%%ask\nAmount by kind")
    lab_page.touch(0)
    lab_page.start(QUESTION)
    lab_page.wait_for_text(QUESTION, "Half of an answer")
    lab_page.save()
    return name, analyst


def ends(lab_page: LabPage, analyst: ScriptedAnalyst) -> None:
    """Let the answer come to its end, and see that the kernel has all of it and takes the next cell."""
    assert not analyst.cancelled.is_set()
    analyst.release()
    lab_page.wait_for_kernel()
    lab_page.set_source(LOAD, LOOK)
    lab_page.run(LOAD)
    assert f"{WHOLE} complete (2, 2)" in lab_page.outputs(LOAD)


def test_after_a_reload_in_mid_stream_the_kernel_has_the_whole_answer(lab_page: LabPage, start):
    _, analyst = in_mid_stream(lab_page, start)

    lab_page.reload()
    lab_page.wait_for_text(QUESTION, "Half of an answer")
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot("reloaded-in-mid-stream")
    assert "amount_by_kind · 2 rows" in lab_page.outputs(QUESTION)

    ends(lab_page, analyst)
    lab_page.set_source(LOAD, "_ask")
    lab_page.run(LOAD)
    lab_page.scroll_to(LOAD)
    lab_page.screenshot("reloaded-and-ended")

    assert WHOLE in lab_page.outputs(LOAD)
    assert "complete" in lab_page.outputs(LOAD)
    assert lab_page.foreign_requests() == []
    assert lab_page.dialogs == []


def test_a_page_closed_in_mid_stream_is_opened_again_to_the_whole_answer(lab_page: LabPage, start):
    name, analyst = in_mid_stream(lab_page, start)

    second = lab_page.in_another_page()
    lab_page.close()
    second.open(name, at_work=True)
    second.wait_for_text(QUESTION, "Half of an answer")
    second.screenshot("closed-and-opened")

    ends(second, analyst)
    second.set_source(QUESTION, "%%ask\nand once more")
    second.start(QUESTION)
    second.wait_for_text(QUESTION, "Half of an answer")
    analyst.release()
    second.wait(QUESTION)

    assert WHOLE in second.outputs(QUESTION)
    assert second.foreign_requests() == []
    assert second.dialogs == []
