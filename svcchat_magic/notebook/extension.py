"""`%load_ext svcchat_magic`: what it registers, and how all of it is taken away again."""

from threading import Thread
from typing import Any

from svcchat_magic.notebook.ask_magic import AskMagics
from svcchat_magic.notebook.kernel_chat import KernelChat
from svcchat_magic.notebook.question_lines import keep_questions

ANSWER = ("svcchat_magic.conversation.answer", "Answer")


def load_ipython_extension(shell: Any) -> None:
    """Register the magics; loading twice changes nothing."""
    if registered(shell) is not None:
        return

    kernel_chat = KernelChat(shell)
    shell.register_magics(AskMagics(shell, kernel_chat))
    shell.input_transformers_cleanup.append(keep_questions)
    shell.display_formatter.ipython_display_formatter.for_type_by_name(*ANSWER, kernel_chat.show_again)
    Thread(target=_warm_up, name="svcchat-warm-up", daemon=True).start()


def unload_ipython_extension(shell: Any) -> None:
    """Close the kernel's chat and leave nothing registered."""
    magics = registered(shell)
    if magics is None:
        return

    magics.kernel_chat.close()
    shell.input_transformers_cleanup.remove(keep_questions)
    shell.display_formatter.ipython_display_formatter.pop(".".join(ANSWER), None)
    shell.configurables.remove(magics)
    del shell.magics_manager.registry[AskMagics.__name__]
    for kind in ("line", "cell"):
        for name in ("ask", "chat"):
            shell.magics_manager.magics[kind].pop(name, None)


def registered(shell: Any) -> AskMagics | None:
    """The magics of this shell, if they are loaded."""
    found = shell.magics_manager.registry.get(AskMagics.__name__)
    return found if isinstance(found, AskMagics) else None


def _warm_up() -> None:
    """Import what the first question needs while the user types it."""
    import svcchat_magic.conversation.conversation
    import svcchat_magic.notebook.cell_turn  # noqa: F401 - imported for its effect alone
