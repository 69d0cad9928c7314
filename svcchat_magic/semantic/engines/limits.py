"""How much one engine may take: time for a query, memory, and space for rows that do not fit into it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Memory and space are those of the embedded DuckDB; a database of its own has its own."""

    seconds: float | None = 120.0  # the database's work for one query; None is no limit
    memory_bytes: int = 1_000_000_000
    spill_bytes: int = 20_000_000_000  # in a folder of this process alone
