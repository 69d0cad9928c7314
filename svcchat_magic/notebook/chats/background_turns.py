"""Questions that are answered while the notebook's other cells run."""

from __future__ import annotations

import contextvars
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svcchat_magic.conversation.conversation import Conversation

_SECONDS_BETWEEN_LOOKS = 0.1  # an interrupt is noticed between two looks


class BackgroundTurns:
    """Runs each question in a thread of its own whose displays appear in the cell that asked."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._lock = Lock()
        self._threads: list[tuple[Conversation, Thread]] = []

    def cell(self) -> Any:
        """The identity of the running cell's output, for a later call of `run`."""
        return (getattr(self._shell, "parent_header", None) or {}).get("header")

    def run(self, conversation: Conversation, work: Callable[[], object], cell: Any = None) -> None:
        """Do the work in a thread whose displays appear in the given cell, by default the running one."""
        context = contextvars.copy_context()  # newer kernels note here which cell an output belongs to
        shown_here = _shown_in(self._shell, work, cell or self.cell())
        thread = Thread(target=context.run, args=(shown_here,), name="svcchat-background", daemon=True)
        with self._lock:  # other threads see it running, or not at all
            self._threads = [each for each in self._threads if each[1].is_alive()]
            thread.start()
            self._threads.append((conversation, thread))

    def is_busy(self, conversation: Conversation) -> bool:
        """Whether an answer of this chat is still being received."""
        with self._lock:
            return any(each is conversation and thread.is_alive() for each, thread in self._threads)

    def wait(self, conversation: Conversation, seconds: float | None = None) -> None:
        """Wait, up to `seconds`, until the chat is free for another question."""
        until = None if seconds is None else time.monotonic() + seconds
        while self.is_busy(conversation) and (until is None or time.monotonic() < until):
            for each, thread in tuple(self._threads):
                if each is conversation:
                    thread.join(_SECONDS_BETWEEN_LOOKS)


def _shown_in(shell: Any, work: Callable[[], object], asked: Any) -> Callable[[], object]:
    """Wrap the work so that its displays appear in the cell that asked."""

    def shown() -> None:
        with displays_in(shell, asked):
            work()

    return shown


@contextmanager
def displays_in(shell: Any, cell: Any) -> Iterator[None]:
    """Within `with`, this thread displays in that cell; ipykernel 6 would use the newest one."""
    publisher = shell.display_pub
    if not cell or not hasattr(publisher, "register_hook"):
        yield
        return

    def of_the_cell(message: dict[str, Any]) -> dict[str, Any]:
        return {**message, "parent_header": cell}

    publisher.register_hook(of_the_cell)  # for this thread only; the last hook wins
    try:
        yield
    finally:
        publisher.unregister_hook(of_the_cell)
