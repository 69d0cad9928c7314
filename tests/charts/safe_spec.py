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
OUR_LIST = re.compile(r"(?:names|cut)_\d+")
_NAME = (
    r"(?:datum\.label|indexof\(names_\d+, datum\.value\) < 0 \? datum\.label"
    r" : cut_\d+\[indexof\(names_\d+, datum\.value\)\])"
)
OUR_LABEL = re.compile(rf"{_NAME}|round\(datum\.index \* \d+\) % \d+ \? '' : \({_NAME}\)")


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
    """What is left of a chart of ours without the parts that we add to every one, and to some labels."""
    left = {name: value for name, value in chart.items() if name not in OURS and (name, value) != OUR_WISH}
    if all(map(is_list_of_names, left.get("params", ()))):
        left.pop("params", None)

    return without_our_labels(left)


def is_list_of_names(param):
    """Whether it is one of our lists of whole and of cut names: plain texts under a name of ours."""
    is_plain = set(param) == {"name", "value"} and all(isinstance(each, str) for each in param["value"])
    return is_plain and OUR_LIST.fullmatch(param["name"]) is not None


def without_our_labels(value):
    """Without the expressions that are ours to the letter: no text of a stream is in these."""
    if isinstance(value, list):
        return [without_our_labels(each) for each in value]

    if not isinstance(value, dict):
        return value

    return {
        name: without_our_labels(each)
        for name, each in value.items()
        if name != "labelExpr" or not OUR_LABEL.fullmatch(each)
    }
