"""What each piece of an answer looks like, as static HTML and plain text.

Only inline styles, and greys by opacity, so that the same bytes look right live, saved,
untrusted, on a light page and on a dark one.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from html import escape
from typing import NamedTuple

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.frames.result_rows import row_count, table_text
from svcchat_magic.notebook.display.live_piece import Bundle
from svcchat_magic.notebook.display.result_table import table_html
from svcchat_magic.notebook.display.safe_text import escaped
from svcchat_magic.protocol.outcomes import TurnOutcome
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Status, ToolStep, Transcript
from svcchat_magic.protocol.visible_text import visible

MUTED = "opacity:.62"
SMALL = "font-size:12px"
MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"
# Mixed with the text's colour, a hue has 4.5:1 of contrast on white and on #111; none has alone. On a page
# that removes the mixing, as JupyterLab does in an untrusted notebook, the text has its usual colour.
RED = "color:color-mix(in srgb,#d5483d 80%,currentColor)"
AMBER = "color:color-mix(in srgb,#c77700 70%,currentColor)"
# Code, charts and printed text have this margin in their cell, and so do our pieces.
EDGE = "8px"
_STATUS_TEXT = f"{SMALL};margin:0;padding:2px 0 4px {EDGE}"
STATUS_LINE = f"{MUTED};{_STATUS_TEXT}"
SHOWN_ROWS = 20  # scroll to see more, on a page
MOST_ROWS, MOST_CELLS = 100, 1_000  # of a table on a page; each cell is saved with its style
LONG_SECONDS = 10.0
_CODE = re.compile("`([^`]+)`")


class Ending(NamedTuple):
    """A status as text: a mark, a word, and what to do next if the answer is incomplete."""

    mark: str
    word: str
    next_step: str


ENDINGS = {
    Status.STREAMING: Ending("…", "working", ""),
    Status.COMPLETE: Ending("✓", "complete", ""),
    Status.ABORTED: Ending("■", "stopped", "Partial results are kept. Ask again for the complete answer."),
    Status.FAILED: Ending("✗", "failed", "Partial results are kept. Ask again for the complete answer."),
    Status.DROPPED: Ending(
        "✗", "connection lost", "Partial results are kept. Ask again for the complete answer."
    ),
    Status.TIMED_OUT: Ending(
        "✗", "timed out", "Partial results are kept. Raise the timeout or ask for less."
    ),
    Status.SUSPENDED: Ending(
        "■", "suspended by the service", "Partial results are kept. To continue, run %chat resume."
    ),
}

NOT_ANSWERED = {
    TurnOutcome.REFUSED: Ending("▲", "not answered", ""),
    TurnOutcome.CLARIFY: Ending("▲", "needs a choice", ""),
}


def notice_bundle(text: str) -> Bundle:
    """One muted line about the connection."""
    return _bundle(f'<div style="{STATUS_LINE}">{escaped(text)}</div>', visible(text))


def heading_bundle(text: str) -> Bundle:
    """A heading above an answer or a table."""
    style = f"font-size:14px;font-weight:600;margin:0;padding:10px 0 4px {EDGE}"
    return _bundle(f'<div style="{style}">{escaped(text)}</div>', visible(text))


def variable_bundle(name: str) -> Bundle:
    """The heading of a result: its variable, or its title if none was bound."""
    font = f"{MONO};" if name.isidentifier() else ""
    style = f"{font}{SMALL};font-weight:600;margin:0;padding:8px 0 0 {EDGE}"
    html = f'<div style="{style}">{escaped(name)}</div>'
    return _bundle(html, visible(name))


def link_bundle(words: str, address: str, note: str) -> Bundle:
    """A link written by this package, with a muted note."""
    href = escape(address, quote=True)
    html = (
        f'<div style="font-size:13px;padding-left:{EDGE}">'
        f'<a href="{href}" target="_blank" rel="noopener noreferrer">{escaped(words)}</a>'
        f' <span style="{MUTED}">· {escaped(note)}</span></div>'
    )
    return _bundle(html, f"{visible(address)} ({note})")


def failure_bundle(sentence: str) -> Bundle:
    """The reason why there is no answer."""
    return _bundle(
        f'<div role="status" style="{SMALL};{RED};padding:2px 0 2px {EDGE}">✗ {escaped(sentence)}</div>',
        f"✗ {visible(sentence)}",
    )


def progress_bundle(transcript: Transcript, seconds: float, asked: datetime) -> Bundle:
    """The progress line: what is happening now.

    For a long answer it also gives the time asked. If the kernel ends meanwhile, the line remains, and its
    time shows that it is old.
    """
    doing = doing_now(transcript)
    since = f"asked {asked:%Y-%m-%d %H:%M %Z}".rstrip() if seconds >= LONG_SECONDS else ""
    html = " · ".join(filter(None, (f"… {escaped(doing)}", format_seconds(seconds), since)))
    text = ", ".join(filter(None, (f"… {visible(doing)}", f"{seconds:.1f} s", since)))
    return _bundle(f'<div role="status" style="{STATUS_LINE}">{html}</div>', text)


def ending_bundle(answer: Answer) -> Bundle:
    """The status line: how the turn ended, how long it took, and what to do if it is incomplete."""
    ending = _ending_of(answer)
    html, text = _facts_line(answer, ending)
    for line, style in _remarks(answer.transcript, ending):
        html += f'<div style="{style};font-size:13px;margin:0;padding:0 0 4px {EDGE}">{escaped(line)}</div>'
        text += "\n" + visible(line)

    return _bundle(html, text)


def quiet_bundle(answer: Answer, names: Sequence[str]) -> Bundle:
    """The status line of a quiet answer, with the variables that were bound."""
    html, text = _facts_line(answer, _ending_of(answer), names)
    if answer.error:
        html += f'<div style="{RED};font-size:13px;padding-left:{EDGE}">{escaped(answer.error)}</div>'
        text += "\n" + visible(answer.error)

    return _bundle(html, text)


def rows_bundle(
    result: SqlResult,
    name: str,
    notices: Sequence[str] = (),
    *,
    can_load: bool = False,
    with_table: bool = True,
    loaded: int | None = None,
    width: int | None = None,
) -> Bundle:
    """The first rows below the variable's name, with the number shown and the total.

    HTML has the rows received, in a scrollable box if they are many; plain text has the first of them.
    `can_load` says whether missing rows can be loaded, `loaded` is the variable's number of rows afterwards,
    `width` the columns of a terminal.
    """
    is_cut = bool(result.rows) and not result.is_complete and loaded is None
    next_step = "`--all-rows` or `.svc.full()` loads them all" if can_load and is_cut else ""
    font = f"{MONO};" if name.isidentifier() else ""  # a result without a variable is named by its title
    on_page, in_text = (_most_on_page(result), SHOWN_ROWS) if with_table else (0, 0)
    html = (
        f"{table_html(result, on_page, at_once=SHOWN_ROWS) if with_table else ''}"
        f'<div style="{SMALL};margin:2px 0 14px {EDGE}">'
        f'<span style="{font}font-weight:600">{escaped(name)}</span> '
        f'<span style="{MUTED}">· {_count(result, on_page, loaded)}{_next_step_html(next_step)}</span>'
        f"{_notices_html(notices)}</div>"
    )
    caption = f"{name}: {_count(result, in_text, loaded)}{'; ' if next_step else ''}{next_step}"
    table = table_text(result, in_text, width) if with_table else ""
    return _bundle(html, "\n".join((*([table] if table else []), caption, *map(visible, notices))))


def _bundle(html: str, text: str) -> Bundle:
    return {"text/html": html, "text/plain": text}


def _ending_of(answer: Answer) -> Ending:
    return NOT_ANSWERED[answer.outcome] if answer.transcript.is_unanswered else ENDINGS[answer.status]


def _facts_line(answer: Answer, ending: Ending, names: Sequence[str] = ()) -> tuple[str, str]:
    """The status line as HTML and as text."""
    said = f"{ending.mark} {ending.word}"
    parts = [counted(len(answer.results), "query", "queries"), counted(len(answer.steps), "step")]
    parts += [format_seconds(answer.seconds)] if answer.seconds else []  # unknown of a past chat
    parts += ["replayed"] if answer.recording else []
    chat = (answer.chat_id or "")[:6]
    html = text = "".join(f" · {part}" for part in parts)
    if chat:
        html += f' · chat <span style="{MONO}">{escaped(chat)}</span>'
        text += f" · chat {visible(chat)}"

    if names:
        html += f' · <span style="{MONO};font-weight:600">{escaped(", ".join(names))}</span>'
        text += f" · {visible(', '.join(names))}"

    if answer.transcript.is_unanswered:  # amber has too little contrast in a muted line
        said_html = f'<span style="{AMBER};font-weight:600">{said}</span><span style="{MUTED}">{html}</span>'
        return f'<div role="status" style="{_STATUS_TEXT}">{said_html}</div>', said + text

    return f'<div role="status" style="{STATUS_LINE}">{said}{html}</div>', said + text


def doing_now(transcript: Transcript) -> str:
    """What the service is doing, in a few words."""
    if (loading := transcript.loading) is not None:
        return f"loading rows: {_title(loading)}"

    if transcript.answer:
        return "answering"

    last = transcript.steps[-1] if transcript.steps else None
    if not isinstance(last, ToolStep) or last.outcome is not None:
        return "thinking" if last else "asking"

    if last.kind == "sql":
        return f"running SQL: {_title(last)}"

    return "searching the data model" if last.kind == "meta" else f"running {last.call.name}"


def _title(tool: ToolStep) -> str:
    outcome = tool.outcome
    return tool.asked.title or (outcome.title if isinstance(outcome, SqlResult) else "") or "a query"


def _remarks(transcript: Transcript, ending: Ending) -> Iterator[tuple[str, str]]:
    """Lines below the ending, each with its style."""
    if transcript.error:
        yield transcript.error_text, RED

    if ending.next_step:
        yield ending.next_step, MUTED

    if transcript.status is Status.COMPLETE and not transcript.answer:
        yield "The service sent no final answer.", RED

    for warning in transcript.warnings:
        yield f"Note: {warning.removesuffix('.')}.", MUTED


def _most_on_page(result: SqlResult) -> int:
    """The most rows that a table on a page has; fewer if it is wide."""
    return max(SHOWN_ROWS, min(MOST_ROWS, MOST_CELLS // max(len(result.columns), 1)))


def _count(result: SqlResult, most: int, loaded: int | None) -> str:
    """The number of rows shown, and of how many."""
    shown = min(most, len(result.rows))
    if loaded is None:
        return row_count(result, limit=shown if shown < len(result.rows) else 0)

    rows = f"{loaded:,} row{'' if loaded == 1 else 's'} loaded"
    if loaded < result.total_rows:
        return f"{rows} of {result.total_rows:,}"

    return f"first {shown:,} of {rows}" if 0 < shown < loaded else rows


def _next_step_html(step: str) -> str:
    return f"; {_CODE.sub(_code_html, step)}" if step else ""


def _code_html(code: re.Match[str]) -> str:
    return f'<span style="{MONO}">{escaped(code[1])}</span>'


def _notices_html(notices: Sequence[str]) -> str:
    return "".join(f'<div style="{MUTED}">{escaped(notice)}</div>' for notice in notices)


def counted(count: int, one: str, many: str = "") -> str:
    """A number and its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def format_seconds(seconds: float) -> str:
    """Seconds as text."""
    return f"{seconds:.1f}\N{THIN SPACE}s"
