"""The kernel's answers, the variables of their results, and the pictures of their charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcchat_magic.notebook.chats.kept_answers import KeptAnswers
from svcchat_magic.notebook.questions.variable_names import VariableNames

if TYPE_CHECKING:  # too slow to import for %load_ext
    from collections.abc import Sequence

    from svcchat_magic.charts.pictures.chart_pictures import ChartPictures
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.notebook.chats.kernel_shell import KernelShell
    from svcchat_magic.notebook.questions.personas import Persona
    from svcchat_magic.notebook.questions.variable_names import TurnNames


class KernelAnswers:
    """The answers, and the variables that they bound in the user's namespace."""

    def __init__(self, shell: KernelShell) -> None:
        self.kept = KeptAnswers()
        self._shell = shell
        self._names = VariableNames()
        self._newest: tuple[int, Answer] | None = None  # with the number of the cell that shows it
        self._places: dict[tuple[str, int, Persona], tuple[str, ...]] = {}
        self._asked_in_cell = (0, 0)  # an execution count, and how many questions it asked
        self._pictures: ChartPictures | None = None
        self._draws_pictures = False

    @property
    def pictures(self) -> ChartPictures | None:
        """Draws the charts as PNG; None if that is switched off or not installed."""
        return self._pictures if self._draws_pictures else None

    def draw_pictures(self, wanted: bool) -> None:
        """Switch pictures of charts on or off; the first time, the drawing process is started early."""
        from svcchat_magic.charts.pictures.chart_pictures import ChartPictures, can_draw_pictures

        self._draws_pictures = wanted
        if wanted and self._pictures is None and can_draw_pictures():
            self._pictures = ChartPictures()
            self._pictures.warm_up()

    def names_for(self, question: str, out: str, suffix: str = "", *, asked_in: str = "") -> TurnNames:
        """Names for the results of one question; `suffix` distinguishes the results of several users.

        `asked_in` takes the place of the running cell's id for a question from a panel.
        Raises RequestRefused when `out` cannot be a variable.
        """
        cell = asked_in or self._shell.cell_id or question
        return self._names.turn(self._shell.namespace, cell, out, suffix)

    def first_place(self, questions: Sequence[str], persona: Persona) -> tuple[str, ...] | None:
        """The questions before this cell when it first ran; None without a cell id (decisions/recordings)."""
        cell, number = self._shell.cell_id, self._question_number()
        return self._places.setdefault((cell, number, persona), tuple(questions)) if cell else None

    def set_newest(self, answer: Answer, execution_count: int) -> None:
        """Set the newest answer, also as `_ask`, and the number of the cell that shows it."""
        self._newest = (execution_count, answer)
        self._shell.namespace["_ask"] = answer

    @property
    def newest(self) -> Answer | None:
        """The newest answer."""
        return self._newest[1] if self._newest else None

    def is_shown(self, answer: Answer) -> bool:
        """Whether the running cell already shows this answer."""
        return self._newest == (self._shell.execution_count, answer)

    def close(self) -> None:
        """End the drawing process."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

    def _question_number(self) -> int:
        """The number of the question in this run of its cell, from 1."""
        execution, asked = self._asked_in_cell
        asked = asked + 1 if execution == self._shell.execution_count else 1
        self._asked_in_cell = (self._shell.execution_count, asked)
        return asked
