"""Plain IPython prints what a cell shows: in lines that end where the terminal does."""

import pytest

from svcchat_magic.protocol.text_table import columns
from tests.notebook.lab_kernel import lab_kernel

QUESTION = "Revenue by month and country last year, and which channel grew the most?"


@pytest.mark.long
@pytest.mark.parametrize("cell", [f"%%ask\n{QUESTION}", "%chat model revenue", "%chat list", "%chat doctor"])
def test_no_line_is_wider_than_the_terminal(notebook, monkeypatch, cell):
    monkeypatch.setenv("COLUMNS", "40")
    notebook.run(f"%%ask --quiet\n{QUESTION}")

    shown = notebook.run(cell)

    printed = [shown.text, *(bundle["text/plain"] for bundle in shown.bundles)]
    assert shown.error is None
    assert any(printed)
    assert max(columns(line) for text in printed for line in text.split("\n")) <= 40


@pytest.mark.long
def test_a_kernel_leaves_the_lines_to_what_shows_them(tmp_path):
    with lab_kernel(tmp_path, COLUMNS="40") as kernel:
        shown = kernel.run(f"%%ask\n{QUESTION}")

    assert any(len(line) > 80 for each in shown.displays for line in each["text/plain"].split("\n"))
