"""Charts on a page as narrow as a phone: every name that stands for something drawn is seen whole."""

import pytest

pytestmark = pytest.mark.browser

QUESTIONS = (
    "Revenue by region and channel",
    "orders by channel",
    "Change of revenue by channel, 2023 to 2024",
    "Top 5 products by revenue in 2024",
)
# Of each chart: names that are left out, that stand beyond its edge, and level ones over each other.
LABELS = """() => [...document.querySelectorAll(".chart svg")].map((svg) => {
    const edge = svg.getBoundingClientRect();
    const shown = (text) => text.getAttribute("opacity") !== "0";
    const texts = [...svg.querySelectorAll(".role-axis-label text, .role-legend-label text")];
    const isName = (text) => /[^0-9,.%]/.test(text.textContent);
    const seen = texts.filter(shown).map((text) => [text, text.getBoundingClientRect()]);
    const names = (found) => found.map(([text]) => text.textContent);
    const level = seen.filter(([text]) => !text.getAttribute("transform").includes("rotate"));
    const over = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    return {
        names: texts.filter(isName).length,
        leftOut: texts.filter((text) => isName(text) && !shown(text)).map((text) => text.textContent),
        cut: names(seen.filter(([, box]) => box.left < edge.left - 2 || box.right > edge.right + 2)),
        over: names(level.filter(([, one]) => level.some(([, two]) => one !== two && over(one, two)))),
    };
})"""


@pytest.mark.parametrize("width", [320, 390, 1180])
def test_every_name_of_a_chart_is_seen_whole(chat, service, width):
    chat.page.set_viewport_size({"width": width, "height": 860})
    chat.open(service)
    for question in QUESTIONS:
        chat.ask_and_wait(question)

    chat.page.wait_for_function(
        "count => document.querySelectorAll('.chart svg').length === count", arg=len(QUESTIONS)
    )
    found = chat.page.evaluate(LABELS)
    chat.screenshot(f"names-{width}")

    assert [each["names"] for each in found] == [8, 4, 4, 5]
    assert [each["leftOut"] + each["cut"] + each["over"] for each in found] == [[]] * len(QUESTIONS)
