"""The watchers of the kernel's chat: the open panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # too slow to import for %load_ext
    from svcchat_magic.conversation.answers.answer import Answer


class Watcher(Protocol):
    """Shows the turns of the kernel's chat in addition to the cell that asked: a panel."""

    def question_begins(self, question: str, asker: object) -> None:
        """A question of the kernel's chat was sent."""

    def question_ends(self, answer: Answer | None, names: Sequence[str], asker: object) -> None:
        """It was answered, its results bound to these names; or it failed without an answer."""

    def chat_changes(self) -> None:
        """The next question begins a new chat, or continues another one."""

    def close(self) -> None:
        """The chat is closed; no further calls follow."""


class Watchers:
    """The watchers by their cell; a watcher may remove itself while it is notified."""

    def __init__(self) -> None:
        self._by_cell: dict[str, Watcher] = {}

    def add(self, cell: str, watcher: Watcher) -> None:
        """Add a watcher; an earlier one of its cell is closed."""
        before = self._by_cell.pop(cell, None)
        if before is not None:
            before.close()

        self._by_cell[cell] = watcher

    def question_begins(self, question: str, asker: object) -> None:
        """Notify all watchers."""
        for watcher in tuple(self._by_cell.values()):
            watcher.question_begins(question, asker)

    def question_ends(self, answer: Answer | None, names: Sequence[str], asker: object) -> None:
        """Notify all watchers."""
        for watcher in tuple(self._by_cell.values()):
            watcher.question_ends(answer, names, asker)

    def chat_changes(self) -> None:
        """Notify all watchers."""
        for watcher in tuple(self._by_cell.values()):
            watcher.chat_changes()

    def close(self) -> None:
        """Close and forget them."""
        for watcher in self._by_cell.values():
            watcher.close()

        self._by_cell.clear()
