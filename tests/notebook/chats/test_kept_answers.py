"""The answers of the kernel's chat, which cells, panels and the background keep and look at."""

from types import SimpleNamespace

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.notebook.chats.kept_answers import KeptAnswers


def test_an_answer_may_come_while_the_others_are_looked_through():
    kept = KeptAnswers()
    results = [SimpleNamespace(uuid="one", rows=(), columns=())]
    answer = Answer("Orders", SimpleNamespace(results=results, chat_id="chat-1"), 1.0)
    kept.add("cell-1", answer, ["orders"], is_first=True)

    class Late:
        """A result that another thread's answer comes before."""

        rows = columns = ()

        @property
        def uuid(self):
            kept.add("cell-2", answer, ["orders_2"], is_first=False)
            return "late"

    results.append(Late())
    kept.add("cell-1", answer, ["orders", "late"], is_first=False)

    assert kept.variables() == {"one": "orders", "late": "late"}
    assert [each.names for each in kept] == [("orders", "late"), ("orders_2",)]
