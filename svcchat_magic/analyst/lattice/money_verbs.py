"""Verbs for money in tables that have both directions: we pay what is spent, and are paid what is income."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import Done
from svcchat_magic.analyst.linking.flows import flows
from svcchat_magic.analyst.meaning.tree import Concept, Missing
from svcchat_magic.semantic.inference.names import singular

_SPENDING = frozenset({"spend", "spends", "spent", "spending"})
_PAYING = frozenset({"pay", "pays", "paid", "paying"})
_GOING = frozenset({"go", "goes", "went", "gone"})
_COMING = frozenset({"come", "comes", "came", "coming"})
_GETTING = frozenset({"receive", "received", "earn", "earned", "get", "got", "make", "made", "take", "took"})
_SURELY_IN = frozenset({"receive", "received", "earn", "earned"})
_EATING = frozenset(
    {"eat", "eats", "ate", "eaten", "swallow", "swallowed", "devour", "devoured", "burn", "burned"}
)
_HELPING = frozenset(
    {"do", "did", "does", "have", "has", "had", "was", "were", "is", "are", "been", "be", "'ve"}
)
_DOERS = frozenset({"we", "i", "they", "you", "it"})
_OTHERS = frozenset({"us", "me"})
_PASSIVE = frozenset({"was", "were", "been", "is", "are", "be"})
_TOWARDS = frozenset({"on", "to", "for", "toward", "towards", "into"})
_FLOWING = frozenset({"money", "cash"})
_ENDING = frozenset(  # behind `money in`, which of money in 2024 is none
    {"and", "vs", "versus", "by", "per", "minus", "less", "each", "every", "?", "or", "over", "compared", ""}
)
_UNITS = frozenset({"euro", "dollar", "pound", "buck", "time"})
_PLACED = frozenset({"at", "with", "on", "in", "to", "for"})
_SURE = 0.97


def verb_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DONE` with the words that ask for it, `MEASURE` of a verb alone."""
    said = [each.text.lower() for each in tokens]
    for out, into in flows(catalog):
        for at in range(len(said)):
            start = _begin(said, at)
            for stop, is_out in (*_ways(said, at, is_asked=start < at), *_flowing(said, at)):
                yield from _items(said, start, stop, out if is_out else into)

            if (amount := catalog.columns.get(out)) is not None:
                yield from _counted(said, at, amount)

            if said[at] in _EATING:
                stop = at + 1 + (said[at + 1 : at + 2] == ["up"])
                yield Item("CHATTER", at, stop, None, score_of(stop - at, _SURE))
                yield from (
                    Item("MEASURE", place, place + 1, out, score_of(1, _SURE) + WHOLE)
                    for place in range(stop, len(said))
                    if said[place] == "money"
                )


def _items(said: Sequence[str], start: int, stop: int, measure: Concept) -> Iterator[Item]:
    stop += said[stop : stop + 1] == ["money"]
    score = score_of(stop - start, _SURE) + WHOLE
    is_asked = said[start] in ("how", "what")
    yield Item("DONE" if is_asked else "MEASURE", start, stop, Done(measure) if is_asked else measure, score)


def _counted(said: Sequence[str], at: int, amount: Concept) -> Iterator[Item]:
    """`CONDITION`: at how many shops `did we spend money`, of the rows on which any was spent."""
    start = at
    while start and said[start - 1] in _HELPING | _DOERS:
        start -= 1

    asks = ("how", "many") in pairwise(said[:start]) and start < at - 1
    if not asks or said[at] not in _SPENDING | _PAYING or not _UNITS.isdisjoint(map(singular, said[:start])):
        return

    stop = at + 1 + (said[at + 1 : at + 2] == ["money"])
    stop += len(said[stop:]) == 1 and said[stop] in _PLACED
    if said[stop : stop + 1] != ["more"] and said[stop : stop + 1] != ["over"]:
        kept = Missing(amount, negated=True)
        yield Item("CONDITION", start, stop, kept, score_of(stop - start, _SURE) + WHOLE)


def _flowing(said: Sequence[str], at: int) -> Iterator[tuple[int, bool]]:
    """`money in` and `cash out`, as names."""
    way, behind = (*said[at + 1 : at + 3], "", "")[:2]
    if said[at] in _FLOWING and way in ("in", "out") and behind in _ENDING:
        yield at + 2, way == "out"


def _begin(said: Sequence[str], at: int) -> int:
    """Where the words begin that ask with a verb: `how much money have we`; the verb's own place for none."""
    start = at
    while start and said[start - 1] in _HELPING | _DOERS:
        start -= 1

    asking = start
    start -= start > 0 and said[start - 1] == "money"
    if tuple(said[max(start - 2, 0) : start]) == ("how", "much"):
        return start - 2

    return asking - 1 if asking < at and said[max(asking - 1, 0)] == "what" else at


def _ways(said: Sequence[str], at: int, *, is_asked: bool) -> Iterator[tuple[int, bool]]:
    """Where the verb ends, and whether the money goes out."""
    verb, behind = said[at], (*said[at + 1 : at + 3], "", "")
    is_ours = not _DOERS.isdisjoint(said[max(at - 3, 0) : at])
    if verb in _PAYING:
        to_us = behind[0] in _OTHERS or (behind[0] == "to" and behind[1] in _OTHERS)
        if to_us:
            yield at + 2 + (behind[0] == "to"), False
        elif is_asked and behind[0] == "in":
            yield at + 2, False
        elif (
            behind[0] == "out" or is_ours or (is_asked and not _PASSIVE.isdisjoint(said[max(at - 2, 0) : at]))
        ):
            yield at + 1 + (behind[0] == "out"), True
    elif verb in _SPENDING:
        yield at + 1, True
    elif verb in _GOING and is_asked and behind[0] in ("out", *_TOWARDS):
        yield at + 1 + (behind[0] == "out"), True
    elif verb in _COMING and is_asked and behind[0] == "in":
        yield at + 2, False
    elif verb in _GETTING and is_asked and (is_ours or verb in _SURELY_IN):
        yield at + 1 + (behind[0] == "in"), False


def _is_passive(said: Sequence[str], at: int) -> bool:
    return not _PASSIVE.isdisjoint(said[max(at - 2, 0) : at])
