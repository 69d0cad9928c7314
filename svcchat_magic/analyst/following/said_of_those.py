"""`how many customers is that`, `in units`: what is asked of the rows before, as `of these` has it."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Reference
from svcchat_magic.analyst.following.bare_places import with_place_of_sums
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.following.of_all_those import SAME
from svcchat_magic.analyst.following.short_words import in_full
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.asked_sides import with_asked_sides
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Measured

_BE = frozenset({"is", "was", "are", "were"})
_ONE = frozenset({"that", "this", "it"})
_THOSE = _ONE | {"those", "these", "they"}
_HELPING = frozenset({"do", "does", "doe", "did", "would"})
_COMING_TO = frozenset(
    {
        ("make",),
        ("mean",),
        ("represent",),
        ("equal",),
        ("be",),
        ("come", "to"),
        ("amount", "to"),
        ("add", "up", "to"),
    }
)
_ASKING = frozenset(
    {"what", "which", "how", "much", "many", "and", "so", "but", "then", "now", "about", "the"}
)
_PARTS = frozenset({"share", "percentage", "percent", "%", "proportion", "fraction", "pct", "part"})
_MONEY = frozenset({"money", "value", "cash"})
_INSIDE, _SHOWN = frozenset({"they", "them"}), frozenset({"these", "those", "them", "they"})
_LONGEST = 4  # words of what is asked in


def with_those(tokens: Sequence[Token], memory: Memory | None, catalog: Catalog) -> tuple[Token, ...]:
    """The words of a follow-up in full, with `these` where they point at all that was shown."""
    said = with_asked_sides(in_full(tokens, memory), catalog)
    return with_place_of_sums(_with_those(said, memory, catalog), memory, catalog)


def _with_those(tokens: Sequence[Token], memory: Memory | None, catalog: Catalog) -> tuple[Token, ...]:
    if memory is None or not (memory.analysis.quantities or memory.analysis.rows_of):
        return tuple(tokens)

    said = tuple(each for each in tokens if not each.is_mark)
    named = _asked_in(said, memory, catalog)
    if named is not None:
        return named

    stop = _end_of_asked(said)
    asked = [each.form for each in said[:stop]] if stop else []
    if not set(asked) - _ASKING or not _PARTS.isdisjoint(asked):
        return tuple(tokens)

    last = said[-1]
    return (*said[:stop], _word("are", last), _word("these", last))


def _end_of_asked(said: Sequence[Token]) -> int:
    """Where `is that` or `does that make` begins at the end of a question; 0 without it."""
    forms = [each.form for each in said]
    if len(forms) > 2 and forms[-1] in _ONE and forms[-2] in _BE:
        return len(forms) - 2

    for verb in _COMING_TO:
        size = len(verb)
        start = len(forms) - size - 2
        is_so = tuple(forms[-size:]) == verb and start > 0
        if is_so and forms[start] in _HELPING and forms[start + 1] in _THOSE:
            return start

    return 0


def _asked_in(said: tuple[Token, ...], memory: Memory, catalog: Catalog) -> tuple[Token, ...] | None:
    """`and in units?`, `what is that in money`: the same rows, told in another number."""
    forms = tuple(each.form for each in said)
    at = next((at for at, form in enumerate(forms) if form == "in"), None)
    if at is None or not set(forms[:at]) <= _ASKING | _BE | _THOSE or not 0 < len(forms) - at - 1 <= _LONGEST:
        return None

    phrase = forms[at + 1 :]
    if phrase[0] in _MONEY and len(phrase) == 1 and _is_money(memory):
        return (_word("the", said[at]), _word("same", said[at]))

    named = [each.of for each in catalog.phrases.get(phrase, ())]
    counts = [each for each in named if isinstance(each, Entity) or _is_number(each)]
    if not counts and not (phrase[0] in _MONEY and len(phrase) == 1):
        return None

    if counts and not any(isinstance(each, Concept) and each.format == "currency" for each in counts):
        asked = (_word("how", said[at]), _word("many", said[at]), *said[at + 1 :])
        return (*asked, _word("are", said[-1]), _word("these", said[-1]))

    return (*said[at + 1 :], _word("of", said[-1]), _word("these", said[-1]))


def _is_number(of: object) -> bool:
    return isinstance(of, Concept) and of.kind == "measure"


def _is_money(memory: Memory) -> bool:
    """Whether what was told is money already."""
    told = memory.analysis.quantities
    return bool(told) and all(
        isinstance(each, Measured) and each.measure.format == "currency" for each in told
    )


def _word(form: str, beside: Token) -> Token:
    return replace(beside, text=form, form=form, is_quoted=False, before=" ")


def pointing(readings: Sequence[Assembled], tokens: Sequence[Token]) -> list[Assembled]:
    """The readings with what `they` are in `how much did they spend`, and what is told to be these."""
    forms = [each.form for each in tokens if not each.is_mark][-2:]
    is_same = len(forms) == 2 and forms[0] in _BE and forms[1] in _SHOWN
    found = []
    for each in readings:
        refers = each.refers
        if not refers and _points_inside(each, tokens):
            refers = (Reference("them", is_needed=False),)

        same = tuple(replace(one, asks=one.asks or SAME) for one in refers) if is_same else refers
        found.append(replace(each, refers=same))

    return found


def _points_inside(read: Assembled, tokens: Sequence[Token]) -> bool:
    inside = (
        at for each in read.cover.items if each.category == "QUANTITY" for at in range(each.start, each.stop)
    )
    return any(tokens[at].form in _INSIDE for at in inside)
