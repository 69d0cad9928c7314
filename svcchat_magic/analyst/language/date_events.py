"""Words for what happens to rows: `payment` and `paid` are one event; read once from `date_events.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from svcchat_magic.semantic.search.thesaurus import stems_of

Stems = tuple[str, ...]


@cache
def date_events() -> Mapping[Stems, frozenset[int]]:
    """The events that words or turns of two words, as stems, can mean."""
    text = files("svcchat_magic.analyst.language").joinpath("date_events.toml").read_text("utf-8")
    found: dict[Stems, set[int]] = {}
    for at, words in enumerate(tomllib.loads(text)["events"]):
        for phrase in words:
            found.setdefault(stems_of(phrase), set()).add(at)

    return {stems: frozenset(events) for stems, events in found.items()}


@cache
def states() -> Mapping[str, tuple[Stems, ...]]:
    """What has not happened yet to what is in a state, as stems: nobody living has died."""
    text = files("svcchat_magic.analyst.language").joinpath("date_events.toml").read_text("utf-8")
    found = tomllib.loads(text)["states"]
    return {word: tuple(map(stems_of, events)) for word, events in found.items()}
