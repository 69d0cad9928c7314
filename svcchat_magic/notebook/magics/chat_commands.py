"""The commands of `%chat`: one table, read by the magic, its help and the documentation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.conversation.close_words import close_word
from svcchat_magic.errors import RequestRefused, SvcchatError
from svcchat_magic.notebook.chats.kernel_state import KernelState
from svcchat_magic.notebook.display.cell_display import say, show_bundle, terminal_width
from svcchat_magic.notebook.questions.ask_options import in_columns
from svcchat_magic.protocol.terminal_text import shown_in_terminal

if TYPE_CHECKING:
    from svcchat_magic.conversation.given_data import GivenData
    from svcchat_magic.settings import Settings


class Command(NamedTuple):
    """One command: its name, the names of its arguments (optional ones in brackets), what it does."""

    name: str
    argument: str
    meaning: str
    run: Callable[[ChatCommandContext, str], None]


class ChatCommandContext(NamedTuple):
    """What a command works with."""

    kernel: KernelState
    settings: Settings
    described: Callable[[], str]  # the current settings, one per line
    resume_suspended: Callable[[], object]  # and draw the rest of the suspended answer
    open_panel: Callable[[], None]
    draw_pictures: Callable[[], None]  # with the charts from now on, if they are switched on


def run_chat_command(line: str, context: ChatCommandContext) -> None:
    """Run the line of `%chat`; raises RequestRefused for an unknown command."""
    name, _, argument = line.strip().partition(" ")
    if name in ("--help", "help"):
        print(chat_help())
        return

    for command in COMMANDS:
        if command.name == name:
            _check_argument(command, argument.strip())
            command.run(context, argument.strip())
            return

    known = [command.name for command in COMMANDS if command.name]
    if meant := close_word(name, known):
        raise RequestRefused(f"%chat has no command {name[:40]!r}; did you mean %chat {meant}?")

    raise RequestRefused(f"%chat has no command {name[:40]!r}; choose from {', '.join(known)}.")


def chat_help() -> str:
    """The commands as a plain text table."""
    rows = [(f"%chat {command.name} {command.argument}".rstrip(), command.meaning) for command in COMMANDS]
    width = max(len(spelling) for spelling, _ in rows)
    return "\n".join(in_columns(spelling, meaning, width) for spelling, meaning in rows)


def _check_argument(command: Command, argument: str) -> None:
    if argument and not command.argument:
        raise RequestRefused(f"%chat {command.name} takes no argument; leave out {argument[:40]!r}.")

    if not argument and command.argument and not command.argument.startswith("["):
        raise RequestRefused(f"%chat {command.name} needs {command.argument}.")


def _standing(context: ChatCommandContext, _: str) -> None:
    from svcchat_magic.conversation.who_asks import analyst_text, credential_text, user_text

    settings = context.settings
    service = settings.chat_url or "the embedded service on this machine"
    if context.kernel.chats.own_data is not None:
        service = "your own data, on this machine"

    chat = context.kernel.chats.chat_id_with(settings) or "none yet; the next question starts one"
    user, credential = user_text(settings), credential_text(settings)  # never the key
    answers = analyst_text(settings)
    say(f"service  {service}\nanswers  {answers}\nuser     {user}\nsent     {credential}\nchat     {chat}")


def _use(context: ChatCommandContext, words: str) -> None:
    from svcchat_magic.notebook.questions.named_data import given_data

    is_back = words == "--remote"
    use_data(
        context.kernel,
        context.settings,
        None if is_back else given_data(words, context.kernel.shell.namespace),
    )
    if is_back:
        _standing(context, "")


def use_data(kernel: KernelState, settings: Settings, data: GivenData | None) -> None:
    """Ask about this data from now on and print the inferred model; None returns to the service."""
    opened = kernel.chats.use(data, settings)
    kernel.watchers.chat_changes()
    if data is not None:
        aside = "The service in your settings is not used. To go back to it, run %chat use --remote."
        say("\n".join((opened.notice, aside) if settings.chat_url else (opened.notice,)))


def _new(context: ChatCommandContext, _: str) -> None:
    context.kernel.forget()
    _standing(context, "")


def _list(context: ChatCommandContext, _: str) -> None:
    from svcchat_magic.notebook.magics.chat_table import chat_table

    chats = context.kernel.chats.index(context.settings).chats()
    if not chats:
        say("There are no chats with this service on this machine yet. Ask a question.")
        return

    listed = chats[:_MOST_LISTED]
    print(chat_table(listed, context.kernel.chats.chat_id, datetime.now(UTC), terminal_width()))
    if len(chats) > _MOST_LISTED:
        say(f"and {len(chats) - _MOST_LISTED:,} older ones")


def _name(context: ChatCommandContext, name: str) -> None:
    chat_id = _chat_here(context)
    say(f"Renamed this chat to {context.kernel.chats.index(context.settings).rename(chat_id, name)}.")


def _resume(context: ChatCommandContext, text: str) -> None:
    if not text:
        context.resume_suspended()
        return

    conversation = context.kernel.chats.conversation(context.settings)
    before = conversation.position
    index = context.kernel.chats.index(context.settings)
    chat_id = index.chat_id(text)
    conversation.resume(chat_id)
    try:
        _history(context, "")
    except SvcchatError:
        conversation.go_back(before)
        raise

    context.kernel.watchers.chat_changes()
    say(f"Resumed {index.name(chat_id)}.")


def _history(context: ChatCommandContext, _: str) -> None:
    from svcchat_magic.notebook.chats.chat_turns import served_turns, turns_of
    from svcchat_magic.notebook.display.answer_pieces import heading_bundle
    from svcchat_magic.notebook.display.answer_view import show_past_answer

    _chat_here(context)
    conversation, kept = context.kernel.chats.conversation(context.settings), context.kernel.answers.kept
    turns = turns_of if context.settings.mode == "replay" else served_turns  # no chat is read in mode replay
    past = turns(conversation, kept)
    context.draw_pictures()
    for answer, names in past:
        show_bundle(heading_bundle(answer.question))
        show_past_answer(answer, names, context.kernel.answers.pictures)


def _panel(context: ChatCommandContext, _: str) -> None:
    context.open_panel()


def _stop(context: ChatCommandContext, _: str) -> None:
    if not context.kernel.chats.stop():
        say("No answer is running.")


def _model(context: ChatCommandContext, words: str) -> None:
    from svcchat_magic.notebook.chats.model_browser import model_bundle

    show_bundle(model_bundle(context.kernel, context.settings, words))


def _eval(context: ChatCommandContext, file: str) -> None:
    from svcchat_magic.evaluation.asking import Asked, grade
    from svcchat_magic.evaluation.question_file import read_question_file
    from svcchat_magic.evaluation.report import report

    data = context.kernel.chats.own_data
    served = {} if data is None else data.served
    if served.pop("joined", None):
        raise RequestRefused("Questions are graded over a model's own data; leave the tables beside it out.")

    about = Asked(**served)  # type: ignore[arg-type] # the options of a service
    graded = grade(read_question_file(Path(file)), about, context.settings)
    print(shown_in_terminal(report(graded, terminal_width())))


def _export(context: ChatCommandContext, argument: str) -> None:
    from svcchat_magic.notebook.export.export import export_chat

    say(export_chat(context.kernel, context.settings, argument))


def _embed(context: ChatCommandContext, _: str) -> None:
    from svcchat_magic.conversation.hub import page_address
    from svcchat_magic.notebook.display.answer_pieces import link_bundle

    conversation = context.kernel.chats.conversation(context.settings)
    session = conversation.embed_session()
    address, needed = page_address(conversation.settings.base_url, f"embed/chat?sessionId={session}")
    note = "works once, within 5 minutes; your site's server creates one for each visitor"
    show_bundle(link_bundle("Open the chat page", address, needed or note))


def _doctor(context: ChatCommandContext, _: str) -> None:
    from svcchat_magic.notebook.magics.kernel_doctor import examined

    say(examined(context.kernel.shell.ipython, context.settings))


def _config(context: ChatCommandContext, _: str) -> None:
    print(shown_in_terminal(context.described()))


def _key(context: ChatCommandContext, argument: str) -> None:
    from svcchat_magic.notebook.chats.client_key import ask_for_key, forget_stored_key

    if argument not in ("", "--store", "--forget"):  # perhaps the key itself, so it is not repeated
        raise RequestRefused("%chat key takes --store or --forget, and never the key itself.")

    chats, settings = context.kernel.chats, context.settings
    if argument == "--forget":
        say(forget_stored_key(chats, settings))
    else:
        say(ask_for_key(chats, settings, store=argument == "--store"))


def _trust(context: ChatCommandContext, argument: str) -> None:
    from svcchat_magic.conversation.trusting import list_trusted, revoke_here, trust_here

    if argument not in ("", "--list", "--revoke"):
        raise RequestRefused("%chat trust takes --list or --revoke, and nothing else.")

    if argument == "--list":
        say(list_trusted())
    else:
        say(revoke_here() if argument == "--revoke" else trust_here(context.settings))


def _chat_here(context: ChatCommandContext) -> str:
    chat_id = context.kernel.chats.conversation(context.settings).chat_id
    if chat_id is None:
        raise RequestRefused("There is no chat yet; ask a question, or %chat resume one of %chat list.")

    return chat_id


_MOST_LISTED = 30

COMMANDS = (
    Command("", "", "Show the service, the user and the chat.", _standing),
    Command(
        "use",
        "SOURCES | --remote",
        "Ask your own data: files, folders or names of DataFrames, with --model DIR if you have a model; "
        "--remote goes back to the service.",
        _use,
    ),
    Command("new", "", "Start a new chat with the next question.", _new),
    Command("list", "", "List the chats that were opened on this machine.", _list),
    Command("name", "NAME", "Give this chat a name.", _name),
    Command(
        "resume",
        "[ID_OR_NAME]",
        "Continue an earlier chat and show its turns. Without a name, continue a suspended answer.",
        _resume,
    ),
    Command("history", "", "Show the turns of this chat, as the service stores them.", _history),
    Command("panel", "", "Open a panel on this chat. The cells and the panel share it.", _panel),
    Command("stop", "", "Stop the running answer, in the background too.", _stop),
    Command(
        "model",
        "[WORDS]",
        "Show what you can ask about: the tables, or the members that match the words.",
        _model,
    ),
    Command(
        "eval",
        "FILE",
        "Grade the built-in agent by a file of questions, over your own data or the demo shop.",
        _eval,
    ),
    Command(
        "export",
        "FILE [--query] [--force]",
        "Export this chat as .ipynb or .py that runs without the agent, or as .md.",
        _export,
    ),
    Command("embed", "", "Create a link to the chat page for this user.", _embed),
    Command("doctor", "", "Check versions, address, key, kernel and front end.", _doctor),
    Command("config", "", "Show the current settings and where each comes from.", _config),
    Command("key", "[--store | --forget]", "Ask for the API key without showing it.", _key),
    Command(
        "trust",
        "[--list | --revoke]",
        "Allow the key to be sent to the addresses in the project's pyproject.toml.",
        _trust,
    ),
)
