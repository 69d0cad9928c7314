"""The places that words such as *German* and *UK* stand for, read once from `demonyms.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def places_of(text: str) -> tuple[str, ...]:
    """The other names of the place that a text stands for; a code of a state is one in capital letters."""
    return (*_others().get(text.lower(), ()), *_codes().get(text if text.isupper() else text.lower(), ()))


def size_of(code: str) -> str:
    """What the code of a size stands for; empty for anything else."""
    return next((name for name, codes in _data()["sizes"].items() if code in codes), "")


@cache
def _codes() -> Mapping[str, tuple[str, ...]]:
    states = _data()["codes"].items()
    return {code: (state,) for state, code in states} | {state.lower(): (code,) for state, code in states}


@cache
def _others() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for country, names in _data()["places"].items():
        every = (country, *names)
        for each in every:
            found[each.lower()] = (*found.get(each.lower(), ()), *(other for other in every if other != each))

    for name, codes in (*_data()["languages"].items(), *_data()["sizes"].items()):
        found[name.lower()] = (*found.get(name.lower(), ()), *codes)
        for code in codes:
            found[code.lower()] = (*found.get(code.lower(), ()), name)

    return found


@cache
def _data() -> Mapping[str, Any]:
    text = files("svcchat_magic.analyst.linking").joinpath("demonyms.toml").read_text("utf-8")
    return tomllib.loads(text)
