"""A turn as text in a terminal: steps on stderr, results and answer on stdout, as they arrive."""

import shutil
from collections.abc import Sequence
from typing import TextIO

from svcchat_magic.frames.result_rows import row_count, table_text
from svcchat_magic.protocol.emphasis import with_strong_words_apart, without_emphasis, without_open_mark
from svcchat_magic.protocol.messages import Choice
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.terminal_stream import write_styled
from svcchat_magic.protocol.terminal_text import whole_words, wrapped
from svcchat_magic.protocol.transcript import Note, Step, ToolStep, Transcript
from svcchat_magic.protocol.visible_text import visible

SHOWN_ROWS = 20


class AnswerPrinter:
    """Prints what is new in a growing transcript: rows and answer to `out`, everything else to `aside`.

    Lines are wrapped to the terminal, or to 80 columns if its width is not known; code and SQL are not.
    """

    def __init__(self, out: TextIO, aside: TextIO) -> None:
        self._out = out
        self._aside = aside
        self._bold = ("\x1b[1m", "\x1b[0m") if out.isatty() else ("", "")
        self._width = shutil.get_terminal_size().columns
        self._shown_steps = 0
        self._shown_results = 0
        self._shown_answer = ""
        self._ends_with_steps = False

    def notice(self, text: str) -> None:
        """Print a line about the connection."""
        if text:
            self._say(text)

    def show(self, transcript: Transcript) -> None:
        """Print what is new since the last call."""
        transcript = with_strong_words_apart(transcript)
        ended = [
            step for step in transcript.steps if not (isinstance(step, ToolStep) and step.outcome is None)
        ]
        if ended[self._shown_steps :] and self._shown_answer and not self._shown_answer.endswith("\n"):
            print(file=self._aside, flush=True)  # a step behind the answer begins a line, in one terminal

        for step in ended[self._shown_steps :]:
            self._say(f"  {_step_words(step)}")
            if isinstance(step, ToolStep) and step.kind == "sql" and not step.failure:
                print(_indented(visible(step.asked.sql)), file=self._aside, flush=True)

            self._ends_with_steps = True

        self._shown_steps = max(self._shown_steps, len(ended))
        for result in transcript.results[self._shown_results :]:
            self._end_line()
            self._print_result(result)

        self._shown_results = len(transcript.results)
        self._print_answer(transcript.answer, is_whole=transcript.answer_is_final)

    def finish(self, transcript: Transcript, seconds: float) -> None:
        """Print the rest, and a line with the outcome of the turn."""
        self.show(transcript)
        self._print_answer(transcript.answer, is_whole=True)
        self._end_line()
        if transcript.choices:
            self._print_choices(transcript.choices)

        if transcript.error:
            self._say(transcript.error_text)

        for warning in transcript.warnings:
            self._say(f"Note: {warning.removesuffix('.')}.")

        status = "not answered" if transcript.is_unanswered else str(transcript.status)
        facts = [status, _counted(len(transcript.results), "query", "queries")]
        facts += [_counted(len(transcript.steps), "step", "steps"), f"{seconds:.1f} s"]
        self._say(f"{' · '.join(facts)} · chat {transcript.chat_id or '-'}")

    def _print_result(self, result: SqlResult) -> None:
        self._ends_with_steps = False
        heading = f"{visible(result.title)} ({row_count(result, limit=SHOWN_ROWS)})"
        table = table_text(result, SHOWN_ROWS, self._width)
        print(f"\n{wrapped(heading, self._width)}\n{table}", end="\n\n", file=self._out, flush=True)

    def _print_choices(self, choices: Sequence[Choice]) -> None:
        print("\nAsk one of these:", file=self._out)
        for number, choice in enumerate(choices, start=1):
            label = f" ({choice.label})" if choice.label != choice.question else ""
            print(f"  {number}. {visible(choice.question + label)}", file=self._out)

        self._out.flush()

    def _print_answer(self, markdown: str, *, is_whole: bool) -> None:
        text = self._worded(visible(markdown), is_whole=is_whole)
        if not text.startswith(self._shown_answer):
            self._end_line()

        if text and self._ends_with_steps and not self._shown_answer:
            print(file=self._aside, flush=True)  # separates the answer from the steps
            self._ends_with_steps = False

        write_styled(self._out, text[len(self._shown_answer) :])  # bold is ours; the rest is visible text
        self._out.flush()
        self._shown_answer = text

    def _worded(self, markdown: str, *, is_whole: bool) -> str:
        """The Markdown as wrapped lines without its marks; an unfinished mark or word is held back."""
        if is_whole:
            return wrapped(without_emphasis(markdown, self._bold), self._width)

        words = without_emphasis(without_open_mark(markdown), self._bold)
        return wrapped(whole_words(words), self._width)

    def _say(self, text: str) -> None:
        print(wrapped(visible(text), self._width), file=self._aside, flush=True)

    def _end_line(self) -> None:
        if self._shown_answer and not self._shown_answer.endswith("\n"):
            print(file=self._out, flush=True)  # both streams may be one terminal or file

        self._shown_answer = ""


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _indented(sql: str) -> str:
    return "\n".join(f"    {line}" for line in sql.split("\n"))


def _step_words(step: Step) -> str:
    if isinstance(step, Note):
        return without_emphasis(step.text)

    if step.failure:
        return f"{step.asked.title or step.call.name} failed: {step.failure.error}"

    if step.kind == "sql":
        return f"{step.asked.title or 'SQL'}:"

    return f"Searched the data model for {step.asked.search_query}" if step.kind == "meta" else step.call.name
