"""The chats, answers and shell that the extension holds in a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svcchat_magic.notebook.chats.background_turns import BackgroundTurns
    from svcchat_magic.notebook.chats.chat_watchers import Watchers
    from svcchat_magic.notebook.chats.kernel_answers import KernelAnswers
    from svcchat_magic.notebook.chats.kernel_chats import KernelChats
    from svcchat_magic.notebook.chats.kernel_shell import KernelShell


@dataclass(frozen=True)
class KernelParts:
    """The chats, answers, watchers and shell that a turn uses."""

    shell: KernelShell
    chats: KernelChats
    answers: KernelAnswers
    background: BackgroundTurns
    watchers: Watchers
