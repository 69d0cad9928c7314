"""Read the lines of the query API's reply into packed columns as they arrive."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from svcchat_magic.errors import (
    BadLine,
    NotAuthenticated,
    StreamFailed,
    StreamProtocolError,
    SvcchatError,
)
from svcchat_magic.protocol.error_sentence import error_sentence
from svcchat_magic.protocol.garbage_collection import without_garbage_collection
from svcchat_magic.protocol.loaded_rows import Block, packed, packed_if_fitting
from svcchat_magic.protocol.messages import read_json
from svcchat_magic.protocol.query_reply import ERROR, TOTAL_ROWS, TRUNCATED
from svcchat_magic.protocol.results import Column, cast_rows, read_columns

_EXACT = 2.0**53  # from here on, a float may lack the last digit of the integer that was sent


class RowLines:
    """Reads a schema line, lines of rows, and a closing line if the service sends one.

    `total_rows` is the total that the service reported, `is_cut` whether it left rows out, and `has_ended`
    whether a closing line was received; many services send none.
    """

    def __init__(self) -> None:
        self.columns: tuple[Column, ...] = ()
        self.blocks: list[Block] = []
        self.count = 0
        self.total_rows: int | None = None
        self.is_cut = False
        self.has_ended = False
        self.has_begun = False
        self._decoders: list[msgspec.json.Decoder[Any]] = []

    def take(self, line: bytes) -> None:
        """Read the next line; lines after the closing line are ignored.

        Raises BadLine unless it is a JSON object, StreamFailed if the service reports a failure,
        StreamProtocolError for anything that is not this API, and NotAuthenticated for a JSON-RPC error.
        """
        if self.has_ended:
            return

        with without_garbage_collection():
            self._read(line)  # a method call, so that its rows are freed before the collector runs again

    def _read(self, line: bytes) -> None:
        rows = self._typed(line) if self.has_begun else None
        if rows is None:
            self._take_any(line)
        elif rows:
            columns = zip(*rows, strict=True)
            types = (column.column_type for column in self.columns)
            self._add(tuple(packed(*each) for each in zip(columns, types, strict=True)), len(rows))

    def _typed(self, line: bytes) -> Sequence[Sequence[Any]] | None:
        """Decode the rows if every value has its column's type or converts to it without loss."""
        for at, decoder in enumerate(self._decoders):
            try:
                found = decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):  # the next decoder takes more
                continue

            if found.data is UNSET or found.error is not UNSET or found.schema is not UNSET:
                return None

            if not self._is_exact(found.data, is_lax=decoder.strict is False, line=line):
                return None

            del self._decoders[:at]  # a service that sends numbers as text does so in every line
            return found.data  # type: ignore[no-any-return]

        return None

    def _is_exact(self, rows: Sequence[Sequence[Any]], *, is_lax: bool, line: bytes) -> bool:
        if is_lax and b'"null"' in line.lower():  # decoded as null, although it is text
            return False

        for at, column in enumerate(self.columns):
            if is_lax and column.column_type == "Boolean" and not _are_switches(rows, at):
                return False

            if column.column_type not in _FLOATS:
                continue

            values = [row[at] for row in rows if row[at] is not None]
            if is_lax and not all(map(math.isfinite, values)):
                return False

            if values and (max(values) >= _EXACT or min(values) <= -_EXACT):
                return False

        return True

    def _take_any(self, line: bytes) -> None:
        value = read_json(line)
        if not isinstance(value, dict):
            raise BadLine("A line of the reply is not a JSON object.")

        if value.get(ERROR) is not None:
            raise self._failure(value)

        if not self.has_begun:
            self._begin(value)

        if value.get("data"):
            self._take_rows(value["data"])

        total = value.get(TOTAL_ROWS)
        if isinstance(total, int) and not isinstance(total, bool) and total >= 0:
            self.total_rows = total

        self.is_cut = self.is_cut or value.get(TRUNCATED) is True
        self.has_ended = self.has_ended or (
            "schema" not in value and "data" not in value and (TOTAL_ROWS in value or TRUNCATED in value)
        )

    def _begin(self, value: Mapping[str, Any]) -> None:
        if not isinstance(value.get("schema"), list):
            raise StreamProtocolError("The reply does not start with a schema. Check the query address.")

        self.columns = read_columns(value["schema"])
        self.has_begun = True
        self._decoders = [_decoder(self.columns, strict=strict) for strict in (True, False)]

    def _take_rows(self, data: Any) -> None:
        if not isinstance(data, list):
            raise StreamProtocolError("The query API sent rows that are not a list.")

        rows = cast_rows(data, self.columns)
        columns = zip(*rows, strict=True)
        self._add(
            tuple(
                packed_if_fitting(values, column.column_type)
                for values, column in zip(columns, self.columns, strict=False)
            ),
            len(rows),
        )

    def _add(self, block: Block, count: int) -> None:
        self.blocks.append(block)
        self.count += count

    def _failure(self, value: Mapping[str, Any]) -> SvcchatError:
        if not self.has_begun and "jsonrpc" in value:
            return NotAuthenticated(
                "The service did not accept the API key or token; check SVCCHAT_API_KEY or SVCCHAT_TOKEN.",
                status=401,
            )

        said = error_sentence(value) or "no reason was sent"
        return StreamFailed(f"The query failed: {said}")


def _are_switches(rows: Sequence[Sequence[Any]], at: int) -> bool:
    return all(row[at] is None or type(row[at]) is bool for row in rows)


_FLOATS = ("Double", "Decimal")
_TYPES: Mapping[str, Any] = {
    "Int64": int | None,
    "Double": float | None,
    "Decimal": float | None,
    "Boolean": bool | None,
    "String": str | None,
    "Timestamp": str | None,
    "Date": str | None,
}


def _decoder(columns: Sequence[Column], *, strict: bool) -> "msgspec.json.Decoder[Any]":
    """A decoder for lines of rows; a lenient one also reads numbers from text."""
    types = [_TYPES.get(column.column_type, Any) for column in columns]
    if not strict:  # "1" and "on" are text and not booleans
        types = [Any if each == bool | None else each for each in types]

    row: Any = tuple.__class_getitem__(tuple(types))
    line = msgspec.defstruct(
        "RowLine",
        [
            ("data", list[row] | UnsetType, UNSET),
            ("error", msgspec.Raw | UnsetType, UNSET),
            ("schema", msgspec.Raw | UnsetType, UNSET),
        ],
        gc=False,
    )
    return msgspec.json.Decoder(line, strict=strict)
