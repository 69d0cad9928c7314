"""The states of a run."""

from enum import StrEnum


class RunStatus(StrEnum):
    """How far a run has got. The store keeps these texts, except for GONE."""

    RUNNING = "running"
    COMPLETE = "complete"
    ABORTED = "aborted"  # by its user, or because everyone who read it has left
    FAILED = "failed"
    INTERRUPTED = "interrupted"  # its worker stopped
    GONE = "gone"  # deleted together with its user


# As text of a statement: with a value in its place, SQLite prepares the statement anew each time, because an
# index of the running ones might serve.
IS_RUNNING = f"status = '{RunStatus.RUNNING}'"
