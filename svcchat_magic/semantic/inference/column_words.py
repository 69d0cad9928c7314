"""The words of column and table names, and what they say: read from `column_words.yml`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml


@cache
def words_that_are(kind: str) -> frozenset[str]:
    """The words of one kind, such as keys or amounts; raises KeyError."""
    return frozenset(_read()[kind].split())


@cache
def words_for(kind: str) -> Mapping[str, str]:
    """Words and what stands for each: people or singulars; raises KeyError."""
    return MappingProxyType({str(word): str(other) for word, other in _read()[kind].items()})


@cache
def all_words() -> frozenset[str]:
    """Every word that stands alone in one of the kinds."""
    return frozenset(word for words in _read().values() if isinstance(words, str) for word in words.split())


@cache
def _read() -> dict[str, Any]:
    file = Path(__file__).with_suffix(".yml")
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    return dict(found)
