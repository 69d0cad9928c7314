"""A question to the model as a value, and the rows that answer it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: what row-level rules are read against (2.2 rule 2).

    `is_internal` users without a policy of their own keep full access; external ones are
    denied a cube that has no policy in a model that has any.
    """

    user_id: str
    is_internal: bool = False
    groups: tuple[str, ...] = ()
    attributes: Mapping[str, object] = field(default_factory=dict)
    security_context: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """One output column; `column_type` is the wire's name for it (2.6): String, Double,
    Int64, Boolean, Timestamp or Date."""

    name: str
    column_type: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query returned: at most `limit` rows of plain Python values, and the full count."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[object, ...], ...]
    total_rows: int
