"""Stored readers of runs that another worker streams (decisions/readers-and-runs)."""

from collections import Counter
from collections.abc import Callable
from uuid import uuid4

from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import end_run
from svcchat_magic.service.state.run_status import IS_RUNNING, RunStatus


def add_follower(connection: Connection, run_id: str, worker: str) -> str:
    """Add a reader at this worker and return the id to remove it by."""
    follower = uuid4().hex
    connection.execute(
        "INSERT INTO followers (id, run_id, worker) VALUES (?, ?, ?)", (follower, run_id, worker)
    )
    return follower


def remove_follower(connection: Connection, follower: str) -> None:
    """Remove a reader."""
    connection.execute("DELETE FROM followers WHERE id = ?", (follower,))


def followers(connection: Connection, worker: str, is_alive: Callable[[str], bool]) -> Counter[str]:
    """The number of followers of each run that a worker streams, not counting those of dead workers."""
    rows = connection.execute(
        f"""SELECT run_id, followers.worker FROM followers JOIN runs ON runs.id = run_id
        WHERE runs.worker = ? AND {IS_RUNNING}""",
        (worker,),
    ).fetchall()
    return Counter(run_id for run_id, elsewhere in rows if is_alive(elsewhere))


def abort_unless_followed(
    connection: Connection, run_id: str, is_alive: Callable[[str], bool], now: float
) -> bool:
    """Abort a run unless readers at other workers follow it; return whether it has ended."""
    rows = connection.execute("SELECT worker FROM followers WHERE run_id = ?", (run_id,)).fetchall()
    if any(is_alive(worker) for (worker,) in rows):
        return False

    end_run(connection, run_id, RunStatus.ABORTED, now)
    return True
