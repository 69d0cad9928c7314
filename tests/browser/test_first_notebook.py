"""The first notebook as a new user meets it: real JupyterLab, real Chromium, the embedded service."""

import json

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted, Thought
from svcchat_magic.semantic.query.query import Column, Rows
from tests.browser.contrast import ENOUGH, least_contrast
from tests.browser.lab_page import LabPage
from tests.browser.lab_server import NOTEBOOKS
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

pytestmark = [
    pytest.mark.browser,
    pytest.mark.parametrize(
        "lab_page", ["lab", pytest.param("notebook", marks=pytest.mark.long)], indirect=True
    ),
]

NAME = "01-first-question.ipynb"
CELLS = json.loads((NOTEBOOKS / NAME).read_text(encoding="utf-8"))["cells"]
LOAD, QUESTION, FOLLOW_UP = (
    next(
        at
        for at, cell in enumerate(CELLS)
        if cell["cell_type"] == "code" and words in "".join(cell["source"])
    )
    for words in ("%load_ext", "grew the most", "and by region")
)

ROWS = Rows((Column("kind", "String"), Column("amount", "Double")), (("a", 1.5), ("b", 2.0)), 2)
SQL = "SELECT kind, MEASURE(amount) AS amount FROM things GROUP BY 1"
HALF_AN_ANSWER = (
    Thought("Read as **amount** by **kind**"),
    SqlStarted(0, SQL, "Amount by kind", "", "amount by kind"),
    SqlFinished(0, ROWS, "00000000-0000-4000-8000-000000000000"),
    AnswerText("Half of an answer"),
)


def service_cell(service) -> str:
    """A cell that makes the kernel talk to this service."""
    return (
        "import os\n"
        f"os.environ['SVCCHAT_CHAT_URL'] = {service.chat_url!r}\n"
        f"os.environ['SVCCHAT_API_KEY'] = {service.api_key.reveal()!r}\n"
        "%load_ext svcchat_magic"
    )


@pytest.mark.smoke
def test_the_first_notebook_answers_with_chart_rows_and_variable(lab_page: LabPage):
    lab_page.open(NAME)
    lab_page.run(LOAD)
    lab_page.run(QUESTION)
    lab_page.wait_for_charts(QUESTION, 2)
    shown = lab_page.outputs(QUESTION)
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot("first-question")

    assert "complete" in shown
    assert "How this was answered" in shown
    assert "2024-01\t403,357.05" in shown
    assert "revenue_by_month · 12 rows" in shown
    assert "grew the most for Web" in shown

    lab_page.run(FOLLOW_UP)
    lab_page.wait_for_charts(FOLLOW_UP, 1)
    follow_up = lab_page.outputs(FOLLOW_UP)
    chats = {text.split("· chat ")[1].split()[0] for text in (shown, follow_up)}

    assert "revenue_by_region" in follow_up
    assert len(chats) == 1

    lab_page.set_source(
        LOAD, "type(revenue_by_month).__name__, revenue_by_month.shape, revenue_by_month.svc.title"
    )
    lab_page.run(LOAD)

    assert "('DataFrame', (12, 2), 'Revenue by month')" in lab_page.outputs(LOAD)
    assert lab_page.foreign_requests() == []
    assert lab_page.dialogs == []


def test_no_chart_is_wider_than_a_narrow_page(lab_page: LabPage):
    lab_page.open(NAME)
    lab_page.page.set_viewport_size({"width": 700, "height": 900})
    if lab_page.front_end == "lab":
        lab_page.command("application:toggle-left-area")

    lab_page.run(LOAD)

    lab_page.run(QUESTION)
    lab_page.wait_for_charts(QUESTION, 2)
    lab_page.set_source(FOLLOW_UP, "%%ask --new\nrevenue and orders by month in 2024")
    lab_page.run(FOLLOW_UP)
    lab_page.wait_for_charts(FOLLOW_UP, 1)

    lab_page.screenshot("narrow")

    assert lab_page.pixels_beyond_the_page(QUESTION) <= 0
    assert lab_page.pixels_beyond_the_page(FOLLOW_UP) <= 0


def test_a_stored_notebook_is_shown_whole_before_any_kernel_ran(lab_page: LabPage):
    lab_page.open(NAME)
    lab_page.wait_for_charts(QUESTION, 2)
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot("stored")
    light, on_white = lab_page.outputs(QUESTION), least_contrast(lab_page, QUESTION)
    lab_page.change_theme("Dark")
    lab_page.wait_for_charts(QUESTION, 2)
    on_black = least_contrast(lab_page, QUESTION)
    lab_page.screenshot("stored-dark")
    lab_page.change_theme("Light")

    assert on_white[0] >= ENOUGH, on_white
    assert on_black[0] >= ENOUGH, on_black
    assert "complete" in light
    assert "revenue_by_month" in light
    assert lab_page.outputs(QUESTION) == light
    assert lab_page.foreign_requests() == []


def test_an_interrupt_stops_the_service_and_keeps_what_came(lab_page: LabPage, start):
    analyst = ScriptedAnalyst(HALF_AN_ANSWER)
    service = start(analyst)
    name = lab_page.open_alone(NAME)
    lab_page.set_source(LOAD, service_cell(service))
    lab_page.run(LOAD)

    for stop in (lab_page.press_stop, lab_page.press_i_twice):
        analyst.cancelled.clear()
        lab_page.start(QUESTION)
        lab_page.wait_for_text(QUESTION, "Half of an answer")
        running = lab_page.outputs(QUESTION)
        stop()
        lab_page.wait(QUESTION)
        stopped = lab_page.outputs(QUESTION)

        assert analyst.cancelled.wait(PATIENCE)
        assert "answering" in running
        assert "stopped" in stopped
        assert "amount_by_kind · 2 rows" in stopped
        assert "Half of an answer" in stopped
        assert "Traceback" not in stopped

    lab_page.screenshot("interrupted")
    lab_page.set_source(LOAD, "amount_by_kind.shape")
    lab_page.run(LOAD)
    assert "(2, 2)" in lab_page.outputs(LOAD)

    lab_page.save_and_reopen_without_trust(name)
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot("interrupted-reopened")
    assert lab_page.outputs(QUESTION) == stopped
    assert lab_page.foreign_requests() == []
    assert lab_page.dialogs == []
