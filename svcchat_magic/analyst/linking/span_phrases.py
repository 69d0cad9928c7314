"""What a question says of seasons and terms: `fall 2024`, `last season`, `the two terms before`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.span_names import (
    LONGEST,
    SpanName,
    kind_of_season,
    span_named,
    span_nouns,
)
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.time_words import Phrase as TimePhrase
from svcchat_magic.analyst.language.tokens import Token

_TOLD_FROM = frozenset({"before", "previous", "prior", "preceding", "earlier"})  # from what was asked before
_JOINTS = ("since", "after", "before", "until")


@dataclass(frozen=True, slots=True)
class Named:
    """A stretch that words name; with a `joint` all since, after, before or until it."""

    phrase: Phrase
    name: SpanName
    joint: str = ""
    last: SpanName | None = None  # of a range: from this one to the last


@dataclass(frozen=True, slots=True)
class Counted:
    """Stretches that are told from the present one: `back` of 1 is the one before it, of -1 the next."""

    phrase: Phrase
    nouns: frozenset[str]  # what the column is called; empty behind the season of a year
    kind: str  # of term: `last spring`
    back: int
    count: int = 1
    joint: str = ""
    from_asked: bool = False  # told from the one that was asked for before


def phrases_in(tokens: Sequence[Token], calendar: Calendar) -> tuple[Named | Counted, ...]:
    """Every phrase that may name such stretches, with the words before it that make it a range."""
    lows = tuple(each.text.lower() for each in tokens)
    phrase = TimePhrase(lows, tuple(each.form for each in tokens), calendar)
    return tuple(each for at in range(len(tokens)) for each in _phrases_at(phrase, tokens, at))


def _phrases_at(phrase: TimePhrase, tokens: Sequence[Token], at: int) -> Iterator[Named | Counted]:
    for joint, behind in ("", at), *_joints(phrase, at):
        yield from _named(phrase, tokens, at, behind, joint)
        if counted := _counted(phrase, at, behind, joint):
            yield counted

    yield from _ranges(phrase, tokens, at)


def _ranges(phrase: TimePhrase, tokens: Sequence[Token], at: int) -> Iterator[Named]:
    """`from fall 2023 to fall 2024`, `2021/22 to 2023/24`."""
    between = phrase.joint(at, "between")
    start = between or phrase.joint(at, "from") or at
    for first in _named(phrase, tokens, start, start, ""):
        behind = phrase.joint(start + len(first.phrase), "and" if between else "to")
        for last in _named(phrase, tokens, behind, behind, "") if behind else ():
            yield Named(phrase.form[at : (behind or 0) + len(last.phrase)], first.name, "to", last.name)


def _joints(phrase: TimePhrase, at: int) -> Iterator[tuple[str, int]]:
    """`since`, `since the start of`: the kind of range, and where the stretch begins."""
    for kind in _JOINTS:
        behind = phrase.joint(at, kind)
        if behind is None or phrase.at(at) == "from":
            continue

        behind = phrase.skip(behind, "the")
        edge = phrase.behind(behind, "start" if kind in ("since", "before") else "end")
        yield kind, phrase.skip(edge, "of", "the") if edge else behind


def _named(phrase: TimePhrase, tokens: Sequence[Token], at: int, start: int, joint: str) -> Iterator[Named]:
    for stop in range(start + 1, min(start + LONGEST, len(tokens)) + 1):
        if tokens[start].form in ("the", "of") or tokens[stop - 1].form in ("the", "of"):
            continue

        text = "".join(("" if place == start else each.before or "") + each.text
                       for place, each in enumerate(tokens[start:stop], start))  # fmt: skip
        name = span_named(text)
        if name is not None and name.kind != "year":
            yield Named(phrase.form[at:stop], name, joint)


def _counted(phrase: TimePhrase, at: int, start: int, joint: str) -> Counted | None:
    """`last season`, `the past two terms`, `this spring`, `the season before`, `two seasons ago`."""
    last, this = phrase.behind(start, "last"), phrase.behind(start, "this")
    number_at = phrase.skip_kind(last, "full") if last else start
    number = phrase.number(number_at) if not this else None
    noun_at = this or (number_at if number is None else number_at + 1)
    nouns, kind, behind = _noun(phrase, noun_at)
    if not behind or (number or 1) > 99:
        return None

    if this or last:
        from_asked = phrase.at(start) in _TOLD_FROM and not joint
        count = number or 1
        return Counted(phrase.form[at:behind], nouns, kind, 0 if this else 1, count, joint, from_asked)

    return _told_behind(phrase, at, behind, Counted((), nouns, kind, number or 1, 1, joint))


def _told_behind(phrase: TimePhrase, at: int, behind: int, found: Counted) -> Counted | None:
    """`two seasons ago`, `the season before last`, and behind another question `the season before`."""
    for kind, back, from_asked in (("ago", found.back, False), ("before_last", 2, False)):
        if stop := phrase.behind(behind, kind):
            return Counted(phrase.form[at:stop], found.nouns, found.kind, back, 1, found.joint, from_asked)

    is_before = phrase.at(behind) in _TOLD_FROM and not found.joint and behind + 1 >= _end(phrase)
    return (
        Counted(phrase.form[at : behind + 1], found.nouns, found.kind, 1, from_asked=True)
        if is_before
        else None
    )


def _end(phrase: TimePhrase) -> int:
    """The index behind the last word that is no mark."""
    return max((at + 1 for at, form in enumerate(phrase.form) if form not in "?.!"), default=0)


def _noun(phrase: TimePhrase, at: int) -> tuple[frozenset[str], str, int]:
    """(nouns that mean the same, the kind of term, the index behind), which is 0 where no noun stands."""
    for group in span_nouns():
        for noun in sorted(group, key=len, reverse=True):
            words = tuple(noun.split())
            if phrase.form[at : at + len(words)] == words:
                return group, "", at + len(words)

    season = phrase.at(at) if phrase.at(at) in calendar_words().seasons else ""
    kind = kind_of_season(season)
    behind = phrase.skip(at + 1, "term", "semester", "session")
    return frozenset(), kind, behind if kind else 0
