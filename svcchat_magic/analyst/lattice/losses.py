"""`unprofitable products`, `states where we lose money`: those whose profit is below 0, where it is known."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Entity

Phrase = tuple[str, ...]

_WHOLE = frozenset({"total", "overall", "gross", "net", "operating"})
_KEPT = ("profit", "margin")  # what is left of sales, the first of them that the model has
_LOSING = frozenset({"lose", "loses", "losing", "lost"})
_MAKING = frozenset(
    {
        *("make", "makes", "made", "making", "run", "runs", "ran", "running", "generate", "generated"),
        *(
            "generating",
            "incur",
            "incurred",
            "show",
            "showed",
            "showing",
            "book",
            "booked",
            "bring",
            "brought",
        ),
        *("produce", "produced", "turn", "turned", "turning", "post", "posted", "earn", "earned"),
    }
)
_WITH = frozenset({"with", "at"})
_SOLD = frozenset({"sold", "sell", "sale", "run", "operating", "operate"})
_BAD = frozenset({"unprofitable", "lossy", "lossmaking", "nonprofitable"})
_GOOD = frozenset({"profitable"})
_STATES: dict[Phrase, bool] = {("in", "the", "red"): False, ("in", "the", "black"): True}
_BEING = frozenset({"is", "are", "was", "were", "be", "been"})
_HELPING = _BEING | {"do", "did", "does", "have", "has", "had"}
_OURS = frozenset({"we", "they", "it", "i", "you", "one"})
_DEGREES = frozenset({"most", "least", "more", "less", "how", "very", "too", "as", "so", "highly", "equally"})
_GOES_ON = frozenset(
    {"of", "over", "above", "below", "under", "more", "less", "than", "between", "per", "each"}
)
_ON = frozenset({"on", "with", "from"})
_ARTICLES = frozenset({"a", "an", "any", "the", "some", "our"})
_SIGNED = frozenset(
    (
        "balance", "profit", "margin", "change", "difference", "delta", "return", "temperature", "temp",
        "growth", "net", "sentiment", "variance", "flow", "gain", "result", "deviation", "elevation",
        "altitude", "surplus", "deficit", "drift", "error", "offset", "yield", "pnl",
    )
)  # fmt: skip
_ROWS = frozenset({"row", "record", "line", "transaction", "entry"})
_LONGEST_NOUN = 3


def with_losses(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with losses as what they are: an amount that is kept, below 0."""
    said = [*_STATES, *(_BAD | _GOOD | {"loss", "money", "profit"})]
    if not any(each.form in said or each.form in ("red", "black") for each in tokens):
        return tuple(tokens)

    kept = _kept(catalog)
    if kept is None or "loss" in catalog.words:
        return tuple(tokens)

    found = list(tokens)
    for at in range(len(found) - 1, -1, -1):
        found = _told_at(found, at, kept, catalog)

    return tuple(found)


def with_signs(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `a negative balance` and `the balance is negative` as the balance below 0."""
    found = list(tokens)
    for at in range(len(found) - 1, -1, -1):
        sign = {"negative": "below", "positive": "above"}.get(found[at].form, "")
        if not sign or found[at].is_quoted or found[at].form in catalog.words:
            continue

        behind = _number_at(found, at + 1, catalog)
        if behind > at + 1:
            noun = found[at + 1 : behind]
            found = [*found[:at], *noun, *_told((sign, "0"), found[at]), *found[behind:]]
        elif at > 1 and found[at - 1].form in _BEING and _ends_number(found, at - 1, catalog):
            found = [*found[:at], *_told((sign, "0"), found[at]), *found[at + 1 :]]

    return tuple(found)


def _told_at(tokens: list[Token], at: int, kept: Concept, catalog: Catalog) -> list[Token]:
    """The words with the loss or gain that is told from this place on, in terms of the amount."""
    found = _deed(tokens, at) or _state(tokens, at)
    is_named = any(tokens[at].form in phrase_of(each.title) for each in catalog.concepts)
    if found is None or tokens[at].is_quoted or is_named:
        return tokens

    stop, is_gain, is_adjective = found
    name = _name_of(kept, tokens, at, catalog)
    bound = (*name, "above" if is_gain else "below", "0")
    if is_adjective and (noun := _noun_at(tokens, stop, catalog)) > stop:
        start = at - (at > 0 and tokens[at - 1].form in _ARTICLES and tokens[at - 1].form != "the")
        return [*tokens[:start], *tokens[stop:noun], *_told(("with", *bound), tokens[at]), *tokens[noun:]]

    start = at - (tokens[at].form == "at" and at > 0 and tokens[at - 1].form in _SOLD)
    is_ours = start > 0 and tokens[start - 1].form in _OURS
    start -= is_ours
    is_helped = start > 0 and tokens[start - 1].form in _HELPING
    start -= is_helped
    if is_ours and stop < len(tokens) and tokens[stop].form in _ON:
        return [*tokens[:start], *_told(("have", *bound), tokens[at]), *tokens[stop + 1 :]]

    asks_where = any(each.form in ("where", "in", "when") for each in tokens[:start])
    if is_ours and asks_where:
        return [*tokens[:start], *_told((*name, "is", *bound[len(name) :]), tokens[at]), *tokens[stop:]]

    if is_ours:
        return tokens  # whether we lose money asks for no rows

    first = "with" if tokens[at].form in _WITH or tokens[at].text.lower().endswith("ing") else "have"
    first = "have" if is_helped else first
    return [*tokens[:start], *_told((first, *bound), tokens[at]), *tokens[stop:]]


def _deed(tokens: Sequence[Token], at: int) -> tuple[int, bool, bool] | None:
    """Where `lose money`, `made a loss` or `sold at a loss` ends, and whether it is a gain."""
    low = [each.text.lower() for each in tokens[at : at + 5]]
    if low[0] in _LOSING and low[1:2] == ["money"]:
        return at + 2, False, False

    if low[0] == "loss" and low[1:2] == ["making"]:
        return at + 2, False, True

    if low[0] not in _MAKING | _WITH:
        return None

    begin = 1
    begin += low[begin : begin + 1] != [] and low[begin] in _ARTICLES
    begin += low[begin : begin + 1] != [] and low[begin] in _WHOLE
    noun = low[begin] if begin < len(low) else ""
    stop = at + begin + 1
    is_more = stop < len(tokens) and tokens[stop].form in _GOES_ON | {"margin", "ratio"}
    is_loss = noun in ("loss", "losses")
    is_gain = noun in ("profit", "profits") and low[0] in _MAKING and begin > 1
    return (stop, is_gain, False) if (is_loss or is_gain) and not is_more else None


def _state(tokens: Sequence[Token], at: int) -> tuple[int, bool, bool] | None:
    """Where `unprofitable`, `not profitable` or `in the red` ends, whether that is a gain, and no noun."""
    form = tokens[at].form
    before = tokens[at - 1].form if at else ""
    if form in _BAD or form in _GOOD:
        is_word = before not in _DEGREES | {"not", "no", "non"}
        return (at + 1, form in _GOOD, True) if is_word else None

    if form in ("not", "non") and at + 1 < len(tokens) and tokens[at + 1].form in _GOOD:
        return at + 2, False, True

    three = tuple(each.form for each in tokens[at : at + 3])
    return (at + 3, _STATES[three], False) if three in _STATES else None


def _kept(catalog: Catalog) -> Concept | None:
    """The one amount of the model that is left of its sales; None where it has none or several."""
    for word in _KEPT:
        found = [each for each in catalog.concepts if _is_kept(each, word)]
        least = min((len(phrase_of(each.title)) for each in found), default=0)
        named = [each for each in found if len(phrase_of(each.title)) == least]
        if found:
            return named[0] if len(named) == 1 else None

    return None


def _is_kept(measure: Concept, word: str) -> bool:
    title = phrase_of(measure.title)
    is_sum = measure.kind == "measure" and measure.agg_type in ("sum", "number")
    is_so = title[-1:] == (word,) and _WHOLE.issuperset(title[:-1])
    return is_sum and is_so and measure.format != "percent" and _is_money(measure)


def _name_of(kept: Concept, tokens: Sequence[Token], at: int, catalog: Catalog) -> Phrase:
    """Its column for single rows, and its total for what many rows belong to."""
    column = catalog.columns.get(kept)
    nouns = {word for each in tokens[:at] for word in _rows_named(each, kept, catalog)}
    return phrase_of(column.title) if column is not None and nouns else phrase_of(kept.title)


def _rows_named(token: Token, kept: Concept, catalog: Catalog) -> Iterator[str]:
    """The token where it names the rows that have the amount, be it as rows or by their noun."""
    named = (each.of for each in catalog.phrases.get((token.form,), ()))
    if token.form in _ROWS or any(isinstance(each, Entity) and each.cube == kept.cube for each in named):
        yield token.form


def _is_money(measure: Concept) -> bool:
    """Whether a ratio of the model is an amount all the same: a margin in percent is none."""
    return measure.agg_type == "sum" or measure.format == "currency"


def _noun_at(tokens: Sequence[Token], at: int, catalog: Catalog) -> int:
    """Where a name of the model that begins here ends."""
    for stop in range(min(at + _LONGEST_NOUN, len(tokens)), at, -1):
        if tuple(each.form for each in tokens[at:stop]) in catalog.phrases:
            return stop

    return at


def _number_at(tokens: Sequence[Token], at: int, catalog: Catalog) -> int:
    """Where the name of a number that begins here ends."""
    stop = _noun_at(tokens, at, catalog)
    return stop if stop > at and _is_number(tokens[at:stop], catalog) else at


def _ends_number(tokens: Sequence[Token], stop: int, catalog: Catalog) -> bool:
    return any(_is_number(tokens[at:stop], catalog) for at in range(max(stop - _LONGEST_NOUN, 0), stop))


def _is_number(words: Sequence[Token], catalog: Catalog) -> bool:
    """Whether words name a number that may be below 0: positive cases are those of a test, and no number."""
    named = [each.of for each in catalog.phrases.get(tuple(each.form for each in words), ())]
    return any(
        isinstance(each, Concept)
        and (each.type == "number" or each.kind == "measure")
        and (each.format == "currency" or not _SIGNED.isdisjoint(phrase_of(each.title)))
        for each in named
    )


def _told(words: Sequence[str], at: Token) -> list[Token]:
    return [replace(at, text=each, form=each, before=" ") for each in words]
