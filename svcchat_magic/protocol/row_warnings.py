"""What is to be said when fewer rows came than there are."""

from svcchat_magic.protocol.results import SqlResult


def row_warnings(count: int, said: int | None, result: SqlResult, *, is_cut: bool) -> tuple[str, ...]:
    """Sentences for the user: `said` is the total that came with the rows, `is_cut` that it is not all."""
    total = max(said or 0, result.total_rows)
    if count < total:
        return (
            f"Only {count:,} of {total:,} rows came: the service left out the rest. "
            "Ask for fewer, or for a summary of them.",
        )

    if is_cut:
        return (
            f"Only the first {count:,} rows came: the service left out the rest. "
            "Ask for fewer, or for a summary of them.",
        )

    return ()
