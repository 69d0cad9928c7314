"""Numbers written as words: `three dozen`, `a third of`, `doubled`, `tenfold`."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path

from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_COUNT_SLACK = Decimal("0.5")
_TIMES_SLACK = Decimal("0.05")
_PART_SLACK = Decimal("0.5")  # percentage points
_ROUGH_SLACK = Decimal("0.07")  # of a share that is told as `one in four`


def word_figures(text: str) -> Iterator[SpokenFigure]:
    """The numbers that a text writes as words; a lone `one` or `a` counts nothing."""
    taken: list[tuple[int, int]] = []
    for find in (_mixed, _in_many, _parts, _times, _counts):
        for figure in find(text):
            if not any(start < figure.end and figure.start < end for start, end in taken):
                taken.append((figure.start, figure.end))
                yield figure


def vague_number(text: str) -> str:
    """`dozens of`, `a majority`: an amount that no row can bear out, or nothing."""
    found = _VAGUE.search(text)
    return found[0] if found else ""


def some_number() -> str:
    """A pattern for a number of a few: `4`, `four`."""
    return rf"(?:\d+|{'|'.join(_words()['units'])})"


def is_number_word(word: str) -> bool:
    """Whether a word, singular, is a number or a part of one: `thousand`, `third`."""
    return any(word in each for each in _words().values())


def _mixed(text: str) -> Iterator[SpokenFigure]:
    """`seven and a half`, `half a million`: rounded to its part."""
    for match in _patterns()["of scale"].finditer(text):
        scale = Decimal(_words()["scales"][match["scale"].casefold()])
        size = scale / _words()["parts"][match["part"].casefold()] * (3 if match["three"] else 1)
        yield SpokenFigure(match.start(), match.end(), ((size, size / 20),), False, 0)

    for match in _patterns()["mixed"].finditer(text):
        part = Decimal(1) / _words()["parts"][match["part"].casefold()]
        size = _count(match["whole"].casefold()) + part * (3 if match["three"] else 1)
        yield SpokenFigure(match.start(), match.end(), ((size, part / 2),), False, 0)


def _parts(text: str) -> Iterator[SpokenFigure]:
    """`half of`, `two thirds of`, `by a quarter`: a share or a change, in percent."""
    for match in _patterns()["part"].finditer(text):
        is_of_time = (match["part"] or "").casefold() in ("quarter", "quarters")
        if is_of_time and _ORDERED.search(text[: match.start()]):
            continue  # `the first three quarters of 2025`

        if _EACH_QUARTER.search(text[: match.end()]) and not text[match.end() :].startswith(" of "):
            continue

        count = Decimal(_words()["units"].get((match["count"] or "").casefold(), 1))
        said = (match["part"] or match["alone"] or match["each"] or match["good"]).casefold()
        part = Decimal({**_words()["parts"], "second": 2}[said])
        yield SpokenFigure(match.start(), match.end(), ((count * 100 / part, _PART_SLACK),), True, 0)


def _in_many(text: str) -> Iterator[SpokenFigure]:
    """`one in four`, `two orders in three`: a share, in percent, and never to the point."""
    for match in _patterns()["in"].finditer(text):
        some, whole = (_count(match[name].casefold()) for name in ("some", "whole"))
        is_counted = "out" in match[0].split() and _MANY.match(text, match.end()) is not None
        is_of_rows = is_counted and not _ROUGHLY.search(text[: match.start()])  # `four out of five ships`
        if 0 < some < whole and not is_of_rows:
            share = some * 100 / whole
            yield SpokenFigure(match.start(), match.end(), ((share, share * _ROUGH_SLACK),), True, 0)


def _count(word: str) -> Decimal:
    words = _words()
    return Decimal(word if word.isdecimal() else {**words["units"], **words["tens"]}[word])


def _times(text: str) -> Iterator[SpokenFigure]:
    """`doubled`, `threefold`: how many times as much."""
    for match in _patterns()["times"].finditer(text):
        said = match[0].casefold()
        count = _words()["times"].get(said) or _words()["units"].get((match["fold"] or "").casefold(), 1)
        yield SpokenFigure(
            match.start(), match.end(), ((Decimal(str(count)), _TIMES_SLACK),), False, 0, is_times=True
        )


def _counts(text: str) -> Iterator[SpokenFigure]:
    words = _words()
    for match in _patterns()["count"].finditer(text):
        parts = re.findall(r"[^\W\d_]+", match[0].casefold())
        is_said = parts == ["one"] and _THERE_IS.search(text[: match.start()])  # `there is one order`
        if parts in (["one"], ["score"], ["a", "score"]) and not is_said:
            continue

        yield SpokenFigure(match.start(), match.end(), ((_size(parts, words), _COUNT_SLACK),), False, 0)


def _size(parts: list[str], words: dict[str, dict[str, int]]) -> Decimal:
    """What a run of number words means: `two hundred and five thousand`."""
    whole, group = 0, 0
    small = {**words["units"], **words["tens"], "a": 1, "only": 0, "just": 0, "exactly": 0}
    for each in parts:
        scale = words["scales"].get(each)
        if scale is None:
            group += small.get(each, 0)
        elif scale < 1000:
            group = max(group, 1) * scale
        else:
            whole += max(group, 1) * scale
            group = 0

    return Decimal(whole + group)


@cache
def _words() -> dict[str, dict[str, int]]:
    found = tomllib.loads((Path(__file__).parent / "number_words.toml").read_text("utf-8"))
    tens = {
        f"{unit}und{ten}": found["units"][unit] + size
        for unit in ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
        for ten, size in found["tens"].items()
    }
    return {**found, "tens": {**found["tens"], **tens}}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words = {name: "|".join(sorted(each, key=len, reverse=True)) for name, each in _words().items()}
    times = "minute|hour|day|week|month|quarter|year|of|was|is|time"
    number = f"{words['units']}|{words['tens']}|{words['scales']}"
    return {
        "part": re.compile(  # also `every second customer`
            rf"\b(?:(?:(?P<count>{words['units']})|an?|eine?[mnrs]?)[\s-]+(?P<part>{words['parts']})"
            rf"|\bevery\s+(?P<each>second|(?!quarter|viertel|hal)(?:{words['parts']}))(?!\s+(?:{times})\b)"
            rf"|(?<!first )(?<!second )(?P<alone>half|hälfte)|(?<=\ba good )(?P<good>{words['parts']}))\b",
            re.IGNORECASE,
        ),
        "of scale": re.compile(
            r"\b(?:(?:an?|(?P<three>three))\s+)?(?P<part>half|quarters?)\s+(?:of\s+)?a\s+"
            rf"(?P<scale>{words['scales']})\b",
            re.IGNORECASE,
        ),
        "mixed": re.compile(
            rf"\b(?P<whole>{words['units']}|{words['tens']})\s+and\s+(?:an?|(?P<three>three))\s+"
            rf"(?P<part>half|quarters?|third)\b",
            re.IGNORECASE,
        ),
        "in": re.compile(
            rf"\b(?P<some>{words['units']}|\d)(?P<noun>\s+[a-z-]+)?\s+(?:in|von|out\s+of)\s+(?:every\s+)?"
            rf"(?P<whole>{words['units']}|{words['tens']}|\d{{1,3}})\b(?!\s*[%.,]?\d|\s*%|\s+(?:million|billion))"
            r"(?(noun)(?!\s+(?!is\b|was\b|has\b)[a-z]+s\b))",
            re.IGNORECASE,
        ),
        "times": re.compile(rf"\b(?:{words['times']}|(?P<fold>{words['units']})[\s-]?fold)\b", re.IGNORECASE),
        "count": re.compile(
            rf"\b(?:(?:only|just|exactly)\s+one|(?:an?\s+)?(?:{number})(?:(?:[\s-]+(?:and\s+)?)(?:{number}))*)\b",
            re.IGNORECASE,
        ),
    }


_ORDERED = re.compile(r"\b(?:first|last|next|past|previous|these|those|other|all|the)\s+$", re.IGNORECASE)
_ROUGHLY = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|approximately|etwa|rund|fast)\s+$", re.IGNORECASE
)
_MANY = re.compile(r"\s+(?!is\b|was\b|has\b)[a-z]+s\b")
_EACH_QUARTER = re.compile(r"\d[\d.,]*\s?(?:%|[^\W\d_]+)?\s+(?:a|each|every)\s+quarter$", re.IGNORECASE)
_THERE_IS = re.compile(r"\b(?:there\s+(?:is|was)|total\s+of)\s+$", re.IGNORECASE)
_VAGUE = re.compile(
    r"\b(?:dozens|hundreds|thousands|millions|billions|dutzende|hunderte|tausende|"
    r"(?:the|a)\s+(?:vast\s+)?majority|mehrheit)\b",
    re.IGNORECASE,
)
