"""What was given away in discounts: a sum of money, and never the percentages of many lines added up."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.products import amount_item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.discounts import discount_given
from svcchat_magic.analyst.linking.member_names import OWN

_NOUN = "discount"
_PERCENT = frozenset({"%", "percent", "percentage", "pct", "rate", "code", "type", "level"})
_ASKING = frozenset({"total", "much", "money", "overall"})
_GIVING = frozenset(
    {"give", "gave", "given", "giving", "grant", "granted", "allow", "allowed", "hand", "handed"}
)
_AWAY = frozenset({"away", "out"})
_HELPING = frozenset({"did", "do", "does", "have", "has", "was", "were", "is", "been", "be"})
_DOERS = frozenset({"we", "they", "i"})
_BEFORE = frozenset({"in", "as", "line", "the", "our", "any", "all"})
_FARTHEST = 3
_SURE = 0.97


def discount_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """The sum that a model has of them, or list value less what was charged; where money is asked for."""
    places = [at for at, each in enumerate(tokens) if each.form == _NOUN]
    given = discount_given(catalog) if places else None
    if given is None:
        return

    for at in places:
        start, stop = _begin(tokens, at), _end(tokens, at + 1)
        is_told = stop > at + 1 or start < at or _asks(tokens, at)
        if is_told and not _is_otherwise(tokens, at) and not _is_named(tokens, at, catalog):
            score = score_of(stop - start, _SURE) + WHOLE * (stop - start - 1)
            yield amount_item(start, stop, given, score)


def _asks(tokens: Sequence[Token], at: int) -> bool:
    before = {each.form for each in tokens[max(at - _FARTHEST, 0) : at]}
    return bool(before & _ASKING) or tokens[at].text.lower() != tokens[at].form


def _is_otherwise(tokens: Sequence[Token], at: int) -> bool:
    """`discount percent`, and discounts that are counted or averaged."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    before = {each.form for each in tokens[max(at - _FARTHEST, 0) : at]}
    counted = {"many", "number", "count", "average", "highest", "lowest", "median", "without", "no", "over"}
    return behind in _PERCENT or bool(before & counted)


def _is_named(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether a longer name of the model stands here: `line discount`, `discount amount`."""
    for start in range(max(at - 2, 0), at + 1):
        for stop in range(at + 1, min(at + 3, len(tokens)) + 1):
            phrase = tuple(each.form for each in tokens[start:stop])
            named = catalog.phrases.get(phrase, ()) if len(phrase) > 1 else ()
            if any(each.weight >= OWN for each in named) and phrase != phrase_of("total discount"):
                return True

    return False


def _begin(tokens: Sequence[Token], at: int) -> int:
    """Where the words begin that only say that they were given: `money did we give away in discounts`."""
    start = at
    while start and tokens[start - 1].form in _BEFORE:
        start -= 1

    away = start - (start > 0 and tokens[start - 1].form in _AWAY)
    if not away or tokens[away - 1].text.lower() not in _GIVING:
        return at

    begin = away - 1
    while begin and tokens[begin - 1].form in _DOERS | _HELPING:
        begin -= 1

    return begin - (begin > 0 and tokens[begin - 1].form == "money")


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where such words end behind it: total discount `given away`, how much discount `did we give away`."""
    stop = at
    while stop < len(tokens) and tokens[stop].form in _HELPING | _DOERS:
        stop += 1

    if stop >= len(tokens) or tokens[stop].text.lower() not in _GIVING:
        return at

    return stop + 1 + (stop + 1 < len(tokens) and tokens[stop + 1].form in _AWAY)
