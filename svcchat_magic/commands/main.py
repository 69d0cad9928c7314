"""`svcchat`: ask a question in a terminal, serve the API, open the first notebook."""

import os
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from svcchat_magic.commands.command_line import HELP_OPTIONS, CommandGroup, usage_line
from svcchat_magic.errors import QueryRefused, RequestRefused, SettingsError, SvcchatError
from svcchat_magic.protocol.terminal_stream import guard_terminals
from svcchat_magic.protocol.terminal_text import wrapped

_MOST_WIDTH = 80  # of a help text
COMPLETION_VARIABLE = "_SVCCHAT_COMPLETE"  # as click calls it
# Each command is a module of this room, imported when it is used; the help of the program needs none.
COMMANDS = {
    "ask": "Ask a question and print the answer.",
    "sql": "Run SQL over the data model.",
    "eval": "Grade the built-in agent, or a language model, by a file of questions.",
    "record": "Record the answers to a list of questions.",
    "lab": "Open JupyterLab on the first notebook.",
    "serve": "Serve the API on this machine.",
    "model": "Make a model for your data, and check one.",
    "account": "Manage the API keys of an account.",
    "trust": "Trust the addresses in this project's pyproject.toml.",
    "doctor": "Check versions, address, key, recordings and language models.",
}


class Program(CommandGroup):
    """The commands, by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None

        command: click.Command = import_module(f"svcchat_magic.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write what each command does, without importing it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        from svcchat_magic.version import package_version

        click.echo(f"svcchat {package_version()}")
        ctx.exit()


@click.group("svcchat", cls=Program, context_settings=HELP_OPTIONS)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def program() -> None:
    """Ask a question in a terminal, serve the API, open the first notebook."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is success, 1 failure, 2 wrong usage, 130 an interrupt."""
    if os.environ.get(COMPLETION_VARIABLE):
        program.main(prog_name="svcchat")  # answers the shell and exits

    guard_terminals()
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        print(end="", flush=True)  # finds a closed pipe here, and not when Python ends
        return status
    except click.UsageError as error:
        _say(usage_line(error))
        return 2
    except (RequestRefused, SettingsError, QueryRefused) as error:
        _say(str(error))
        return 2
    except SvcchatError as error:
        _say(str(error))
        return 1
    except BrokenPipeError:
        _discard_output()  # the reader, such as head, has enough
        return 1
    except OSError as error:
        _say(f"{error.filename or 'a file'}: {error.strerror}" if error.strerror else f"{error}.")
        return 1
    except UnicodeEncodeError as error:
        _say(f"Standard output is {error.encoding}, which lacks a character; set PYTHONIOENCODING=utf-8.")
        return 1
    except KeyboardInterrupt:
        _say("stopped")
        return 130


def _run(arguments: Sequence[str]) -> int:
    """Run a command without click's own handling of interrupts, closed pipes and patterns such as `*`."""
    width = min(shutil.get_terminal_size().columns, _MOST_WIDTH)  # click's own takes 50 columns at least
    try:
        with program.make_context("svcchat", list(arguments), terminal_width=width) as context:
            return int(program.invoke(context))
    except click.exceptions.Exit as end:  # after --help and --version
        return end.exit_code


def _say(sentence: str) -> None:
    """Print a line on stderr; in a terminal it is wrapped between words."""
    text = f"svcchat: {sentence}"
    is_terminal = sys.stderr.isatty()
    print(wrapped(text, shutil.get_terminal_size().columns) if is_terminal else text, file=sys.stderr)


def _discard_output() -> None:
    """Discard what is still buffered: Python would try to write it when it ends, and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
