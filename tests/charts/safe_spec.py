"""Looks through a chart for what may not be in it, by another list than the one it is rebuilt from."""

import json
import re

from svcchat_magic.charts.rules.safe_chart import SCHEMA

FORBIDDEN = re.compile(
    r"url|href|usermeta|datasets|data|lookup|params|expr|calculate|signal|labelExpr|config|projection|test|condition|"
    r"src|key|description|cursor|font|labelFont|titleFont|style|sequence|flatten|loader|patch|image|geoshape|from"
)
WRITTEN = re.compile(r"https?:|javascript:|url\(|</|<script")
OURS = ("$schema", "data", "config", "description", "background", "padding", "autosize")
OUR_WISH = ("usermeta", {"embedOptions": {"renderer": "svg"}})  # and no other: more could be asked for there


def keys(value):
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in keys(each)}

    return {key for each in value for key in keys(each)} if isinstance(value, list) else set()


def forbidden(value):
    """Forbidden keys anywhere, and addresses in any text."""
    named = {key for key in keys(value) if FORBIDDEN.fullmatch(key)}
    written = WRITTEN.findall(json.dumps(value).replace(SCHEMA, ""))
    return named | set(written)


def without_ours(chart):
    """What is left of a chart of ours without the parts that we add to every one."""
    return {name: value for name, value in chart.items() if name not in OURS and (name, value) != OUR_WISH}
