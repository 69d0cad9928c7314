"""`svcchat ask`: one question, its answer streamed as text or printed as one JSON object."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svcchat_magic.errors import RequestRefused, SvcchatError
from svcchat_magic.settings import read_settings

if TYPE_CHECKING:  # loaded once there is a question to ask
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.protocol.results import SqlResult

SECONDS_BETWEEN_LOOKS = 0.05
MOST_SECONDS = 86_400


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "ask",
        help="ask a question in the terminal",
        description="Ask a question. Without SVCCHAT_CHAT_URL the embedded service answers.",
    )
    parser.add_argument("question", metavar="QUESTION", help="the question, in quotes")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write the first result's rows into this file"
    )
    parser.add_argument("--chat", metavar="ID_OR_NAME", help="go on with this chat instead of starting one")
    parser.add_argument("--branch", metavar="NAME", help="development branch of the model")
    parser.add_argument("--as-user", metavar="EXTERNAL_ID", help="ask as this external user")
    parser.add_argument("--all-rows", action="store_true", help="with --csv, load all rows of the result")
    parser.add_argument(
        "--timeout", type=_seconds, metavar="SECONDS", help="longest time for the whole answer"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask, and return 0 only for a complete turn."""
    from svcchat_magic.conversation.chat_index import ChatIndex
    from svcchat_magic.conversation.conversation import Conversation

    if options.all_rows and not options.csv:
        raise RequestRefused("--all-rows loads them for a file: name one with --csv FILE.")

    settings = read_settings()
    index = ChatIndex(settings, options.as_user or "")
    with Conversation(settings) as conversation:
        if options.chat:
            conversation.resume(index.chat_id(options.chat))

        ask = _ask_as_json if options.json else _ask_as_text
        answer = ask(conversation, options)
        noted = index.note(answer.chat_id, answer.question) if answer and answer.chat_id else ""
        if noted:
            print(noted, file=sys.stderr)

        if answer is not None and options.csv:
            _write_rows(answer, options)

        return 0 if answer is not None and answer.is_complete else 1


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0

    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"needs seconds, such as --timeout 60; {MOST_SECONDS}, a day, is the most"
        )

    return seconds


def answer_as_json(answer: Answer | None) -> dict[str, Any]:
    """The object of `--json`; a turn that never began is failed and empty."""
    if answer is None:
        return {"status": "failed", "text": "", "chat_id": None, "results": []}

    return {
        "status": str(answer.status),
        "text": answer.text,
        "chat_id": answer.chat_id,
        "results": [_result_as_json(result) for result in answer.results],
    }


def _ask_as_text(conversation: Conversation, options: argparse.Namespace) -> Answer:
    from svcchat_magic.commands.answer_text import AnswerPrinter

    printer = AnswerPrinter(sys.stdout, sys.stderr)
    turn = None
    try:
        turn = conversation.start(options.question, **_told(options))
        printer.notice(conversation.notice)
        while not turn.is_done:
            turn.wait(SECONDS_BETWEEN_LOOKS)
            printer.show(turn.transcript())
            turn.wait_for_end(SECONDS_BETWEEN_LOOKS)  # every look goes through all of the answer
    except KeyboardInterrupt:
        conversation.stop()
        if turn is None:
            raise

    answer = turn.finish()
    printer.finish(answer.transcript, answer.seconds)
    return answer


def _ask_as_json(conversation: Conversation, options: argparse.Namespace) -> Answer | None:
    answer = None
    try:
        answer = _finished(conversation, options)
    except RequestRefused:
        raise  # wrong usage: nothing was asked, so there is no turn to print
    except SvcchatError as error:
        print(f"svcchat: {error}", file=sys.stderr)

    print(json.dumps(answer_as_json(answer), ensure_ascii=False, allow_nan=False))
    return answer


def _finished(conversation: Conversation, options: argparse.Namespace) -> Answer:
    turn = None
    try:
        turn = conversation.start(options.question, **_told(options))
        return turn.finish()
    except KeyboardInterrupt:
        conversation.stop()
        if turn is None:
            raise

        return turn.finish()


def _told(options: argparse.Namespace) -> dict[str, Any]:
    return {"timeout": options.timeout, "branch": options.branch, "external_id": options.as_user}


def _write_rows(answer: Answer, options: argparse.Namespace) -> None:
    """The first result as CSV that a spreadsheet runs no formula of; raises RequestRefused without one."""
    if not answer.results:
        raise RequestRefused(f"The answer has no rows, so {options.csv} is not written.")

    frame = answer.df()
    if options.all_rows and not frame.svc.is_complete:
        frame = frame.svc.full()

    frame.svc.to_csv(options.csv)
    print(f"{len(frame):,} of {frame.svc.total_rows:,} rows in {options.csv}", file=sys.stderr)


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
