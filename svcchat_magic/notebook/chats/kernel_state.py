"""Everything the extension holds in a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from svcchat_magic.notebook.chats.background_turns import BackgroundTurns
from svcchat_magic.notebook.chats.chat_watchers import Watcher, Watchers
from svcchat_magic.notebook.chats.kernel_answers import KernelAnswers
from svcchat_magic.notebook.chats.kernel_chats import KernelChats
from svcchat_magic.notebook.chats.kernel_parts import KernelParts
from svcchat_magic.notebook.chats.kernel_shell import KernelShell

if TYPE_CHECKING:  # too slow to import for %load_ext
    from svcchat_magic.notebook.chats.kernel_turn import KernelTurn, TurnRequest


class KernelState(KernelParts):
    """The extension's state, of which there is one; `turn` makes a question."""

    def __init__(self, ipython: Any) -> None:
        shell = KernelShell(ipython)
        answers = KernelAnswers(shell)
        chats = KernelChats(answers.kept.forget_beside)
        super().__init__(shell, chats, answers, BackgroundTurns(ipython), Watchers())

    def turn(self, request: TurnRequest) -> KernelTurn:
        """A question that is not yet sent; ask it within `with`."""
        from svcchat_magic.notebook.chats.kernel_turn import KernelTurn

        return KernelTurn(self, request)

    def watch(self, watcher: Watcher) -> None:
        """Notify a panel of every turn from now on; an earlier one of its cell is closed."""
        self.watchers.add(self.shell.cell_id or f"run {self.shell.execution_count}", watcher)

    def forget(self) -> None:
        """Let the next question start a new chat, for every user."""
        self.chats.forget()
        self.watchers.chat_changes()

    def close(self) -> None:
        """Close every connection, the embedded service and the drawing process."""
        self.watchers.close()
        self.chats.close()
        self.answers.close()
