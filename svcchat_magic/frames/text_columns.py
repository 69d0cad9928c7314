"""Text columns from packed text, through Arrow's buffers if pyarrow is installed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from svcchat_magic.frames.column_arrays import column_array
from svcchat_magic.protocol.arrow_rows import can_read_arrow
from svcchat_magic.protocol.loaded_rows import SEPARATOR


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """A text column: an Arrow array, or a list without pyarrow."""

    arrow: Any
    values: list[str | None]

    def strings(self) -> Any:
        """The text as pandas' string type."""
        if self.arrow is not None:
            return from_arrow(pd.StringDtype(), self.arrow)

        return pd.array(self.values, dtype="string")

    def distinct(self) -> tuple[list[str | None], Any]:
        """The distinct values, and the index of each row's value among them."""
        if self.arrow is not None:
            coded = self.arrow.dictionary_encode(null_encoding="encode")
            return coded.dictionary.to_pylist(), coded.indices.to_numpy()

        codes, found = pd.factorize(np.array(self.values, dtype=object), use_na_sentinel=False)
        return [value if isinstance(value, str) else None for value in found], codes


def texts_of(parts: Sequence[str], missing: Any) -> Texts:
    """The values of packed text; `missing` marks nulls."""
    if not can_read_arrow():
        values: list[str | None] = [value for part in parts for value in part.split(SEPARATOR)]
        for at in np.flatnonzero(missing) if missing is not None else ():
            values[at] = None

        return Texts(None, values)

    return Texts(_arrow_of(parts, missing), [])


def text_array(texts: Texts, column_type: str) -> Any:
    """Parse text as its column's type, each distinct value once, because times often repeat."""
    values, places = texts.distinct()
    read = column_array(values, column_type)
    return read[places] if len(places) else read


def from_arrow(dtype: Any, values: Any) -> Any:
    """An Arrow column as this pandas type, in a way that pandas' type stubs lack."""
    return dtype.__from_arrow__(values)


def _arrow_of(parts: Sequence[str], missing: Any) -> Any:
    """Build Arrow's layout from the joined text without creating Python strings."""
    import pyarrow as pa

    joined = np.frombuffer((SEPARATOR.join(parts) + SEPARATOR).encode(), dtype=np.uint8)
    ends = np.flatnonzero(joined == ord(SEPARATOR))
    offsets = np.zeros(len(ends) + 1, dtype=np.int64)
    offsets[1:] = ends - np.arange(len(ends))
    letters = joined[joined != ord(SEPARATOR)]
    valid = None
    if missing is not None:
        valid = pa.py_buffer(np.packbits(~missing, bitorder="little"))

    return pa.LargeStringArray.from_buffers(len(ends), pa.py_buffer(offsets), pa.py_buffer(letters), valid)
