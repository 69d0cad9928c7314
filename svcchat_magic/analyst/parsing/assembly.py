"""Items put into one analysis: which is the quantity, what it is grouped by, what is kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Concept,
    Condition,
    Entity,
    Ratio,
)
from svcchat_magic.analyst.parsing.chart import Item
from svcchat_magic.analyst.parsing.constructions import AS_THE_NOUN, Ranked, RankedRows, Reference, TakenOut
from svcchat_magic.analyst.parsing.cover import Cover, parted
from svcchat_magic.analyst.parsing.draft import Draft
from svcchat_magic.analyst.parsing.lattice import ARTICLES
from svcchat_magic.analyst.parsing.placing import PLACED
from svcchat_magic.analyst.parsing.settling import settle
from svcchat_magic.analyst.parsing.settling_lists import asks_for_list, mind_the_money, mind_what_ended

_FIRST_FEW = 10
_RELATIVE = frozenset(
    {"that", "which", "who", "were", "was", "are", "is", "been", "have", "had", "has", "got"}
)
_LONGEST_JOINT = 3  # words from the one that joins two quantities to the second of them
_SPLITTING = frozenset({"split", "broken", "break", "breakdown"})
_JOINING = frozenset(
    {"and", ",", "&", "vs", "versus", "plus", "or", "v", "against", "also", "well", "together", "along"}
)
_PLACED = frozenset({"from", "for", "to", "at"})  # flights leave from somewhere, not for ever
_OF_QUANTITIES = frozenset({"CHANGED", "RUN"})  # what has a quantity of its own and needs no other
_BEFORE_NOUNS = frozenset(
    {
        "which",
        "what",
        "the",
        "top",
        "best",
        "worst",
        "bottom",
        "of",
        "our",
        "selling",
        "performing",
        "highest",
        "lowest",
    }
)
_GROUPING_WORDS = frozenset({"by", "per"})
_BEHIND_BY = frozenset({"CONDITION", "SUBJECT", "WHEN", "GROUPS", "SAID", "REFERRED", "AGAINST", "INSIDE"})
_BEHIND_NOUNS = frozenset({"by", "with", "has", "have", "had", "of", "in", "per", "for", "that", "who"})


@dataclass(frozen=True, slots=True)
class Assembled:
    """An analysis with how well it fits the words."""

    analysis: Analysis
    score: float
    cover: Cover
    stops: tuple[str, ...] = ()  # commands, the future, why
    dropped: tuple[str, ...] = ()  # what was read and has no place in the analysis
    is_implied: bool = False  # the quantity is only that rows of an entity were named
    edits: frozenset[str] = frozenset()  # what a follow-up does with the analysis before
    refers: tuple[Reference, ...] = ()  # "that doctor": cells of the result before
    taken_out: tuple[TakenOut, ...] = ()  # "remove the orders": parts of the analysis before
    released: tuple[Concept | Entity, ...] = ()  # "all countries": no condition on these any more
    shift: str = ""  # the unit of `the year before`
    follows: bool = False  # it goes on from the analysis before
    said: Analysis | None = None  # of a follow-up: what its words alone say
    points_at: tuple[Condition, ...] = ()  # what its references are bound to
    notes: tuple[str, ...] = ()  # names of phrases that the answer should mention


def assembled(cover: Cover, tokens: Sequence[Token], *, follows: bool = False) -> Assembled:
    """The analysis that the items of a cover make; one that `follows` need not name a quantity.

    Of several questions in one it is the first, and as good a reading as all of them are.
    """
    parts = parted(cover, tokens)
    if len(parts) > 1:
        return _several(cover, [assembled(each, tokens, follows=follows) for each in parts])

    draft = _drafted(cover, tokens, follows=follows)
    settle(draft)
    _mind_the_rest(draft, cover, tokens)
    return Assembled(
        _analysis(draft),
        cover.score - draft.penalty,
        cover,
        tuple(draft.stops),
        is_implied="implied" in draft.marks,
        edits=frozenset(draft.edits),
        dropped=tuple(draft.dropped),
        released=tuple(draft.released),
        refers=tuple(draft.refers),
        taken_out=tuple(draft.taken_out),
        shift=draft.shift,
    )


def _drafted(cover: Cover, tokens: Sequence[Token], *, follows: bool) -> Draft:
    """Every item in its place, and what has none."""
    draft = Draft()
    if follows:
        draft.marks.add("follows")

    if asks_for_list(tokens):
        draft.marks.add("list")

    for before, item in zip((None, *cover.items), cover.items, strict=False):
        category = "LOOSEDIM" if _is_loose(item, before, tokens) else item.category
        PLACED[category](draft, _counted_noun(item, tokens))
        if _is_bounded(item, before):
            draft.dropped.append(tokens[item.start].text)

    unjoined = [*_unjoined(cover, tokens), *_headless(cover, tokens), *_groupless(cover, tokens)]
    unjoined += [
        tokens[item.start].text
        for at, item in enumerate(cover.items)
        if _is_of_unit(item, cover.items[:at], tokens)
    ]
    draft.penalty += 0.9 * len(unjoined)
    if follows:
        draft.edits |= set(_edits_said(cover, tokens, draft))

    draft.dropped += unjoined
    return draft


def _mind_the_rest(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> None:
    """The words that no item took, and orders of nothing: what they say must not be lost."""
    mind_the_money(draft, [tokens[at] for at in cover.light])
    behind = {at: tokens[at + 1].form for at in cover.light if at + 1 < len(tokens)}
    mind_what_ended(draft, [tokens[at] for at in cover.light if behind.get(at) not in _PLACED])
    if "bare rank" in draft.marks and not draft.marks & {"follows", "asked", "grew"}:
        draft.dropped += [_text(item, tokens) for item in cover.items if item.category == "BARERANK"]


def _analysis(draft: Draft) -> Analysis:
    return Analysis(
        quantities=tuple(dict.fromkeys(draft.quantities)),
        groups=tuple(dict.fromkeys(draft.groups)),
        where=tuple(dict.fromkeys(draft.where)),
        having=tuple(draft.having),
        rank=draft.rank,
        derived=draft.derived,
        rows_of=draft.listed,
        about=tuple(dict.fromkeys(draft.about)),
        fields=tuple(draft.fields),
        values_of=draft.values_of,
        chart=draft.chart,
        is_assumed=not draft.quantities and draft.listed is None and draft.values_of is None,
    )


def _edits_said(cover: Cover, tokens: Sequence[Token], draft: Draft) -> Iterator[str]:
    """What the words of a follow-up do with the analysis before, besides what they name."""
    groups = (each for each in cover.items if each.category == "GROUPS")
    if any(tokens[each.start].form in _SPLITTING for each in groups):
        yield "splits"

    if "percent" in draft.marks and draft.derived is None:
        yield "percent"


def _several(cover: Cover, parts: list[Assembled]) -> Assembled:
    lost = sum(each.cover.score - each.score for each in parts)
    dropped = tuple(word for each in parts for word in each.dropped)
    stops = tuple(stop for each in parts for stop in each.stops)
    return replace(parts[0], cover=cover, score=cover.score - lost, dropped=dropped, stops=stops)


def _counted_noun(item: Item, tokens: Sequence[Token]) -> object:
    """A ranking without a number has one row for a singular noun, and the first few for a plural."""
    value = item.value
    if isinstance(value, tuple) and value and isinstance(value[0], RankedRows):
        return _counted_noun(replace(item, value=value[0]), tokens), *value[1:]

    if not isinstance(value, Ranked | RankedRows) or value.rank.limit != AS_THE_NOUN:
        return value

    span = tokens[item.start : item.stop]
    behind = _BEHIND_NOUNS | keywords().light
    begins = next((at for at, each in enumerate(span) if each.form not in _BEFORE_NOUNS), 0)
    noun_ends = next((at for at, each in enumerate(span) if at > begins and each.form in behind), len(span))
    is_plural = any(
        each.text.lower() != each.form and each.text.lower().endswith("s") for each in span[:noun_ends]
    )
    return replace(value, rank=replace(value.rank, limit=_FIRST_FEW if is_plural else 1))


def _ends_so(item: Item) -> bool:
    """Whether an item has a quantity of its own at its end."""
    return item.category == "SHARED" or (item.category == "RANKED" and item.value.rank.by is not None)


def _is_of_unit(item: Item, before: Sequence[Item], tokens: Sequence[Token]) -> bool:
    """`fines by quarter of payment`: what a unit of time is of is its date, and no second number."""
    last = before[-1] if before else None
    behind = last is not None and last.category == "GROUPS" and last.stop == item.start - 1
    named = any(each.category in ("SUBJECT", "ENTITY", "QUANTITY", "COUNTED") for each in before)
    return behind and named and item.category == "QUANTITY" and tokens[item.start - 1].form == "of"


def _touches(item: Item, cover: Cover, tokens: Sequence[Token]) -> bool:
    """Whether a quantity follows at once: `share of refunds amount` is no share beside an amount.

    So does one that is said of it: in `share of orders that were refunded` it is no amount of money.
    """
    behind = (each for each in cover.items if each.start >= item.stop)
    after = next(behind, None)
    between = tokens[item.stop : after.start] if after else ()
    is_said = all(each.form in _RELATIVE for each in between)
    return after is not None and is_said and after.category in ("QUANTITY", "COUNTED")


def _is_loose(item: Item, before: Item | None, tokens: Sequence[Token]) -> bool:
    """`revenue from guests`: several of what is set apart by other words are no group of what is asked."""
    if item.category != "DIM" or before is None or before.category == "CHATTER":
        return False

    between = [each for each in tokens[before.stop : item.start] if each.form not in ARTICLES | _JOINING]
    last = tokens[item.stop - 1]
    is_plural = last.text.lower() != last.form and last.text.lower().endswith("s")
    return bool(between) and is_plural


def _text(item: Item, tokens: Sequence[Token]) -> str:
    return " ".join(each.text for each in tokens[item.start : item.stop])


def _headless(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`amount per billed customer`: a noun right behind the one that a ratio is per is what is meant."""
    pairs = zip(cover.items, cover.items[1:], strict=False)
    return [
        _text(behind, tokens)
        for before, behind in pairs
        if before.category in ("QUANTITY", "OWNRATIO")
        and isinstance(before.value, Ratio)
        and behind.category in ("ENTITY", "DIM")
        and behind.start == before.stop
    ]


def _groupless(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`complaints by how they came in`: a `by` whose group is not understood is not left out."""
    if not cover.items:
        return []

    taken = {at for item in cover.items for at in range(item.start, item.stop)} | set(cover.light)
    hanging = [
        at
        for at in range(cover.items[0].start, cover.items[-1].start)
        if at not in taken and tokens[at].form in _GROUPING_WORDS
    ]
    behind = {at: next(item for item in cover.items if item.start > at) for at in hanging}
    return [
        tokens[at].text
        for at, item in behind.items()
        if item.category not in _BEHIND_BY and (item.category != "QUANTITY" or item.start > at + 1)
    ]


def _is_bounded(item: Item, before: Item | None) -> bool:
    """`more than 5 maintenance jobs`: what is counted there is more than the entity before it."""
    is_behind = before is not None and before.category in ("SUCH", "BOUND") and before.stop == item.start
    return is_behind and item.category == "DIM"


def _unjoined(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """Quantities that follow each other without a word that joins them: one of them is something else."""
    found: list[str] = []
    before = None
    for item in cover.items:
        if item.category not in ("QUANTITY", "COUNTED"):
            ends_so = item.category == "SHARED" or (
                item.category == "RANKED" and item.value.rank.by is not None
            )
            if item.category in _OF_QUANTITIES or (ends_so and _touches(item, cover, tokens)):
                before = item

            continue

        joint = tokens[max(before.stop, item.start - _LONGEST_JOINT) : item.start] if before else ()
        if before is not None and not any(each.form in _JOINING for each in joint):
            found.append(_text(item, tokens))

        before = item

    return found
