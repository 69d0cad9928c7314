"""An analyst that asks back where a question names no date, and else answers as the offline one does."""

from svcchat_magic.analyst.events import AnswerText, Outcome
from svcchat_magic.analyst.offline import OfflineAnalyst

AMBIGUOUS = "Revenue by month"
NONSENSE = "qwertz asdf"  # what the offline analyst refuses
CHOICES = (("This year", "Revenue by month in 2024"), ("The year before", "Revenue by month in 2023"))


class AskingBack:
    """Asks which year is meant."""

    def answer(self, task, tools):
        return _asks_back() if task.question == AMBIGUOUS else OfflineAnalyst().answer(task, tools)


async def _asks_back():
    yield AnswerText("Which year ")
    yield Outcome("clarify", CHOICES)
    yield AnswerText("do you mean?")
