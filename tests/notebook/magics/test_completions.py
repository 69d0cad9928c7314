"""Tab on the line of `%%ask`, in a real shell."""

import pytest
from IPython.core.completer import provisionalcompleter

from svcchat_magic.notebook.magics.chat_commands import COMMANDS
from svcchat_magic.notebook.magics.completions import _variables


def offered(notebook, text: str) -> set[str]:
    """The words that the front end would offer in the place of what is being typed."""
    with provisionalcompleter():
        return {found.text for found in notebook.shell.Completer.completions(text, len(text))}


@pytest.mark.parametrize("line", ["%%ask --", "%ask --", "%%ask best << --", "%%ask --new --", "x = %ask --"])
def test_options_complete(notebook, line):
    assert {"--out", "--background", "--as-user"} <= offered(notebook, line)


def test_only_the_options_that_begin_so_are_offered(notebook):
    assert offered(notebook, "%%ask --ba") == {"--background"}


def test_out_completes_with_variables(notebook):
    notebook.run("best_products = 1")

    assert "best_products" in offered(notebook, "%%ask --out best_p")


def test_variables_complete_while_another_thread_binds_some(notebook):
    class Late(str):
        """A name that is looked at while a result of the background gets its variable."""

        def startswith(self, *given):
            notebook.shell.user_ns["late_result"] = 1
            return super().startswith(*given)

    notebook.shell.user_ns[Late("best_products")] = 1

    assert "best_products" in _variables(notebook.shell.user_ns)


def test_show_completes_with_pieces(notebook):
    assert {"steps", "chart", "table", "answer"} <= offered(notebook, "%%ask --show ")


@pytest.mark.long
def test_the_words_of_a_question_are_left_alone(notebook):
    assert not any(word.startswith("--") for word in offered(notebook, "%ask Revenue by month --"))


def test_a_place_in_a_question_completes_with_variables(notebook):
    notebook.run("region_of_interest = 'Europe'")

    assert "region_of_interest" in offered(notebook, "%ask Revenue in {{region_of")


def test_the_commands_of_chat_complete(notebook):
    assert {command.name for command in COMMANDS if command.name} <= offered(notebook, "%chat ")
    assert offered(notebook, "%chat ex") == {"export"}


@pytest.mark.parametrize("line", ["%chat resume rev", "%%ask --chat rev", "%chat resume  "])
def test_chats_complete_before_a_question_was_asked_in_this_kernel(served_notebook, line):
    served_notebook.run("%%ask\nRevenue by month last year")
    served_notebook.run("%reload_ext svcchat_magic")

    assert offered(served_notebook, line) == {"revenue-by-month-last-year"}


def test_chats_do_not_complete_where_the_settings_cannot_be_used(notebook, monkeypatch, capsys):
    monkeypatch.setenv("SVCCHAT_MODE", "bogus")

    assert not any("-" in word for word in offered(notebook, "%chat resume "))
    assert capsys.readouterr().err == ""


def test_the_options_of_a_command_of_chat_complete(notebook):
    assert offered(notebook, "%chat key ") == {"--store", "--forget"}
    assert offered(notebook, "%chat export chat.md --f") == {"--force"}


@pytest.mark.long
def test_a_file_to_export_to_completes(notebook, tmp_path):
    (tmp_path / "chat-of-today.md").touch()

    assert "chat-of-today.md" in offered(notebook, "%chat export chat-of")


def test_a_line_of_a_question_is_no_command_of_chat(notebook):
    assert "export" not in offered(notebook, "%%ask\n%chat ex")
