"""A stream of Arrow that is stopped while the database makes its next rows says why."""

from threading import Timer

import pyarrow as pa
import pytest

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.engines.engines import Cancellation

ENDLESS = "SELECT a.range * b.range % 7 AS n FROM range(10000000) a CROSS JOIN range(10000000) b"


@pytest.mark.parametrize("after", range(10, 90, 8))  # milliseconds: in and between the reader's batches
def test_what_stopped_it_is_said(after):
    engine = DuckDBEngine.open({"things": pa.table({"a": [1]})})
    cancellation = Cancellation()
    Timer(after / 1000, cancellation.cancel, ["It took too long."]).start()

    with pytest.raises(EngineError, match=r"^It took too long\.$"):
        for _ in engine.stream_arrow(ENDLESS, {}, cancellation=cancellation):
            pass

    engine.close()
