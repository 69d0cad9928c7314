"""The options of `svcchat sql`."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlOptions:
    """The query, its data, its user, and where the rows are written."""

    model: Path | None
    data: tuple[str, ...]
    as_json: bool
    csv: Path | None
    explain: bool
    limit: int | None
    as_user: str | None
    attr: tuple[tuple[str, str], ...]
    group: tuple[str, ...]
    now: datetime | None
