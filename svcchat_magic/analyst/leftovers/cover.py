"""The best ways to take a question apart: items that follow each other, and the words left over."""

from collections.abc import Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.carriers import attributes, carriers
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.measured_nouns import is_bounded_by, is_measured
from svcchat_magic.analyst.meaning.tree import Measured

_MOST = 24  # ways kept at each word
_EACH_ITEM = 0.3  # few large items are better than many small ones
_LIGHT = 0.1
_UNKNOWN = 2.5
_NEVER_EMPTY = frozenset({"per", "this"})  # they say how things belong together, and which one is meant
_HIDDEN = 2.5  # a question that would be read as a group
_GROUP_WORDS = frozenset({"by", "per", "each", "every"})
_SHORTEST = 5  # letters of a word in -ing that is a noun or a participle
_WHAT = frozenset({"what", "which", "whose"})
_AUXILIARIES = frozenset({"do", "does", "did", "have", "has", "had", "will", "can", "could", "should"})
_ARTICLES = frozenset({"a", "an", "the"})
_BEFORE_THINGS = frozenset({"of", "and", "&", "many", "fewer", "most"})
_JOINTS = frozenset({"and", "&"})
_BEFORE_GROUPS = frozenset({"by", "which"})
_ORDERS = frozenset({"let", "return", "present", "need"})
_BEFORE_ORDERS = frozenset(
    {
        "please",
        "you",
        "i",
        "we",
        "to",
        "and",
        "then",
        "now",
        "just",
        "me",
        "us",
        "kindly",
        "ok",
        "okay",
        "hey",
        "hi",
    }
)


@dataclass(frozen=True, slots=True)
class Cover:
    """Items from left to right; `unknown` are the places of words that none of them takes."""

    score: float = 0.0
    items: tuple[Item, ...] = ()
    unknown: tuple[int, ...] = ()
    light: tuple[int, ...] = ()


def covers(chart: Chart, tokens: Sequence[Token], categories: Sequence[str]) -> tuple[Cover, ...]:
    """The best covers of a question, the best first."""
    empty, attributed = carriers(tokens), attributes(tokens)
    best: list[list[Cover]] = [[] for _ in range(len(tokens) + 1)]
    best[0] = [Cover()]
    for at, token in enumerate(tokens):
        here = best[at] = _kept(best[at])
        for cover in here:
            is_noun = (
                at in attributed | chart.nouns
                or (_is_grouped_by(tokens, at) and at not in empty)
                or _is_asked(tokens, at)
                or is_measured(tokens, at)
                or is_bounded_by(tokens, at)
                or (at not in empty and _is_listed(tokens, at))
                or (at not in empty and _is_noun(tokens, at) and chart.is_named(at))
                or _is_name(tokens, at, chart)
            )
            best[at + 1].append(
                _skipped(
                    cover,
                    at,
                    token,
                    is_noun=is_noun,
                    is_light=at in empty,
                    is_told=_is_told(tokens, at),
                    is_letter=_is_letter(tokens, at),
                )
            )

        for category in categories:
            for item in chart.starting(at, category):
                for cover in here:
                    cost = _EACH_ITEM + (_HIDDEN if _hides_a_question(_groups_to(item, cover, tokens)) else 0)
                    cost += _HIDDEN if _hides_a_group(item, cover, tokens) else 0
                    score = cover.score + item.score - cost
                    best[item.stop].append(Cover(score, (*cover.items, item), cover.unknown, cover.light))

    return tuple(_kept(best[-1]))


def _is_name(tokens: Sequence[Token], at: int, chart: Chart) -> bool:
    """`from Store`: a value of the data that is written as a name is no verb."""
    is_capital = at > 0 and tokens[at].text[:1].isupper() and tokens[at].text[1:].islower()
    return is_capital and any(True for _ in chart.starting(at, "VALUE"))


def _is_grouped_by(tokens: Sequence[Token], at: int) -> bool:
    """`downloads by show`: nothing that is to be grouped by is passed over, be it a verb elsewhere."""
    before = [each.form for each in tokens[:at] if each.form not in _ARTICLES][-1:]
    return before[0] in _GROUP_WORDS if before else False


def _is_asked(tokens: Sequence[Token], at: int) -> bool:
    """`what rent do we pay`: what is asked for, be it a verb elsewhere, is not passed over."""
    before = tokens[at - 1].form if at else ""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return before in _WHAT and behind in _AUXILIARIES


def _is_listed(tokens: Sequence[Token], at: int) -> bool:
    """`rides and revenue`, `number of rides`: several of something is no verb there, known or not."""
    before = tokens[at - 1].form if at else ""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return _is_plural(tokens[at]) and (before in _BEFORE_THINGS or behind in _JOINTS)


def _is_told(tokens: Sequence[Token], at: int) -> bool:
    """`flats that are currently let`, `returns by month`: what elsewhere gives an order tells something."""
    before = tokens[at - 1] if at else None
    is_head = before is None or before.is_mark or before.form in _BEFORE_ORDERS
    return tokens[at].form in _ORDERS and (not is_head or _is_plural(tokens[at]))


def _is_noun(tokens: Sequence[Token], at: int) -> bool:
    """Several of something, or the second word of a `printing process`."""
    before = tokens[at - 1].text.lower() if at else ""
    return _is_plural(tokens[at]) or (before.endswith("ing") and len(before) > _SHORTEST)


def _is_plural(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _is_letter(tokens: Sequence[Token], at: int) -> bool:
    """`who got an A`: behind an article a letter is no other one."""
    return at > 0 and tokens[at].text == "A" and tokens[at - 1].form in _ARTICLES


def _skipped(
    cover: Cover, at: int, token: Token, *, is_noun: bool, is_light: bool, is_told: bool, is_letter: bool
) -> Cover:
    words = keywords()
    is_empty = token.form in words.function and token.form not in _NEVER_EMPTY and not token.is_quoted
    if token.is_mark or (is_empty and not is_told and not is_letter):
        return cover

    is_light |= token.form in words.light and not token.is_quoted
    if is_light and not is_noun:  # calls that were made are not left out
        return Cover(cover.score - _LIGHT, cover.items, cover.unknown, (*cover.light, at))

    return Cover(cover.score - _UNKNOWN, cover.items, (*cover.unknown, at), cover.light)


def _groups_to(item: Item, cover: Cover, tokens: Sequence[Token]) -> Sequence[Token]:
    """The words of a group, with those of the groups right before it."""
    start = item.start
    for before in reversed(cover.items):
        if before.category != "GROUPS" or before.stop != start:
            break

        start = before.start

    said_of = tokens[item.stop : item.stop + 1]
    ends = item.stop + (bool(said_of) and said_of[0].form == "of")
    return tokens[start:ends] if item.category == "GROUPS" else ()


def _hides_a_question(span: Sequence[Token]) -> bool:
    """`by segment, orders by region`: several of something with a `by` or `of` of their own are no group."""
    joints = [at for at, each in enumerate(span) if each.form in (",", "and")]
    bys = [at for at, each in enumerate(span) if each.form in ("by", "per") or at == len(span) - 1]
    bys = [at for at in bys if span[at].form in ("by", "per", "of")]
    return any(
        any(each.text.lower() != each.form for each in span[joint + 1 : by])
        for joint in joints
        for by in bys
        if joint < by and not any(joint < other < by for other in (*joints, *bys))
    )


def _hides_a_group(item: Item, cover: Cover, tokens: Sequence[Token]) -> bool:
    """`cancellations by country`, `which country`: a name alone is no number of different ones there."""
    is_passed = item.start > (cover.items[-1].stop if cover.items else 0)
    is_alone = item.stop - item.start == 1 or item.category == "CHANGED"  # which country grew the most
    if not is_passed or tokens[item.start - 1].form not in _BEFORE_GROUPS or not is_alone:
        return False

    value = item.value[0] if isinstance(item.value, tuple) and item.value else item.value
    return isinstance(value, Measured) and value.measure.agg_type == "count_distinct"


def _kept(covers: list[Cover]) -> list[Cover]:
    """The best of them, each once."""
    found: dict[tuple[object, ...], Cover] = {}
    for cover in sorted(covers, key=lambda each: -each.score):
        key = (
            tuple((each.category, each.start, each.stop, each.value) for each in cover.items),
            cover.unknown,
        )
        found.setdefault(key, cover)
        if len(found) == _MOST:
            break

    return list(found.values())


_ASKING = ("QUANTITY", "COUNTED", "RANKED", "SHARED", "CHANGED", "RUN", "GREW")
_GROUPING = ("GROUPS", "RANKED", "ASKED", "GREW")


def parted(cover: Cover, tokens: Sequence[Token]) -> tuple[Cover, ...]:
    """The covers of several questions in one: `revenue by month and orders by channel` are two."""
    for at in range(1, len(cover.items)):
        before, behind = cover.items[:at], cover.items[at:]
        joint = tokens[before[-1].stop : behind[0].start]
        asks = behind[0].category in _ASKING and any(each.category in _ASKING for each in before)
        groups = any(each.category in _GROUPING for each in before) and any(
            each.category in _GROUPING for each in behind
        )
        if asks and groups and any(each.form in ("and", ",", "also") for each in joint):
            split = behind[0].start
            first = Cover(cover.score, before, tuple(each for each in cover.unknown if each < split))
            last = Cover(cover.score, behind, tuple(each for each in cover.unknown if each >= split))
            return (first, *parted(last, tokens))

    return (cover,)
