"""Redact the API key from everything received, shown and saved, because a service may repeat it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svcchat_magic.protocol.growing_bytes import Held
from svcchat_magic.protocol.key_spellings import KeySpellings
from svcchat_magic.protocol.lines import Lines
from svcchat_magic.protocol.loaded_rows import Block, Cells, LoadedRows, Packing
from svcchat_magic.protocol.messages import Choice, ToolCall, decode_messages
from svcchat_magic.protocol.transcript import Note, Step, Transcript

if TYPE_CHECKING:
    from svcchat_magic.credentials import Credential


class KeyRedaction:
    """Redacts one key in answers of any form; without a key nothing changes.

    Values without the key are returned as the same object, at the cost of searching their bytes.
    """

    def __init__(self, key: Credential | None) -> None:
        self._spellings = None if key is None else KeySpellings(key)
        self._filler = b"" if key is None else b"*" * len(key.reveal())
        self._key = key

    def text(self, text: str) -> str:
        """Redact text, such as an error or a log line."""
        return text if self._spellings is None else str(self._spellings.redacted_value(text))

    def line(self, line: bytes) -> bytes:
        """Redact one line of a stream, or other JSON."""
        return line if self._spellings is None else self._spellings.redacted(line)

    def lines(self, lines: Lines) -> Lines:
        """Redact lines received together, in one search."""
        spellings = self._spellings
        if spellings is None or not lines or not spellings.may_stand_in(lines.joined()):
            return lines

        return Lines(map(spellings.redacted, lines))

    def transcript(self, transcript: Transcript) -> Transcript:
        """Redact all text of the service; in deltas, the key may be split over several lines."""
        if self._spellings is None:
            return transcript

        return replace(
            transcript,
            steps=tuple(map(self._step, transcript.steps)),
            answer=self.text(transcript.answer),
            error=self.text(transcript.error),
            choices=tuple(map(self._choice, transcript.choices)),
        )

    def is_in_pieces(self, lines: Iterable[bytes]) -> bool:
        """Whether the key is split over consecutive deltas."""
        texts: dict[tuple[str | None, str], list[str]] = defaultdict(list)
        for message in decode_messages(lines):
            texts[message.id, "content"].append(message.content or "")
            texts[message.id, "thinking"].append(message.thinking or "")

        return any(self.text(whole) is not whole for whole in map("".join, texts.values()))

    def rows(self, loaded: LoadedRows) -> LoadedRows:
        """Redact rows in blocks; Arrow rows go through `body` before they are read."""
        if self._spellings is None:
            return loaded

        columns = tuple(replace(column, name=self.text(column.name)) for column in loaded.columns)
        return replace(loaded, columns=columns, blocks=tuple(map(self._block, loaded.blocks)))

    def body(self, body: Held) -> None:
        """Redact bytes with fixed offsets, such as Arrow's, by overwriting the key."""
        if self._key is None:
            return

        at = -1
        while (at := body.find(self._key.reveal().encode(), at + 1)) >= 0:
            body[at : at + len(self._filler)] = self._filler

    def _step(self, step: Step) -> Step:
        if isinstance(step, Note):
            text = self.text(step.text)
            return step if text is step.text else replace(step, text=text)

        call = step.call
        said = (call.name, call.input, call.result)
        name, asked, result = (self._value(each) for each in said)
        if (name, asked, result) == said:
            return step

        return replace(step, call=ToolCall(name=name, input=asked, result=result))

    def _choice(self, choice: Choice) -> Choice:
        return Choice(label=self.text(choice.label), question=self.text(choice.question))

    def _block(self, block: Block) -> Block:
        return tuple(map(self._cells, block))

    def _cells(self, cells: Cells) -> Cells:
        if cells.packing not in (Packing.TEXT, Packing.VALUES):
            return cells

        return cells._replace(values=self._value(cells.values))

    def _value(self, value: Any) -> Any:
        return value if self._spellings is None else self._spellings.redacted_value(value)
