"""Keeps the API key out of all that is received, shown and saved: a service may repeat it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svcchat_magic.protocol.key_spellings import KeySpellings
from svcchat_magic.protocol.lines import Lines
from svcchat_magic.protocol.loaded_rows import Block, Cells, LoadedRows, Packing
from svcchat_magic.protocol.messages import ToolCall, decode_messages
from svcchat_magic.protocol.transcript import Note, Step, Transcript

if TYPE_CHECKING:
    from svcchat_magic.credentials import Credential


class KeyRedaction:
    """Redacts one key in whatever form an answer has; without a key everything stays as it is.

    What is clean is given back as the same object, and costs a search of its bytes.
    """

    def __init__(self, key: Credential | None) -> None:
        self._spellings = None if key is None else KeySpellings(key)
        self._filler = b"" if key is None else b"*" * len(key.reveal())
        self._key = key

    def text(self, text: str) -> str:
        """Words, such as an error's or a logged line."""
        return text if self._spellings is None else str(self._spellings.redacted_value(text))

    def line(self, line: bytes) -> bytes:
        """One line of a stream, or another piece of JSON."""
        return line if self._spellings is None else self._spellings.redacted(line)

    def lines(self, lines: Lines) -> Lines:
        """Lines that came together, looked through at once."""
        spellings = self._spellings
        if spellings is None or not lines or not spellings.may_stand_in(lines.joined()):
            return lines

        return Lines(map(spellings.redacted, lines))

    def transcript(self, transcript: Transcript) -> Transcript:
        """All that the service worded: in deltas the key comes in pieces that no line shows whole."""
        if self._spellings is None:
            return transcript

        return replace(
            transcript,
            steps=tuple(map(self._step, transcript.steps)),
            answer=self.text(transcript.answer),
            error=self.text(transcript.error),
        )

    def is_in_pieces(self, lines: Iterable[bytes]) -> bool:
        """Whether the key comes in deltas, one after the other."""
        texts: dict[tuple[str | None, str], list[str]] = defaultdict(list)
        for message in decode_messages(lines):
            texts[message.id, "content"].append(message.content or "")
            texts[message.id, "thinking"].append(message.thinking or "")

        return any(self.text(whole) is not whole for whole in map("".join, texts.values()))

    def rows(self, loaded: LoadedRows) -> LoadedRows:
        """Rows in blocks; those of Arrow go through `body` before they are read."""
        if self._spellings is None:
            return loaded

        columns = tuple(replace(column, name=self.text(column.name)) for column in loaded.columns)
        return replace(loaded, columns=columns, blocks=tuple(map(self._block, loaded.blocks)))

    def body(self, body: bytearray) -> None:
        """Bytes whose places count, such as Arrow's: the key is written over, and nothing moves."""
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

    def _block(self, block: Block) -> Block:
        return tuple(map(self._cells, block))

    def _cells(self, cells: Cells) -> Cells:
        if cells.packing not in (Packing.TEXT, Packing.VALUES):
            return cells

        return cells._replace(values=self._value(cells.values))

    def _value(self, value: Any) -> Any:
        return value if self._spellings is None else self._spellings.redacted_value(value)
