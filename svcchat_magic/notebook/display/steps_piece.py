"""How a question was answered: reasoning, tool calls with their SQL, and failures in words."""

from collections.abc import Iterator, Sequence

from svcchat_magic.notebook.display.answer_pieces import MONO, MUTED, RED, SMALL, counted, format_seconds
from svcchat_magic.notebook.display.live_piece import Bundle
from svcchat_magic.notebook.display.safe_text import BETWEEN_WORDS, code_html, escaped, inline_html
from svcchat_magic.protocol.emphasis import without_emphasis
from svcchat_magic.protocol.results import MetaResult, SqlResult
from svcchat_magic.protocol.transcript import Note, Step, ToolStep, Transcript
from svcchat_magic.protocol.visible_text import visible

STEPS = (
    "font-size:13px;border-left:2px solid rgba(128,128,128,.3);padding:2px 0 2px 10px;margin:2px 0 10px 8px"
)


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
    return {"text/html": html, "text/plain": "\n".join(lines)}


def sql_bundle(sql: str) -> Bundle:
    """The SQL of one result."""
    return {"text/html": _sql_html(sql), "text/plain": visible(sql)}


def _step_html(number: int, step: Step, took: float) -> str:
    html = (
        f'<div style="display:flex;gap:8px;padding:1px 0"><span style="{MUTED}">{number}</span>'
        f'<span style="flex:1">{_step_line(step)}</span>'
        f'<span style="{MUTED};font-variant-numeric:tabular-nums">{format_seconds(took)}</span></div>'
    )
    if isinstance(step, ToolStep) and step.kind == "sql" and step.asked.sql:
        html += _sql_html(step.asked.sql)

    return html


def _sql_html(sql: str) -> str:
    return (
        f'<pre style="{MONO};{SMALL};margin:4px 0 6px 20px;padding:6px 10px;line-height:1.5;'
        f'border-left:2px solid rgba(124,111,216,.55);background:none;{BETWEEN_WORDS}">'
        f"{code_html(sql)}</pre>"
    )


def _step_line(step: Step) -> str:
    if isinstance(step, Note):
        return inline_html(step.text)

    if step.failure:
        return f'{escaped(_subject(step))} <span style="{RED}">failed: {escaped(step.failure.error)}</span>'

    before, subject, after = _call_parts(step)
    return f"{escaped(before)}<b>{escaped(subject)}</b>{escaped(after)}"


def _step_words(step: Step) -> str:
    if isinstance(step, Note):
        return without_emphasis(step.text)

    if step.failure:
        return f"{_subject(step)} failed: {step.failure.error}"

    return "".join(_call_parts(step))


def _call_parts(step: ToolStep) -> tuple[str, str, str]:
    """A tool call in words: the text before its subject, the subject, the text after it."""
    outcome = step.outcome
    if step.kind == "meta":
        asked = f"“{step.asked.search_query}”"
        if not isinstance(outcome, MetaResult):
            return "Searching the data model for ", asked, ""

        if not outcome.tables:
            return f"Searched the data model for {asked}: nothing found", "", ""

        found = counted(len(outcome.members), "member")
        return f"Searched the data model for {asked}: {found} of ", ", ".join(outcome.tables), ""

    if isinstance(outcome, SqlResult):
        return "Ran ", _subject(step), f": {counted(outcome.total_rows, 'row')}"

    return "Running " if outcome is None else "Ran ", _subject(step), ""


def _subject(step: ToolStep) -> str:
    return step.asked.title or step.call.name


def _with_durations(steps: Sequence[Step]) -> Iterator[tuple[Step, float]]:
    """Each step with its duration in seconds, from the end of the step before."""
    before = 0.0
    for step in steps:
        yield step, max(0.0, step.ended - before)
        before = max(before, step.ended)
