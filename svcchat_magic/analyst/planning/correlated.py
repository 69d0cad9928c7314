"""How two numbers of the same rows go with each other, by sums that every engine has."""

from collections.abc import Iterable


def correlated(one: str, other: str, conditions: Iterable[str] = ()) -> str:
    """Pearson's coefficient over the rows that have both; no value where one of them never changes."""
    left, right = f"CAST({one} AS DOUBLE)", f"CAST({other} AS DOUBLE)"
    both = f"FILTER (WHERE {' AND '.join((f'{one} IS NOT NULL', f'{other} IS NOT NULL', *conditions))})"

    def mean(of: str) -> str:
        return f"AVG({of}) {both}"

    def spread(of: str) -> str:
        return f"({mean(f'{of} * {of}')} - {mean(of)} * {mean(of)})"

    together = f"({mean(f'{left} * {right}')} - {mean(left)} * {mean(right)})"
    return f"{together} / NULLIF(SQRT({spread(left)} * {spread(right)}), 0)"
