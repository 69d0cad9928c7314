"""How answers and charts that a cell ends with are displayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # too slow to import for %load_ext
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.notebook.magics.ask_magic import AskMagics


class Formatters:
    """Called by IPython to display our values, with this kernel's variables and pictures."""

    def __init__(self, magics: AskMagics) -> None:
        self._magics = magics

    def answer(self, answer: Answer) -> None:
        """Display an answer, unless its own cell already shows it."""
        answers = self._magics.kernel.answers
        if answers.is_shown(answer):
            if not self._magics.kernel.shell.can_redraw:  # a terminal has already printed Out[1]:
                print("the answer above; _ask has it")

            return

        from svcchat_magic.notebook.display.answer_view import show_answer

        show_answer(answer, answers.kept.names_of(answer), answers.pictures)

    def edited_chart(self, chart: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The bundle of a chart that the user edited."""
        from svcchat_magic.notebook.display.edited_charts import edited_bundle

        return edited_bundle(chart, self._magics.kernel.answers.pictures)

    def altair_chart(self, chart: Any) -> Any:
        """The bundle of an Altair chart, shown as ours if it was made from ours."""
        from svcchat_magic.notebook.display.edited_charts import altair_bundle

        return altair_bundle(chart, self._magics.kernel.answers.pictures)
