"""The charts of a comparison: beside each other where there is room, below each other elsewhere."""

import pytest

from tests.browser.lab_page import LabPage
from tests.browser.test_narrow_cells import LOAD, NAME, QUESTION, STYLED, resize

pytestmark = pytest.mark.browser

WIDE, NARROW = 1400, 560
COMPARED = (
    "%%ask --show chart --branch per-region\n"
    '--as-user ada --attr region=Europe\n--as-user ben --attr "region=Asia Pacific"\n'
    "Revenue by month and channel in 2024"
)
# Where the two charts of the one drawing are, and how much of it stands beyond what the cell shows.
PLACES = """() => {
    const drawn = [...document.querySelectorAll(".jp-RenderedVegaCommon5 svg.marks")].at(-1);
    const names = [...(drawn?.querySelectorAll(".role-title-text text") ?? [])]
        .filter((each) => ["ada", "ben"].includes(each.textContent));
    if (names.length !== 2) { return null; }
    const [ada, ben] = names.map((each) => each.getBoundingClientRect());
    const cell = drawn.closest(".jp-OutputArea").getBoundingClientRect();
    return {
        isBeside: Math.abs(ada.top - ben.top) < 2 && ben.left > ada.right,
        isBelow: Math.abs(ada.left - ben.left) < 2 && ben.top > ada.bottom,
        beyond: Math.max(0, drawn.getBoundingClientRect().right - cell.right),
        width: drawn.getBoundingClientRect().width,
    };
}"""


def wait_for_places(lab_page: LabPage, condition: str) -> None:
    lab_page.wait_until(f"() => {{ const found = ({PLACES})(); return found && ({condition})(found); }}")


def compare(lab_page: LabPage) -> None:
    lab_page.open_alone(NAME)
    if lab_page.front_end == "lab":
        lab_page.command("application:toggle-left-area")

    lab_page.run(LOAD)
    lab_page.set_source(QUESTION, COMPARED)
    lab_page.run(QUESTION)
    lab_page.wait_for_charts(QUESTION, 1)


@pytest.mark.parametrize("lab_page", ["lab", "notebook"], indirect=True)
def test_charts_are_beside_each_other_where_the_cell_has_room(lab_page: LabPage):
    resize(lab_page, WIDE)
    compare(lab_page)

    wait_for_places(lab_page, "found => found.isBeside && found.beyond === 0")
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot("charts-beside")
    resize(lab_page, NARROW)
    wait_for_places(lab_page, "found => found.isBelow && found.beyond === 0")
    lab_page.screenshot("charts-below")
    resize(lab_page, WIDE)
    wait_for_places(lab_page, "found => found.isBeside && found.beyond === 0")


def test_with_a_chart_that_brings_a_style_they_keep_their_places(fresh_page: LabPage):
    resize(fresh_page, WIDE)
    compare(fresh_page)
    wait_for_places(fresh_page, "found => found.isBeside")
    before = fresh_page.page.evaluate(PLACES)
    fresh_page.set_source(LOAD, STYLED)
    fresh_page.run(LOAD)
    fresh_page.wait_for_charts(LOAD, 1)

    fresh_page.page.wait_for_timeout(2_500)  # the charts look at their places each second

    assert fresh_page.page.evaluate(PLACES)["width"] == before["width"]
