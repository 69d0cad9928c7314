"""The embedded chat page in real Chromium: what a product's users do with it, and what its makers check."""

import pytest

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ListenAddress, ServiceOptions
from tests.asking_back import AMBIGUOUS, CHOICES, NONSENSE, AskingBack
from tests.browser.embedded_chat import embedded_chat, new_session
from tests.browser.prefix_proxy import prefix_proxy
from tests.raw_api import call
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser

QUESTION = "Revenue by month in 2024, and which channel grew the most?"
STREAM = "/stream-chat-state"
LONG = tuple(AnswerText(f"Line {number}.\n\n") for number in range(60))


@pytest.mark.long
@pytest.mark.smoke
def test_a_question_is_answered_with_charts_tables_sql_and_what_to_ask_next(chat, service):
    chat.open(service)

    turn = chat.ask_and_wait(QUESTION)
    chat.wait_for_charts(2)
    chat.screenshot("light")

    assert turn.locator("h2").inner_text().endswith(QUESTION)
    assert "5.42 million" in turn.locator(".answer strong").first.inner_text()
    assert "Try next" not in turn.inner_text()
    assert turn.locator(".suggestions button").count() == 3
    assert not turn.locator("details").evaluate("each => each.open")
    assert chat.complaints == []
    assert chat.violations() == []


def test_a_chart_says_its_values_under_the_pointer(chat, service):
    chat.open(service)
    turn = chat.ask_and_wait("Revenue by channel in 2024")
    chat.wait_for_charts(1)

    turn.locator(".mark-rect path").first.hover()

    tip = chat.page.locator(".tip")
    tip.wait_for()
    assert "Web" in tip.inner_text()
    assert tip.bounding_box()["width"] < 330
    assert chat.page.locator(".chart").get_attribute("aria-label") == "bar chart: revenue by channel, 4 bars"
    assert chat.violations() == []


def test_a_suggestion_is_a_follow_up_in_the_same_chat(chat, service):
    chat.open(service)
    first = chat.ask_and_wait("Revenue by channel in 2024")
    words = first.locator(".suggestions button").first.inner_text()

    first.locator(".suggestions button").first.click()
    second = chat.page.locator(".turn").nth(1)
    second.locator(".status", has_text="Complete").wait_for()

    assert second.locator("h2").inner_text().endswith(words)
    assert first.locator(".suggestions").count() == 0
    chat.wait_for_chats(1)


def test_a_question_back_has_an_amber_mark_and_a_button_for_each_choice(chat, start):
    user, (label, question) = {"externalId": "historian"}, CHOICES[0]
    service = start(AskingBack())
    chat.open(service, user=user)
    turn = chat.ask_and_wait(AMBIGUOUS, status="Needs a choice")
    assert turn.locator(".choices li").all_inner_texts() == [" ".join(each) for each in CHOICES]
    assert turn.locator(".mark.amber").count() == 1
    assert chat.accessibility_problems() == []
    chat.open(service, user=user)  # a chat that is read says it too

    chat.page.locator("#chat-list button").click()
    chat.page.locator(".status", has_text="Needs a choice").wait_for()
    chat.page.locator(".choices").get_by_role("button", name=label, exact=True).click()

    asked = chat.page.locator(".turn").nth(1)
    asked.locator(".status", has_text="Complete").wait_for()
    assert asked.locator("h2").inner_text().endswith(question)
    assert asked.locator(".mark.amber").count() == 0
    assert (
        chat.page.locator(".choices").count() == 0
    )  # none of the first turn is left, and the second has none
    assert chat.ask_and_wait(NONSENSE, status="Not answered").locator(".mark.amber").count() == 1
    assert chat.complaints == []
    assert chat.violations() == []


def test_rows_are_counted_honestly_and_all_of_them_can_be_shown(chat, service):
    chat.open(service)
    turn = chat.ask_and_wait("revenue by day in 2024")

    turn.get_by_role("tab", name="Table").click()
    assert "100 of 366 rows" in turn.locator(".result-head").inner_text()
    assert "First 10 rows · 100 of 366 rows loaded" in turn.locator(".table").inner_text()
    turn.get_by_role("button", name="Show all 366 rows").click()
    turn.locator("tbody tr").nth(365).wait_for()

    assert turn.locator("tbody tr").count() == 366
    assert "366 rows" in turn.locator(".table > p").inner_text()
    assert "100 of" not in turn.locator(".result-head").inner_text()
    assert turn.locator(".table .wide").evaluate("each => each === document.activeElement")


def test_the_sql_can_be_copied(chromium, service):
    with embedded_chat(chromium, permissions=["clipboard-read", "clipboard-write"]) as chat:
        chat.open(service)
        turn = chat.ask_and_wait("Revenue by channel in 2024")

        turn.get_by_role("tab", name="SQL").click()
        turn.get_by_role("button", name="Copy").click()
        turn.get_by_role("button", name="Copied").wait_for()

        sql = chat.page.evaluate("navigator.clipboard.readText()")
        assert sql.startswith("SELECT sales.channel")
        chat.wait_until_said("SQL copied")


def test_a_keyboard_is_enough(chat, service):
    chat.open(service)
    focused = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
    assert chat.page.evaluate("document.activeElement.id") == "question"

    chat.page.keyboard.type("Revenue by channel in 2024")
    chat.page.keyboard.press("Shift+Enter")
    chat.page.keyboard.press("Enter")
    turn = chat.page.locator(".turn").first
    turn.locator(".status", has_text="Complete").wait_for()
    chat.wait_for_send()
    assert chat.page.evaluate("document.activeElement.id") == "question"

    seen = []
    for _ in range(12):
        chat.page.keyboard.press("Shift+Tab")
        seen.append(chat.page.evaluate(focused))
        if seen[-1] == "Chart":
            break

    chat.page.keyboard.press("ArrowRight")
    assert chat.page.evaluate(focused) == "Table"
    assert turn.locator("tbody tr").first.is_visible()
    chat.page.keyboard.press("End")
    assert chat.page.evaluate(focused) == "SQL"
    chat.page.keyboard.press("ArrowRight")
    assert chat.page.evaluate(focused) == "Chart"
    chat.page.keyboard.press("Shift+Tab")
    chat.page.keyboard.press("Enter")
    assert turn.locator("details").evaluate("each => each.open")
    assert turn.locator(".suggestions button").last.inner_text() in seen


def test_an_answer_is_stopped_on_the_service_and_kept_on_the_page(chat, start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    chat.open(service)
    chat.ask("why?")
    chat.page.locator(".answer", has_text="Half of").wait_for()
    assert analyst.waiting.wait(PATIENCE)

    chat.page.get_by_role("button", name="Stop the answer").click()
    turn = chat.page.locator(".turn").first
    turn.locator(".status", has_text="Stopped").wait_for()
    chat.wait_for_send()

    assert analyst.cancelled.wait(PATIENCE)
    assert "Half of" in turn.locator(".answer").inner_text()
    assert chat.page.evaluate("document.activeElement.id") == "question"
    assert turn.get_by_role("button", name="Ask again").is_visible()


def test_escape_stops_too(chat, start):
    analyst = ScriptedAnalyst()
    chat.open(start(analyst))
    chat.ask("why?")
    assert analyst.waiting.wait(PATIENCE)
    chat.page.locator(".answer", has_text="Half of").wait_for()

    chat.page.keyboard.press("Escape")

    chat.page.locator(".status", has_text="Stopped").wait_for()
    assert analyst.cancelled.wait(PATIENCE)


def test_an_answer_goes_on_while_another_chat_is_shown(chat, start):
    analyst = ScriptedAnalyst()
    chat.open(start(analyst))
    chat.ask("why?")
    chat.page.locator(".answer", has_text="Half of").wait_for()
    assert analyst.waiting.wait(PATIENCE)

    chat.page.get_by_role("button", name="New chat").click()
    assert chat.page.locator("#welcome").is_visible()
    assert chat.page.locator("#send").is_visible()
    chat.page.locator("#chat-list button").click()
    assert chat.page.locator("#stop").is_visible()
    analyst.release()

    chat.page.locator(".status", has_text="Complete").wait_for()
    assert "Half of it" in chat.page.locator(".answer").inner_text()


def test_the_users_chats_are_listed_and_open_again(chat, service):
    user = {"externalId": "historian"}
    chat.open(service, user=user)
    chat.ask_and_wait("Revenue by channel in 2024")
    chat.page.get_by_role("button", name="New chat").click()
    chat.ask_and_wait("Orders by channel in 2023")
    chat.open(service, user=user)

    chat.page.locator("#chat-list button", has_text="Revenue by channel in 2024").click()
    turn = chat.page.locator(".turn").first
    turn.locator(".answer strong").first.wait_for()
    chat.wait_for_charts(1)

    chat.wait_for_chats(2)
    assert "Revenue by channel" in turn.locator("h2").inner_text()
    assert turn.locator(".suggestions button").count() == 3
    assert chat.ask_and_wait("only Web").locator("h2").inner_text().endswith("only Web")
    assert chat.page.locator(".turn").count() == 2


def test_a_stopped_answer_that_is_read_again_does_not_say_that_it_is_complete(chat, start):
    analyst = ScriptedAnalyst((AnswerText("**Half of "),))
    service, user = start(analyst), {"externalId": "historian"}
    chat.open(service, user=user)
    chat.ask("why?")
    chat.page.locator(".answer", has_text="Half of").wait_for()
    chat.page.click("#stop")
    chat.page.locator(".status", has_text="Stopped").wait_for()
    chat.open(service, user=user)

    chat.page.locator("#chat-list button").click()
    chat.page.locator(".answer strong", has_text="Half of").wait_for()

    told = chat.page.locator(".status").inner_text().split()
    assert told == ["·", "Earlier", "·", "0", "queries", "·", "0", "steps"]


def test_a_failed_answer_says_so_and_can_be_asked_again(chat, start):
    analyst = ScriptedAnalyst((AnswerText("Half"), ValueError("secret detail")))
    chat.open(start(analyst))

    turn = chat.ask_and_wait("why?", "Failed")
    turn.get_by_role("button", name="Ask again").click()
    chat.page.locator(".turn").nth(1).locator(".status", has_text="Failed").wait_for()

    assert "The service says: The question could not be answered" in turn.inner_text()
    assert "secret detail" not in chat.page.content()
    assert len(analyst.tasks) == 2


@pytest.mark.case("A22")
def test_the_session_leaves_the_address_before_anything_is_asked_for(chat, service):
    session = chat.open(service)

    first, *later = chat.requests

    assert session in first
    assert chat.page.url == f"{service.base_url}/embed/chat"
    assert len(later) > 5
    assert not [url for url in later if session in url]
    assert set(chat.referrers) == {""}
    assert session not in chat.page.content()
    assert chat.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]


def test_a_reloaded_page_says_what_to_do_and_tells_the_site_around_it(chromium, service):
    with embedded_chat(chromium) as chat:
        chat.open(service)
        chat.ask_and_wait("Orders by channel")
        chat.page.add_init_script("addEventListener('message', ({ data }) => { globalThis.told = data; })")

        chat.page.reload()

        notice = chat.page.locator("#over")
        notice.wait_for()
        assert "This chat needs a new link." in notice.inner_text()
        assert "Open it again from the application it belongs to" in notice.inner_text()
        assert not chat.page.locator("#app").is_visible()
        chat.page.wait_for_function("() => globalThis.told?.type === 'svcchat:session-over'")
        assert chat.accessibility_problems() == []
        chat.screenshot("reloaded")


def test_a_used_link_says_so(chat, service):
    session = chat.open(service)

    chat.page.goto(f"{service.base_url}/embed/chat?sessionId={session}")

    chat.page.locator("#over", has_text="was used before, or is too old").wait_for()


@pytest.mark.case("Z04")
def test_a_link_for_another_agent_says_so_and_keeps_the_session(chat, service):
    session = new_session(service)

    chat.page.goto(f"{service.base_url}/embed/chat?sessionId={session}&agentId=another")
    chat.page.locator("#over", has_text="This link is for another agent.").wait_for()
    assert not chat.page.locator("#retry").is_visible()

    chat.page.goto(f"{service.base_url}/embed/chat?sessionId={session}&agentId=analyst")
    chat.page.wait_for_selector("#question")


def test_a_service_that_is_away_for_a_moment_can_be_tried_again(chat, service):
    chat.page.route("**/exchange-session", lambda route: route.abort())
    chat.page.goto(f"{service.base_url}/embed/chat?sessionId={new_session(service)}")
    chat.page.locator("#over", has_text="cannot be reached now").wait_for()

    chat.page.unroute("**/exchange-session")
    chat.page.get_by_role("button", name="Try again").click()

    chat.ask_and_wait("Orders by channel")
    assert not chat.page.locator("#over").is_visible()


def test_a_revoked_session_keeps_what_is_shown_and_takes_no_questions(chat, service):
    session = chat.open(service)
    chat.ask_and_wait("Orders by channel")

    call(service, "/api/v1/embed/revoke-session", {"sessionId": session})
    chat.ask("and by region?")

    chat.page.locator("#over", has_text="This session is over.").wait_for()
    assert chat.page.locator(".turn").first.is_visible()
    inert = "each => each.closest('[inert]') !== null"
    assert [chat.page.locator(each).evaluate(inert) for each in ("#question", "#send", "#stop")] == [
        *(True, True),
        False,  # an answer that is still coming can be stopped
    ]
    assert not chat.page.locator("#app .pill").filter(visible=True).count()
    assert "make a new one" not in chat.page.locator("body").inner_text()


@pytest.fixture
def service_on_hub(tmp_path):
    service = start_service(
        ServiceOptions(state=tmp_path / "state.sqlite"), address=ListenAddress(any_host=True)
    )
    yield service
    service.stop()


def test_the_page_works_behind_a_hub_with_its_host_and_path_prefix(chat, service_on_hub):
    service = service_on_hub
    with prefix_proxy(service.base_url, host="hub.example.org") as base:
        chat.open(service, base=base)
        chat.ask_and_wait(QUESTION)
        chat.wait_for_charts(2)
        chat.wait_for_chats(1)

        assert [
            url for url in chat.requests if not url.startswith(f"{base}/") and not url.startswith("data:")
        ] == []


def test_nothing_is_asked_of_any_other_host(chat, service):
    chat.open(service)
    chat.ask_and_wait(QUESTION)
    chat.wait_for_charts(2)

    own = [url for url in chat.requests if url.startswith(service.base_url)]
    print(
        f"requests to other hosts: {len(chat.foreign_requests(service.base_url))},"
        f" to its own: {len(own)}, charts: 2"
    )
    assert chat.foreign_requests(service.base_url) == []
    assert len(own) > 10
    assert chat.violations() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_complain_about(chat, service, scheme):
    chat.page.emulate_media(color_scheme=scheme)
    chat.open(service)
    before = chat.accessibility_problems()
    turn = chat.ask_and_wait(QUESTION)
    chat.wait_for_charts(2)
    chat.screenshot(scheme)
    turn.locator("summary").click()
    charts = chat.accessibility_problems()
    turn.get_by_role("tab", name="Table").first.click()
    turn.get_by_role("tab", name="SQL").last.click()
    opened = chat.accessibility_problems()

    assert (before, charts, opened) == ([], [], [])


def test_axe_would_complain(chat, service):
    """The control: the same check sees a picture without words and a button without a name."""
    chat.open(service)

    chat.page.evaluate("document.querySelector('main').append(document.createElement('button'))")

    assert [each.split(":")[0] for each in chat.accessibility_problems()] == ["button-name"]


@pytest.mark.parametrize("width", [320, 360])
def test_a_narrow_page_holds_everything_and_folds_the_list_away(chat, service, width):
    chat.page.set_viewport_size({"width": width, "height": 760})
    chat.open(service)
    turn = chat.ask_and_wait(QUESTION)
    chat.wait_for_charts(2)
    chat.screenshot(f"narrow-{width}")
    turn.get_by_role("tab", name="Table").first.click()
    turn.get_by_role("tab", name="SQL").last.click()
    assert chat.page.evaluate("document.documentElement.scrollWidth") == width
    assert chat.page.evaluate("document.getElementById('scroll').scrollWidth") == width
    assert not chat.page.locator("#chat-list button").first.is_visible()

    chat.page.get_by_role("button", name="Open the list of chats").click()
    chat.screenshot(f"list-{width}")
    assert chat.accessibility_problems() == []
    assert chat.page.locator("#main").evaluate("each => each.inert")
    chat.page.keyboard.press("Escape")
    assert chat.page.evaluate("document.activeElement.id") == "open-chats"
    assert chat.accessibility_problems() == []


def test_the_theme_can_be_chosen_by_the_site_around(chat, service):
    colours = {}
    for scheme, more in (("light", ""), ("dark", ""), ("light", "&theme=dark"), ("dark", "&theme=light")):
        chat.page.emulate_media(color_scheme=scheme)
        chat.open(service, more=more)
        colours[scheme, more] = chat.page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, dark = "rgb(255, 255, 255)", "rgb(17, 20, 24)"
    assert list(colours.values()) == [light, dark, dark, light]


def test_nothing_moves_for_those_who_ask_for_that(chat, start):
    service = start(ScriptedAnalyst())
    moving = {}
    for wish in ("no-preference", "reduce"):
        chat.page.emulate_media(reduced_motion=wish)
        chat.open(service)
        chat.ask("why?")
        chat.page.locator(".wheel").wait_for()
        moving[wish] = chat.page.evaluate("document.getAnimations().length")

    assert moving == {"no-preference": 1, "reduce": 0}


def test_what_happens_is_said_to_those_who_cannot_see_it(chat, start):
    analyst = ScriptedAnalyst()
    chat.open(start(analyst))
    said = chat.page.locator("#said")
    chat.ask("why?")
    chat.wait_until_said("Answering")
    assert analyst.waiting.wait(PATIENCE)

    analyst.release()

    chat.wait_until_said("Half of it")
    assert said.get_attribute("aria-live") == "polite"


def test_a_site_shows_the_page_in_a_frame_and_another_site_cannot(chat, start):
    from tests.browser.framing_site import framing_site

    with framing_site() as friend, framing_site() as stranger:
        service = start(ScriptedAnalyst(waits=False), embed_origins=(friend.origin,))
        shown = {}
        for site, ending in ((friend, "requestfinished"), (stranger, "requestfailed")):
            address = f"{service.base_url}/embed/chat?sessionId={new_session(service)}"
            site.frame(address)
            with chat.page.expect_event(ending, lambda request, address=address: request.url == address):
                chat.page.goto(site.origin)

            if site is friend:
                chat.page.frame_locator("iframe").locator("#question").wait_for()

            shown[site.origin] = (
                len(chat.page.frames) == 2 and chat.page.frames[1].locator("#question").count()
            )

        friend.frame(f"{service.base_url}/embed/chat")
        chat.page.goto(friend.origin)
        chat.page.wait_for_function("() => globalThis.told?.type === 'svcchat:session-over'")

    assert shown == {friend.origin: 1, stranger.origin: 0}
