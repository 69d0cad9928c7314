"""Bands by the words that the question has for them: `60 or more` and not `60 or over`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.bands import Band
from svcchat_magic.analyst.meaning.tree import ByBucket, Group

_APART = re.compile(
    r"\s*(?:,|;|/)\s*(?:(?:and|or)\s+)?|\s+and\s+(?!(?:more|over|above|up|older|longer|under|below|less)\b)"
)
_HEAD = re.compile(r"^.*?(?:[:–]|\s-\s|\bbands?\b|\bgroups?\b)\s*", re.DOTALL)
_BEGINS = re.compile(
    r"\b(?:under|below|less|fewer|up to|over|above|more|at least|at most|from|between)\b|\d", re.I
)
_LONGEST = 40  # characters of one


def with_own_labels(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading with its bands called as they are said, where that can be told of each of them."""
    groups = tuple(_called(each, read, tokens) for each in read.analysis.groups)
    if groups == read.analysis.groups:
        return read

    return replace(read, analysis=replace(read.analysis, groups=groups))


def _called(group: Group, read: Assembled, tokens: Sequence[Token]) -> Group:
    if not isinstance(group, ByBucket) or not group.bands:
        return group

    said = (each for each in read.cover.items if isinstance(each.value, tuple) and group in each.value)
    item = next(said, None)
    if item is None:
        return group

    text = "".join(each.before + each.text for each in tokens[item.start : item.stop]).strip()
    labels = _labels(text, group.bands)
    bands = tuple(replace(band, label=label) for band, label in zip(group.bands, labels, strict=False))
    return replace(group, bands=bands) if len(bands) == len(group.bands) else group


def _labels(text: str, bands: Sequence[Band]) -> list[str]:
    """The words of each band from the lowest on; none where they cannot be told apart."""
    begins = _BEGINS.search(_HEAD.sub("", text))
    told = _HEAD.sub("", text)[begins.start() :] if begins else ""
    parts = [each for each in _APART.split(told) if each]
    if len(parts) != len(bands):
        return []

    for ordered in (parts, parts[::-1]):
        if all(map(_tells, ordered, bands)) and max(map(len, ordered)) <= _LONGEST:
            return ordered

    return []


def _tells(text: str, band: Band) -> bool:
    """Whether a text has a number of the band's own words; the last may be `longer` alone."""
    return bool(set(re.findall(r"\d+", text)) & set(re.findall(r"\d+", band.label))) or band.high is None
