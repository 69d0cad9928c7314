"""The embedded chat page shows a text that is written from the right as one, whatever stands around it."""

import pytest

from svcchat_magic.analyst.events import AnswerText
from tests.service.conftest import ScriptedAnalyst

pytestmark = pytest.mark.browser

QUESTION = "كم الإيرادات في 2024."
# Where the first letter and the full stop of an element's last text are seen.
ENDS = """each => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {}
  const text = texts.currentNode;
  return [0, text.data.trimEnd().length - 1].map((at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().x;
  });
}"""


@pytest.mark.parametrize(("text", "is_from_right"), [(QUESTION, True), ("Revenue in 2024.", False)])
def test_a_text_ends_where_those_who_read_it_look_for_its_end(chat, start, text, is_from_right):
    chat.open(start(ScriptedAnalyst((AnswerText(text),), waits=False)))
    chat.page.fill("#question", text)
    box = chat.page.locator("#question").evaluate("each => each.matches(':dir(rtl)')")
    chat.ask_and_wait(text)
    chat.wait_for_chats(1)

    places = [chat.page.locator(each).evaluate(ENDS) for each in (".question", ".answer p", ".chat-title")]

    assert box == is_from_right
    assert [end < first for first, end in places] == [is_from_right] * 3
