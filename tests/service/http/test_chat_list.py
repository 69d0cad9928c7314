"""The list of a user's chats costs the same however many they have."""

import sqlite3

from svcchat_magic.service.http.chat_list import MOST_CHATS, newest_chats
from svcchat_magic.service.state.sqlite_state import migrate
from svcchat_magic.service.state.threads import make_thread

FEW, MANY = 200, 5_000


def user_with(chats):
    """A state in which a user has so many chats, and another as many."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    for user in ("ada", "ben"):
        connection.execute(
            "INSERT INTO users (id, account, kind, name, created_at) VALUES (?, 'a', 'external', ?, 0)",
            (user, user),
        )
        for at in range(chats):
            chat = make_thread(connection, "a", "1", user, float(at))
            connection.execute(
                """INSERT INTO runs
                (id, thread_id, ordinal, status, worker, fingerprint, question, started_at)
                VALUES (?, ?, 1, 'complete', 'w', '', ?, 0)""",
                (f"{user}{at}", chat, f"{user} asks {at}"),
            )

    return connection


def listed(connection):
    """The list, and the steps of the database that it took, in thousands."""
    steps = []
    connection.set_progress_handler(lambda: steps.append(1), 1_000)
    return newest_chats(connection, "a", "ada", "1"), len(steps)


def test_the_newest_chats_come_first_and_cost_no_more_among_many():
    few, of_few = listed(user_with(FEW))
    many, of_many = listed(user_with(MANY))

    assert [each["title"] for each in many] == [f"ada asks {MANY - 1 - at}" for at in range(MOST_CHATS)]
    assert [each["startedAt"] for each in few] == [float(FEW - 1 - at) for at in range(MOST_CHATS)]
    assert of_many <= of_few + 1
