"""`%load_ext svcchat_magic`: registers the magics, completions and formatters, and removes them again."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from IPython.core.getipython import get_ipython
from traitlets import TraitError

from svcchat_magic.errors import SettingsError, SvcchatError
from svcchat_magic.notebook.magics.ask_magic import AskMagics
from svcchat_magic.notebook.magics.completions import completions
from svcchat_magic.notebook.magics.formatters import Formatters
from svcchat_magic.notebook.questions.question_lines import keep_questions

NAMES = (("line", "ask"), ("cell", "ask"), ("line", "chat"))
ANSWER = ("svcchat_magic.conversation.answers.answer", "Answer")
CHART = ("svcchat_magic.frames.offline_chart", "ShownOffline")
OF_ALTAIR = tuple((f"altair.vegalite.{version}.api", "TopLevelMixin") for version in ("v5", "v6"))


def load_ipython_extension(shell: Any) -> None:
    """Register the magics; loading twice changes nothing."""
    if registered(shell) is not None:
        return

    try:
        magics = AskMagics(shell)
    except TraitError as refusal:  # a profile's settings are read here
        raise SettingsError(str(refusal)) from refusal

    magics.replaced = _taken(shell)
    shell.register_magics(magics)
    magics.completions = completions(shell.user_ns, magics.chat_names)
    shell.Completer.custom_matchers.append(magics.completions)
    shell.input_transformers_cleanup.append(keep_questions)
    formatters = Formatters(magics)
    shell.display_formatter.ipython_display_formatter.for_type_by_name(*ANSWER, formatters.answer)
    bundles = shell.display_formatter.mimebundle_formatter
    bundles.for_type_by_name(*CHART, formatters.edited_chart)
    for made in OF_ALTAIR:  # made of our charts by alt.layer and alt.concat; others are unchanged
        bundles.for_type_by_name(*made, formatters.altair_chart)

    Thread(target=_warm_up, args=(magics,), name="svcchat-warm-up", daemon=True).start()


def unload_ipython_extension(shell: Any) -> None:
    """Close the kernel's chat and remove everything that was registered."""
    magics = registered(shell)
    if magics is None:
        return

    magics.close()
    shell.input_transformers_cleanup.remove(keep_questions)
    shell.display_formatter.ipython_display_formatter.pop(".".join(ANSWER), None)
    for shown in (CHART, *OF_ALTAIR):
        shell.display_formatter.mimebundle_formatter.pop(".".join(shown), None)

    shell.Completer.custom_matchers.remove(magics.completions)
    shell.configurables.remove(magics)
    del shell.magics_manager.registry[AskMagics.__name__]
    for kind, name in NAMES:
        shell.magics_manager.magics[kind].pop(name, None)
        if (kind, name) in magics.replaced:
            shell.magics_manager.magics[kind][name] = magics.replaced[kind, name]


def panel() -> None:
    """Open the panel in the cell that runs: `%chat panel`, as a function.

    Raises SettingsError where the extension is not loaded, RequestRefused in a terminal.
    """
    shell = get_ipython()
    magics = registered(shell) if shell is not None else None
    if magics is None:
        raise SettingsError(
            "The panel needs a notebook with the extension; run %load_ext svcchat_magic first."
        )

    magics.open_panel()


def use(data: object | None = None, *, model: str | Path | None = None, **tables: object) -> None:
    """Ask your own data from now on, in a new chat: `use(orders=df, customers="customers.parquet")`.

    `data` is a DataFrame, a path, or a mapping of names to these; `tables` names each. With the folder of a
    `model`, or "demo", a path is the model's data and tables are joined to it. The answers come from
    this machine, whatever the settings say; `%chat use --remote` goes back. Call it again after a frame has
    changed. Raises SettingsError outside of IPython, EngineError for data that cannot be used.
    """
    from svcchat_magic.conversation.connecting.given_data import GivenData  # neither is needed by %load_ext
    from svcchat_magic.notebook.magics.chat_actions import use_data

    shell: Any = get_ipython()
    if shell is None:
        raise SettingsError("use() needs a notebook; in a script write Conversation(data=...).")

    shell.extension_manager.load_extension("svcchat_magic")
    magics = registered(shell)
    if magics is None:
        raise SettingsError("The extension cannot be loaded; run %load_ext svcchat_magic.")

    named = [data] if isinstance(data, (str, Path, Mapping)) else [{"data": data}] if data is not None else []
    given = GivenData([*named, *([tables] if tables else [])], model=model)
    use_data(magics.kernel, magics.settings(), given)


def registered(shell: Any) -> AskMagics | None:
    """The magics of this shell, if they are loaded."""
    found = shell.magics_manager.registry.get(AskMagics.__name__)
    return found if isinstance(found, AskMagics) else None


def _taken(shell: Any) -> dict[tuple[str, str], Any]:
    """Other magics of our names; they are restored when ours are unloaded."""
    known = shell.magics_manager.magics
    taken = {(kind, name): known[kind][name] for kind, name in NAMES if name in known[kind]}
    for (_, name), magic in taken.items():
        owner = getattr(magic, "__module__", None) or "somebody else"
        print(f"%{name} was defined by {owner}. To restore it, run %unload_ext svcchat_magic.")

    return taken


def _warm_up(magics: AskMagics) -> None:
    """Import what the first question needs while the user types it."""
    import svcchat_magic.notebook.asking.cell_question
    import svcchat_magic.notebook.chats.kernel_state
    import svcchat_magic.notebook.questions.ask_options  # noqa: F401 - all three for their effect alone
    from svcchat_magic.conversation.connecting.connection import import_early
    from svcchat_magic.frames.column_arrays import column_array
    from svcchat_magic.notebook.display.safe_text import code_html

    code_html("SELECT 1")  # the colours of SQL are imported when first used
    column_array([""], "string")  # as is what a first column of text needs
    with suppress(SvcchatError):  # the question will say so
        import_early(magics.settings())
