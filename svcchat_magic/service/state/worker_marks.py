"""Each worker's row in the state, which proves that the state is the one the worker opened.

A state that replaced another, or was restored from a backup, lacks the row.
"""

from collections.abc import Callable

from svcchat_magic.service.state.database import Connection, StateLost


def enrol(connection: Connection, worker: str, is_alive: Callable[[str], bool]) -> None:
    """Insert the worker's row and delete those of dead workers."""
    for (other,) in connection.execute("SELECT worker FROM worker_marks").fetchall():
        if not is_alive(other):
            connection.execute("DELETE FROM worker_marks WHERE worker = ?", (other,))

    connection.execute("INSERT INTO worker_marks (worker, mark) VALUES (?, '')", (worker,))


def write_mark(connection: Connection, worker: str, mark: str) -> None:
    """Write into the worker's row. Raises StateLost if it is missing."""
    update = "UPDATE worker_marks SET mark = ? WHERE worker = ?"
    if not connection.execute(update, (mark, worker)).rowcount:
        raise StateLost


def read_mark(connection: Connection, worker: str) -> str:
    """Read the worker's row and check that other tables are readable. Raises StateLost if it is missing."""
    connection.execute("SELECT 1 FROM users LIMIT 1").fetchone()
    row = connection.execute("SELECT mark FROM worker_marks WHERE worker = ?", (worker,)).fetchone()
    if row is None:
        raise StateLost

    return str(row[0])
