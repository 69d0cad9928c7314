"""The kernel's side of the chat: one conversation, the variables it bound, the newest answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # importing any of them costs what %load_ext may not
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.notebook.ask_options import AskOptions
    from svcchat_magic.notebook.variable_names import TurnNames, VariableNames
    from svcchat_magic.settings import Settings


class KernelChat:
    """One chat per kernel; the extension owns the only instance.

    The conversation is opened by the first question, and opened anew when a setting changed.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._conversation: Conversation | None = None
        self._settings: Settings | None = None
        self._names: VariableNames | None = None
        self._newest: tuple[int, Answer] | None = None

    @property
    def namespace(self) -> dict[str, Any]:
        """The user's variables."""
        return self._shell.user_ns  # type: ignore[no-any-return]  # IPython does not say what it is

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question goes on with."""
        return self._conversation.chat_id if self._conversation else None

    def conversation(self, settings: Settings) -> Conversation:
        """The kernel's conversation with the service that the settings name."""
        from svcchat_magic.conversation.conversation import Conversation

        if settings != self._settings:
            self.close()

        if self._conversation is None:
            self._conversation = Conversation(settings)
            self._settings = settings

        return self._conversation

    def names_for(self, options: AskOptions) -> TurnNames:
        """Names for the results of one question.

        Raises RequestRefused when `--out` cannot be a variable.
        """
        from svcchat_magic.notebook.variable_names import VariableNames

        if self._names is None:
            self._names = VariableNames()

        return self._names.turn(self.namespace, self._cell_id() or options.question, options.out)

    def keep(self, answer: Answer) -> None:
        """Remember the newest answer, also as `_ask`."""
        self._newest = (self._shell.execution_count, answer)
        self.namespace["_ask"] = answer

    def show_again(self, answer: Answer) -> None:
        """Display an answer; nothing where its own cell shows it already."""
        if self._newest == (self._shell.execution_count, answer):
            return

        from svcchat_magic.notebook.answer_view import show_answer

        show_answer(answer.transcript, answer.seconds)

    def standing(self, settings: Settings) -> str:
        """Where the chat stands, in a few lines; never the key."""
        service = settings.chat_url or "the embedded service on this machine"
        user = settings.internal_id or settings.external_id
        chat = self.chat_id or "none yet; the next question starts one"
        return f"service  {service}\nuser     {user}\nchat     {chat}"

    def forget(self) -> None:
        """Let the next question start a new chat."""
        if self._conversation is not None:
            self._conversation.forget()

    def close(self) -> None:
        """Close the connection, and the embedded service with it."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    def _cell_id(self) -> str:
        """The id of the running cell; some front ends send none."""
        header = getattr(self._shell, "parent_header", None) or {}
        metadata = header.get("metadata") or {}
        return str(metadata.get("cellId") or "")
