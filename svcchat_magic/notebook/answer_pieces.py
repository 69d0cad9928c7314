"""What each piece of an answer looks like: a transcript in, static HTML and plain text out.

Only inline styles, and greys by opacity, so that the same bytes look right live, saved,
untrusted, on a light page and on a dark one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from svcchat_magic.frames.result_rows import row_count, table_text
from svcchat_magic.notebook.result_table import table_html
from svcchat_magic.notebook.safe_text import answer_html, code_html, escaped, inline_html
from svcchat_magic.protocol.results import MetaResult, SqlResult
from svcchat_magic.protocol.transcript import Note, Status, Step, ToolStep, Transcript
from svcchat_magic.protocol.visible_text import visible

Bundle = dict[str, object]

MUTED = "opacity:.62"
SMALL = "font-size:12px"
MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"
RED = "color:#d5483d"
STATUS_LINE = f"{MUTED};{SMALL};padding:2px 0 6px"
STEPS = "font-size:13px;border-left:2px solid rgba(128,128,128,.3);padding:2px 0 2px 10px;margin:0 0 12px"
SHOWN_ROWS = 10


class Ending(NamedTuple):
    """How a status reads: a mark, a word, and what to do next when the answer is not whole."""

    mark: str
    word: str
    next_step: str


ENDINGS = {
    Status.STREAMING: Ending("…", "working", ""),
    Status.COMPLETE: Ending("✓", "complete", ""),
    Status.ABORTED: Ending(
        "■", "stopped", "What came until then is kept; run the cell again for a whole answer."
    ),
    Status.FAILED: Ending("✗", "failed", "What came until then is kept; run the cell again to ask anew."),
    Status.DROPPED: Ending(
        "✗", "connection lost", "What came until then is kept; run the cell again to ask anew."
    ),
    Status.TIMED_OUT: Ending(
        "✗", "timed out", "What came until then is kept; ask for less, or give more time with --timeout."
    ),
    Status.SUSPENDED: Ending("■", "suspended by the service", "Run the cell again later."),
}


def notice_bundle(text: str) -> Bundle:
    """One muted line about the connection."""
    return _bundle(f'<div style="{MUTED};{SMALL};padding:2px 0">{escaped(text)}</div>', visible(text))


def progress_bundle(transcript: Transcript, seconds: float) -> Bundle:
    """The line that says what is happening now."""
    doing = _doing(transcript)
    html = f"… {escaped(doing)} · {_seconds(seconds)}"
    return _bundle(
        f'<div role="status" style="{STATUS_LINE}">{html}</div>', f"… {visible(doing)}, {seconds:.1f} s"
    )


def ending_bundle(transcript: Transcript, seconds: float) -> Bundle:
    """The line that stays: how the turn ended, what it took, and what to do if it is not whole."""
    ending = ENDINGS[transcript.status]
    facts = [_counted(len(transcript.results), "query", "queries"), _counted(len(transcript.steps), "step")]
    chat = (transcript.chat_id or "")[:6]
    parts = [f"{ending.mark} {ending.word}", *facts, _seconds(seconds)]
    html = " · ".join(parts)
    if chat:
        html += f' · chat <span style="{MONO}">{escaped(chat)}</span>'

    html = f'<div role="status" style="{STATUS_LINE}">{html}</div>'
    text = " · ".join([*parts, f"chat {visible(chat)}"] if chat else parts)
    for line, style in _remarks(transcript, ending):
        html += f'<div style="{style};font-size:13px;padding:0 0 6px">{escaped(line)}</div>'
        text += "\n" + visible(line)

    return _bundle(html, text)


def steps_bundle(transcript: Transcript, *, is_open: bool) -> Bundle:
    """How the question was answered: reasoning, tool calls with their SQL, and failures in words."""
    rows = "".join(
        _step_html(number, step, took)
        for number, (step, took) in enumerate(_with_durations(transcript.steps), start=1)
    )
    html = (
        f'<details{" open" if is_open else ""} style="{STEPS};max-width:760px">'
        f'<summary style="cursor:pointer;{MUTED}">How this was answered</summary>{rows}</details>'
    )
    lines = [
        f"{number}. {visible(_step_words(step))}" for number, step in enumerate(transcript.steps, start=1)
    ]
    return _bundle(html, "\n".join(lines))


def rows_bundle(
    result: SqlResult, name: str, notices: Sequence[str] = (), *, can_load: bool = False
) -> Bundle:
    """The first rows, the variable's name where the eye lands, and the honest count."""
    count = row_count(result, limit=SHOWN_ROWS)
    next_step = "`.svc.full()` loads them all" if can_load and result.rows and not result.is_complete else ""
    html = (
        f"{table_html(result, limit=SHOWN_ROWS)}"
        f'<div style="{SMALL};margin:2px 0 14px"><span style="{MONO};font-weight:600">{escaped(name)}</span> '
        f'<span style="{MUTED}">· {count}{_next_step_html(next_step)}</span>{_notices_html(notices)}</div>'
    )
    caption = f"{name}: {count}{'; ' if next_step else ''}{next_step}"
    table = table_text(result, limit=SHOWN_ROWS)
    return _bundle(html, "\n".join((*([table] if table else []), caption, *map(visible, notices))))


def answer_bundle(markdown: str) -> Bundle:
    """The answer in words; suggestions for a next question stand muted below it."""
    answer, suggestions = split_suggestions(markdown)
    return _bundle(answer_frame(answer_html(answer), suggestions), visible(markdown))


def answer_frame(html: str, suggestions: str = "") -> str:
    """The answer's place on the page around HTML that is already safe."""
    frame = f'<div style="font-size:14px;line-height:1.55;max-width:70ch">{html}</div>'
    if suggestions:
        frame += f'<div style="{MUTED};{SMALL};padding-top:8px">{inline_html(suggestions)}</div>'

    return frame


def split_suggestions(markdown: str) -> tuple[str, str]:
    """The answer, and its last paragraph when that suggests what to ask next."""
    body, gap, last = markdown.rstrip().rpartition("\n\n")
    if gap and last.startswith("Try next:"):
        return body, last

    return markdown, ""


def _bundle(html: str, text: str) -> Bundle:
    return {"text/html": html, "text/plain": text}


def _doing(transcript: Transcript) -> str:
    if transcript.answer:
        return "answering"

    last = transcript.steps[-1] if transcript.steps else None
    if not isinstance(last, ToolStep) or last.outcome is not None:
        return "thinking" if last else "asking"

    if last.kind == "sql":
        return f"running SQL: {last.asked.title or 'a query'}"

    return "searching the data model" if last.kind == "meta" else f"running {last.call.name}"


def _remarks(transcript: Transcript, ending: Ending) -> Iterator[tuple[str, str]]:
    """Lines below the ending, each with its style."""
    if transcript.error:
        yield f"The service says: {transcript.error}", RED

    if ending.next_step:
        yield ending.next_step, MUTED

    if transcript.status is Status.COMPLETE and not transcript.answer:
        yield "The service gave no final answer.", RED

    for warning in transcript.warnings:
        yield f"Note: {warning}.", MUTED


def _step_html(number: int, step: Step, took: float) -> str:
    html = (
        f'<div style="display:flex;gap:8px;padding:1px 0"><span style="{MUTED}">{number}</span>'
        f'<span style="flex:1">{_step_line(step)}</span>'
        f'<span style="{MUTED};font-variant-numeric:tabular-nums">{_seconds(took)}</span></div>'
    )
    if isinstance(step, ToolStep) and step.kind == "sql" and step.asked.sql:
        html += (
            f'<pre style="{MONO};{SMALL};margin:4px 0 6px 20px;padding:6px 10px;line-height:1.5;'
            f'border-left:2px solid rgba(124,111,216,.55);white-space:pre-wrap;background:none">'
            f"{code_html(step.asked.sql)}</pre>"
        )

    return html


def _step_line(step: Step) -> str:
    if isinstance(step, Note):
        return inline_html(step.text)

    if step.failure:
        return f'{escaped(_subject(step))} <span style="{RED}">failed: {escaped(step.failure.error)}</span>'

    before, subject, after = _told(step)
    return f"{escaped(before)}<b>{escaped(subject)}</b>{escaped(after)}"


def _step_words(step: Step) -> str:
    if isinstance(step, Note):
        return step.text

    if step.failure:
        return f"{_subject(step)} failed: {step.failure.error}"

    return "".join(_told(step))


def _told(step: ToolStep) -> tuple[str, str, str]:
    """A tool call in words: what stands before its subject, the subject, what stands after it."""
    outcome = step.outcome
    if step.kind == "meta":
        asked = f"“{step.asked.search_query}”"
        if not isinstance(outcome, MetaResult):
            return "Searching the data model for ", asked, ""

        if not outcome.tables:
            return f"Searched the data model for {asked}: nothing found", "", ""

        found = _counted(len(outcome.members), "member")
        return f"Searched the data model for {asked}: {found} of ", ", ".join(outcome.tables), ""

    if isinstance(outcome, SqlResult):
        return "Ran ", _subject(step), f": {_counted(outcome.total_rows, 'row')}"

    return "Running " if outcome is None else "Ran ", _subject(step), ""


def _subject(step: ToolStep) -> str:
    return step.asked.title or step.call.name


def _with_durations(steps: Sequence[Step]) -> Iterator[tuple[Step, float]]:
    """Each step with the seconds from the end of the one before it to its own."""
    before = 0.0
    for step in steps:
        yield step, max(0.0, step.ended - before)
        before = max(before, step.ended)


def _next_step_html(step: str) -> str:
    before, code, after = step.split("`") if step else ("", "", "")
    return f'; {before}<span style="{MONO}">{escaped(code)}</span>{after}' if step else ""


def _notices_html(notices: Sequence[str]) -> str:
    return "".join(f'<div style="{MUTED}">{escaped(notice)}</div>' for notice in notices)


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}\N{THIN SPACE}s"
