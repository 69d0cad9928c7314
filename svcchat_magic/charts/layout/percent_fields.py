"""The columns that a chart formats as percentages: the only reliable sign that 0.53 means 53%."""

from collections.abc import Mapping
from typing import Any

from svcchat_magic.charts.rules.safe_chart import read_spec
from svcchat_magic.errors import ChartRefused


def percent_fields(spec_text: str) -> frozenset[str]:
    """Fields whose axis or tooltip has a percent format; none if the text is not a chart."""
    try:
        return frozenset(_named(read_spec(spec_text)))
    except ChartRefused:
        return frozenset()


def _named(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(_named, part))

    if not isinstance(part, Mapping):
        return set()

    forms = [each.get("format") for each in (part, part.get("axis")) if isinstance(each, Mapping)]
    is_percent = any(isinstance(form, str) and form.endswith("%") for form in forms)
    is_plain = part.get("type") == "quantitative" and not part.keys() & {"aggregate", "bin"}
    field = part.get("field")
    found = {field} if isinstance(field, str) and is_plain and is_percent else set()
    return found.union(*map(_named, part.values()))
