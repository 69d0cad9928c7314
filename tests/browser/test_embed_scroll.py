"""The embedded chat page follows the end of what grows, and lets a reader be who went up."""

import pytest

from svcchat_magic.analyst.events import AnswerText
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.browser

LONG = tuple(AnswerText(f"Line {number}.\n\n") for number in range(60))
BELOW = """() => {
  const scroll = document.getElementById("scroll");
  return Math.round(scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight);
}"""
# A chart is drawn between the page's own scrolling and the event that tells it of that.
GROW_BEFORE_THE_NEXT_SCROLL_IS_HEARD = """() => {
  const grow = () => document.getElementById("turns").append(tall("600px"));
  const tall = (height) => {
    const made = document.createElement("div");
    made.style.height = height;
    return made;
  };
  document.addEventListener("scroll", grow, { capture: true, once: true });
  document.getElementById("turns").append(tall("10px"));
}"""


@pytest.fixture
def answering(chat, start):
    """A page whose answer is longer than it, and goes on."""
    analyst = ScriptedAnalyst(LONG)
    chat.open(start(analyst))
    chat.ask("why?")
    chat.page.locator(".answer", has_text="Line 59").wait_for()
    assert analyst.waiting.wait(PATIENCE)
    until(lambda: chat.page.evaluate(BELOW) == 0)
    return analyst


def test_the_end_stays_in_sight_when_a_chart_comes_while_the_page_scrolls(chat, answering):
    chat.page.evaluate(GROW_BEFORE_THE_NEXT_SCROLL_IS_HEARD)
    chat.page.wait_for_function("() => document.querySelectorAll('#turns > div').length === 3")

    answering.release()
    chat.page.locator(".status", has_text="Complete").wait_for()

    until(lambda: chat.page.evaluate(BELOW) == 0)


def test_a_reader_who_went_up_is_not_pulled_down(chat, answering):
    chat.page.locator("#scroll").hover()
    chat.page.mouse.wheel(0, -500)
    until(lambda: chat.page.evaluate(BELOW) == 500)

    answering.release()
    chat.page.locator(".status", has_text="Complete").wait_for()

    assert chat.page.evaluate(BELOW) >= 500
