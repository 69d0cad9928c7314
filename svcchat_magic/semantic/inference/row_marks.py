"""What the rows of whole tables show of them, beside their columns: returns, money in and out, raw texts."""

from collections.abc import Iterable, Iterator

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.money_flows import with_flows
from svcchat_magic.semantic.inference.raw_texts import with_raw_texts
from svcchat_magic.semantic.inference.reversed_documents import with_reversed
from svcchat_magic.semantic.inference.table_profile import TableProfile


def with_marks(engine: Engine, tables: Iterable[TableProfile]) -> Iterator[TableProfile]:
    """The tables with all of that."""
    yield from with_raw_texts(engine, with_flows(engine, with_reversed(engine, list(tables))))
