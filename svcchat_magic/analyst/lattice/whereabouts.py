"""Words for where all the rows are anyway: on board, on offer, at the school; and an asking price."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.values import Values

_AT = frozenset({"on", "in", "at", "with"})
_ARTICLES = frozenset({"the", "our", "this", "your"})
_LISTS = frozenset(
    {
        "offer",
        "board",
        "list",
        "menu",
        "site",
        "website",
        "market",
        "catalogue",
        "catalog",
        "roster",
        "portfolio",
    }
)
_HOUSES = frozenset(
    ("school", "company", "bank", "firm", "hotel", "hospital", "business", "organisation", "organization",
     "shop", "store", "university", "college", "club", "gym", "agency", "clinic", "library", "museum",
     "platform")
)  # fmt: skip
_STATED = frozenset({"still", "not", "longer", "currently", "yet", "back", "now"})  # what is there as yet
_PRICES = frozenset({"price", "rate", "fare", "fee"})
_ASKED = frozenset({"asking", "sticker", "going"})
_NIGHTLY, _NIGHT = "nightly", "night"


def without_whereabouts(tokens: Sequence[Token], values: Values, catalog: Catalog) -> tuple[Token, ...]:
    """The words without those that keep no rows, as the model knows nothing of that name."""
    left_out = {place for at in range(len(tokens)) for place in _places(tokens, at, values, catalog)}
    return tuple(each for at, each in enumerate(tokens) if at not in left_out)


def _places(tokens: Sequence[Token], at: int, values: Values, catalog: Catalog) -> Iterator[int]:
    if tokens[at].is_quoted or not at:
        return

    if tokens[at].form in _AT and tokens[at - 1].form not in _STATED:
        noun = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].form in _ARTICLES)
        known = _LISTS | (_HOUSES if noun > at + 1 else frozenset())
        if noun < len(tokens) and tokens[noun].form in known and _is_unknown(tokens[noun], values, catalog):
            yield from range(at, noun + 1)
    elif _is_of_price(tokens, at, catalog) and _is_unknown(tokens[at], values, catalog):
        yield at


def _is_unknown(token: Token, values: Values, catalog: Catalog) -> bool:
    names = any(token.form in phrase for phrase in catalog.phrases)
    return not names and not any(token.form in phrase for phrase in values if values[phrase])


def _is_of_price(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether a word only says that a price is asked, or is one of each night where there are nights."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    if behind not in _PRICES:
        return False

    columns = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "number"]
    priced = [each for each in columns if behind in phrase_of(each.title)]
    has_nights = any(_NIGHT in phrase_of(each.title) for each in columns)
    is_said = tokens[at].form in _ASKED or (tokens[at].form == _NIGHTLY and has_nights)
    return is_said and len(priced) == 1
