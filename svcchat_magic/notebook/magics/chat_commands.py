"""The commands of `%chat`: one table, read by the magic, its help and the documentation."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from svcchat_magic.conversation.close_words import close_word
from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.magics import chat_actions as do
from svcchat_magic.notebook.magics.chat_actions import ChatCommandContext
from svcchat_magic.notebook.questions.ask_options import in_columns


class Command(NamedTuple):
    """One command: its name, the names of its arguments (optional ones in brackets), what it does."""

    name: str
    argument: str
    meaning: str
    run: Callable[[ChatCommandContext, str], None]


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


COMMANDS = (
    Command("", "", "Show the service, the user and the chat.", do.show_standing),
    Command(
        "use",
        "SOURCES | --remote",
        "Ask your own data: files, folders or names of DataFrames, with --model DIR if you have a model; "
        "--remote goes back to the service.",
        do.use_sources,
    ),
    Command("new", "", "Start a new chat with the next question.", do.start_anew),
    Command("list", "", "List the chats that were opened on this machine.", do.list_chats),
    Command("name", "NAME", "Give this chat a name.", do.rename_chat),
    Command(
        "resume",
        "[ID_OR_NAME]",
        "Continue an earlier chat and show its turns. Without a name, continue a suspended answer.",
        do.resume_chat,
    ),
    Command("history", "", "Show the turns of this chat, as the service stores them.", do.show_history),
    Command("panel", "", "Open a panel on this chat. The cells and the panel share it.", do.open_panel),
    Command("stop", "", "Stop the running answer, in the background too.", do.stop_answer),
    Command(
        "model",
        "[WORDS]",
        "Show what you can ask about: the tables, or the members that match the words.",
        do.show_model,
    ),
    Command(
        "eval",
        "FILE",
        "Grade the built-in agent by a file of questions, over your own data or the demo shop.",
        do.grade_questions,
    ),
    Command(
        "export",
        "FILE [--query] [--force]",
        "Export this chat as .ipynb or .py that runs without the agent, or as .md.",
        do.export_to_file,
    ),
    Command("embed", "", "Create a link to the chat page for this user.", do.link_to_page),
    Command("doctor", "", "Check versions, address, key, kernel and front end.", do.examine),
    Command("config", "", "Show the current settings and where each comes from.", do.print_settings),
    Command("key", "[--store | --forget]", "Ask for the API key without showing it.", do.ask_or_forget_key),
    Command(
        "trust",
        "[--list | --revoke]",
        "Allow the key to be sent to the addresses in the project's pyproject.toml.",
        do.trust_addresses,
    ),
)
