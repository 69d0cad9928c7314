"""What was invoiced, billed or donated: the money of those rows, and not how many there were."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.document_verbs import document_verbs
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import total_done
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.meaning.tree import Concept

_DONE = ("ed", "ing")
_WHOLE = frozenset({"total", "amount", "value"})
_PARTS = frozenset({"net", "gross"})
_COUNTING = frozenset({"number", "many", "count", "ever", "never", "not", "is", "are", "was", "were", "been"})
_DOERS = frozenset({"we", "they", "you", "i"})
_HELPING = frozenset({"do", "does", "did", "have", "has", "had", "was", "were", "is", "are", "been", "got"})
_SURE = 1.3


def billed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: the sum of money of rows, by the verb that makes them."""
    totals = dict(_totals(catalog))
    for at, token in enumerate(tokens):
        low = token.text.lower()
        is_verb = low.endswith(_DONE) or (at > 0 and tokens[at - 1].form in _DOERS and low == token.form)
        total = _total_of(low, totals) if is_verb and not token.is_quoted else None
        if total is None or not _is_amount(tokens, at):
            continue

        named = set(phrase_of(total.title)) | set(phrase_of(total.name.replace("_", " ")))
        before = tokens[at - 1].form if at else ""
        start = at - (before in _WHOLE or (before in _PARTS and before in named))
        start = _question(tokens, at) if start == at else start
        yield Item("MEASURE", start, at + 1, total, _SURE * (at + 1 - start))


def _total_of(verb: str, totals: Mapping[str, Concept]) -> Concept | None:
    found = dict.fromkeys(total for each, total in totals.items() if akin(verb, each))
    return next(iter(found)) if len(found) == 1 else None


def _question(tokens: Sequence[Token], at: int) -> int:
    """Where `what did we` begins right before a verb, which asks for no rows; the verb where it does not."""
    start = at
    while start > 0 and tokens[start - 1].form in _HELPING | _DOERS:
        start -= 1

    return start - 1 if 0 < start < at and tokens[start - 1].form == "what" else at


def _is_ranked(tokens: Sequence[Token], at: int) -> bool:
    """`clients we invoiced the most` are those with the highest amount; `most often` counts."""
    behind = [each.form for each in tokens[at + 1 : at + 4] if each.form != "the"]
    return behind[:1] in (["most"], ["least"]) and behind[1:2] not in (["often"], ["frequently"], ["time"])


def _is_amount(tokens: Sequence[Token], at: int) -> bool:
    """`what was invoiced` and `invoiced in 2024`, but not `cases that were invoiced`, nor whom we invoice."""
    before = tokens[at - 1].form if at else ""
    if tokens[at].text.lower().endswith("ing"):
        return before not in _COUNTING

    if _question(tokens, at) < at or _is_ranked(tokens, at):
        return True

    is_much = "much" in {each.form for each in tokens[max(at - 4, 0) : at]}
    if not tokens[at].text.lower().endswith(_DONE):
        return is_much  # whom we invoice, and what for

    noun = tokens[at - 1 - (at > 1 and before in _DOERS)] if at else tokens[at]
    follows_noun = at > 0 and noun.text.lower() == f"{noun.form}s"
    return is_much or not (follows_noun or before in _COUNTING)


def _totals(catalog: Catalog) -> Iterator[tuple[str, Concept]]:
    for entity in catalog.entities.values():
        noun = phrase_of(entity.noun)[-1:]
        verbs = document_verbs().get(noun[0], ()) if noun else ()
        total = total_done(verbs, entity, catalog) if verbs else None
        yield from ((verb, total) for verb in verbs if total is not None)
