"""`%chat export`: the kernel's chat as a notebook, a script or a report that needs no agent."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.chats.kept_answers import result_key
from svcchat_magic.notebook.export.export_cells import ExportedTurn, exported_cells, plain_names
from svcchat_magic.notebook.export.export_files import not_replaced, notebook_text, script_text, write_new
from svcchat_magic.notebook.export.export_mark import is_unchanged, marked
from svcchat_magic.notebook.export.export_report import report
from svcchat_magic.notebook.questions.variable_names import name_from_title
from svcchat_magic.protocol.key_redaction import KeyRedaction

if TYPE_CHECKING:
    from svcchat_magic.notebook.chats.kept_answers import KeptAnswer
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.settings import Settings

ENDINGS = (".ipynb", ".py", ".md")


def export_chat(kernel: KernelState, settings: Settings, argument: str) -> str:
    """Write the chat to the file that the line names; returns a sentence about it.

    Raises RequestRefused for a wrong line, a file that cannot be written, and without a chat.
    """
    line = _read_line(argument)
    turns = _turns(kernel, settings)
    if not turns:
        raise RequestRefused("This chat has no answer to export yet; ask a question first.")

    redaction = KeyRedaction(kernel.chats.conversation(settings).settings.credential)
    turns = tuple(_without_key(turn, redaction) for turn in turns)  # before Markdown escapes hide it
    text = _written(line, turns, kernel)
    content = marked(redaction.text(text), line.file.suffix)
    write_new(line.file, content, over=line.over or is_unchanged(line.file))
    return _summary(line, turns)


class _ExportLine(NamedTuple):
    file: Path
    from_query: bool
    over: bool


def _read_line(argument: str) -> _ExportLine:
    try:
        words = shlex.split(argument)
    except ValueError:
        raise RequestRefused("The file name has an unclosed quote.") from None

    flags = {word for word in words if word.startswith("--")}
    names = [word for word in words if not word.startswith("--")]
    if unknown := flags - {"--query", "--force"}:
        raise RequestRefused(f"%chat export takes --query and --force, not {min(unknown)[:40]}.")

    if len(names) != 1 or Path(names[0]).suffix not in ENDINGS:
        raise RequestRefused(f"Name one file to export to, with the ending {', '.join(ENDINGS)}.")

    file = Path(names[0]).expanduser()
    if "--query" in flags and file.suffix == ".md":
        raise RequestRefused("--query is only for .ipynb and .py; a report contains tables.")

    if (
        file.exists() and "--force" not in flags and not is_unchanged(file)
    ):  # checked before anything is requested
        raise RequestRefused(not_replaced(file))

    return _ExportLine(file, "--query" in flags, "--force" in flags)


def _turns(kernel: KernelState, settings: Settings) -> tuple[ExportedTurn, ...]:
    """The chat's turns, from this kernel, or from the service if the chat began elsewhere.

    Turns of other users are placed among them, or below them.
    """
    conversation = kernel.chats.conversation(settings)
    kept = kernel.answers.kept
    beside = tuple(_kept_turn(each) for each in kept if each.is_beside)
    if conversation.chat_id is None:
        if not beside:
            raise RequestRefused("There is no chat yet; ask a question, or %chat resume one of %chat list.")

        return beside

    if conversation.is_known_whole and kept.is_whole:
        return tuple(map(_kept_turn, kept))

    known = kept.variables()
    taken = {_ascii(name) for name in known.values()}
    turns = []
    for answer in conversation.history():
        names = [known.get(result_key(result), "") for result in answer.results]
        others = iter(plain_names(answer, taken)) if "" in names else iter(())
        turns.append(ExportedTurn(answer, tuple(_ascii(name) or next(others) for name in names)))

    return (*turns, *beside)


def _kept_turn(kept: KeptAnswer) -> ExportedTurn:
    compared = tuple((result, _ascii(name)) for result, name in kept.compared)
    return ExportedTurn(kept.answer, tuple(map(_ascii, kept.names)), kept.persona.described, compared)


def _without_key(turn: ExportedTurn, redaction: KeyRedaction) -> ExportedTurn:
    answer = turn.answer
    said = redaction.text(answer.question), redaction.transcript(answer.transcript)
    told = replace(answer, question=said[0], transcript=said[1])
    return turn._replace(answer=told, asked_as=redaction.text(turn.asked_as))


def _ascii(name: str) -> str:
    """The variable's name in ASCII."""
    return name if name.isascii() else name_from_title(name)


def _written(line: _ExportLine, turns: tuple[ExportedTurn, ...], kernel: KernelState) -> str:
    if line.file.suffix == ".md":
        return report(turns)

    cells = exported_cells(turns, kernel.shell.namespace, rows="query" if line.from_query else "snapshot")
    return notebook_text(cells) if line.file.suffix == ".ipynb" else script_text(cells)


def _summary(line: _ExportLine, turns: tuple[ExportedTurn, ...]) -> str:
    results = sum(len(turn.answer.results) for turn in turns)
    how = "loaded again with their SQL" if line.from_query else "with their rows"
    questions = f"{len(turns):,} question{'' if len(turns) == 1 else 's'}"
    return f"{line.file} contains {questions} and {results:,} result{'' if results == 1 else 's'}, {how}."
