"""The functions of columns as SQL; how two of them go with each other is told by what every engine has."""

from collections.abc import Iterable

FUNCTIONS = {
    "average": "AVG",
    "sum": "SUM",
    "median": "MEDIAN",
    "maximum": "MAX",
    "minimum": "MIN",
    "deviation": "STDDEV",
    "variance": "VARIANCE",
}


def over_rows(function: str, ref: str) -> str:
    """An average, a median, a percentile ... of what stands in a column."""
    function, _, number = function.partition(" ")
    if number:
        return f"PERCENTILE_CONT({int(number) / 100}) WITHIN GROUP (ORDER BY {ref})"

    return f"{FUNCTIONS[function]}({ref})"


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
