"""Warnings about missing rows."""

from svcchat_magic.protocol.results import SqlResult


def row_warnings(count: int, said: int | None, result: SqlResult, *, is_cut: bool) -> tuple[str, ...]:
    """Warnings for the user; `said` is the reported total, `is_cut` whether the service left rows out."""
    total = max(said or 0, result.total_rows)
    if count < total:
        return (f"Only {count:,} of {total:,} rows were sent. Ask for fewer rows, or for a summary.",)

    if is_cut:
        return (f"Only the first {count:,} rows were sent. Ask for fewer rows, or for a summary.",)

    return ()
