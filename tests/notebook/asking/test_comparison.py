"""A question asked as several users: what each gets, side by side, and what an export keeps of it."""

import nbformat
import pandas as pd
import pytest

from svcchat_magic.charts.result_charts import MIME_TYPE
from svcchat_magic.errors import RequestRefused
from tests.notebook.export.test_export import run_without_package
from tests.notebook.lab_kernel import lab_kernel

COMPARED = (
    "%%ask by_category << --branch per-region --as-user maria --attr region=Europe"
    ' --as-user ken --attr "region=Asia Pacific"\nRevenue by category in 2024'
)


def told(tmp_path, name):
    return (tmp_path / name).read_text(encoding="utf-8")


def headings(text):
    """The questions in their order, each with who asked."""
    lines = [line for line in text.splitlines() if line]
    return [
        (line.removeprefix("## "), below.strip("*") if below.startswith("*As") else "")
        for line, below in zip(lines, [*lines[1:], ""], strict=True)
        if line.startswith("## ")
    ]


def test_a_comparison_suggests_nothing_that_would_be_asked_as_somebody_else(served_notebook):
    compared = served_notebook.run(COMPARED)
    alone = served_notebook.run("%%ask\nRevenue by category in 2024")

    assert compared.error is None
    assert "%ask " not in compared.html
    assert "%ask " in alone.html


@pytest.mark.long
def test_an_export_asks_each_persona_in_a_cell_of_its_own_with_equal_frames(served_notebook, tmp_path):
    served_notebook.run(COMPARED)
    said = served_notebook.run("%chat export told.ipynb")

    notebook, frames = run_without_package(tmp_path / "told.ipynb", tmp_path)
    words = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")

    assert said.error is None
    assert "2 questions and 2 results" in said.text
    assert headings(words) == [
        ("Revenue by category in 2024", "As maria (region = Europe, branch per-region)"),
        ("Revenue by category in 2024", "As ken (region = Asia Pacific, branch per-region)"),
    ]
    assert set(frames) == {"by_category_maria", "by_category_ken", "by_category"}
    for name, frame in frames.items():
        pd.testing.assert_frame_equal(frame, served_notebook[name])


def labels(chart):
    return [part["title"]["text"] for part in chart["concat"]]


def test_the_charts_of_a_comparison_are_one_drawing_above_the_compared_rows(served_notebook):
    cell = served_notebook.run(
        "%%ask --as-user ada,ben\nRevenue by month in 2024, and orders by channel in 2023"
    )

    at = [number for number, data in enumerate(cell.bundles) if MIME_TYPE in data]
    assert [labels(chart) for chart in cell.charts] == [["ada", "ben"], ["ada", "ben"]]
    assert all("ada vs ben" in cell.bundles[each - 1]["text/plain"] for each in at)
    assert all("(difference)" in cell.bundles[each + 1]["text/plain"] for each in at)


@pytest.mark.parametrize("option", ["--quiet", "--show answer"])
def test_a_comparison_without_charts_has_none(served_notebook, option):
    cell = served_notebook.run(f"%%ask --as-user ada,ben {option}\nRevenue by region in 2024")

    assert cell.error is None
    assert cell.charts == []


def test_charts_made_of_several_are_shown_one_after_the_other(served_notebook):
    cell = served_notebook.run("%%ask --as-user ada,ben\nRevenue and orders by month in 2024")

    assert ["vconcat" in chart for chart in cell.charts] == [True, True]
    assert all(f"{user}: Revenue" in cell.html for user in ("ada", "ben"))


def test_a_comparison_stands_where_it_was_asked_among_the_questions_of_the_chat(served_notebook, tmp_path):
    served_notebook.run("%%ask\nOrders by channel in 2023")
    served_notebook.run("%%ask --as-user ada,ben\nRevenue by region in 2024")
    served_notebook.run("%%ask\nonly 2024")
    served_notebook.run("%chat export told.md")

    report = told(tmp_path, "told.md")

    assert headings(report) == [
        ("Orders by channel in 2023", ""),
        ("Revenue by region in 2024", "As ada"),
        ("Revenue by region in 2024", "As ben"),
        ("only 2024", ""),
    ]
    assert report.count("### Revenue by region: ada vs ben") == 1


def test_after_a_new_chat_nothing_of_before_is_exported(served_notebook, tmp_path):
    served_notebook.run("%%ask --as-user ada,ben\nRevenue by region in 2024")
    served_notebook.run("%chat new")
    nothing = served_notebook.run("%chat export told.md")
    served_notebook.run("%%ask --as-user ada,ben\nOrders by channel in 2023")
    served_notebook.run("%chat export told.md")

    assert "no chat yet" in str(nothing.error)
    assert headings(told(tmp_path, "told.md")) == [
        ("Orders by channel in 2023", "As ada"),
        ("Orders by channel in 2023", "As ben"),
    ]


def test_a_copy_that_asks_anew_gives_nobody_the_rows_of_another_user(served_notebook, tmp_path):
    served_notebook.run("%%ask\nOrders by channel in 2023")
    served_notebook.run("%%ask --as-user ada,ben\nRevenue by region in 2024")
    served_notebook.run("%chat export told.ipynb --query")

    cells = nbformat.read(tmp_path / "told.ipynb", 4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")

    assert code.count("conversation.query(") == 1
    assert "sales.region" not in code
    assert told(tmp_path, "told.ipynb").count("load their own rows") == 3


def test_a_question_as_one_other_user_says_who_asked(served_notebook, tmp_path):
    served_notebook.run("%%ask --as-user ada --group staff\nOrders by channel in 2023")
    served_notebook.run("%%ask --as-user ada --group staff\nonly 2024")
    served_notebook.run("%chat export told.py")

    script = told(tmp_path, "told.py")

    assert script.count("*As ada (group staff)*") == 2
    assert "## only 2024" in script


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("--as-user a,b", "As a"),
        ("--as-user a --attr region=Europe --group staff", "As a (region = Europe, group staff)"),
        ("--branch main,next", "On branch main"),
        ("--branch main --attr region=Europe", "On branch main (region = Europe)"),
        ("--attr region=Europe", "With region = Europe"),
        ("", ""),
    ],
)
def test_who_asks_is_told_in_words(line, title):
    from svcchat_magic.notebook.questions.ask_options import read_ask

    assert read_ask(f"{line} question").personas[0].described == title


def test_the_main_model_of_the_embedded_service_is_compared_with_a_branch(notebook, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    cell = notebook.run(
        "%%ask totals << --branch main,per-region --attr region=Europe\nRevenue by region in 2024"
    )

    assert cell.error is None
    assert len(notebook["totals_main"]) > len(notebook["totals_per_region"]) == 1


@pytest.mark.long
def test_every_chart_of_a_comparison_has_its_picture(tmp_path, service):
    reached = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, **reached) as kernel:
        cell = kernel.run("%%ask --as-user ada,ben\nRevenue by region in 2024", "a")

    charts = [
        (data, metadata)
        for data, metadata in zip(cell.displays, cell.metadata, strict=True)
        if "application/vnd.vegalite.v5+json" in data
    ]
    assert cell.error == ""
    assert len(charts) == 1
    for data, metadata in charts:
        assert "image/png" in data or "no_picture" in metadata  # where a busy machine drew none in time


@pytest.mark.long
def test_a_comparison_that_runs_again_stands_once_in_an_export(tmp_path, service):
    reached = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, **reached) as kernel:
        kernel.run("%%ask --as-user ada,ben\nRevenue by region in 2024", "a")
        kernel.run("%%ask --as-user ada,ben\nOrders by channel in 2023", "a")
        said = kernel.run("%chat export told.md", "b")

    report = told(tmp_path, "told.md")
    assert said.error == ""
    assert headings(report) == [
        ("Orders by channel in 2023", "As ada"),
        ("Orders by channel in 2023", "As ben"),
    ]
    assert report.count("ada vs ben") == 1


def test_a_compared_table_that_is_refreshed_says_what_it_is(served_notebook):
    served_notebook.run("%%ask --as-user ada,ben\nOrders by channel in 2023")

    with pytest.raises(RequestRefused, match="compares several answers"):
        served_notebook["_df"].svc.refresh()
