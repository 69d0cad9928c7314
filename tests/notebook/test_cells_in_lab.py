"""What needs a front end that names its cells: background answers, and cells that are run once more."""

from threading import Event

import pytest

from tests.faults.fixtures import KEY, origin  # noqa: F401 - a fixture
from tests.faults.scripted_origin import Reply, ScriptedOrigin, recorded
from tests.notebook.lab_kernel import LabKernel, lab_kernel
from tests.notebook.safe_page import text_of

pytestmark = pytest.mark.long  # starts a kernel; tests/test_notebooks.py stays in the short tier


@pytest.fixture
def kernel(tmp_path, service):
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, SVCCHAT_QUERY_URL=service.query_url, **told) as kernel:
        yield kernel


def test_an_answer_in_the_background_grows_in_its_own_cell_while_the_next_one_runs(kernel: LabKernel):
    asked = kernel.start("%%ask --background\nRevenue by month last year", "a")
    printed = kernel.run("print('on')", "b")
    kernel.read_until(lambda: "It peaked in" in asked.html and "✓ complete" in asked.html)

    assert printed.text == "on\n"
    assert printed.displays == []
    left = kernel.run("print(len(revenue_by_month), _ask.status)")
    assert (left.error, left.text) == ("", "12 complete\n")


def test_the_next_question_waits_for_the_one_in_the_background(kernel: LabKernel):
    first = kernel.start("%%ask --background\nRevenue by month last year", "a")
    second = kernel.run("%%ask\nand by region?", "b")

    assert second.error == ""
    assert "complete" in first.html
    assert "by region" in text_of(second.html)


def test_an_interrupted_cell_that_waited_leaves_the_answer_that_it_waited_for(tmp_path, origin):  # noqa: F811
    goes_on = Event()

    def body():
        while not goes_on.is_set():
            yield b""

        yield recorded("short")

    origin.answer(Reply(body(), pause=0.01))
    with lab_kernel(tmp_path, SVCCHAT_CHAT_URL=origin.chat_url, SVCCHAT_API_KEY=KEY) as kernel:
        first = kernel.start("%%ask --background\nRevenue", "a")
        second = kernel.start("%%ask\nand by region?", "b")
        kernel.read_until(lambda: "Waiting for a background answer" in second.html)
        kernel.interrupt()
        kernel.read_until(lambda: second.is_idle)
        goes_on.set()
        kernel.read_until(lambda: "✓ complete" in first.html or "■ stopped" in first.html)

    assert "✓ complete" in first.html
    assert second.error == "StreamStopped: Stopped before the question was sent."
    assert "Waiting" not in second.html


def test_a_failure_in_the_background_is_told_in_its_cell(kernel: LabKernel):
    asked = kernel.start("%%ask --background --chat 00000000-0000-0000-0000-000000000000\nRevenue", "a")
    kernel.read_until(lambda: "✗" in asked.html)

    assert "chat" in text_of(asked.html)


def test_a_headless_run_waits_for_its_background_answers(kernel: LabKernel):
    asked = kernel.run("%%ask --background\nRevenue by month last year")

    assert "complete" in asked.html


def test_a_cell_run_again_in_mode_auto_is_replayed_and_adds_no_turn(kernel: LabKernel):
    kernel.run("%config AskMagics.mode = 'auto'")
    first = kernel.run("%%ask\nRevenue by month last year", "a")
    kernel.run("%%ask\nand by region?", "b")
    chat = kernel.run("print(_ask.chat_id)").text

    again = kernel.run("%%ask\nRevenue by month last year", "a")
    third = kernel.run("%%ask\nonly 2024", "c")

    assert "replayed" in text_of(again.html)
    assert without_pictures(again.displays[2:]) == without_pictures(first.displays[2:])
    assert third.error == ""
    assert "region" in text_of(third.html)
    assert kernel.run("print(_ask.chat_id)").text == chat


def without_pictures(displays):
    """The displays without what a busy machine does not draw in time."""
    return [{kind: data for kind, data in each.items() if kind != "image/png"} for each in displays]


def test_the_output_carries_where_it_came_from(kernel: LabKernel):
    asked = kernel.run("%%ask\nRevenue by month last year", "a")

    about = [each["svcchat_magic"] for each in asked.metadata if "svcchat_magic" in each]
    assert {each["chat_id"] for each in about} == {kernel.run("print(_ask.chat_id)").text.strip()}
    assert all(each["complete"] and each["version"] and each["asked_at"] for each in about)
    assert any(each.get("sql", "").lower().startswith("select") and each["uuid"] for each in about)


def test_a_long_answer_is_sent_in_pieces_that_stay_small(tmp_path, origin: ScriptedOrigin):  # noqa: F811
    from tests.notebook.long_answer import WORDS, long_answer

    origin.answer(long_answer())
    told = {"SVCCHAT_CHAT_URL": origin.chat_url, "SVCCHAT_API_KEY": KEY}
    with lab_kernel(tmp_path, **told) as kernel:
        asked = kernel.run("%%ask\nTell me everything", "a")

    assert asked.error == ""
    assert text_of(asked.html).count(WORDS) == 1_250
    assert asked.largest < 40_000
