"""The chats of this machine as a text table, for `%chat list`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from svcchat_magic.protocol.text_table import cut
from svcchat_magic.protocol.visible_text import visible

if TYPE_CHECKING:
    from svcchat_magic.conversation.chat_index import KnownChat

_HEAD = ("chat", "last question", "turns")
_LINE, _LEAST_SHOWN, _MOST_SHOWN = 110, 16, 60  # characters of a line, and of its first question


def chat_table(chats: Sequence[KnownChat], here: str | None, now: datetime, columns: int | None) -> str:
    """One line for each chat: its name, its age, its turns, its first question.

    An arrow marks the chat `here`. `columns` is the width of a terminal, None elsewhere.
    """
    cells = [_HEAD, *((chat.name, age(chat.last_at, now), str(chat.questions)) for chat in chats)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    marks = [" ", *("→" if chat.chat_id == here else " " for chat in chats)]
    lines = [
        f"{mark} {name:<{widths[0]}}  {asked:<{widths[1]}}  {turns:>{widths[2]}}"
        for mark, (name, asked, turns) in zip(marks, cells, strict=True)
    ]
    if columns is not None and len(lines[0]) > columns:  # the beginning of an id is enough for %chat resume
        return "\n".join(
            f"{mark} {cut(name, columns - 2)}" for mark, (name, *_) in zip(marks, cells, strict=True)
        )

    room = min((columns or _LINE) - len(lines[0]) - 2, _MOST_SHOWN)
    if room < _LEAST_SHOWN:  # the name repeats the first question
        return "\n".join(lines)

    questions = ["first question", *(visible(" ".join(chat.first_question.split())) for chat in chats)]
    return "\n".join(f"{line}  {cut(words, room)}" for line, words in zip(lines, questions, strict=True))


def age(moment: str, now: datetime) -> str:
    """How long ago a moment was; its date if more than a month ago."""
    then = datetime.fromisoformat(moment)
    passed = max(now - then, timedelta())
    if passed >= _MONTH:
        return f"{then.astimezone():%Y-%m-%d}"

    for unit, many, length in _UNITS:
        if count := passed // length:
            return f"{count} {unit if count == 1 else many} ago"

    return "just now"


_MONTH = timedelta(days=31)
_UNITS = (
    ("day", "days", timedelta(days=1)),
    ("h", "h", timedelta(hours=1)),
    ("min", "min", timedelta(minutes=1)),
)
