"""The verbs that make rows of money, by what these are called: to invoice makes invoices."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def document_verbs() -> Mapping[str, tuple[str, ...]]:
    """The verbs, read once."""
    data = tomllib.loads(files(__package__).joinpath("document_verbs.toml").read_text("utf-8"))
    return {noun: tuple(verbs) for noun, verbs in data["made"].items()}
