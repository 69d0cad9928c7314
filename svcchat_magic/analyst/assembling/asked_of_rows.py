"""`when did they join`, `where do they live`: what a follow-up asks of rows by its verb alone."""

from collections.abc import Sequence

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.leftovers import asks_how_many
from svcchat_magic.analyst.meaning.tree import ByTime, Counted, Entity
from svcchat_magic.analyst.placing.draft import BIG, Draft
from svcchat_magic.analyst.placing.same_counts import is_same_count

_OPENING = frozenset({"and", "but", "so", "ok", "okay", ",", "then", "also"})
_ARTICLES = frozenset({"the", "a", "their", "its"})
_ALWAYS = frozenset({"where", "when", "why", "how", "whom"})
_WITH_A_VERB = frozenset({"what", "which", "who"})
_JOINING = frozenset({"and", "starts", "same"})
_AGAINST = frozenset({"vs", "v", "versus", "against", "compare", "compared", "comparing"})
_BOUNDED = frozenset({"SUCH", "BOUND"})
_POINTING = frozenset({"they", "them", "those", "these", "it", "he", "she"})


def ask_of_rows(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> None:
    """Of rows that `they` stands for a date is told where the verb has one; else nothing is understood.

    Showing the same rows once more would be no answer.
    """
    word = next((each.form for each in tokens if each.form not in _OPENING), "")
    points = any(each.form in _POINTING for each in tokens)
    if "follows" not in draft.marks or not points or _says_more(draft):
        return

    if word == "when" and draft.time is not None:
        draft.groups.append(ByTime("day", draft.time))
        draft.edits.add("which")
        draft.time = None
    elif word in _ALWAYS or (word in _WITH_A_VERB and cover.light):
        draft.penalty += BIG
        draft.dropped.append(tokens[cover.light[-1]].text if cover.light else word)


def sets_against(tokens: Sequence[Token]) -> bool:
    """Whether a question says that one is set against the other, and not that both are told."""
    return any(each.form in _AGAINST for each in tokens)


def counting(item: Item, tokens: Sequence[Token]) -> set[str]:
    """Whether an item asks for a number of rows, or for the one that it was bounded by."""
    is_asked, is_told = asks_how_many(item, tokens), _tells_the_count(item, tokens)
    return {mark for mark, holds in (("counts", is_asked), ("told count", is_told)) if holds}


def tells_the_bounded(item: Item, cover: Cover) -> bool:
    """`patients with 5 or more orders and how many orders`: the number behind its own bound."""
    if item.category != "QUANTITY" or not is_counted(item.value):
        return False

    before = (each for each in cover.items if each.stop <= item.start and each.category in _BOUNDED)
    bounds = (each.value if each.category == "BOUND" else each.value[1] for each in before)
    every = (one for each in bounds for one in (each if isinstance(each, tuple) else (each,)))
    return any(is_same_count(one.quantity, item.value) for one in every)


def _tells_the_count(item: Item, tokens: Sequence[Token]) -> bool:
    """`customers with 5 or more returns, with the count`: the number that was bounded is shown as well."""
    before = [each.form for each in tokens[: item.start] if each.form not in _ARTICLES][-1:]
    return item.value == Counted(Entity("")) and before[0:1] in (["with"], ["including"], ["plus"], ["show"])


def _says_more(draft: Draft) -> bool:
    """Whether more is said than which rows are meant."""
    named = (draft.quantities, draft.groups, draft.asked, draft.where, draft.having, draft.dimensions)
    listed = (draft.listed, draft.values_of, draft.entities, draft.shown, draft.fields, draft.about)
    computed = (draft.rank, draft.derived, draft.first, draft.chart, draft.shift, draft.said, draft.stops)
    counts = any(each.asks == "count" for each in draft.refers)
    edited = (counts, draft.released, draft.taken_out, draft.edits - _JOINING)
    return any((*named, *listed, *computed, *edited))


def says_or(tokens: Sequence[Token]) -> bool:
    """Whether one or the other is enough, so that no number of each is asked for."""
    return any(each.form in ("or", "together", "combined", "overall") for each in tokens)
