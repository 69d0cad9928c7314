"""The embedded chat page in a frame that its site fences in with a sandbox of its own."""

import re
from pathlib import Path

import pytest

from tests.browser.embedded_chat import new_session
from tests.browser.framing_site import framing_site
from tests.service.conftest import ScriptedAnalyst

pytestmark = pytest.mark.browser

PAGE = Path(__file__).parents[2] / "docs/embedding.md"


def test_a_question_is_asked_in_the_sandbox_that_its_documentation_names(chat, start):
    (tokens,) = re.findall(r"In a sandboxed frame the page needs `([^`]+)`", PAGE.read_text(encoding="utf-8"))
    with framing_site() as site:
        service = start(ScriptedAnalyst(waits=False), embed_origins=(site.origin,))
        site.frame(f"{service.base_url}/embed/chat?sessionId={new_session(service)}", f'sandbox="{tokens}"')
        chat.page.goto(site.origin)
        frame = chat.page.frame_locator("iframe")

        frame.locator("#question").fill("why?")
        frame.locator("#question").press("Enter")
        frame.locator(".turn .status", has_text="Complete").wait_for()
        frame.locator("#question").fill("and then?")
        frame.get_by_role("button", name="Send").click()
        frame.locator(".turn").nth(1).locator(".status", has_text="Complete").wait_for()

    assert chat.complaints == []
