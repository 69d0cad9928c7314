"""`%%ask`, `%ask` and `%chat`: doorways that read the line, ask, and let the view paint the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from IPython.core.magic import Magics, line_cell_magic, line_magic, magics_class, no_var_expand
from traitlets import Bool, TraitError, validate

from svcchat_magic.errors import RequestRefused, SettingsError
from svcchat_magic.notebook.ask_options import AskOptions, ask_help, read_ask
from svcchat_magic.notebook.kernel_chat import KernelChat
from svcchat_magic.notebook.setting_traits import SettingTraits

if TYPE_CHECKING:  # importing it costs what %load_ext may not
    from svcchat_magic.conversation.answer import Answer


@magics_class
class AskMagics(Magics, SettingTraits):
    """Ask questions about the data; `%config AskMagics` lists the settings."""

    nested_loops = Bool(
        False, help="Let asyncio.run work inside a cell; refused on kernels that would lose cells by it."
    ).tag(config=True)

    def __init__(self, shell: Any, kernel_chat: KernelChat) -> None:
        super().__init__(shell)
        self.kernel_chat = kernel_chat

    @no_var_expand
    @line_cell_magic
    def ask(self, line: str, cell: str | None = None) -> Answer | None:
        """Ask a question; the answer streams into the cell. `%ask --help` lists the options."""
        options = read_ask(line, cell)
        if options.help:
            print(ask_help())
            return None

        return self._answer(options)

    @line_magic
    def chat(self, line: str) -> None:
        """Say where the kernel's chat stands; `%chat new` starts a new one with the next question."""
        command = line.strip()
        if command == "new":
            self.kernel_chat.forget()
        elif command:
            raise RequestRefused(f"%chat has no command {command[:40]!r}; it has: new.")

        print(self.kernel_chat.standing(self.settings()))

    @validate("nested_loops")
    def _allow_nested_loops(self, proposal: Any) -> bool:
        if proposal["value"]:
            from svcchat_magic.notebook.nested_loop import allow_nested_loops

            try:
                allow_nested_loops()
            except SettingsError as refusal:
                raise TraitError(str(refusal)) from refusal  # what makes %config keep the old value

        return bool(proposal["value"])

    def _answer(self, options: AskOptions) -> Answer:
        from svcchat_magic.notebook.cell_turn import answer_in_cell

        answer = answer_in_cell(self.kernel_chat, self.settings(), options, live=self._can_redraw())
        answer.raise_unless_complete()
        return answer

    def _can_redraw(self) -> bool:
        """Whether a display can be updated in place: in a kernel, but not in a terminal."""
        return getattr(self.shell, "kernel", None) is not None
