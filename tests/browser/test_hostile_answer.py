"""A service that means harm, seen in real JupyterLab: nothing runs and nothing is fetched."""

import json

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFailed, SqlFinished, SqlStarted, Thought
from svcchat_magic.semantic.query.query import Column, Rows
from tests.browser.lab_page import LabPage
from tests.browser.test_first_notebook import LOAD, NAME, QUESTION, service_cell
from tests.service.conftest import ScriptedAnalyst

pytestmark = [
    pytest.mark.browser,
    pytest.mark.parametrize("lab_page", ["lab", "notebook"], indirect=True),
]

EVIL = "http://127.0.0.1:9/stolen"  # nothing listens there; a request for it would be logged all the same
TAGS = (
    "<script>window.stolen = 1; alert(1)</script><img src=x onerror='window.stolen = 1; alert(2)'>"
    f"<img src='{EVIL}'><svg onload='window.stolen = 1'></svg><iframe src='{EVIL}'></iframe>"
    f"<style>@import '{EVIL}';</style><form action='{EVIL}'></form>"
    "<button data-commandlinker-command='x'>b</button>"
)
MARKDOWN = (
    f"**Done.** {TAGS} ![x]({EVIL}) ![y][r] [click](javascript:alert(3)) [in](/lab?reset) [ok](https://example.com/a)"
    f" $\\href{{javascript:alert(4)}}{{x}}$ \\(\\unicode{{41}}\\)\n\n[r]: {EVIL}\n\n"
    '```js"><img src=x onerror=alert(5)>\nfence\n```\n'
)
FIELDS = {"x": {"field": "kind", "type": "nominal"}, "y": {"field": "amount", "type": "quantitative"}}
SPECS = (
    {"data": {"url": EVIL}, "mark": "bar", "encoding": FIELDS},
    {"mark": {"type": "image", "url": EVIL}, "encoding": FIELDS},
    {"mark": {"type": "bar", "href": "javascript:alert(6)"}, "encoding": FIELDS | {"href": {"value": EVIL}}},
    {"mark": "bar", "encoding": FIELDS, "usermeta": {"embedOptions": {"ast": False, "sourceHeader": TAGS}}},
    {"mark": "bar", "encoding": FIELDS, "title": TAGS, "params": [{"name": "p", "expr": "alert(7)"}]},
    {"mark": "bar", "transform": [{"calculate": "alert(8)", "as": "z"}], "encoding": FIELDS},
)
ROWS = Rows((Column("kind", "String"), Column("amount", "Double")), ((TAGS, 1.5), ("$x$", 2.0)), 2)


def hostile_events():
    yield Thought(MARKDOWN)
    for call, spec in enumerate(SPECS):
        yield SqlStarted(call, f"SELECT '{TAGS}'", f"{TAGS} {call}", TAGS, TAGS)
        yield SqlFinished(call, ROWS, f"{TAGS} {call}", json.dumps(spec))

    yield SqlStarted(len(SPECS), TAGS, TAGS, TAGS, TAGS)
    yield SqlFailed(len(SPECS), TAGS)
    yield AnswerText(MARKDOWN)


@pytest.mark.case("R01")
@pytest.mark.case("R02")
@pytest.mark.case("R05")
@pytest.mark.case("R06")
@pytest.mark.case("R12")
@pytest.mark.case("R14")
@pytest.mark.case("R28")
@pytest.mark.case("V01")
@pytest.mark.case("V03")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
def test_a_hostile_answer_is_shown_as_text_and_fetches_nothing(lab_page: LabPage, start):
    service = start(ScriptedAnalyst(tuple(hostile_events()), waits=False))
    lab_page.open(NAME)
    lab_page.set_source(LOAD, service_cell(service))
    lab_page.run(LOAD)

    lab_page.run(QUESTION)
    lab_page.wait_for_text(QUESTION, "complete")
    lab_page.wait_for_charts(QUESTION, 5)
    lab_page.open_details()
    lab_page.screenshot("hostile-live")
    live = lab_page.strangers(QUESTION)

    assert "<script>window.stolen = 1" in lab_page.outputs(QUESTION)
    # An image is a link at most, which nothing follows by itself.
    assert live == {"tags": [], "links": [EVIL, "https://example.com/a"], "typeset": 0, "stolen": False}

    lab_page.save_and_reopen_without_trust(NAME)
    lab_page.wait_for_charts(QUESTION, 5)
    lab_page.screenshot("hostile-reopened")

    assert lab_page.strangers(QUESTION) == live
    assert lab_page.foreign_requests() == []
    assert lab_page.dialogs == []
