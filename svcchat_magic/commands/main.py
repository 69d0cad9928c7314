# PYTHON_ARGCOMPLETE_OK
"""`svcchat`: ask a question in a terminal, serve the API, open the first notebook."""

import os
import shutil
import sys
from collections.abc import Sequence

from svcchat_magic.commands import account, ask, doctor, lab, record, serve, sql, trust
from svcchat_magic.commands.command_line import CommandLine
from svcchat_magic.errors import RequestRefused, SettingsError, SvcchatError
from svcchat_magic.protocol.terminal_stream import guard_terminals
from svcchat_magic.protocol.terminal_text import wrapped

COMMANDS = (ask, sql, record, lab, serve, account, trust, doctor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is success, 1 failure, 2 wrong usage, 130 an interrupt."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what could come next
        _complete()

    guard_terminals()
    try:
        options, rest = build_parser().parse_known_args(arguments)
        if rest and options.command != "lab":
            options.command_line.refuse(rest)

        options.rest = rest
        status = int(options.run(options))
        print(end="", flush=True)  # a pipe that nobody reads any more is found here, and not at the end
        return status
    except (RequestRefused, SettingsError) as error:
        _say(str(error))
        return 2
    except SvcchatError as error:
        _say(str(error))
        return 1
    except BrokenPipeError:
        _write_nowhere()  # whoever read, such as head, has enough
        return 1
    except OSError as error:
        _say(f"{error.filename or 'a file'}: {error.strerror}" if error.strerror else f"{error}.")
        return 1
    except UnicodeEncodeError as error:
        encoding = error.encoding
        _say(f"Standard output is {encoding}, which lacks a character of this; set PYTHONIOENCODING=utf-8.")
        return 1
    except KeyboardInterrupt:
        _say("stopped")
        return 130


def _say(sentence: str) -> None:
    """One line on stderr; several where a person's terminal would break it within a word."""
    text = f"svcchat: {sentence}"
    is_read = sys.stderr.isatty()
    print(wrapped(text, shutil.get_terminal_size().columns) if is_read else text, file=sys.stderr)


def _write_nowhere() -> None:
    """Let what still waits to be written go: at its end Python would try once more, and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _complete() -> None:
    """Answer the shell, where the extra [completion] is installed."""
    try:
        import argcomplete
    except ImportError:
        return

    argcomplete.autocomplete(build_parser())


def build_parser() -> CommandLine:
    """The whole command line."""
    parser = CommandLine(
        prog="svcchat", description="Ask a question in a terminal, serve the API, open the first notebook."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)

    return parser
