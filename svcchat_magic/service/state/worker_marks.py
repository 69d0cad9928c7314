"""Each worker's row in the state: it shows that the state is still the one the worker opened, and is written.

A state that was put in place of another, or restored from an earlier copy, lacks the row.
"""

from collections.abc import Callable

from svcchat_magic.service.state.database import Connection, StateLost


def enrol(connection: Connection, worker: str, is_alive: Callable[[str], bool]) -> None:
    """Give the worker its row, and take those of dead workers away."""
    for (other,) in connection.execute("SELECT worker FROM worker_marks").fetchall():
        if not is_alive(other):
            connection.execute("DELETE FROM worker_marks WHERE worker = ?", (other,))

    connection.execute("INSERT INTO worker_marks (worker, mark) VALUES (?, '')", (worker,))


def write_mark(connection: Connection, worker: str, mark: str) -> None:
    """Write into the worker's row; raises StateLost where it has none."""
    update = "UPDATE worker_marks SET mark = ? WHERE worker = ?"
    if not connection.execute(update, (mark, worker)).rowcount:
        raise StateLost


def read_mark(connection: Connection, worker: str) -> str:
    """What is in the worker's row, where the other tables can be read; raises StateLost where it has none."""
    connection.execute("SELECT 1 FROM users LIMIT 1").fetchone()
    row = connection.execute("SELECT mark FROM worker_marks WHERE worker = ?", (worker,)).fetchone()
    if row is None:
        raise StateLost

    return str(row[0])
