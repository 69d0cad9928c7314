"""The embedded chat page in Chromium as a test uses it: opened with a session, asked, and watched."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Error, Locator, Page, Request

from tests.browser.lab_page import SCREENSHOTS
from tests.raw_api import call

MILLISECONDS = 120_000
VIEWPORT = {"width": 1180, "height": 860}
SESSION_PATH = "/api/v1/embed/generate-session"
_WATCH = """
globalThis.violations = [];
addEventListener("securitypolicyviolation", (event) => {
  violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
"""
# What may stand in a page: everything else in what a service said would be the service's own doing.
_STRANGERS = """() => [...document.querySelectorAll("#turns *")]
    .filter((each) => each.matches("script, img, image, iframe, style, form, object, embed, math, input")
        || each.matches("link, meta, base, [srcdoc], [background]")
        || [...each.attributes].some(({name}) => name.startsWith("on") || name === "xlink:href"))
    .map((each) => each.outerHTML.slice(0, 100))"""


def new_session(service, user=None) -> str:
    """A session as a product's server makes one; of a new user unless one is given."""
    status, _, body = call(service, SESSION_PATH, user or {"externalId": f"user-{token_hex(4)}"})
    assert status == 200, body
    return json.loads(body)["sessionId"]


class EmbeddedChat:
    """One page; `requests` are the addresses it asked for, from the first one on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.referrers: list[str] = []
        self.dialogs: list[str] = []
        self.complaints: list[str] = []
        page.set_default_timeout(MILLISECONDS)
        self._heard = {
            "request": self._note_request,
            "dialog": self._meet,
            "console": self._note_console,
            "pageerror": self._note_error,
        }
        for event, hear in self._heard.items():
            page.on(event, hear)

    def leave(self) -> None:
        """Make the page ready for the next test: it shows nothing, and its reader has no wishes any more."""
        self.page.goto("about:blank")
        self.page.set_viewport_size(VIEWPORT)
        self.page.emulate_media(color_scheme="null", reduced_motion="null")
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)

    def open(self, service, *, user=None, base="", more="") -> str:
        """Open the page with a new session, and give its id."""
        session = new_session(service, user)
        self.page.goto(f"{base or service.base_url}/embed/chat?sessionId={session}{more}")
        self.page.wait_for_selector("#question")
        return session

    def ask(self, question: str) -> None:
        """Type a question and send it."""
        self.wait_for_send()
        self.page.fill("#question", question)
        self.page.keyboard.press("Enter")

    def wait_for_send(self) -> None:
        """Wait until the page takes a question: an answer's end is told before its connection has ended."""
        self.page.wait_for_selector("#send")

    def ask_and_wait(self, question: str, status: str = "Complete") -> Locator:
        """Ask, wait until the answer has ended and the page takes the next question, and give its turn."""
        before = self.page.locator(".turn").count()
        self.ask(question)
        turn = self.page.locator(".turn").nth(before)
        turn.locator(".status", has_text=status).wait_for()
        self.wait_for_send()
        return turn

    def wait_for_chats(self, count: int) -> None:
        """Wait until that many chats are listed; the list is asked for beside the answers."""
        self.page.wait_for_function(
            "count => document.querySelectorAll('#chat-list li').length === count", arg=count
        )

    def wait_for_charts(self, count: int) -> None:
        """Wait until that many charts are drawn, with something in them."""
        self.page.wait_for_function(
            "count => [...document.querySelectorAll('.chart svg')].filter(svg => svg.clientWidth > 50"
            " && svg.querySelector('.mark-line path, .mark-rect path, .mark-symbol path')).length === count",
            arg=count,
        )

    def wait_until_said(self, sentence: str) -> None:
        """Wait until those who cannot see the page were told this; the page says it with its next frame."""
        self.page.wait_for_function(
            "said => document.getElementById('said').textContent === said", arg=sentence
        )

    def foreign_requests(self, own: str) -> list[str]:
        """Requests to any other host; `own` is where the page came from."""
        return [url for url in self.requests if not url.startswith((own, "data:", "blob:"))]

    def violations(self) -> list[str]:
        """What the page's own policy had to stop."""
        return self.page.evaluate("globalThis.violations")

    def strangers(self) -> list[str]:
        """Elements that an answer may not bring."""
        return self.page.evaluate(_STRANGERS)

    def accessibility_problems(self) -> list[str]:
        """What axe finds, each with the place."""
        found = Axe().run(self.page).response["violations"]
        return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]

    def screenshot(self, name: str) -> None:
        """Keep a picture for a person to look at."""
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.wait_for_timeout(300)  # charts are drawn, and the list slides in
        self.page.screenshot(path=SCREENSHOTS / f"embed-{name}.png")

    def _note_request(self, request: Request) -> None:
        self.requests.append(request.url)
        self.referrers.append(request.headers.get("referer", ""))

    def _meet(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _note_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


def watched_page(context: BrowserContext) -> Page:
    """A new page that counts what its own policy had to stop."""
    page = context.new_page()
    page.add_init_script(_WATCH)
    return page


@contextmanager
def embedded_chat(browser, **given) -> Iterator[EmbeddedChat]:
    """A page without cookies or memory; `given` are options of its context, such as a color scheme."""
    context = browser.new_context(**{"viewport": VIEWPORT, **given})
    try:
        yield EmbeddedChat(watched_page(context))
    finally:
        context.close()
