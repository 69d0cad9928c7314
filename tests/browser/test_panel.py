"""The panel in real front ends: asked by keyboard, stopped, reloaded, and read where no kernel is."""

import pytest

from svcchat_magic.analyst.events import AnswerText
from tests.browser.lab_page import CHART, DRAWN, LabPage
from tests.browser.test_first_notebook import HALF_AN_ANSWER, LOAD, NAME, QUESTION
from tests.browser.test_hostile_answer import EVIL, hostile_events, service_cell
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser
both_front_ends = pytest.mark.parametrize("lab_page", ["lab", "notebook"], indirect=True)

BOX = ".svcchat-ask input"
CHATS = ".svcchat-panel select"  # the first of them
CHIP = ".svcchat-suggestion:enabled"
MEMBER = ".svcchat-member"
SEARCH = ".svcchat-panel input[placeholder^='revenue']"
SEND = ".svcchat-ask button:has-text('Send')"
STOP = ".svcchat-ask button:has-text('Stop')"
TURN = ".svcchat-turn"
LAST_TAB = ".svcchat-turn:last-child .lm-TabBar-tab"
FIRST = "Revenue by month last year, and which channel grew the most?"


def open_panel(lab_page: LabPage) -> None:
    lab_page.set_source(QUESTION, "%chat panel")
    lab_page.run(QUESTION)
    lab_page.page.wait_for_selector(BOX)


def ask(lab_page: LabPage, question: str) -> None:
    """Ask, and wait until the question's turn is there: what the chat before offered is gone by then."""
    lab_page.page.wait_for_selector(f"{SEND}:enabled")
    before = lab_page.page.locator(TURN).count()
    lab_page.page.click(BOX)
    lab_page.page.keyboard.type(question)
    lab_page.page.keyboard.press("Enter")
    lab_page.wait_until(
        "([turn, before]) => document.querySelectorAll(turn).length > before", arg=[TURN, before]
    )


def go_back_to_the_tabs(lab_page: LabPage) -> None:
    """From the list of chats, which comes after the turns, to the tabs of the newest result."""
    lab_page.page.focus(CHATS)
    for _ in range(8):
        lab_page.page.keyboard.press("Shift+Tab")
        if lab_page.page.evaluate(f"() => document.activeElement.matches('{LAST_TAB}')"):
            return

    raise AssertionError("the keyboard does not reach the tabs")


def wait_for_charts(lab_page: LabPage, count: int, place: str = ".svcchat-panel") -> None:
    """Wait until so many charts are drawn where a reader sees them."""
    lab_page.wait_until(
        "([count, place, chart, drawn]) => [...document.querySelectorAll(`${place} ${chart}`)]"
        ".filter(each => each.getClientRects().length && each.querySelector(drawn)).length === count",
        arg=[count, place, CHART, DRAWN],
    )


def picture(lab_page: LabPage, name: str) -> None:
    lab_page.page.mouse.move(0, 0)
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot(f"panel-{name}")


@both_front_ends
def test_a_chat_by_keyboard_with_charts_tabs_and_a_follow_up(lab_page: LabPage):
    lab_page.open_alone(NAME)
    lab_page.run(LOAD)
    open_panel(lab_page)
    picture(lab_page, "empty")

    ask(lab_page, FIRST)
    lab_page.page.wait_for_selector(CHIP)
    wait_for_charts(lab_page, 2)
    first = lab_page.outputs(QUESTION)
    picture(lab_page, "answer")

    assert "complete" in first
    assert "revenue_by_month" in first
    assert "grew the most for Web" in first
    assert lab_page.page.evaluate(f"document.activeElement === document.querySelector('{BOX}')")

    lab_page.page.keyboard.press("Tab")  # Send, then the first suggestion
    lab_page.page.keyboard.press("Tab")
    lab_page.page.keyboard.press("Enter")
    lab_page.wait_until("document.querySelectorAll('.svcchat-turn').length === 2")
    lab_page.page.wait_for_selector(CHIP)
    lab_page.page.click(".svcchat-turn:last-child .lm-TabBar-tab:nth-child(2)")
    wait_for_charts(lab_page, 2)
    go_back_to_the_tabs(lab_page)
    lab_page.page.keyboard.press("End")  # Chart, Table, SQL
    lab_page.page.keyboard.press("Enter")
    lab_page.page.wait_for_selector(f"{LAST_TAB}.lm-mod-current:has-text('SQL')")
    lab_page.page.wait_for_selector(".svcchat-turn:last-child >> text=MEASURE( >> visible=true")
    lab_page.page.locator(BOX).scroll_into_view_if_needed()
    lab_page.screenshot("panel-follow-up")

    lab_page.set_source(LOAD, "len(revenue_by_month), _ask.status")
    lab_page.run(LOAD)
    assert "(12, " in lab_page.outputs(LOAD)
    assert lab_page.foreign_requests() == []
    assert lab_page.dialogs == []


def test_the_data_model_is_searched_and_put_into_the_question(lab_page: LabPage):
    lab_page.open_alone(NAME)
    lab_page.run(LOAD)
    open_panel(lab_page)

    lab_page.page.click(".svcchat-panel button:has-text('Data model')")
    lab_page.page.wait_for_selector(f"{SEARCH}:focus")
    lab_page.page.keyboard.type("revenue")
    lab_page.page.wait_for_selector(f"{MEMBER}:has-text('Revenue · Sales') >> nth=0")
    picture(lab_page, "model")
    lab_page.page.click(f"{MEMBER}:has-text('Revenue · Sales')")
    lab_page.wait_until(f"document.querySelector('{BOX}:focus')?.value === 'revenue '")
    lab_page.page.keyboard.type("by channel in 2024")
    lab_page.page.keyboard.press("Enter")
    lab_page.wait_until("document.querySelectorAll('.svcchat-turn').length === 1")
    lab_page.wait_for_text(QUESTION, "complete")

    assert "revenue by channel in 2024" in lab_page.outputs(QUESTION)


@both_front_ends
def test_stop_ends_an_answer_in_the_middle_also_while_a_cell_runs(lab_page: LabPage, start):
    analyst = ScriptedAnalyst(HALF_AN_ANSWER)
    service = start(analyst)
    lab_page.open_alone(NAME)
    lab_page.set_source(LOAD, service_cell(service))
    lab_page.run(LOAD)
    open_panel(lab_page)

    ask(lab_page, "Amount by kind")
    lab_page.wait_for_text(QUESTION, "Half of an answer")
    picture(lab_page, "streaming")
    lab_page.page.wait_for_selector(f"{SEND}:disabled")
    lab_page.page.keyboard.press("Tab")  # Send takes no question now, so the next one is Stop
    lab_page.page.keyboard.press("Enter")
    lab_page.wait_for_text(QUESTION, "stopped")
    assert analyst.cancelled.wait(PATIENCE)
    assert "Half of an answer" in lab_page.outputs(QUESTION)

    analyst.waiting.clear()
    analyst.cancelled.clear()
    ask(lab_page, "And once more")
    lab_page.page.wait_for_selector(f"{STOP}:not([disabled])")
    assert analyst.waiting.wait(PATIENCE)
    lab_page.set_source(LOAD, "import time\nwhile True:\n    time.sleep(0.05)")
    lab_page.start(LOAD)
    lab_page.page.click(STOP)
    lab_page.page.wait_for_selector(f"{STOP}[disabled]")
    picture(lab_page, "stopped")
    lab_page.command("notebook:interrupt-kernel")
    lab_page.wait(LOAD)

    assert analyst.cancelled.wait(PATIENCE)
    assert lab_page.outputs(QUESTION).count("stopped") == 2
    assert "amount_by_kind" in lab_page.outputs(QUESTION)


@both_front_ends
def test_without_a_kernel_the_transcript_stands_once(lab_page: LabPage):
    name = lab_page.open_alone(NAME)
    lab_page.run(LOAD)
    open_panel(lab_page)
    ask(lab_page, FIRST)
    lab_page.page.wait_for_selector(CHIP)
    wait_for_charts(lab_page, 2)
    live = lab_page.outputs(QUESTION)

    lab_page.save_and_reopen_without_trust(name)
    lab_page.wait_for_charts(QUESTION, 2)
    picture(lab_page, "without-kernel")
    kept = lab_page.outputs(QUESTION)

    assert live.count(FIRST) == kept.count(FIRST) == 1
    assert live.count("grew the most for Web") == kept.count("grew the most for Web") == 1


@pytest.mark.case("R01")
@pytest.mark.case("R29")
def test_a_hostile_answer_in_the_panel_runs_nothing_and_fetches_nothing(lab_page: LabPage, start):
    events = (*hostile_events(), AnswerText("\n\nTry next: *<img src=x onerror=alert(9)>* · *<b>bold</b>*"))
    service = start(ScriptedAnalyst(events, waits=False))
    lab_page.open_alone(NAME)
    lab_page.set_source(LOAD, service_cell(service))
    lab_page.run(LOAD)
    open_panel(lab_page)

    ask(lab_page, "Be evil")
    lab_page.page.wait_for_selector(CHIP)
    wait_for_charts(lab_page, 5)
    lab_page.open_details()
    lab_page.page.click(".svcchat-turn .lm-TabBar-tab:has-text('SQL') >> nth=0")
    picture(lab_page, "hostile")
    tags = lab_page.page.evaluate(
        "() => [...document.querySelectorAll('.svcchat-turn :is(script, img, iframe, form, object, embed,"
        " style, [onload], [onerror])')].filter(each => !each.closest('.vega-embed'))"
        ".map(each => each.outerHTML)"
    )
    links = lab_page.page.evaluate(
        "() => [...document.querySelectorAll('.svcchat-turn a')].map(each => each.href)"
        ".filter(href => href.startsWith('http') && !href.endsWith('#'))"
    )

    assert tags == []
    assert set(links) <= {EVIL, "https://example.com/a"}
    assert not lab_page.page.evaluate("() => Boolean(window.stolen)")
    assert lab_page.page.inner_text(f"{CHIP} >> nth=0") == "<img src=x onerror=alert(9)>"
    assert lab_page.foreign_requests() == []
    assert lab_page.dialogs == []


@both_front_ends
def test_the_panel_is_narrow_and_dark_where_the_page_is(lab_page: LabPage):
    lab_page.open_alone(NAME)
    lab_page.page.set_viewport_size({"width": 600, "height": 1300})
    if lab_page.front_end == "lab":
        lab_page.command("application:toggle-left-area")

    lab_page.run(LOAD)
    open_panel(lab_page)
    lab_page.change_theme("Dark")

    ask(lab_page, FIRST)
    lab_page.page.wait_for_selector(CHIP)
    wait_for_charts(lab_page, 2)
    picture(lab_page, "narrow-dark")
    beyond = lab_page.pixels_beyond_the_page(QUESTION)
    lab_page.page.locator(BOX).scroll_into_view_if_needed()
    lab_page.screenshot("panel-narrow-dark-box")
    lab_page.page.set_viewport_size({"width": 1180, "height": 1500})
    lab_page.wait_until("() => window.innerWidth === 1180")
    picture(lab_page, "dark")
    lab_page.change_theme("Light")

    assert beyond <= 0
    assert lab_page.pixels_beyond_the_page(QUESTION) <= 0
