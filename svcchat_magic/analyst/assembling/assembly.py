"""Items put into one analysis: which is the quantity, what it is grouped by, what is kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.assembling.asked_of_rows import (
    ask_of_rows,
    counting,
    says_or,
    sets_against,
    tells_the_bounded,
)
from svcchat_magic.analyst.assembling.counted_beside import counted_beside
from svcchat_magic.analyst.assembling.derived import keep_those_that_changed
from svcchat_magic.analyst.assembling.listed_values import tell_each_listed
from svcchat_magic.analyst.assembling.lists import (
    asks_for_list,
    mind_the_currency,
    mind_the_money,
    mind_the_value,
    mind_what_ended,
    mind_whose_delay,
)
from svcchat_magic.analyst.assembling.misread import mind_the_misread
from svcchat_magic.analyst.assembling.settling import settle
from svcchat_magic.analyst.assembling.shares import tell_part
from svcchat_magic.analyst.constructions.constructions import Reference, TakenOut
from svcchat_magic.analyst.constructions.noun_numbers import counted_noun, names_one
from svcchat_magic.analyst.language.adjectives import Scale
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.people import asks_who
from svcchat_magic.analyst.leftovers.anew import begun_inside
from svcchat_magic.analyst.leftovers.cover import Cover, parted
from svcchat_magic.analyst.leftovers.doers import doers_as_rows, doers_of_groups, unshown_who
from svcchat_magic.analyst.leftovers.each_value import each_of_one_value
from svcchat_magic.analyst.leftovers.heads import (
    headless,
    is_of_quantity,
    is_such_at_all,
    is_value_of_group,
    misranked,
    more_of_each,
    nounless,
    shared_by_first,
    sideless,
    unchosen,
    unheaded,
    valued,
)
from svcchat_magic.analyst.leftovers.leftovers import (
    groupless,
    guessed,
    is_bounded,
    is_loose,
    is_no_count,
    is_of_unit,
    is_one_noun,
    text_of_item,
    unanswered,
    unbounded,
    unjoined_quantities,
)
from svcchat_magic.analyst.leftovers.lights import (
    LIGHTS,
    is_told_by_verb,
    nameless,
    unranked,
)
from svcchat_magic.analyst.leftovers.odd_numbers import odd_numbers
from svcchat_magic.analyst.leftovers.orders import orders_of_nothing
from svcchat_magic.analyst.leftovers.parts_of_each import shares_of_flags, split_nouns
from svcchat_magic.analyst.leftovers.shares_of_amounts import rows_and_amounts
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Bound,
    Concept,
    Condition,
    Entity,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft, what_is_kept
from svcchat_magic.analyst.placing.orders import orders_names
from svcchat_magic.analyst.placing.placing import PLACED

_ASKING = frozenset({"which", "what", "who"})
_SPLITTING = frozenset({"split", "broken", "break", "breakdown"})
_NARROWING = frozenset({"only", "just"})  # the first words of a follow-up that keeps some rows
_PLACED = frozenset({"from", "for", "to", "at"})  # flights leave from somewhere, not for ever


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
    bare_bounds: tuple[Bound, ...] = ()  # "over 10": on the number before
    shift: str = ""  # the unit of `the year before`
    follows: bool = False  # it goes on from the analysis before
    said: Analysis | None = None  # of a follow-up: what its words alone say
    points_at: tuple[Condition, ...] = ()  # what its references are bound to
    scales: tuple[Scale, ...] = ()  # of a follow-up: `cheapest first`, by the number before
    notes: tuple[str, ...] = ()  # names of phrases that the answer should mention


def assembled(cover: Cover, tokens: Sequence[Token], *, follows: bool = False) -> Assembled:
    """The analysis that the items of a cover make; one that `follows` need not name a quantity.

    Of several questions in one it is the first, and as good a reading as all of them are.
    """
    parts = parted(cover, tokens)
    if len(parts) > 1:
        return _several(cover, [assembled(each, tokens, follows=follows) for each in parts])

    draft = _drafted(cover, tokens, follows=follows)
    ask_of_rows(draft, cover, tokens)
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
        bare_bounds=tuple(draft.bare_bounds),
        shift=draft.shift,
        scales=draft.scales,
        notes=tuple(draft.notes),
    )


def _drafted(cover: Cover, tokens: Sequence[Token], *, follows: bool) -> Draft:
    """Every item in its place, and what has none."""
    draft = Draft()
    if follows:
        draft.marks.add("follows")

    said = {"list": asks_for_list(tokens), "against": sets_against(tokens), "either": says_or(tokens)}
    draft.marks |= {mark for mark, is_said in said.items() if is_said}

    behinds = (*cover.items[1:], None)
    for before, item, behind in zip((None, *cover.items), cover.items, behinds, strict=False):
        _place(draft, item, (before, behind), cover, tokens)

    unjoined = _unjoined(cover, tokens)
    draft.penalty += 0.9 * len(unjoined)
    if follows:
        draft.edits |= set(_edits_said(cover, tokens, draft))

    draft.dropped += unjoined
    return draft


def _place(
    draft: Draft, item: Item, beside: tuple[Item | None, Item | None], cover: Cover, tokens: Sequence[Token]
) -> None:
    """An item where it belongs, and what of it has no place."""
    before, behind = beside
    category = "LOOSEDIM" if is_loose(item, before, tokens) else item.category
    is_noun = behind is not None and is_one_noun(item, behind) and tokens[item.start].form not in _ASKING
    if category in ("LISTED", "VALUESOF") and is_noun:
        return

    if category == "LISTEDSUCH" and is_noun:
        category = "SUBJECT"  # the hours of chefs

    if tells_the_bounded(item, cover):
        draft.marks.add("told count")
        return

    draft.marks |= counting(item, tokens)
    if category in ("ASKED", "VALUESOF") and names_one(item, tokens):
        draft.marks.add("asked one")

    draft.quantities += counted_beside(item, behind, tokens)
    PLACED[category](draft, counted_noun(item, tokens))
    tell_part(draft, item, category, cover, tokens)

    if category == "LOOSEDIM":
        draft.loose[item.value] = text_of_item(item, tokens)

    draft.penalty += SMALL * is_value_of_group(item, before) + BIG * is_such_at_all(item, before)
    is_other = is_bounded(item, before, tokens) or is_of_quantity(item, behind, tokens)
    if is_other or is_no_count(item, tokens) or is_told_by_verb(item, tokens):
        draft.dropped.append(tokens[item.start].text)


def _unjoined(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """The words that say something and hang on nothing."""
    told = (
        unjoined_quantities,
        headless,
        sideless,
        misranked,
        unchosen,
        unheaded,
        groupless,
        unbounded,
        unanswered,
        unranked,
        valued,
        guessed,
        rows_and_amounts,
        shared_by_first,
        nounless,
        doers_of_groups,
        doers_as_rows,
        unshown_who,
        each_of_one_value,
        shares_of_flags,
        split_nouns,
        odd_numbers,
        begun_inside,
        *LIGHTS,
    )
    return [
        *(word for each in told for word in each(cover, tokens)),
        *(
            tokens[item.start].text
            for at, item in enumerate(cover.items)
            if is_of_unit(item, cover.items[:at], tokens)
        ),
    ]


def _mind_the_rest(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> None:
    """The words that no item took, and orders of nothing: what they say must not be lost."""
    tell_each_listed(draft, cover, tokens)
    mind_the_misread(draft, cover, tokens)
    mind_the_money(draft, tokens)
    mind_the_currency(draft, tokens)
    mind_whose_delay(draft, tokens)
    taken = {at for item in cover.items for at in range(item.start, item.stop)}
    behind_each = [*(each.form for each in tokens[1:]), ""]
    free = [each for at, each in enumerate(tokens) if at not in taken and behind_each[at] != "to"]
    mind_the_value(draft, free)  # what something amounts to is no amount
    keep_those_that_changed(draft, cover, tokens)
    is_told = draft.derived is not None and draft.derived.is_only
    draft.dropped += [] if is_told else more_of_each(cover, tokens)
    draft.dropped += nameless(draft, cover, tokens)
    if draft.rank is not None and asks_who(tokens) is not None and not any(map(is_person, draft.groups)):
        draft.penalty += BIG
        draft.dropped.append("who")

    behind = {at: tokens[at + 1].form for at in cover.light if at + 1 < len(tokens)}
    mind_what_ended(draft, [tokens[at] for at in cover.light if behind.get(at) not in _PLACED])
    if "bare rank" in draft.marks and not draft.marks & {"follows", "asked", "grew"}:
        draft.dropped += orders_of_nothing(cover, tokens)


def _analysis(draft: Draft) -> Analysis:
    return Analysis(
        quantities=tuple(dict.fromkeys(draft.quantities)),
        groups=tuple(dict.fromkeys(draft.groups)),
        where=tuple({what_is_kept(each): each for each in reversed(draft.where)}.values())[::-1],
        having=tuple(draft.having),
        rank=None if orders_names(draft) else draft.rank,
        by_name=orders_names(draft),
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
    groups = (each for each in cover.items if each.category in ("GROUPS", "SPLIT"))
    if any(tokens[each.start].form in _SPLITTING for each in groups):
        yield "splits"

    if "percent" in draft.marks and draft.derived is None:
        yield "percent"

    if any(each.form in _NARROWING for each in tokens[:2]):
        yield "narrows"


def _several(cover: Cover, parts: list[Assembled]) -> Assembled:
    lost = sum(each.cover.score - each.score for each in parts)
    dropped = tuple(word for each in parts for word in each.dropped)
    stops = tuple(stop for each in parts for stop in each.stops)
    return replace(parts[0], cover=cover, score=cover.score - lost, dropped=dropped, stops=stops)
