"""What was invoiced, billed or donated: the money of those rows, and not how many there were."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import stems_of

_VERBS = {  # nouns of rows that are money, and the verbs that make them
    "invoice": ("invoice", "bill"),
    "bill": ("bill", "invoice"),
    "donation": ("donate",),
    "refund": ("refund",),
    "payment": ("pay",),
    "reimbursement": ("reimburse",),
}
_DONE = ("ed", "ing")
_WHOLE = frozenset({"total", "amount", "value"})
_PARTS = frozenset({"net", "gross"})
_COUNTING = frozenset({"number", "many", "count", "ever", "never", "not", "is", "are", "was", "were", "been"})
_DOERS = frozenset({"we", "they", "you", "i"})
_ASKING = frozenset({"what", "which", "much"})
_SURE = 1.3


def billed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: the sum of money of rows, by the verb that makes them."""
    totals = dict(_totals(catalog))
    for at, token in enumerate(tokens):
        low = token.text.lower()
        is_verb = low.endswith(_DONE) or (at > 0 and tokens[at - 1].form in _DOERS and low == token.form)
        total = totals.get(stems_of(low)) if is_verb and not token.is_quoted else None
        if total is None or not _is_amount(tokens, at):
            continue

        named = set(phrase_of(total.title)) | set(phrase_of(total.name.replace("_", " ")))
        before = tokens[at - 1].form if at else ""
        start = at - (before in _WHOLE or (before in _PARTS and before in named))
        yield Item("MEASURE", start, at + 1, total, _SURE * (at + 1 - start))


def _is_amount(tokens: Sequence[Token], at: int) -> bool:
    """`what was invoiced` and `invoiced in 2024`, but not `cases that were invoiced`."""
    before = tokens[at - 1].form if at else ""
    if tokens[at].text.lower().endswith("ing"):
        return before not in _COUNTING

    asked = {each.form for each in tokens[max(at - 3, 0) : at]} & _ASKING
    follows_noun = at > 0 and tokens[at - 1].text.lower() == f"{tokens[at - 1].form}s"
    return bool(asked) or not (follows_noun or before in _COUNTING)


def _totals(catalog: Catalog) -> Iterator[tuple[tuple[str, ...], Concept]]:
    for entity in catalog.entities.values():
        noun = phrase_of(entity.noun)[-1:]
        verbs = _VERBS.get(noun[0], ()) if noun else ()
        found = sized(entity, catalog) if verbs else None
        if found is not None and found.is_money and found.total is not None:
            yield from ((stems_of(verb), found.total) for verb in verbs)
