"""What the commands share: groups, types of values, text from standard input, the line for wrong usage."""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from svcchat_magic.conversation.close_words import close_word
from svcchat_magic.errors import RequestRefused

STDIN = "-"
FILE = click.Path(readable=False, path_type=Path)  # checked by the code that opens it
DATA = click.option(
    "--data",
    multiple=True,
    metavar="SOURCE",
    help="Ask about this data: a folder, a Parquet, CSV or JSON file, a DuckDB file, or a database's "
    "address; NAME=SOURCE names a table; repeatable.",
)
_NAMED = re.compile(r"([^\W\d]\w*)=(.+)")
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
_SHOWN_CHARACTERS = 40
_KEY_ADVICE = (
    "The API key is never an option, because your shell's history would keep it. "
    "Set SVCCHAT_API_KEY in the environment."
)
_Decorated = TypeVar("_Decorated", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose usage errors name it, and do not repeat what could be a key."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; raises click.UsageError."""
        ctx.allow_extra_args = True  # click would print them
        try:
            rest = super().parse_args(ctx, args)
        except click.BadOptionUsage as error:
            error.ctx = ctx  # click's parser leaves it out
            raise

        if rest and not ctx.resilient_parsing:
            raise click.UsageError("Too many arguments.", ctx)

        return rest


class CommandGroup(click.Group):
    """A command with subcommands; for a mistyped one it suggests the closest."""

    command_class = Command

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **{"no_args_is_help": False, **settings})

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand; raises click.UsageError."""
        names = self.list_commands(ctx)
        if args[0] not in names and not ctx.resilient_parsing:
            raise click.UsageError(_no_such_command(args[0], names), ctx)

        return super().resolve_command(ctx, args)


class Number(click.ParamType):  # type: ignore[type-arg] # generic from click 8.5 on
    """A number from `least` to `most`; `needed` describes it in the error."""

    name = "number"

    def __init__(self, kind: type[int] | type[float], least: float, most: float, needed: str) -> None:
        self._kind = kind
        self._least = least
        self._most = most
        self._needed = needed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Read the number; raises click.BadParameter."""
        try:
            number = self._kind(value)
        except ValueError:
            self.fail(f"it must be {self._needed}.", param, ctx)

        if not self._least <= number <= self._most:
            self.fail(f"it must be {self._needed}.", param, ctx)

        return number


class NameAndValue(click.ParamType):  # type: ignore[type-arg] # generic from click 8.5 on
    """An attribute, as in region=Europe."""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Split at the first equals sign; raises click.BadParameter."""
        name, equals, text = value.partition("=")
        if not name or not equals:
            self.fail("it must be a name and a value, such as region=Europe.", param, ctx)

        return name, text


def user_rights(command: _Decorated) -> _Decorated:
    """Add the options `--attr` and `--group`, which say what the user has."""
    attribute = click.option(
        "--attr",
        type=NameAndValue(),
        multiple=True,
        metavar="NAME=VALUE",
        help="Attribute of the user; repeatable.",
    )
    group = click.option("--group", multiple=True, metavar="NAME", help="Group of the user; repeatable.")
    return attribute(group(command))


def text_argument(metavar: str) -> Callable[[_Decorated], _Decorated]:
    """Add the argument `words`, which `typed_or_piped` reads."""
    return click.argument("words", metavar=f"[{metavar}]", nargs=-1)


def typed_or_piped(words: tuple[str, ...], name: str) -> str:
    """Return the one argument, or standard input for `-` and where a pipe is given instead of an argument.

    Raises click.UsageError for several words and for none, RequestRefused for input that is not text.
    """
    if len(words) > 1:
        raise click.UsageError(f"Put the {name} in quotes, as it has spaces.")

    if words and words[0] != STDIN:
        return words[0]

    if sys.stdin is None or (not words and sys.stdin.isatty()):
        raise click.UsageError(f"Missing {name}. Write it in quotes, or send it through a pipe.")

    try:
        return sys.stdin.read().removeprefix("\ufeff")
    except UnicodeDecodeError as cause:
        raise RequestRefused(f"Standard input is not {cause.encoding} text.") from cause


def usage_line(error: click.UsageError) -> str:
    """Say what is wrong, and which help shows the usage; never a value that may be a key."""
    command = error.ctx.command_path if error.ctx else "svcchat"
    problem = _no_such_option(error) if isinstance(error, click.NoSuchOption) else error.format_message()
    end = "" if problem.endswith(("?", ".")) else "."
    return f"{problem}{end} See {command} --help."


def _no_such_option(error: click.NoSuchOption) -> str:
    name = error.option_name[:_SHOWN_CHARACTERS]
    # click compares the dashes too, and so finds --loud close to --group.
    closest = close_word(name.lstrip("-"), [each.lstrip("-") for each in error.possibilities or ()])
    if "key" in name.lower() and "key" not in closest:
        return _KEY_ADVICE

    return f"No such option: {name}." + (f" Did you mean --{closest}?" if closest else "")


def _no_such_command(typed: str, names: list[str]) -> str:
    closest = close_word(typed, names)
    hint = f"Did you mean {closest}?" if closest else f"The commands are {', '.join(names)}."
    return f"No such command: {typed[:_SHOWN_CHARACTERS]}. {hint}"


def named_sources(given: Iterable[str]) -> list[object]:
    """The values of `--data`; those written NAME=SOURCE as mappings, unless a file has that very name."""
    found: list[object] = []
    for each in given:
        named = None if Path(each).exists() else _NAMED.fullmatch(each)
        found.append({named[1]: named[2]} if named else each)

    return found
