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

_SECONDS_BETWEEN_LOOKS = 0.1  # an interrupt is seen between two of them


class BackgroundTurns:
    """One thread for each; what it displays lands in the cell that asked."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._lock = Lock()
        self._threads: list[tuple[Conversation, Thread]] = []

    def cell(self) -> Any:
        """What tells the running cell's output from others', for `run` to be called later."""
        return (getattr(self._shell, "parent_header", None) or {}).get("header")

    def run(self, conversation: Conversation, work: Callable[[], object], cell: Any = None) -> None:
        """Do the work in a thread that displays where this cell does, or that one."""
        context = contextvars.copy_context()  # newer kernels keep in it which cell an output belongs to
        shown_here = _shown_in(self._shell, work, cell or self.cell())
        thread = Thread(target=context.run, args=(shown_here,), name="svcchat-background", daemon=True)
        with self._lock:  # others find it running, or not at all
            self._threads = [each for each in self._threads if each[1].is_alive()]
            thread.start()
            self._threads.append((conversation, thread))

    def is_busy(self, conversation: Conversation) -> bool:
        """Whether an answer of this chat is still on its way."""
        with self._lock:
            return any(each is conversation and thread.is_alive() for each, thread in self._threads)

    def wait(self, conversation: Conversation, seconds: float | None = None) -> None:
        """Wait until the chat is free, at most so long: a second question cannot be asked before."""
        until = None if seconds is None else time.monotonic() + seconds
        while self.is_busy(conversation) and (until is None or time.monotonic() < until):
            for each, thread in tuple(self._threads):
                if each is conversation:
                    thread.join(_SECONDS_BETWEEN_LOOKS)


def _shown_in(shell: Any, work: Callable[[], object], asked: Any) -> Callable[[], object]:
    """The work with its displays in the cell that asked."""

    def shown() -> None:
        with displays_in(shell, asked):
            work()

    return shown


@contextmanager
def displays_in(shell: Any, cell: Any) -> Iterator[None]:
    """What this thread displays meanwhile lands in that cell; ipykernel 6 would show it in the newest one."""
    publisher = shell.display_pub
    if not cell or not hasattr(publisher, "register_hook"):
        yield
        return

    def of_the_cell(message: dict[str, Any]) -> dict[str, Any]:
        return {**message, "parent_header": cell}

    publisher.register_hook(of_the_cell)  # for this thread alone; of several the last one counts
    try:
        yield
    finally:
        publisher.unregister_hook(of_the_cell)
