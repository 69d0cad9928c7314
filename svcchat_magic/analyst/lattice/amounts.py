"""Amounts that a verb alone asks for: `what did we invoice`, `how many units were picked`."""

from collections.abc import Iterator, Mapping, Sequence, Set

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.pieces import piece_items
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import Done, belongs, done_amount, is_of_money
from svcchat_magic.analyst.linking.goods import SELLING, pieces_sold
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Entity

_AUXILIARY = frozenset(
    {"do", "did", "does", "have", "has", "had", "was", "were", "is", "are", "be", "been", "get", "got", "'ve"}
)
_DOERS = frozenset({"we", "they", "i", "you", "it", "us", "actually", "already", "ever"})
_ALSO_VERBS = frozenset({"return", "record", "report"})  # and words that only ask for an answer
_SAYING_NOTHING = frozenset(  # alone: people make deposits, money and mistakes
    {"make", "made", "get", "got", "take", "took", "do", "did", "done", "go", "went"}
)
_ARTICLES = frozenset({"the", "our", "these", "those"})
_THINGS = frozenset({"unit", "item", "piece", "part"})
_FARTHEST = 5  # words from the one that asks to the verb
_SURE = 0.95
_BEHIND = frozenset(
    (
        "to", "by", "in", "on", "for", "from", "at", "per", "since", "until", "during", "between", "so",
        "this", "last", "each", "every", "with", "via", "through", "of",
    )
)  # fmt: skip


def amount_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DONE`: a sum of what was done, with the words that ask for it; `MEASURE` of units sold."""
    yield from piece_items(tokens, catalog)
    rows = {at: each for at, token in enumerate(tokens) if (each := _rows_of(token, catalog))}
    for start in range(len(tokens)):
        for stop, way in _asked(tokens, start, frozenset(rows)):
            if _is_compound(tokens, stop, catalog):
                continue

            found = _meant(tokens[stop - 1].text.lower(), way, catalog)
            whose = [rows[at] for at in range(start + 2, stop - 1) if at in rows]
            if found is not None and all(belongs(found.measure, each, catalog) for each in whose):
                ends = stop + 2 * _is_by_doers(tokens, stop, rows)
                yield Item("DONE", start, ends, found, score_of(ends - start, _SURE))


def _is_compound(tokens: Sequence[Token], stop: int, catalog: Catalog) -> bool:
    """`how much did purchase order spend change`: two nouns, and no verb with what it is done to."""
    return tuple(each.form for each in tokens[stop - 1 : stop + 1]) in catalog.phrases


def _is_by_doers(tokens: Sequence[Token], at: int, rows: Mapping[int, Entity]) -> bool:
    """`were returned by customers`: who did it is no group; `by customer` is one."""
    is_passive = is_participle(tokens[at - 1].text.lower())
    return is_passive and at + 1 in rows and tokens[at].form == "by"


def unmet_amounts(
    tokens: Sequence[Token], items: Sequence[Item], catalog: Catalog, *, counts: bool
) -> list[str]:
    """`how many units did we ship`, where no number is of what was shipped; `total refunded` of a count.

    A noun is no verb of these words: in `how many items did customers return` the returns are not listed.
    """
    rows = frozenset(at for at, token in enumerate(tokens) if _rows_of(token, catalog))
    taken = {at for each in items if each.category != "ENTITY" for at in range(each.start, each.stop)}
    found = []
    for start in range(len(tokens)):
        for stop, way in _asked(tokens, start, rows):
            is_lost = (way == "many" and stop - 1 not in taken) or (way == "total" and counts)
            found += [tokens[stop - 1 if way == "many" else start].text] if is_lost else []

    return found


def _rows_of(token: Token, catalog: Catalog) -> Entity | None:
    """Whose several rows a word names: the sponsors of `how much did sponsors pay us`."""
    named = [each.of for each in catalog.phrases.get((token.form,), ()) if each.weight >= OWN]
    found = [each for each in named if isinstance(each, Entity)]
    return found[0] if len(found) == 1 and token.text.lower() != token.form else None


def _asked(tokens: Sequence[Token], start: int, rows: Set[int] = frozenset()) -> Iterator[tuple[int, str]]:
    """Where the verb ends that an amount is asked with, and with which words."""
    forms = [each.form for each in tokens[start : start + _FARTHEST + 3]]
    if forms[0] in ("total", "amount") and _is_done(tokens, start + 1):
        yield start + 2, "total"

    way, at = _way(forms)
    if not way:
        return

    begins = at
    between = _AUXILIARY | _DOERS | _ARTICLES
    while at < len(forms) and at < begins + _FARTHEST and (forms[at] in between or start + at in rows):
        at += 1

    says_who = begins < at < len(forms) and forms[begins] in _AUXILIARY
    if says_who and (way != "what" or _DOERS & set(forms[begins:at])) and _is_verb(tokens[start + at]):
        yield start + at + 1, way


def _way(forms: Sequence[str]) -> tuple[str, int]:
    """What is asked with, and behind which place the verb may come."""
    if forms[:3] == ["how", "much", "money"]:
        return "much", 3

    if forms[:2] == ["how", "much"]:
        return "much", 2

    if forms[:2] == ["how", "many"] and len(forms) > 2 and forms[2] in _THINGS:
        return "many", 3

    return ("what", 1) if forms[:1] == ["what"] else ("", 0)


def _is_verb(token: Token) -> bool:
    may_be = token.form not in keywords().function or token.form in _ALSO_VERBS
    return token.form.isalpha() and len(token.form) > 2 and may_be


def _is_done(tokens: Sequence[Token], at: int) -> bool:
    """Whether what was done ends a phrase: `total refunded to customers`, but not `total refunded orders`."""
    if at >= len(tokens) or not is_participle(tokens[at].text.lower()):
        return False

    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    return behind is None or behind.is_mark or behind.form in _BEHIND


def _meant(verb: str, way: str, catalog: Catalog) -> Done | None:
    """Of `what` the money; of `how many units` the goods; of `how much` and `total` what there is."""
    is_rows = any(isinstance(each.of, Entity) for each in catalog.phrases.get((verb,), ()))
    if verb in _SAYING_NOTHING or (is_rows and way == "what"):
        return None

    if way == "many":
        sold = pieces_sold(catalog) if verb in SELLING else None
        return done_amount(verb, catalog, money=False) or (Done(sold) if sold else None)

    money = done_amount(verb, catalog, money=True)
    goods = done_amount(verb, catalog, money=False) if money is None and way != "what" else None
    has_money = goods and any(map(is_of_money, catalog.of_cube(goods.measure.cube, "measure")))
    return money if has_money or money else goods
