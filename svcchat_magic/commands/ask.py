"""`svcchat ask`: one question, its answer streamed as text or printed as one JSON object."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from svcchat_magic.commands.command_line import (
    DATA,
    FILE,
    Command,
    Number,
    named_sources,
    text_argument,
    typed_or_piped,
    user_rights,
)
from svcchat_magic.errors import RequestRefused, SvcchatError

if TYPE_CHECKING:  # loaded once there is a question to ask
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.connecting.given_data import GivenData
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.conversation.turns.question_options import QuestionOptions
    from svcchat_magic.protocol.results import SqlResult

REFRESH_SECONDS = 0.05
MOST_SECONDS = 86_400
_TIMEOUT = Number(float, 0, MOST_SECONDS, f"a number of seconds, such as 60, and at most {MOST_SECONDS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOptions:
    """The options of one question."""

    as_json: bool
    csv: Path | None
    all_rows: bool
    chat: str | None
    branch: str | None
    as_user: str | None
    attr: tuple[tuple[str, str], ...]
    group: tuple[str, ...]
    timeout: float | None
    explain: bool
    model: str | None
    data: tuple[str, ...]

    @property
    def own_data(self) -> GivenData | None:
        """The data of the command line with its model."""
        from svcchat_magic.conversation.connecting.given_data import as_given

        return as_given(named_sources(self.data) or None, self.model)

    @property
    def of_question(self) -> QuestionOptions:
        """What a conversation is asked with, beside the question."""
        from svcchat_magic.conversation.turns.question_options import QuestionOptions

        return QuestionOptions(
            timeout=self.timeout,
            explain=self.explain,
            branch=self.branch,
            external_id=self.as_user,
            attributes=dict(self.attr) or None,
            groups=self.group or None,
            load_rows=None if self.csv and not self.all_rows else 0,  # a terminal shows twenty
        )


@click.command("ask", cls=Command)
@text_argument("QUESTION")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write the rows of the first result to this file.")
@click.option("--all-rows", is_flag=True, help="With --csv, load all rows of the result.")
@click.option("--chat", metavar="ID_OR_NAME", help="Continue this chat instead of starting one.")
@click.option("--branch", metavar="NAME", help="Development branch of the model.")
@click.option("--as-user", metavar="EXTERNAL_ID", help="Ask as this external user.")
@user_rights
@click.option(
    "--model", metavar="DIR", help="Model files for --data, or demo; a table given as NAME=SOURCE joins it."
)
@DATA
@click.option("--explain", is_flag=True, help="Print how the question is read, stage by stage.")
@click.option("--timeout", type=_TIMEOUT, metavar="SECONDS", help="Longest time for the whole answer.")
def command(words: tuple[str, ...], **given: Any) -> int:
    """Ask a question and print the answer.

    QUESTION is in quotes. It is read from standard input if it is - or left out after a pipe. Without
    SVCCHAT_CHAT_URL or --data the built-in demo service answers.
    """
    options = AskOptions(**given)
    if options.chat and (options.data or options.model):
        raise RequestRefused("A chat about --data ends with the command: leave out --chat.")

    if options.all_rows and not options.csv:
        raise RequestRefused("--all-rows needs a file to write to: add --csv FILE.")

    return _run(typed_or_piped(words, "question").strip(), options)


def _run(question: str, options: AskOptions) -> int:
    """Ask, and return the exit status."""
    from svcchat_magic.conversation.chat_index import ChatIndex
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.setting_sources import read_settings

    settings = read_settings()
    index = ChatIndex(settings, options.as_user or "")
    own = options.own_data
    with Conversation(settings, data=own) as conversation:
        if options.chat:
            conversation.resume(index.chat_id(options.chat))

        ask = _ask_as_json if options.as_json else _ask_as_text
        answer = ask(conversation, question, options)
        kept = answer if own is None else None  # a chat about given data ends with the command
        problem = index.note(kept.chat_id, kept.question) if kept and kept.chat_id else ""
        if problem:
            print(problem, file=sys.stderr)

        if answer is not None and options.csv and not answer.transcript.is_unanswered:
            _write_rows(answer, options.csv, all_rows=options.all_rows)

        return exit_status(answer)


def exit_status(answer: Answer | None) -> int:
    """0 for an answer, 1 if it is incomplete or missing, 3 if the question was refused or needs a choice."""
    if answer is None or not answer.is_complete:
        return 1

    return 3 if answer.transcript.is_unanswered else 0


def answer_as_json(answer: Answer | None) -> dict[str, Any]:
    """The object of `--json`; without an answer its status is failed and its lists are empty."""
    if answer is None:
        return {"status": "failed", "outcome": "", "text": "", "choices": [], "chat_id": None, "results": []}

    return {
        "status": str(answer.status),
        "outcome": str(answer.outcome),
        "text": answer.text,
        "choices": [{"label": each.label, "question": each.question} for each in answer.choices],
        "chat_id": answer.chat_id,
        "results": [_result_as_json(result) for result in answer.results],
    }


def _ask_as_text(conversation: Conversation, question: str, options: AskOptions) -> Answer:
    from svcchat_magic.commands.answer_text import AnswerPrinter

    printer = AnswerPrinter(sys.stdout, sys.stderr)
    turn = None
    try:
        turn = conversation.start(question, options.of_question)
        printer.notice(conversation.notice)
        while not turn.is_done:
            turn.wait(REFRESH_SECONDS)
            printer.show(turn.transcript())
            turn.wait_for_end(REFRESH_SECONDS)  # each refresh reads the whole answer
    except KeyboardInterrupt:
        conversation.stop()
        if turn is None:
            raise

    answer = turn.finish()
    printer.finish(answer.transcript, answer.seconds)
    return answer


def _ask_as_json(conversation: Conversation, question: str, options: AskOptions) -> Answer | None:
    answer = None
    try:
        answer = _finished(conversation, question, options)
    except RequestRefused:
        raise  # wrong usage: nothing was asked, so there is no turn to print
    except SvcchatError as error:
        print(f"svcchat: {error}", file=sys.stderr)

    print(json.dumps(answer_as_json(answer), ensure_ascii=False, allow_nan=False))
    return answer


def _finished(conversation: Conversation, question: str, options: AskOptions) -> Answer:
    turn = None
    try:
        turn = conversation.start(question, options.of_question)
        return turn.finish()
    except KeyboardInterrupt:
        conversation.stop()
        if turn is None:
            raise

        return turn.finish()


def _write_rows(answer: Answer, file: Path, *, all_rows: bool) -> None:
    """Write the first result as CSV without formulas; raises RequestRefused if there is none."""
    if not answer.results:
        raise RequestRefused(f"The answer has no rows, so {file} is not written.")

    frame = answer.df()
    if all_rows and not frame.svc.is_complete:
        frame = frame.svc.full()

    frame.svc.to_csv(file)
    print(f"{len(frame):,} of {frame.svc.total_rows:,} rows in {file}", file=sys.stderr)


def _result_as_json(result: SqlResult) -> dict[str, Any]:
    """One result: `data` holds arrays in the order of `schema`, times in ISO 8601, `vega_spec` JSON text."""
    return {
        "title": result.title,
        "sql": result.sql,
        "schema": [{"name": column.name, "column_type": column.column_type} for column in result.columns],
        "data": [list(row) for row in result.rows],
        "total_rows": result.total_rows,
        "vega_spec": result.vega_spec or None,
    }
