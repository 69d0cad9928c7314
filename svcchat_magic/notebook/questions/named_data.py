"""The data that `%chat use` and `--data` name: files, folders, or variables with frames."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from svcchat_magic.conversation.connecting.given_data import GivenData
from svcchat_magic.errors import RequestRefused

_MODEL = "--model"


def given_data(words: str, namespace: Mapping[str, Any], *, model: str = "") -> GivenData:
    """The sources in order, with the model of `--model DIR`; NAME=SOURCE names a source.

    Raises RequestRefused for quotes that are not closed, and for a model without its name.
    """
    try:
        given = shlex.split(words)
    except ValueError:
        raise RequestRefused("A quote is not closed; write names with spaces as 'my data.csv'.") from None

    if _MODEL in given:
        at = given.index(_MODEL)
        model = "".join(given[at + 1 : at + 2])
        del given[at : at + 2]
        if not model:
            raise RequestRefused("--model needs the folder of the model files, or demo.")

    return GivenData([_source(each, namespace) for each in given], model=model or None)


def _source(word: str, namespace: Mapping[str, Any]) -> object:
    name, equals, source = word.partition("=")
    if equals and name.isidentifier():
        return {name: namespace[source] if _is_frame(source, namespace) else source}

    return {word: namespace[word]} if _is_frame(word, namespace) else word


def _is_frame(name: str, namespace: Mapping[str, Any]) -> bool:
    """Whether a variable holds data: a frame, or a session that has tables."""
    found = namespace.get(name)
    return hasattr(found, "columns") or hasattr(found, "createDataFrame")
