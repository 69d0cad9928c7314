"""`%chat export`: files that run without the agent, and in which nothing an agent wrote is code."""

import ast
import json
import os
import re
import stat
import subprocess
import sys
from html import unescape

import nbformat
import pandas as pd
import pytest
from markdown_it import MarkdownIt
from nbclient import NotebookClient

from svcchat_magic.errors import NotFound, RequestRefused
from svcchat_magic.notebook.export.export_cells import ExportedCell
from svcchat_magic.notebook.export.export_files import notebook_text, script_text, write_new
from svcchat_magic.notebook.export.export_text import commented, fenced, literal, plain_markdown
from tests.campaigns.key import found_in, replies
from tests.faults.scripted_origin import Reply, recorded
from tests.kernels import AsyncFileKernelManager

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "![a](https://evil.example/p.png)",
    "![a][r]\n\n[r]: https://evil.example/p.png",
    "[x](javascript:alert(1))",
    "[x](/lab/api/kernels)",
    "[x](<command:run>)",
    "\\![a](https://evil.example/p.png)",
    "\\\\![a](https://evil.example/p.png)",
    "<!-- --><script>alert(1)</script>",
    "```\n```\n<script>alert(1)</script>",
    "`` ` `` <b onclick=x>b</b>",
)
CANARY = "Canary_of|a~key*with#marks$and<signs>&more-0123456789"
EVERYDAY = "**Revenue grew by 12 %** to 5 < 6 million.\n\n| a | b |\n|---|--:|\n| x | 1 |\n\n- [shop](https://shop.example/a)"


def code_cells(path):
    return [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]


def as_a_reader_sees_it(text):
    """The file's words without what JSON, Markdown and HTML put before a character."""
    return unescape(re.sub("</?span>", "", text)).replace("\\", "")


def run_without_package(path, tmp_path):
    """Execute in a kernel that cannot import the package; gives the frames it saved, by variable."""
    notebook = nbformat.read(path, 4)
    hidden = "import sys; sys.modules['svcchat_magic'] = None"
    saving = (
        "import pandas as pd\n"
        "for name, value in list(globals().items()):\n"
        "    if isinstance(value, pd.DataFrame) and not name.startswith('_'):\n"
        "        value.to_pickle(f'{name}.pickle')"
    )
    notebook.cells.insert(0, nbformat.v4.new_code_cell(hidden))
    notebook.cells.append(nbformat.v4.new_code_cell(saving))
    NotebookClient(
        notebook,
        timeout=300,
        startup_timeout=300,
        kernel_manager_class=AsyncFileKernelManager,
        resources={"metadata": {"path": str(tmp_path)}},
    ).execute()
    return notebook, {file.stem: pd.read_pickle(file) for file in tmp_path.glob("*.pickle")}


@pytest.mark.long
def test_an_exported_notebook_gives_equal_frames_without_package_and_agent(served_notebook, tmp_path):
    served_notebook.run("%%ask\nRevenue by month last year, and which channel grew the most?")
    served_notebook.run("%%ask top <<\ntop 5 products by revenue in 2024")
    said = served_notebook.run("%chat export told.ipynb")

    executed, frames = run_without_package(tmp_path / "told.ipynb", tmp_path)

    assert said.error is None
    assert "2 questions" in said.text
    assert len(frames) == 3
    for name, frame in frames.items():
        pd.testing.assert_frame_equal(frame, served_notebook[name])

    kinds = [
        kind
        for cell in executed.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert kinds.count("application/vnd.vegalite.v5+json") >= 2
    nbformat.validate(nbformat.read(tmp_path / "told.ipynb", 4))


def test_questions_and_answers_stand_as_text(served_notebook, tmp_path):
    served_notebook.run("%%ask\nRevenue by month in 2024?")
    served_notebook.run("%chat export told.ipynb")

    cells = nbformat.read(tmp_path / "told.ipynb", 4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")

    assert "## Revenue by month in 2024?" in text
    assert "```sql\nSELECT" in text
    assert plain_markdown(served_notebook["_ask"].text).strip() in text


def test_a_cell_that_ran_again_stands_once_and_a_new_chat_begins_anew(served_notebook, tmp_path):
    served_notebook.run("%%ask\nOrders by channel in 2023")
    served_notebook.run("%%ask --new\nRevenue by month in 2024")
    served_notebook.run("%chat export told.md")

    report = (tmp_path / "told.md").read_text(encoding="utf-8")

    assert "Revenue by month in 2024" in report
    assert "Orders" not in report


@pytest.mark.long
def test_all_loaded_rows_are_in_the_copy(served_notebook, tmp_path, service, monkeypatch):
    monkeypatch.setenv("SVCCHAT_QUERY_URL", service.query_url)
    served_notebook.run("%%ask listed << --all-rows\nrevenue by day in 2024")
    full = served_notebook["listed"]
    served_notebook.run("%chat export told.ipynb")

    _, frames = run_without_package(tmp_path / "told.ipynb", tmp_path)

    assert len(full) > 100
    pd.testing.assert_frame_equal(frames["listed"], full)


@pytest.mark.long
def test_a_variable_that_the_user_took_is_not_taken_for_the_result(served_notebook, tmp_path):
    served_notebook.run("%%ask top <<\ntop 5 products by revenue in 2024")
    came = served_notebook["top"].copy()
    served_notebook.run("top = __import__('pandas').DataFrame({'mine': range(50)})")
    served_notebook.run("%chat export told.ipynb")

    _, frames = run_without_package(tmp_path / "told.ipynb", tmp_path)

    pd.testing.assert_frame_equal(frames["top"], came)


def test_with_query_the_sql_is_run_again_and_no_row_is_kept(served_notebook, tmp_path, service, monkeypatch):
    served_notebook.run("%%ask top <<\ntop 5 products by revenue in 2024")
    came = served_notebook["top"]
    served_notebook.run("%chat export told.py --query")
    source = (tmp_path / "told.py").read_text(encoding="utf-8")
    monkeypatch.setenv("SVCCHAT_QUERY_URL", service.query_url)

    namespace = {}
    exec(compile(source, "told.py", "exec"), namespace)

    assert "conversation.query(" in source
    assert str(came.iloc[0, 0]) not in "\n".join(
        line for line in source.splitlines() if not line.startswith("#")
    )
    pd.testing.assert_frame_equal(namespace["top"], came, check_dtype=False)


@pytest.mark.long
def test_an_exported_script_runs(served_notebook, tmp_path):
    served_notebook.run("%%ask\nRevenue by month in 2024?")
    served_notebook.run("%chat export told.py")

    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['svcchat_magic'] = None; exec(open('told.py').read());"
            "assert alt.renderers.active == 'default';"
            "print(*Offline(revenue_by_month_chart)._repr_mimebundle_())",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout == "application/vnd.vegalite.v5+json text/plain\n"
    assert (tmp_path / "told.py").read_text(encoding="utf-8").startswith("# %%\nimport altair as alt")


def test_a_report_holds_the_tables(served_notebook, tmp_path):
    served_notebook.run("%%ask\nOrders by channel in 2024")
    served_notebook.run("%chat export told.md")

    html = MarkdownIt("commonmark").enable("table").render((tmp_path / "told.md").read_text(encoding="utf-8"))

    assert html.count("<table>") == 1
    assert html.count("<tr>") == len(served_notebook["_df"]) + 1
    assert "<h2>Orders by channel in 2024</h2>" in html


@pytest.mark.long
def test_a_chat_begun_elsewhere_is_exported_as_the_service_keeps_it(served_notebook, tmp_path):
    served_notebook.run("%%ask\nRevenue by month in 2024")
    came, chat = served_notebook["_df"], served_notebook["_ask"].chat_id
    served_notebook.run("%reload_ext svcchat_magic")
    served_notebook.run(f"%chat resume {chat}")
    served_notebook.run("%%ask mine <<\nand by region?")
    said = served_notebook.run("%chat export told.ipynb")

    _, frames = run_without_package(tmp_path / "told.ipynb", tmp_path)

    assert "2 questions" in said.text
    pd.testing.assert_frame_equal(frames.pop("mine"), served_notebook["mine"])
    (named_by_title,) = frames.values()
    pd.testing.assert_frame_equal(named_by_title, came)


def test_a_file_that_is_there_stays_unless_forced(served_notebook, tmp_path):
    (tmp_path / "told.md").write_text("mine")
    served_notebook.run("%%ask\nOrders by channel in 2024")

    refused = served_notebook.run("%chat export told.md")
    kept = (tmp_path / "told.md").read_text()
    forced = served_notebook.run("%chat export told.md --force")

    assert type(refused.error) is RequestRefused
    assert kept == "mine"
    assert forced.error is None
    assert "Orders by channel" in (tmp_path / "told.md").read_text(encoding="utf-8")
    assert stat.S_IMODE(os.stat(tmp_path / "told.md").st_mode) == 0o600


@pytest.mark.parametrize("name", ["told.ipynb", "told.py", "told.md"])
def test_a_notebook_that_runs_again_writes_its_export_again(served_notebook, tmp_path, name):
    served_notebook.run("%%ask\nOrders by channel in 2024")
    served_notebook.run(f"%chat export {name}")
    served_notebook.run("%%ask\nRevenue by month in 2024")

    again = served_notebook.run(f"%chat export {name}")

    assert again.error is None
    assert "Revenue by month in 2024" in (tmp_path / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["told.ipynb", "told.py", "told.md"])
def test_an_export_that_was_edited_stays(served_notebook, tmp_path, name):
    served_notebook.run("%%ask\nOrders by channel in 2024")
    served_notebook.run(f"%chat export {name}")
    edited = (tmp_path / name).read_text(encoding="utf-8").replace("Orders by channel", "My orders")
    (tmp_path / name).write_text(edited, encoding="utf-8")

    refused = served_notebook.run(f"%chat export {name}")

    assert type(refused.error) is RequestRefused
    assert (tmp_path / name).read_text(encoding="utf-8") == edited


def test_an_exported_notebook_that_was_run_and_saved_is_written_again(served_notebook, tmp_path):
    served_notebook.run("%%ask\nOrders by channel in 2024")
    served_notebook.run("%chat export told.ipynb")
    saved = nbformat.read(tmp_path / "told.ipynb", 4)
    for cell in saved.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [nbformat.v4.new_output("stream", text="1")], 1

    saved.cells.append(nbformat.v4.new_code_cell(""))
    saved.metadata["language_info"]["version"] = "3.11"
    nbformat.write(saved, tmp_path / "told.ipynb")

    assert served_notebook.run("%chat export told.ipynb").error is None


def test_a_file_that_appears_meanwhile_stays_too(tmp_path):
    (tmp_path / "told.md").write_text("mine")

    with pytest.raises(RequestRefused, match="already"):
        write_new(tmp_path / "told.md", "ours", over=False)

    assert (tmp_path / "told.md").read_text() == "mine"
    assert os.listdir(tmp_path) == ["told.md"]


@pytest.mark.long
@pytest.mark.parametrize(
    "line", ["told.txt", "a.md b.md", "told.md --query", "told.md --quick", "'told.md", "gone/told.md"]
)
def test_what_cannot_be_exported_fails_with_a_sentence(served_notebook, line):
    served_notebook.run("%%ask\nOrders by channel in 2024")

    assert type(served_notebook.run(f"%chat export {line}").error) is RequestRefused


def test_without_a_chat_there_is_nothing_to_export(served_notebook):
    assert type(served_notebook.run("%chat export told.md").error) is RequestRefused


@pytest.mark.case("K12")
@pytest.mark.parametrize("number", range(5), ids=["word", "pieces", "result", "escaped rows", "escaped word"])
def test_a_key_that_the_agent_and_the_user_say_is_in_no_export(
    scripted_notebook, origin, monkeypatch, tmp_path, number
):
    monkeypatch.setenv("SVCCHAT_API_KEY", CANARY)
    origin.answer(list(replies(CANARY))[number])
    scripted_notebook.run(f"%%ask\nWhat is my key, not {CANARY}?\nAnd `{CANARY}`, {CANARY}")
    for ending in ("ipynb", "py", "md"):
        assert scripted_notebook.run(f"%chat export told.{ending}").error is None

    for ending in ("ipynb", "py", "md"):
        text = (tmp_path / f"told.{ending}").read_text(encoding="utf-8")
        assert "What is my key, not" in text
        assert "***" in text or r"\*\*\*" in text
        assert CANARY not in as_a_reader_sees_it(text)

    assert found_in(tmp_path, CANARY) == []


@pytest.mark.case("K12")
@pytest.mark.parametrize("ending", ["ipynb", "py", "md"])
def test_a_key_in_what_the_line_says_of_the_user_is_not_exported(
    scripted_notebook, origin, monkeypatch, tmp_path, ending
):
    monkeypatch.setenv("SVCCHAT_API_KEY", CANARY)
    origin.answer(Reply((recorded("short"),)))
    asked = scripted_notebook.run(f"%%ask --as-user ada --attr mine={CANARY}\nWhat is my key?")
    said = scripted_notebook.run(f"%chat export told.{ending}")

    assert (asked.error, said.error) == (None, None)
    assert "As ada" in (tmp_path / f"told.{ending}").read_text(encoding="utf-8")
    assert CANARY not in as_a_reader_sees_it((tmp_path / f"told.{ending}").read_text(encoding="utf-8"))


@pytest.mark.case("K12")
@pytest.mark.parametrize("ending", ["ipynb", "py"])
def test_a_key_that_became_a_variable_is_not_exported(
    scripted_notebook, origin, monkeypatch, tmp_path, ending
):
    monkeypatch.setenv("SVCCHAT_API_KEY", "Canary_variable_0123456789")
    origin.answer(list(replies("a value"))[2])
    scripted_notebook.run("%%ask Canary_variable_0123456789 <<\nWhat is there?")
    said = scripted_notebook.run(f"%chat export told.{ending}")

    text = (tmp_path / f"told.{ending}").read_text(encoding="utf-8")
    assert said.error is None
    assert "*** = pd.DataFrame" in text
    assert "Canary_variable" not in text


@pytest.mark.case("N14")
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "made", [plain_markdown, literal, lambda text: fenced(text, "sql")], ids=["markdown", "line", "code"]
)
def test_text_of_the_agent_loads_and_opens_nothing(text, made):
    html = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(made(text))
        .replace("<span>", "")
        .replace("</span>", "")
    )

    for harm in ("<img", "<script", "<b ", "<!--", 'href="javascript', 'href="/', 'href="command'):
        assert harm not in html


def test_an_everyday_answer_keeps_its_form():
    render = MarkdownIt("commonmark", {"html": True}).enable("table").render

    assert render(plain_markdown(EVERYDAY)) == render(EVERYDAY)


@pytest.mark.case("N14")
@pytest.mark.parametrize(
    "line", ["%% [markdown]", "!rm -rf ~", "%run x.py", "  %% x", "In[1]: x", "\r!ls", "\x0c%%"]
)
def test_text_of_the_agent_begins_no_cell_and_no_magic(line):
    script = script_text([ExportedCell(f"told\n{line}"), ExportedCell("x = 1", is_code=True)])

    assert [cell.split("\n", 1)[0] for cell in script.split("# %%")[1:]] == [" [markdown]", ""]
    assert not any(each.lstrip("# ").startswith(("!", "%run", "In[")) for each in script.splitlines())
    assert len(ast.parse(script).body) == 1


@pytest.mark.case("N14")
def test_hostile_rows_and_titles_become_literals(served_notebook, tmp_path):
    cells = [
        ExportedCell("# !ls\n`x` {{get_ipython()}}"),
        ExportedCell(commented("%%bash\nls"), is_code=True),
    ]

    read = json.loads(notebook_text(cells))

    assert [cell["cell_type"] for cell in read["cells"]] == ["markdown", "code"]
    assert "{{" not in plain_markdown("{{get_ipython()}}") + literal("{{x}}") + fenced("{{x}}", "")


def test_money_is_no_formula():
    assert plain_markdown("from $5 to $6") == "from <span>$</span>5 to <span>$</span>6"
    assert plain_markdown("`$1`") == "`$1`"


def test_a_chat_that_the_service_lost_says_so(served_notebook):
    served_notebook.run("%%ask --new\nOrders by channel in 2024")

    failed = served_notebook.run("%chat resume 00000000-0000-0000-0000-000000000000")

    assert type(failed.error) is NotFound
