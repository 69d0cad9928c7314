"""A service that means harm, seen through the embedded page: nothing runs and nothing is fetched."""

import json

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFailed, SqlFinished, SqlStarted, Thought
from svcchat_magic.semantic.query.query import Column, Rows
from tests.browser.test_hostile_answer import EVIL, MARKDOWN, TAGS, hostile_events
from tests.service.conftest import ScriptedAnalyst

pytestmark = pytest.mark.browser

LINKS = (
    "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java\nscript:alert(1))"
    " [d](&#106;avascript:alert(1))"
    " [e](data:text/html;base64,PHNjcmlwdD4=) [f](vbscript:x) [g](file:///etc/passwd) [h](//evil.example/p)"
    " [i](/api/v1/embed/chats) [j](https://bank@evil.example/) [k](\x01javascript:alert(1))"
    f" ![l](data:image/svg+xml,x) ![m][r] <{EVIL}> [good](https://example.com/a?b=c#d)\n\n[r]: {EVIL}\n"
)
HIDDEN = "abc\u202edef\u200bghi\x85jklmno\x1b]8;;https://evil.example\x07link\x1b[0m"


def shown(chat, service, *events):
    """The turn of an answer made of these events."""
    chat.open(service(ScriptedAnalyst(tuple(events), waits=False)))
    return chat.ask_and_wait("why?")


@pytest.mark.case("R01")
@pytest.mark.case("R02")
@pytest.mark.case("R05")
@pytest.mark.case("R06")
@pytest.mark.case("R09")
@pytest.mark.case("R10")
@pytest.mark.case("R11")
@pytest.mark.case("R23")
@pytest.mark.case("R24")
@pytest.mark.case("R25")
@pytest.mark.case("R26")
@pytest.mark.case("V01")
@pytest.mark.case("V03")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
@pytest.mark.case("V16")
def test_a_hostile_answer_is_text_and_fetches_nothing(chat, start):
    service = start(ScriptedAnalyst(tuple(hostile_events()), waits=False))
    chat.open(service)
    turn = chat.ask_and_wait(TAGS)
    chat.wait_for_charts(5)
    turn.locator("summary").click()
    chat.screenshot("hostile")
    turn.locator(".mark-rect path").first.hover()
    for tab in turn.get_by_role("tab", name="Table").all() + turn.get_by_role("tab", name="SQL").all():
        tab.click()

    own = len(chat.requests)
    foreign = chat.foreign_requests(service.base_url)
    print(
        f"hostile answer: {len(foreign)} requests to other hosts, {len(chat.dialogs)} dialogs;"
        f" to its own host: {own}, charts: 5"
    )
    assert chat.strangers() == []
    assert "<script>window.stolen = 1" in turn.inner_text()
    assert foreign == []
    assert chat.dialogs == []
    assert chat.violations() == []
    assert chat.complaints == []
    assert not chat.page.evaluate("'stolen' in window")
    links = turn.locator("a").evaluate_all("all => all.map(each => each.href)")
    assert links == [EVIL, "https://example.com/a"]  # of an image a link is left, which nobody follows


@pytest.mark.case("R03")
@pytest.mark.case("R04")
@pytest.mark.case("R07")
@pytest.mark.case("R08")
@pytest.mark.case("R16")
def test_links_lead_to_the_web_or_nowhere(chat, start):
    turn = shown(chat, start, AnswerText(LINKS))

    links = turn.locator(".answer a").evaluate_all(
        "all => all.map(each => [each.getAttribute('href'), each.rel])"
    )

    rel = "noopener noreferrer nofollow"
    assert links == [[EVIL, rel], ["https://example.com/a?b=c#d", rel]]
    assert turn.locator(".answer img").count() == 0


@pytest.mark.case("R12")
@pytest.mark.case("R13")
@pytest.mark.case("R14")
@pytest.mark.case("R15")
def test_no_name_class_or_command_comes_from_an_answer(chat, start):
    turn = shown(chat, start, AnswerText(MARKDOWN), Thought(MARKDOWN))

    found = turn.locator(".answer *").evaluate_all(
        "all => all.flatMap(each => [...each.attributes].map(({name}) => name))"
        ".filter(name => !['href', 'target', 'rel', 'tabindex'].includes(name))"
    )

    assert found == []
    assert turn.locator(".answer pre code").inner_text() == "fence\n"
    assert "\\href{javascript:alert(4)}" in turn.locator(".answer").inner_text()


@pytest.mark.case("R17")
@pytest.mark.case("R19")
def test_what_hides_or_reorders_is_shown(chat, start):
    rows = Rows((Column(HIDDEN, "String"),), ((HIDDEN,),), 1)
    turn = shown(
        chat, start, SqlStarted(0, HIDDEN, HIDDEN, "", ""), SqlFinished(0, rows, "u", ""), AnswerText(HIDDEN)
    )

    text = turn.inner_text()

    assert "abc‹U+202E›def‹U+200B›ghi‹U+0085›jklmnolink" in turn.locator(".answer").inner_text()
    assert not set(text) & set("\u202e\u200b\x85\x1b")
    assert turn.locator("td").inner_text().startswith("abc‹U+202E›def")


@pytest.mark.case("R18")
def test_half_a_character_is_replaced(chat, start):
    """Our service cannot send one; JSON can spell it all the same."""
    chat.open(start(ScriptedAnalyst(waits=False)))
    version = chat.page.locator("script[type=module]").get_attribute("src").split("/")[1]

    shown = chat.page.evaluate(
        "async ([version, json]) => (await import(`./assets/${version}/visible_text.js`))"
        ".visible(JSON.parse(json))",
        [version, '"a\\ud800b\\udfffc \\ud83d\\ude00"'],
    )

    assert shown == "a\ufffdb\ufffdc \U0001f600"


@pytest.mark.case("R20")
@pytest.mark.parametrize(
    "answer", ["[" * 50_000, "> " * 20_000 + "x", "*" * 1_000_000, "a " * 2_500_000, "| a " * 20_000 + "\n|-"]
)
def test_too_much_is_cut_with_a_notice_and_the_page_goes_on(chat, start, answer):
    turn = shown(chat, start, AnswerText(answer))

    chat.ask_and_wait("and then?")

    assert len(turn.locator(".answer").text_content()) < 201_000
    assert (
        len(answer) < 200_000 or "… cut here: the first 200,000 of" in turn.locator(".answer").text_content()
    )


@pytest.mark.case("R21")
@pytest.mark.case("R22")
def test_a_payload_in_many_pieces_is_text_as_a_whole(chat, start):
    text = "<script>alert(1)</script>**bold** " * 60
    turn = shown(chat, start, *map(AnswerText, text))

    assert turn.locator(".answer strong").count() == 60
    assert turn.locator(".answer").inner_text().count("<script>alert(1)</script>") == 60
    assert chat.strangers() == []


@pytest.mark.case("V10")
@pytest.mark.case("V11")
@pytest.mark.case("V15")
@pytest.mark.parametrize(
    "spec",
    [
        {"mark": "image", "encoding": {"url": {"value": EVIL}}},
        {"mark": "bar", "encoding": {"x": {"field": "not there"}}},
        {"layer": [{"mark": "bar", "encoding": {"x": {"field": "kind"}}}] * 100},
        {"data": {"sequence": {"start": 0, "stop": 3e6}}, "mark": "geoshape"},
        "not json",
    ],
)
def test_a_chart_that_cannot_be_drawn_leaves_the_table_and_says_why(chat, start, spec):
    rows = Rows((Column("kind", "String"),), (("a",),), 1)
    text = spec if isinstance(spec, str) else json.dumps(spec)
    turn = shown(chat, start, SqlStarted(0, "SELECT 1", "Kinds", "", ""), SqlFinished(0, rows, "u", text))

    turn.get_by_text("No chart: The chart").wait_for()
    assert [each.inner_text() for each in turn.get_by_role("tab").all()] == ["Table", "SQL"]
    assert turn.locator("td").inner_text() == "a"


def test_a_failed_query_is_a_step_in_words(chat, start):
    turn = shown(
        chat, start, SqlStarted(0, "SELECT 1", "Kinds", "", ""), SqlFailed(0, TAGS), AnswerText("Sorry.")
    )
    turn.locator("summary").click()

    assert "Kinds failed: <script>" in turn.locator(".step-list").inner_text()
    assert turn.locator(".result").count() == 0
