"""Charts in a cell that is narrower than they are, in both front ends."""

import json

import pytest

from svcchat_magic.charts.result_charts import MIME_TYPE
from tests.browser.lab_page import LabPage
from tests.browser.lab_server import NOTEBOOKS

pytestmark = pytest.mark.browser
FRONT_ENDS = ["lab", "notebook"]

NAME = "01-first-question.ipynb"
CELLS = json.loads((NOTEBOOKS / NAME).read_text(encoding="utf-8"))["cells"]
LOAD, QUESTION = (
    next(
        at
        for at, cell in enumerate(CELLS)
        if cell["cell_type"] == "code" and words in "".join(cell["source"])
    )
    for words in ("%load_ext", "grew the most")
)
NARROW, WIDE = 400, 1180
# The width of each chart where there is room for it.
WHOLE = [
    output["data"][MIME_TYPE]["width"]
    for output in CELLS[QUESTION]["outputs"]
    if MIME_TYPE in output.get("data", {})
]
# Of each chart: the width it is drawn with, and how much of it stands beyond what the cell shows.
DRAWN = """() => [...document.querySelectorAll(".jp-RenderedVegaCommon5 svg.marks")].map((chart) => {
    const drawn = chart.getBoundingClientRect();
    const cell = chart.closest(".jp-OutputArea").getBoundingClientRect();
    return { width: drawn.width, beyond: Math.max(0, drawn.right - cell.right) };
})"""
# A chart of altair's own has vega-embed bring its style, under which no chart can see its cell.
STYLED = f"""
from IPython.display import display
chart = {{"data": {{"values": [{{"x": 1}}]}}, "mark": "point", "encoding": {{"x": {{"field": "x"}}}}}}
chart["usermeta"] = {{"embedOptions": {{"renderer": "svg"}}}}
display({{"{MIME_TYPE}": chart}}, raw=True)
"""


def resize(lab_page: LabPage, width: int) -> None:
    lab_page.page.set_viewport_size({"width": width, "height": 1400})


def wait_for_widths(lab_page: LabPage, of_each: str) -> None:
    """Wait until that is so for the width of every chart and for how much stands beyond the cell.

    `whole` is the width that a chart has where there is room for it.
    """
    lab_page.wait_until(
        f"() => {{ const found = ({DRAWN})(); return found.length === {len(WHOLE)}"
        f" && found.every(({{ width, beyond }}, at) => (whole => {of_each})({WHOLE}[at])); }}"
    )


def ask(lab_page: LabPage) -> None:
    lab_page.open_alone(NAME)
    if lab_page.front_end == "lab":
        lab_page.command("application:toggle-left-area")

    lab_page.run(LOAD)
    lab_page.run(QUESTION)
    lab_page.wait_for_charts(QUESTION, len(WHOLE))


@pytest.mark.parametrize("lab_page", FRONT_ENDS, indirect=True)
def test_a_chart_is_no_wider_than_its_cell_and_grows_with_it(lab_page: LabPage):
    resize(lab_page, NARROW)
    ask(lab_page)

    wait_for_widths(lab_page, "beyond === 0 && width > 200")
    lab_page.scroll_to(QUESTION)
    lab_page.screenshot(f"narrow-cell-{lab_page.front_end}")
    resize(lab_page, WIDE)
    wait_for_widths(lab_page, "width === whole")
    resize(lab_page, NARROW + 100)
    wait_for_widths(lab_page, "beyond === 0 && width < whole")


def test_a_side_bar_that_takes_room_is_given_way_to(lab_page: LabPage):
    resize(lab_page, 760)
    ask(lab_page)
    wait_for_widths(lab_page, "width === whole")

    lab_page.command("application:toggle-left-area")

    wait_for_widths(lab_page, "beyond === 0 && width < whole")


@pytest.mark.parametrize("fresh_page", FRONT_ENDS, indirect=True)  # the style would stay in the page
def test_with_a_chart_that_brings_a_style_the_others_keep_their_width(fresh_page: LabPage):
    ask(fresh_page)
    fresh_page.set_source(LOAD, STYLED)
    fresh_page.run(LOAD)
    fresh_page.wait_for_charts(LOAD, 1)

    resize(fresh_page, NARROW)
    fresh_page.page.wait_for_timeout(2_500)  # the charts look at their places each second
    widths = [each["width"] for each in fresh_page.page.evaluate(DRAWN)]

    assert widths[-len(WHOLE) :] == WHOLE  # below the chart of altair's own
