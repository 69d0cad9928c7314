"""The options of `%%ask` and `%ask`: one table, read by the parser, the help and the documentation."""

import re
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from svcchat_magic.conversation.close_words import close_word
from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona, read_personas

PIECES = ("steps", "chart", "table", "answer")


class Option(NamedTuple):
    """One option: its spellings, the name of its value (empty for a switch), and what it does."""

    flags: tuple[str, ...]
    value: str
    meaning: str


OPTIONS = (
    Option(("-o", "--out"), "NAME", "Variable for the main result; the next ones are NAME_2, NAME_3 ..."),
    Option(("--new",), "", "Start a new chat instead of continuing the kernel's chat."),
    Option(
        ("--data",), "SOURCE", "Ask this data in a chat of its own: a file, a folder or a DataFrame's name."
    ),
    Option(
        ("--model",), "DIR", "Ask the data by this model, or by the demo's; tables in --data by name join it."
    ),
    Option(("--chat",), "ID_OR_NAME", "Continue this chat; `%chat list` shows the chats of this machine."),
    Option(("--branch",), "NAME", "Development branch of the model; several (a,b) are compared."),
    Option(("--as-user",), "EXTERNAL_ID", "Ask as this external user; several (a,b) are compared."),
    Option(("--attr",), "NAME=VALUE", "Attribute of the user before it, or of all users; repeatable."),
    Option(("--group",), "NAME", "Group of the user before it, or of all users; repeatable."),
    Option(("--show",), "PIECES", f"Which pieces to show: {','.join(PIECES)}."),
    Option(("--all-rows",), "", "Load all rows of every result; up to 5,000 are drawn."),
    Option(("--explain",), "", "Show in the steps how the question is read, stage by stage."),
    Option(("--timeout",), "SECONDS", "Longest time for the whole answer."),
    Option(("--quiet",), "", "Show one line at the end, and bind the results."),
    Option(("--background",), "", "Run in the background; the output updates here."),
    Option(("--record",), "", "Record the answer, even if the setting `record` is off."),
    Option(("--replay",), "", "Use the recorded answer; fail if there is none."),
    Option(("--again",), "", "Ask again even if the answer is recorded."),
    Option(("--help",), "", "Show these options."),
)

USAGE = "NAME << and these options go on the %%ask line, or before the question of %ask:"

_LINE, _MOST_SPELLING = 80, 28  # characters of a line of help, and of its first column
_CAPTURE = re.compile(r"\s*([^\W\d]\w*)\s*<<\s*")
_NO_NAME = re.compile(r"\s*([^\s<-][^<]*?)\s*<<\s*")  # the whole line
_ARROWS = re.compile(r"\s*<<")
_WORD = re.compile(r"\s*(\S+)")
_VALUE = re.compile(r"""\s*((?:[^\s"']|"[^"]*"|'[^']*')+)""")
_QUOTED = re.compile(r""""([^"]*)"|'([^']*)'""")


@dataclass(frozen=True, slots=True)
class AskOptions:
    """The options of one `%%ask`. `timeout` is in seconds; more than one persona is a comparison."""

    question: str
    out: str = ""
    new: bool = False
    chat: str = ""
    data: str = ""
    model: str = ""
    personas: tuple[Persona, ...] = (AS_CONFIGURED,)
    show: frozenset[str] = frozenset(PIECES)
    all_rows: bool = False
    explain: bool = False
    timeout: float | None = None
    quiet: bool = False
    background: bool = False
    record: bool = False
    replay: bool = False
    again: bool = False
    help: bool = False
    resumes: bool = False  # continue the newest, suspended answer; ask nothing


def read_ask(line: str, cell: str | None = None) -> AskOptions:
    """Read the line, and the cell below it, of one question.

    Options come first, also at the top of the cell; what follows them is the question, joined with the
    cell's text.
    Raises RequestRefused for an unknown option, a value that is missing or unusable, or options that
    exclude each other.
    """
    line, cell = _with_more_options(line, cell or "")
    given, rest = _given(line)
    question = "\n".join(part for part in (rest.strip(), cell.strip()) if part)
    names = [name for name, _ in given]
    last = dict(given)
    options = AskOptions(
        question=question,
        out=last.get("out", ""),
        new="new" in names,
        chat=last.get("chat", ""),
        data=last.get("data", ""),
        model=last.get("model", ""),
        personas=read_personas(given),
        show=_pieces(last.get("show")),
        all_rows="all-rows" in names,
        explain="explain" in names,
        timeout=_seconds(last.get("timeout")),
        quiet="quiet" in names,
        background="background" in names,
        record="record" in names,
        replay="replay" in names,
        again="again" in names,
        help="help" in names,
    )
    _check_together(options)
    return options


def ask_help() -> str:
    """The options as a plain text table."""
    rows = [(" ".join((", ".join(option.flags), option.value)).strip(), option.meaning) for option in OPTIONS]
    width = max(len(spelling) for spelling, _ in rows)
    lines = (in_columns(f"  {spelling}", meaning, width + 2) for spelling, meaning in rows)
    return "\n".join((USAGE, *lines))


def in_columns(spelling: str, meaning: str, width: int) -> str:
    """A row of the help: a long description wraps, and starts below a long spelling."""
    most = min(width, _MOST_SPELLING)
    head = f"{spelling:<{most}}  " if len(spelling) <= most else f"{spelling}\n{' ' * (most + 2)}"
    return head + f"\n{' ' * (most + 2)}".join(wrap(meaning, _LINE - most - 2))


def _with_more_options(line: str, cell: str) -> tuple[str, str]:
    """The line joined with the lines below it that begin with an option, and the rest of the cell."""
    while cell.lstrip().startswith("--"):
        more, _, cell = cell.lstrip().partition("\n")
        line = f"{line} {more}"

    return line, cell


def _given(line: str) -> tuple[list[tuple[str, str]], str]:
    """The options in order, each with its value, and the text after them."""
    given: list[tuple[str, str]] = []
    rest = line
    rest = _with_name(rest, given)
    while (word := _WORD.match(rest)) and word[1].startswith("-") and len(word[1]) > 1:
        flag = word[1].partition("=")[0]
        option = _option(flag)
        rest = rest[word.start(1) + len(flag) :]
        value = ""
        if option.value:
            value, rest = _next_value(flag, option, rest)
        elif rest.startswith("="):
            raise RequestRefused(f"{flag} takes no value.")

        given.append((option.flags[-1].removeprefix("--"), value))

    return given, _with_name(rest, given)


def _with_name(line: str, given: list[tuple[str, str]]) -> str:
    """The line without a leading `NAME <<`, which is added to the options."""
    if any(name == "out" for name, _ in given):
        if _ARROWS.match(line) or _NO_NAME.fullmatch(line):
            raise RequestRefused("The variable already has a name; leave out this <<.")

        return line

    if _ARROWS.match(line):
        raise RequestRefused("<< has no variable name before it; write a name, as in my_df <<.")

    if capture := _CAPTURE.match(line):
        given.append(("out", capture[1]))
        return line[capture.end() :]

    if no_name := _NO_NAME.fullmatch(line):
        raise RequestRefused(f"{no_name[1][:40]!r} is not a variable name; write one word, as in my_df <<.")

    return line


def _option(flag: str) -> Option:
    for option in OPTIONS:
        if flag in option.flags:
            return option

    if "key" in flag.lower():
        raise RequestRefused(
            "The API key cannot be an option: it would be saved in the notebook. "
            "Set SVCCHAT_API_KEY in the environment instead."
        )

    known = [option.flags[-1] for option in OPTIONS]
    if meant := close_word(flag.lstrip("-"), [each.removeprefix("--") for each in known]):
        raise RequestRefused(f"%%ask has no option {flag[:40]}; did you mean --{meant}? See %ask --help.")

    raise RequestRefused(f"%%ask has no option {flag[:40]}; choose from {', '.join(known)}.")


def _next_value(flag: str, option: Option, rest: str) -> tuple[str, str]:
    """The value after `flag`, without its quotes, and the text after it."""
    found = _VALUE.match(rest.removeprefix("="))
    if found is None or (found[1].startswith("-") and not rest.startswith("=")):
        raise RequestRefused(f"{flag} needs a value: {flag} {option.value}.")

    value = _QUOTED.sub(lambda quoted: quoted[1] or quoted[2] or "", found[1])
    return value, rest.removeprefix("=")[found.end() :]


def _pieces(value: str | None) -> frozenset[str]:
    if value is None:
        return frozenset(PIECES)

    wanted = {part.strip() for part in value.split(",")}
    if not wanted <= set(PIECES):
        unknown = next(part for part in sorted(wanted) if part not in PIECES)
        raise RequestRefused(f"--show has no piece {unknown[:40]!r}; it has {', '.join(PIECES)}.")

    return frozenset(wanted)


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0

    if not 0 < seconds <= 86_400:
        raise RequestRefused("--timeout takes seconds, such as --timeout 60, and at most 86400 (one day).")

    return seconds


def _check_together(options: AskOptions) -> None:
    """Raise RequestRefused for options that exclude each other."""
    exclusive = (
        (options.new and options.chat, "--new starts a chat and --chat continues one"),
        (
            options.replay and options.again,
            "--replay uses the recorded answer and --again asks for a new one",
        ),
        (options.replay and options.record, "--replay asks nothing, so --record has nothing to record"),
        (options.background and len(options.personas) > 1, "a comparison cannot run in the background"),
        (options.chat and len(options.personas) > 1, "a chat belongs to one user"),
        ((options.data or options.model) and options.chat, "--data asks in a chat of its own"),
        (
            (options.data or options.model) and len(options.personas) > 1,
            "--data has no users or branches to compare",
        ),
    )
    for is_given, reason in exclusive:
        if is_given:
            raise RequestRefused(f"These options exclude each other: {reason}.")
