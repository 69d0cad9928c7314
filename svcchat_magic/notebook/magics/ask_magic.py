"""`%%ask`, `%ask` and `%chat`: read the line, ask, and let the view draw the turn."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from IPython.core.magic import Magics, line_cell_magic, line_magic, magics_class, no_var_expand
from traitlets import Bool, TraitError, validate

from svcchat_magic.errors import RequestRefused, SettingsError, StreamStopped
from svcchat_magic.notebook.questions.setting_traits import SettingTraits
from svcchat_magic.settings import Settings

if TYPE_CHECKING:  # too slow to import for %load_ext
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.questions.ask_options import AskOptions


@magics_class
class AskMagics(Magics, SettingTraits):
    """Ask questions about the data; `%config AskMagics` lists the settings."""

    nested_loops = Bool(
        False, help="Let asyncio.run work inside a cell; refused on kernels that would lose cells by it."
    ).tag(config=True)

    chart_png = Bool(
        True, help="Add a picture to every chart, for front ends that draw none; False keeps notebooks small."
    ).tag(config=True)

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self.completions: Any = None  # what the extension registered and must remove
        self.replaced: dict[tuple[str, str], Any] = {}  # other magics of the same names, to restore

    @cached_property
    def kernel(self) -> KernelState:
        """What the extension holds in this kernel; made by what first needs it."""
        from svcchat_magic.notebook.chats.kernel_state import KernelState

        return KernelState(self.shell)

    def close(self) -> None:
        """Close every connection, the embedded service and the drawing process."""
        if "kernel" in vars(self):
            self.kernel.close()

    @no_var_expand
    @line_cell_magic
    def ask(self, line: str, cell: str | None = None) -> Answer | None:
        """Ask a question; the answer streams into the cell. `%ask --help` lists the options."""
        try:
            from svcchat_magic.notebook.questions.ask_options import ask_help, read_ask

            options = read_ask(line, cell)
            if options.help:
                print(ask_help())
                return None

            return self._answer(options)
        except StreamStopped:
            self._pass_over_repeats()
            raise
        except KeyboardInterrupt:  # IPython would print a traceback of our code
            self._pass_over_repeats()
            raise StreamStopped("Stopped. Partial results are kept. The cells below are not run.") from None

    @no_var_expand
    @line_magic
    def chat(self, line: str) -> None:
        """Show the kernel's chat, and act on it. `%chat --help` lists the commands."""
        try:
            from svcchat_magic.notebook.magics.chat_actions import ChatCommandContext
            from svcchat_magic.notebook.magics.chat_commands import run_chat_command
            from svcchat_magic.notebook.questions.ask_options import AskOptions

            settings = self.settings()
            context = ChatCommandContext(
                self.kernel,
                settings,
                described=lambda: self.described(settings),
                open_panel=self.open_panel,
                draw_pictures=self._draw_pictures,
                resume_suspended=lambda: self._answer(
                    AskOptions("", resumes=True, personas=(self.kernel.chats.suspended_as,))
                ),
            )
            run_chat_command(line, context)
        except KeyboardInterrupt:
            raise StreamStopped("Stopped. The cells below are not run.") from None

    def open_panel(self) -> None:
        """Show the panel in the running cell; in a headless run, the chat's transcript instead.

        Raises RequestRefused in a terminal, which shows no widgets.
        """
        if not self.kernel.shell.can_redraw:
            raise RequestRefused("The panel needs a notebook. Here, use %ask and %chat history.")

        self._draw_pictures()
        if not self.kernel.shell.is_watched:
            from svcchat_magic.notebook.chats.chat_turns import show_chat

            show_chat(self.kernel, self.settings())
            return

        from svcchat_magic.notebook.panel.panel import Panel

        Panel(self.kernel, self.settings).open()

    def chat_names(self) -> list[str]:
        """The names of this machine's chats, for Tab; none if the settings or the list cannot be read."""
        try:
            return [chat.name for chat in self.kernel.chats.index(self.settings()).chats()]
        except SettingsError:
            return []

    def settings(self, **options: Any) -> Settings:
        """The settings by precedence, with the key typed at `%chat key`."""
        typed = self.kernel.chats.api_key
        return super().settings(**({"api_key": typed} if typed else {}), **options)

    @validate("nested_loops")
    def _allow_nested_loops(self, proposal: Any) -> bool:
        if proposal["value"]:
            from svcchat_magic.notebook.magics.nested_loop import allow_nested_loops

            try:
                allow_nested_loops()
            except SettingsError as refusal:
                raise TraitError(str(refusal)) from refusal  # what makes %config keep the old value

        return bool(proposal["value"])

    def _answer(self, options: AskOptions) -> Answer | None:
        from svcchat_magic.notebook.asking.held_interrupts import HeldInterrupts  # an eighth of %load_ext

        with HeldInterrupts():  # for the whole magic: only a wait can be interrupted
            self._draw_pictures()
            if len(options.personas) > 1:
                from svcchat_magic.notebook.asking.comparison import compare_in_cell

                compare_in_cell(self.kernel, self.settings(), options, live=self.kernel.shell.can_redraw)
                return None

            from svcchat_magic.notebook.asking.cell_question import answer_in_cell

            answer = answer_in_cell(self.kernel, self.settings(), options, live=self.kernel.shell.can_redraw)
            if answer is not None:
                answer.raise_unless_answered(resume="%chat resume")

            return answer

    def _pass_over_repeats(self) -> None:
        from svcchat_magic.notebook.asking.held_interrupts import pass_over_repeats

        pass_over_repeats(self.shell)

    def _draw_pictures(self) -> None:
        self.kernel.answers.draw_pictures(self.chart_png and self.kernel.shell.can_redraw)
