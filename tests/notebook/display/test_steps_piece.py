"""How the steps of an answer read."""

import pytest

from svcchat_magic.notebook.display.steps_piece import steps_bundle
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.transcript import Note, ToolStep, Transcript
from tests.notebook.safe_page import text_of


def calling(name: str, asked: str, result: str | None = None, ended: float = 1.0) -> ToolStep:
    return ToolStep(ToolCall(name=name, input=asked, result=result), 0.5, ended)


@pytest.mark.case("R24")
@pytest.mark.case("R25")
def test_names_and_errors_of_tools_are_text():
    steps = (calling("<img src=x>", "{}", '{"error": "<script>x</script>"}'),)

    html = steps_bundle(Transcript(steps=steps), is_open=False)["text/html"]

    assert "<img" not in html
    assert "<script" not in html
    assert "<img src=x> failed: <script>x</script>" in text_of(html)


def test_each_step_shows_the_seconds_since_the_one_before():
    steps = (
        Note("One", 0, 0.5, is_thinking=True),
        calling("xMeta", '{"searchQuery": "a"}', '{"cubes": []}', 2.0),
    )

    text = text_of(steps_bundle(Transcript(steps=steps), is_open=True)["text/html"])

    assert "One0.5" in text
    assert "“a”: nothing found1.5" in text
