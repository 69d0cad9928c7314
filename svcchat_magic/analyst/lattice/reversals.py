"""Documents that are taken back, in words: `without returns`, `most returned products`, `never cancelled`.

Where the lines of a file say of which invoices the pieces are taken back, all these words mean them.
"""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Entity

_FLAG, _PIECES = ("is", "cancelled"), ("returned", "quantity")
_NOUNS = frozenset({"return", "refund", "cancellation", "cancelation"})
_DONE = frozenset({"returned", "refunded", "cancelled", "canceled"})
_ARTICLES = frozenset({"the", "any", "all", "our", "already", "been", "being", "having", "were", "are"})
_OUT = frozenset({"without", "excluding", "excl", "except", "ignoring", "minus"})
_LEFT_OUT = (("not", "counted"), ("not", "included"), ("not", "counting"), ("left", "out"), ("out",))
_TAKEN_OFF = (("taken", "off"), ("deducted",), ("subtracted",), ("netted",), ("netted", "off"), ("off",))
_NET = (("net", "of"), ("after",), ("less",), ("after", "deducting"), ("after", "subtracting"))
_IN_PIECES = (
    ("counted", "in", "unit"), ("counted", "in", "piece"), ("in", "unit"), ("in", "piece"), ("by", "unit"),
    ("by", "quantity"), ("in", "unit", "returned"), ("counted", "by", "unit"),
)  # fmt: skip
_ANYTHING = frozenset({"anything", "something", "any", "an", "a", "one"})


def with_reversals(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with what the model calls these: cancelled invoices, the returned quantity."""
    rows = _documents(catalog)
    forms = {each.form for each in tokens} | {each.text.lower() for each in tokens}
    if rows is None or (_NOUNS | _DONE).isdisjoint(forms):
        return tuple(tokens)

    found, at = list[Token](), 0
    while at < len(tokens):
        stop, said = _said_at(tokens, at, rows)
        found += [replace(tokens[at], text=each, form=phrase_of(each)[0], before=" ") for each in said]
        found += [] if stop > at else [tokens[at]]
        at = max(stop, at + 1)

    return tuple(found)


def _documents(catalog: Catalog) -> Entity | None:
    """The documents of which some are taken back, where their lines say how many pieces."""
    flags = [each for each in catalog.concepts if each.type == "boolean" and phrase_of(each.title) == _FLAG]
    is_told = any(phrase_of(each.title) == _PIECES for each in catalog.concepts)
    return catalog.entities[flags[0].cube] if is_told and len(flags) == 1 else None


def _said_at(tokens: Sequence[Token], at: int, rows: Entity) -> tuple[int, Sequence[str]]:
    """The words to say instead of those from a place on, and where these end; the same place for none."""
    for reads in (_taken_off, _left_out, _most_done, _never_done):
        stop, said = reads(tokens, at, rows)
        if stop > at:
            return stop, said

    form = tokens[at].form
    before = [each.form for each in tokens[max(at - 2, 0) : at]]
    if form in _NOUNS and before in (["how", "many"], ["number", "of"]):
        return at + 1, ("cancelled", plural(rows.noun))

    if form in _NOUNS and before == ["value", "of"]:
        return at + 1, ("returned", "value")

    return at, ()


def _taken_off(tokens: Sequence[Token], at: int, _rows: Entity) -> tuple[int, Sequence[str]]:
    """`with the returns already taken off`, `net of returns`: what sums of such lines are anyway."""
    is_sum = any(each.form in ("sale", "revenue", "turnover", "value", "net") for each in tokens[:at])
    begin = at + (tokens[at].form == "with")
    noun = _behind_articles(tokens, begin)
    if is_sum and noun < len(tokens) and tokens[noun].form in _NOUNS:
        stop = _behind(tokens, _behind_articles(tokens, noun + 1), _TAKEN_OFF)
        if stop:
            return stop, ()

    net = _behind(tokens, at, _NET)
    noun = _behind_articles(tokens, net) if net else len(tokens)
    is_net = is_sum and noun < len(tokens) and tokens[noun].form in _NOUNS
    return (noun + 1, ()) if is_net else (at, ())


def _left_out(tokens: Sequence[Token], at: int, _rows: Entity) -> tuple[int, Sequence[str]]:
    """`without returns`, `cancellations not counted`."""
    if tokens[at].form in _OUT:
        noun = _behind_articles(tokens, at + 1)
        is_noun = noun < len(tokens) and tokens[noun].form in _NOUNS
        return (noun + 1, ("excluding", "cancellations")) if is_noun else (at, ())

    if tokens[at].form not in _NOUNS:
        return at, ()

    stop = _behind(tokens, _behind_articles(tokens, at + 1), _LEFT_OUT)
    return (stop, ("excluding", "cancellations")) if stop else (at, ())


def _most_done(tokens: Sequence[Token], at: int, _rows: Entity) -> tuple[int, Sequence[str]]:
    """`most returned products in units` as the products with the most returned quantity."""
    is_done = at + 2 < len(tokens) and tokens[at + 1].text.lower() in _DONE
    if tokens[at].form == "most" and is_done and not tokens[at + 2].is_mark:
        noun = tokens[at + 2].text
        stop = at + 3 + (at + 3 < len(tokens) and tokens[at + 3].form == ",")
        stop = _behind(tokens, stop, _IN_PIECES) or at + 3
        behind = [each.form for each in tokens[stop : stop + 3]]
        stop += 3 if behind[:2] == ["on", "the"] else 0
        stop += behind[:2] == ["on", "the"] and behind[2:] != [] and behind[2] in _DONE
        is_top = any(each.form == "top" or each.form.isdigit() for each in tokens[:at])
        how = ("by",) if is_top else ("with", "the", "most")
        return stop, (noun, *how, "returned", "quantity")

    is_most = [each.form for each in tokens[at + 1 : at + 3]] == ["the", "most"]
    if tokens[at].text.lower() in _DONE and is_most:
        return at + 3, ("with", "the", "most", "returned", "quantity")

    return at, ()


def _never_done(tokens: Sequence[Token], at: int, rows: Entity) -> tuple[int, Sequence[str]]:
    """`have never cancelled anything` as those without a cancelled invoice."""
    begin = at + (tokens[at].form in ("have", "has", "had") and at + 1 < len(tokens))
    if begin + 1 >= len(tokens) or tokens[begin].form != "never":
        return at, ()

    if tokens[begin + 1].text.lower() not in _DONE:
        return at, ()

    stop = begin + 2
    if stop < len(tokens) and tokens[stop].form in _ANYTHING:
        is_noun = tokens[stop].form in ("a", "an", "any") and stop + 1 < len(tokens)
        stop += 2 if is_noun else 1

    return stop, ("without", "cancelled", plural(rows.noun))


def _behind_articles(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].text.lower() in _ARTICLES:
        at += 1

    return at


def _behind(tokens: Sequence[Token], at: int, phrases: Sequence[Phrase]) -> int:
    """Behind the longest of the phrases; 0 where none stands there."""
    forms = tuple(each.text.lower() for each in tokens)
    same = tuple(each.form for each in tokens)
    sizes = (len(each) for each in phrases if each in (forms[at : at + len(each)], same[at : at + len(each)]))
    size = max(sizes, default=0)
    return at + size if size else 0
