"""Convert a frame to tables of other libraries, if they are installed."""

from typing import Any

import pandas as pd

from svcchat_magic.errors import RequestRefused


def arrow_table(frame: pd.DataFrame) -> Any:
    """A `pyarrow.Table`; raises RequestRefused without pyarrow, or for a column of several types."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError as cause:
        raise RequestRefused('Arrow tables need: pip install "svcchat-magic[arrow]".') from cause

    try:
        return pa.Table.from_pandas(frame)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as cause:
        raise RequestRefused(
            "A column holds values of several types, which Arrow has no type for; "
            "turn it into text first, with astype('string')."
        ) from cause


def polars_frame(frame: pd.DataFrame) -> Any:
    """A `polars.DataFrame` without the index; raises RequestRefused as `arrow_table` does."""
    try:
        import polars
    except ModuleNotFoundError as cause:
        raise RequestRefused('Polars frames need: pip install "svcchat-magic[polars]".') from cause

    return polars.from_arrow(arrow_table(frame.reset_index(drop=True)))
