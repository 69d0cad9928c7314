"""The notebook cells of the documents run in a real shell, and show what is printed below them."""

import pytest

from tests.pages import PAGES, README, ROOT, fences, text_of

SHOWING_CELLS = [page for page in (README, *PAGES) if any(fence.is_cell for fence in fences(text_of(page)))]


def the_cell(page, word):
    (source,) = (fence.text for fence in fences(text_of(page)) if fence.is_cell and word in fence.text)
    return source


@pytest.mark.long
@pytest.mark.parametrize("page", SHOWING_CELLS, ids=lambda page: page.stem)
def test_every_cell_of_a_page_runs_and_shows_what_is_printed(notebook, page):
    shown = ""
    for fence in fences(text_of(page)):
        if fence.is_cell:
            cell = notebook.run(fence.text)
            assert cell.error is None, fence.text
            shown = cell.text + "".join(bundle.get("text/plain", "") for bundle in cell.bundles)

        if fence.language == "text":
            assert [line for line in fence.text.splitlines() if line not in shown] == []


def test_the_pages_with_cells_are_these():
    assert {page.name for page in SHOWING_CELLS} == {
        "README.md",
        "asking.md",
        "chats.md",
        "export.md",
        "frames.md",
        "own-data.md",
        "row-level-security.md",
    }


def test_the_users_of_the_readme_see_the_rows_of_their_own_region_only(notebook):
    cell = notebook.run(the_cell(README, "--as-user"))

    assert cell.error is None
    assert list(notebook["revenue_by_region_ada"].region) == ["Europe"]
    assert list(notebook["revenue_by_region_ben"].region) == ["Asia Pacific"]


def test_a_user_without_the_attribute_sees_no_row(notebook):
    notebook.run(the_cell(ROOT / "docs/row-level-security.md", "guest"))

    assert notebook["revenue_by_category"].empty
