from datetime import UTC, datetime, timedelta

import pytest

from svcchat_magic.conversation.chat_index import KnownChat
from svcchat_magic.notebook.magics.chat_table import age, chat_table

NOW = datetime(2025, 1, 10, 12, tzinfo=UTC)
CHATS = (
    KnownChat(
        "1",
        "q4-review",
        "Revenue by month and channel in the last quarter of 2024",
        "2025-01-10T11:00:00+00:00",
        12,
    ),
    KnownChat("2", "orders", "Orders\n\x1b[31mby channel", "2024-12-31T12:00:00+00:00", 1),
)


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        ({"seconds": -5}, "just now"),
        ({"seconds": 59}, "just now"),
        ({"seconds": 60}, "1 min ago"),
        ({"minutes": 59}, "59 min ago"),
        ({"hours": 1}, "1 h ago"),
        ({"hours": 23}, "23 h ago"),
        ({"hours": 24}, "1 day ago"),
        ({"days": 30}, "30 days ago"),
        ({"days": 31}, "2024-12-10"),
    ],
)
def test_an_age_is_said_in_its_largest_unit(passed, said):
    assert age((NOW - timedelta(**passed)).isoformat(), NOW) == said


def test_a_chat_is_a_line_with_its_age_its_turns_and_its_first_question():
    assert chat_table(CHATS, "1", NOW, None).splitlines() == [
        "  chat       last question  turns  first question",
        "→ q4-review  1 h ago           12  Revenue by month and channel in the last quarter of 2024",
        "  orders     10 days ago        1  Orders by channel",
    ]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_table_is_no_wider_than_the_terminal(columns):
    lines = chat_table(CHATS, None, NOW, columns).splitlines()

    assert max(map(len, lines)) <= columns
    assert [line.split()[0] for line in lines] == ["chat", "q4-review", "orders"]
