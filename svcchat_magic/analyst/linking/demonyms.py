"""The places that words such as *German* and *UK* stand for, read once from `demonyms.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def places_of(text: str) -> tuple[str, ...]:
    """The other names of the place that a text stands for."""
    return _others().get(text.lower(), ())


@cache
def _others() -> Mapping[str, tuple[str, ...]]:
    text = files("svcchat_magic.analyst.linking").joinpath("demonyms.toml").read_text("utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for country, names in tomllib.loads(text)["places"].items():
        every = (country, *names)
        for each in every:
            found[each.lower()] = (*found.get(each.lower(), ()), *(other for other in every if other != each))

    return found
