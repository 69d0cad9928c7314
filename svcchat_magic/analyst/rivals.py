"""Readings that rival each other, and the complete questions that tell them apart."""

from collections.abc import Iterator, Sequence
from dataclasses import fields

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.following.memory import Choice
from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import unit_name
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.directed import direction_before, is_directed, said_as
from svcchat_magic.analyst.meaning.titles import (
    ENGLISH,
    condition_text,
    group_title,
    part_value,
    quantity_title,
)
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Condition,
    Counted,
    Entity,
    IsIn,
    Measured,
    OnPart,
    Ratio,
    Within,
)
from svcchat_magic.analyst.readings.read import Read


def units_or_values(question: str, tokens: Sequence[Token], analysis: Analysis) -> Iterator[list[Choice]]:
    """`monthly` where a plan is called so too, unless the word beside it says that the plan is meant."""
    forms = tuple(each.form for each in tokens)
    for value in analysis.where:
        if not isinstance(value, IsIn) or len(value.values) != 1:
            continue

        phrase = phrase_of(str(value.values[0]))
        grain = dict(keywords().meanings.get(phrase, ())).get("GRAIN")
        at = next((at for at in range(len(forms)) if forms[at : at + len(phrase)] == phrase), None)
        beside = set(forms[max(at - 2, 0) : at + len(phrase) + 1]) if at is not None else set()
        if grain and at is not None and not beside & set(phrase_of(value.of.title)):
            rest = " ".join(cut(question, tokens, at, at + len(phrase), "").rstrip(" ?.!").split())
            title = ENGLISH.lower(value.of.title)
            yield [
                Choice(f"{title} {value.values[0]}", f"{rest} where {title} is {value.values[0]}"),
                Choice(f"by {grain}", f"{rest} by {grain}"),
            ]


def cells(question: str, read: Read, best: Assembled, before: Analysis) -> list[Choice]:
    """`that month` where the result before has several; what that was kept by is part of each choice."""
    pointing = next((each for each in best.cover.items if each.category == "REFERRED"), None)
    rivals = [best, *(each for each in read.others if each.cover == best.cover)]
    bound = list(dict.fromkeys(each.points_at for each in rivals if len(each.points_at) == 1))
    if pointing is None or len(bound) < 2:
        return []

    texts = [text for (condition,) in bound if (text := _cell_text(condition))]
    start = _begin_of(read.tokens, pointing.start, pointing.stop)
    offered = _with_texts(question, read.tokens, start, pointing.stop, texts)
    kept = [each for each in best.analysis.where if each in before.where and each not in best.points_at]
    also = "".join(f" {_kept_text(each)}" for each in kept)
    return [Choice(each.label, each.question.rstrip(" ?.!") + also) for each in offered] if also else offered


def beside_or_instead(question: str, best: Assembled, before: Analysis) -> list[Choice]:
    """`and by segment?` behind a breakdown by region: by both, or by segment alone."""
    said = best.said.groups if best.said else ()
    was = [each for each in before.groups if each not in said]
    open_marks = best.edits & {"and", "add", "splits", "instead", "meant", "same", "which"}
    is_time = any(isinstance(each, ByTime | ByPart) for each in (*said, *was))
    if open_marks != {"and"} or len(said) != 1 or not was or is_time or before.rank:
        return []

    plain = question.rstrip(" ?.!")
    both = " and ".join(group_title(each) for each in (*was, *said))
    alone = group_title(said[0])
    return [Choice(f"by {both}", f"{plain} as well"), Choice(f"only by {alone}", f"{plain} instead")]


def per_entity(
    question: str,
    tokens: Sequence[Token],
    best: Analysis,
    rival: Analysis,
    catalog: Catalog,
    words: AnswerWords = ENGLISH,
) -> tuple[str, list[Choice]] | None:
    """`revenue per customer`: one number, or one for each. What a model never counts only groups."""
    ratio = next((each for one in (best, rival) for each in one.quantities if isinstance(each, Ratio)), None)
    grouped = next(
        (one for one in (best, rival) if not any(isinstance(each, Ratio) for each in one.quantities)), None
    )
    if ratio is None or grouped is None or not isinstance(ratio.below, Counted) or ratio.is_share:
        return None

    entity = ratio.below.entity
    if not any(each.agg_type == "count" for each in catalog.of_cube(entity.cube, "measure")):
        return None

    is_other = grouped.quantities != (ratio.above,) or grouped.rank or best.having
    if is_other or not all(_is_of(each, entity) for each in grouped.groups):
        return None

    at = next((at for at, each in enumerate(tokens) if each.form == "per"), None)
    if at is None:
        return None

    each = words.say("of each", groups=words.noun(entity.noun))
    by, per = (f"{cut(question, tokens, at, at + 1, 'by')}", f"average {question.rstrip(' ?.!')}")
    return "What do you mean", [
        Choice(f"{quantity_title(ratio.above, words)}{each}", by),
        Choice(words.say("average over all", what=words.plural(entity.noun)), per),
    ]


def _is_of(group: object, entity: Entity) -> bool:
    match group:
        case ByEntity():
            return group.entity == entity
        case ByMember():
            return group.of.cube == entity.cube
        case _:
            return False


def same_words(
    question: str, tokens: Sequence[Token], best: Assembled, rival: Assembled, called: Sequence[str] = ()
) -> list[Choice]:
    """Two measures that the same words name about as well: `people` for the staff and those at work.

    They are `called` so where their own titles do not tell them apart.
    """
    found = [
        (one, other)
        for one in best.cover.items
        for other in rival.cover.items
        if (one.category, one.start, one.stop) == (other.category, other.start, other.stop)
        and one.value != other.value
    ]
    if len(found) != 1 or not all(isinstance(each.value, Measured) for each in found[0]):
        return []

    (one, other) = found[0]
    if one.value.measure.agg_type != other.value.measure.agg_type:
        return []  # revenue is no short word for revenue per stay

    texts = called or [quantity_title(each.value) for each in (one, other)]
    return _with_texts(question, tokens, one.start, one.stop, texts)


def are_even(best: Assembled, rival: Assembled) -> bool:
    """Whether two readings differ only in what the same words mean, and the words fit both as well."""
    pairs = list(zip(best.cover.items, rival.cover.items, strict=False))
    alike = len(best.cover.items) == len(rival.cover.items)
    return alike and all(
        (one.start, one.stop, one.score) == (other.start, other.stop, other.score) for one, other in pairs
    )


def differences(one: Analysis, other: Analysis) -> tuple[list[object], list[object]]:
    """What only one of two analyses has; the rank and bounds of a quantity do not count beside it."""
    ours: list[object] = []
    theirs: list[object] = []
    for each in fields(Analysis):
        left, right = getattr(one, each.name), getattr(other, each.name)
        if isinstance(left, tuple) and each.name != "having":
            ours += [part for part in left if part not in right]
            theirs += [part for part in right if part not in left]
        elif left != right and each.name not in ("having", "rank", "is_assumed"):
            ours.append(left)
            theirs.append(right)

    return ours, theirs


def same_values(one: IsIn, other: IsIn) -> bool:
    """Whether two conditions keep the same values of two dimensions."""

    def plain(condition: IsIn) -> list[str]:
        return [str(each).casefold() for each in condition.values]

    return one.of != other.of and one.negated == other.negated and plain(one) == plain(other)


def kept_apart(one: Ratio, other: Ratio) -> tuple[IsIn, IsIn] | None:
    """The same value of two columns, of which each of two shares has one as its part."""
    if not isinstance(one.above, Measured | Counted) or not isinstance(other.above, Measured | Counted):
        return None

    ours = [each for each in one.above.where if each not in other.above.where]
    theirs = [each for each in other.above.where if each not in one.above.where]
    match ours, theirs:
        case [IsIn() as left], [IsIn() as right] if same_values(left, right):
            return left, right
        case _:
            return None


def is_told(tokens: Sequence[Token], analysis: Analysis, one: IsIn, other: IsIn, catalog: Catalog) -> bool:
    """Whether the words say whose value it is: another value of that dimension, `to` and `from`, the rows."""
    beside = [each for each in analysis.where if isinstance(each, IsIn) and each.of == one.of and each != one]
    return bool(beside) or _is_directed(tokens, one, other) or _is_of_rows(tokens, one, other, catalog)


def _is_of_rows(tokens: Sequence[Token], one: IsIn, other: IsIn, catalog: Catalog) -> bool:
    """`cancelled orders left out`: the noun behind the value says whose it is."""
    forms = tuple(each.form for each in tokens)
    value = phrase_of(str(one.values[0]))
    ends = [at + len(value) for at in range(len(forms)) if forms[at : at + len(value)] == value]
    behind = {forms[at] for at in ends if at < len(forms)}
    nouns = [phrase_of(catalog.entities[each.of.cube].noun)[-1:] for each in (one, other)]
    return behind.issuperset(nouns[0]) and behind.isdisjoint(nouns[1]) if ends else False


def _is_directed(tokens: Sequence[Token], one: IsIn, other: IsIn) -> bool:
    """`flights to Oslo`: the word before the value says which of the two it is."""
    forms = tuple(each.form for each in tokens)
    value = said_as(one.values[0], forms)
    at = next((at for at in range(1, len(forms)) if forms[at : at + len(value)] == value), 0)
    said = direction_before(forms, at)
    fits = [bool(said) and is_directed(each.of, said) for each in (one, other)]
    return fits == [True, False]


def same_title(one: Concept, other: Concept) -> bool:
    """Whether two members are called the same."""
    return one != other and phrase_of(one.title) == phrase_of(other.title)


def told_title(concept: Concept, one: Concept, other: Concept, catalog: Catalog) -> str:
    """The title of a member, behind its entity where another one has the same."""
    if not same_title(one, other):
        return ENGLISH.lower(concept.title)

    return f"{catalog.entities[concept.cube].noun} {ENGLISH.lower(concept.title)}"


def _cell_text(condition: object) -> str:
    match condition:
        case Within() if condition.period.start:
            return unit_name(condition.period.start, condition.period.unit or "day")
        case IsIn():
            return f"{ENGLISH.lower(condition.of.title)} {condition.values[0]}"
        case OnPart():
            return part_value(condition.part, condition.values[0])
        case _:
            return ""


def _kept_text(condition: Condition) -> str:
    if isinstance(condition, IsIn) and not condition.negated and len(condition.values) == 1:
        return f"for {_cell_text(condition)}"

    return condition_text(condition)


def _begin_of(tokens: Sequence[Token], start: int, stop: int) -> int:
    """Where a reference begins; `that` belongs to it, the preposition before does not."""
    while start < stop - 1 and tokens[start].form in ("in", "on", "of", "for", "during", "at", "from"):
        start += 1

    return start


def replaced(
    question: str, tokens: Sequence[Token], phrase: Sequence[str], texts: Sequence[str]
) -> list[Choice]:
    """The question with each of the texts in place of a phrase; empty where it does not stand there."""
    forms = tuple(each.form for each in tokens)
    for at in range(len(forms)):
        if phrase and forms[at : at + len(phrase)] == tuple(phrase):
            return _with_texts(question, tokens, at, at + len(phrase), texts)

    return []


def _with_texts(
    question: str, tokens: Sequence[Token], start: int, stop: int, texts: Sequence[str]
) -> list[Choice]:
    return [Choice(each, cut(question, tokens, start, stop, each)) for each in texts]


def cut(question: str, tokens: Sequence[Token], start: int, stop: int, text: str) -> str:
    """The question with a text in place of some tokens."""
    last = tokens[stop - 1]
    return question[: tokens[start].place] + text + question[last.place + len(last.text) :]
