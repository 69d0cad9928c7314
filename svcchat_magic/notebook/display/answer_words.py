"""The answer in words, and below it suggestions, as commands to copy into a cell."""

import re

from svcchat_magic.notebook.display.answer_pieces import EDGE, MONO, MUTED, SMALL
from svcchat_magic.notebook.display.live_piece import Bundle
from svcchat_magic.notebook.display.safe_text import BETWEEN_WORDS, answer_html, escaped
from svcchat_magic.protocol.visible_text import visible

_SUGGESTING = "Try next:"
_SUGGESTION_CHARACTERS = 120
_MOST_SUGGESTIONS = 5
# What %ask would read as an option, a variable's name or a variable's value to fill in; and what
# IPython would continue on the next line. The service wrote the words: as a command they may only ask.
_MORE_THAN_WORDS = re.compile(r"\s*[-%!]|.*<<|.*\{\{|.*\\$", re.DOTALL)
_MARKED = re.compile(r"\A([*_`]{1,3})(.*)\1\Z", re.DOTALL)
_COMMANDS = f"{MONO};{SMALL};line-height:1.7;margin:0 0 6px {EDGE};padding:0;background:none;{BETWEEN_WORDS}"


def answer_bundle(markdown: str) -> Bundle:
    """The answer in words, with its suggestions below."""
    answer, suggestions = split_suggestions(markdown)
    text = "\n\n".join(filter(None, (visible(answer), suggestions_text(suggestions))))
    return {"text/html": answer_frame(answer_html(answer), suggestions), "text/plain": text}


def answer_frame(html: str, suggestions: str = "") -> str:
    """The frame of an answer around HTML that is already safe."""
    frame = f'<div style="font-size:14px;line-height:1.55;max-width:70ch;margin:0 0 0 {EDGE}">{html}</div>'
    lines = "\n".join(map(_command_html, _commands(suggestions)))
    if lines:
        frame += f'<div style="{MUTED};{SMALL};padding:0 0 0 {EDGE}">{_SUGGESTING}</div>'
        frame += f'<pre style="{_COMMANDS}">{lines}</pre>'

    return frame


def suggestions_text(suggestions: str) -> str:
    """The suggestions as plain text, one command per line."""
    commands = _commands(suggestions)
    return "\n".join((_SUGGESTING, *(f"  {command}" for command in commands))) if commands else ""


def suggestions_in(markdown: str) -> tuple[str, ...]:
    """The suggested questions of an answer, as plain text."""
    found = _suggested(split_suggestions(markdown)[1])
    fitting = (each for each in found if len(each) <= _SUGGESTION_CHARACTERS and asks_only(each))
    return tuple(fitting)[:_MOST_SUGGESTIONS]


def asks_only(words: str) -> bool:
    """Whether a text from the service only asks a question, as a cell or from the panel."""
    return not _MORE_THAN_WORDS.match(words)


def split_suggestions(markdown: str) -> tuple[str, str]:
    """The answer, and its last paragraph if that is its suggestions."""
    body, gap, last = markdown.rstrip().rpartition("\n\n")
    if gap and last.startswith(_SUGGESTING):
        return body, last

    return markdown, ""


def _suggested(suggestions: str) -> tuple[str, ...]:
    parts = suggestions.removeprefix(_SUGGESTING).split(" · ")
    found = (" ".join(visible(_MARKED.sub(r"\2", each.strip())).split()) for each in parts)
    return tuple(each for each in found if each)


def _commands(suggestions: str) -> tuple[str, ...]:
    """The suggestions as lines for a cell; text that would do more than ask is no command."""
    return tuple(map(_command, _suggested(suggestions)))


def _command(words: str) -> str:
    is_question = len(words) <= _SUGGESTION_CHARACTERS and asks_only(words)
    return f"%ask {words}" if is_question else words


def _command_html(command: str) -> str:
    """One click selects the whole line, where the page allows it."""
    return f'<span style="user-select:all">{escaped(command)}</span>'
