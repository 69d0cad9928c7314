"""The words of the grammar among those of a question: where they may mean what the grammar says they do."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.exclusions import ends_clause
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.adjectives import is_measured
from svcchat_magic.analyst.lattice.carriers import is_by_everybody
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import PERCENT_WORDS, number_of
from svcchat_magic.analyst.lattice.spans import spans
from svcchat_magic.analyst.lattice.states import is_told_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_OFTEN_EMPTY = frozenset(
    {"WHICH", "HAVE", "LIST", "EACH", "PER", "AND", "OR", "COMPARE", "EXIST", "WHEN", "BETWEEN", "WHATIS"}
)
_OF_MOMENTS = frozenset({"CURRENT", "CLOSING", "UNITS", "REACHES", "HAPPENEDON", "NEWLY"})
_BEFORE_COMMANDS = frozenset(
    {
        "please",
        "can",
        "could",
        "you",
        "would",
        "kindly",
        "now",
        "then",
        "and",
        "we",
        "let",
        "us",
        "go",
        "just",
        "ok",
    }
)
_BEFORE_PARTS = frozenset(
    {"by", "per", "which", "what", "across", "each", "peak", "busiest", "quietest", "all", "over",
     "different"}
)  # fmt: skip
_RELATIVE, _PRONOUNS = frozenset({"where", "whose"}), frozenset({"who", "which"})
_HOW_MUCH = frozenset({"what", "which", "how", "many"})
_FOR_NOUNS = frozenset({"those", "these", "one", "anyone", "everyone", "everybody", "anybody", "someone"})
_BEFORE_NOUNS = frozenset({"", "the", "our", "all", "of", "many", "total", "and", ",", "these", "those"})
_ORDERED = 2.0  # more than a verb that may be a noun is worth
_SORTING = frozenset({"order", "remove", "drop", "change", "set", "move", "raise", "lower", "reduce", "call"})
_ALL = frozenset({"all", "every", "the", "these", "those", "any", "our", "my", "this"})
_HYPHENS, _TO = frozenset({"-", "‑", "–"}), frozenset({"to", "into"})
_NOUNS_TOO = frozenset({"name", "return", "show", "find", "display", "pull", "print"})
_COMPARED = frozenset({"compared", "relative", "opposed", "up", "due", "according"})
_MARKS = frozenset({"?", ".", ",", ";", ":", "-", "–", "and"})
_ONE = frozenset({"a", "an"})  # declining an offer is no decline
_STATES = frozenset({"declined", "dropped", "lost"})  # of rows to which it was done
_REASONS, _HELPING = frozenset({"reason", "cause"}), frozenset({"do", "does", "did"})
_BEHIND_LEFT_OUT = frozenset({"by", "per", "for", "in", "please", "each", "since", "and", "of"})
_DOERS = frozenset({"they", "we", "you", "i", "he", "she", "people"})
_DOING = frozenset({"who", "that", "which", "they", "it", "not", "didn't", "don't", "doesn't", "did", "does"})


def keyword_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """What the words of the grammar mean, each where it may mean that."""
    words, forms = keywords(), tuple(token.form for token in tokens)
    for start, stop in spans(len(forms), words.longest):
        for category, meaning in words.meanings.get(forms[start:stop], ()):
            if category == "PART" and _is_length(meaning, tokens, start, stop):
                continue

            if category == "BY" and [each.form for each in tokens[stop : stop + 1]] in (["a"], ["an"]):
                continue  # what was seen by a doctor is not grouped by doctors

            if _goes_on(category, tokens, start, stop) or _says_of_what(category, tokens, start, stop):
                continue

            if category == "LEFTOUT" and not _ends_what_is_left_out(tokens, stop):
                continue  # diesels, not counting sold ones

            if _is_elsewhere(category, tokens, start, catalog):
                continue

            if category == "LIST" and not _may_list(tokens, start):
                continue

            if _is_told_of_number(category, tokens, start) or category in ("LASTED", "HOWLONG"):
                continue  # lengths are told with what is measured in time

            if _is_named(category, tokens[start:stop], catalog) or _is_state(category, tokens, start):
                continue

            if _is_of_rows(category, meaning, tokens[start:stop], tokens[stop : stop + 2], catalog):
                continue

            if category == "COMMAND" and not _may_command(tokens, start, stop):
                continue

            if (category, meaning) == ("GRAIN", "auto"):
                meaning = _unit_of_plural(tokens[stop - 1]) or meaning

            ordered = _ORDERED if _is_order(category, tokens, start, stop) else 0
            yield Item(category, start, stop, meaning, _score(category, meaning, stop - start) + ordered)


def _is_elsewhere(category: str, tokens: Sequence[Token], start: int, catalog: Catalog) -> bool:
    """Whether a word means that over other models, or is a part of a name here."""
    is_named = category == "HOWMANY" and start > 0 and _is_of_name(tokens, start, catalog)
    is_told = category == "WHY" and tokens[start].form in _REASONS & catalog.words
    return is_named or is_told or (category in _OF_MOMENTS and not catalog.has_moments)


def _is_named(category: str, span: Sequence[Token], catalog: Catalog) -> bool:
    """Projects are no forecast, nor is what somebody expects as a salary, where that has a name."""
    if category == "OFTEN":
        return is_measured(tuple(each.form for each in span), catalog)

    if category != "FUTURE" or len(span) > 1:
        return False

    low = span[0].text.lower()
    return (low != span[0].form and low.endswith("s")) or stem(span[0].form) in catalog.stems


def _is_state(category: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether a word that falls elsewhere is a state: `were declined`, or put between quotes."""
    if category == "PER" and tokens[at].form in _ONE and at:  # whom we refunded an order: none for each order
        return is_participle(tokens[at - 1].text.lower())

    is_told = tokens[at].form in _STATES and is_told_of(tokens, at)
    return category == "GROWTH" and (tokens[at].is_quoted or is_told)


def _is_length(meaning: str, tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether hours are how many there were: eight hours and hours played are no hours of the day."""
    is_number = start > 0 and stop == start + 1 and number_of(tokens[start - 1]) is not None
    return is_number or (meaning == "hour" and _is_amount_of_time(tokens, start, stop))


def _goes_on(category: str, tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a turn goes on from the word before it; by how many percent something changed is no part.

    And `orders by number of lines` are not to be put in an order.
    """
    if category == "SORT" and tokens[start].text.lower() == "orders":
        return True

    if not start:
        return False

    asked = [each.form for each in tokens[max(start - 3, 0) : start] if each.form not in _HOW_MUCH]
    is_change = category == "SHARE" and (asked[-1:] == ["by"] or tokens[start].text.lower() == "parts")
    is_by_all = category == "BY" and is_by_everybody(tokens, start)
    return is_change or is_by_all or _goes_on_from_a_noun(category, tokens, start, stop)


def _says_of_what(category: str, tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`lost parcels`: a participle before its noun says which ones, and nothing of a change."""
    before, behind = tokens[start - 1].form if start else "", tokens[stop : stop + 1]
    low = tokens[start].text.lower()
    is_one = category == "GROWTH" and stop - start == 1 and is_participle(low)
    is_done_to = category == "GROWTH" and low.endswith("ing") and any(each.form in _ONE for each in behind)
    return is_done_to or (is_one and before in _BEFORE_NOUNS and any(map(_is_several, behind)))


def _goes_on_from_a_noun(category: str, tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`orders where the status is ...` asks for no status, and `when they book by phone` for no day."""
    if category == "ASKSWHEN":
        return _begins_clause(tokens, stop)

    return category in ("WHICH", "ASKSWHO") and _is_relative(tokens, start)


def _score(category: str, meaning: str, size: int) -> float:
    each = 0.8 if category in ("PART", "EDIT", "SHIFT", "AGAINST") and size > 1 else 0.5
    each = 1.0 if meaning == "alltime" else each  # it is no group by years
    return (0.15 if category in _OFTEN_EMPTY else each * size) + 0.05 * (size - 1)


def _may_command(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a verb stands where commands do; hires per year are none."""
    is_noun = stop - start == 1 and _is_several(tokens[start])
    return not is_noun and _BEFORE_COMMANDS.issuperset(each.form for each in tokens[:start])


def _is_of_rows(
    category: str, meaning: str, said: Sequence[Token], behind: Sequence[Token], catalog: Catalog
) -> bool:
    """Whether a word of the grammar is a name of the model here, or says what rows are."""
    if (category, meaning) == ("GRAIN", "auto"):
        return (
            tuple(each.form for each in said) in catalog.phrases
        )  # what a school teaches is no course of time

    if (category, meaning) == ("CHATTER", "organisation"):
        is_named = not catalog.words.isdisjoint(each.form for each in said)  # a network that the data tell of
        return is_named or not all(map(_says_nothing, behind[:1]))  # the business customers

    if category == "BY" and said[0].form == "among":  # the rows that something is looked for in
        return any(_are_rows(each, catalog) for each in behind)

    if category == "NOT":  # a no-show is somebody who did not come, and no denial
        return said[-1].form == "no" and bool(behind) and behind[0].before in _HYPHENS

    is_state = category == "GROWTH" and len(said) == 1 and said[0].text.lower().endswith("ed")
    return is_state and bool(behind) and _are_rows(behind[0], catalog)


def _says_nothing(token: Token) -> bool:
    return token.is_mark or token.form in keywords().function | keywords().light


def _are_rows(token: Token, catalog: Catalog) -> bool:
    """The payments of `declined payments`: what stands so before rows is their state, and no growth."""
    named = catalog.phrases.get((token.form,), ())
    return _is_several(token) and any(isinstance(each.of, Entity) for each in named)


def _is_of_name(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`the serial numbers of the meters`: numbers behind the name of a column are what it holds."""
    before = tokens[at - 1]
    named = [each.of for each in catalog.phrases.get((before.form,), ())]
    is_column = any(isinstance(each, Concept) and each.kind == "dimension" for each in named)
    return is_column and _is_several(tokens[at]) and not _is_several(before)


def _is_order(category: str, tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`close all incidents`: what comes at once behind a verb at the begin is done to it."""
    behind = tokens[stop].form if stop < len(tokens) else ""
    is_done = behind in _ALL and _is_set(tokens[stop:])
    return category == "COMMAND" and ((tokens[start].form not in _SORTING and behind in _ALL) or is_done)


def _is_set(tokens: Sequence[Token]) -> bool:
    """`set the status to paid`; nobody makes a change to another year, and what is compared to it is told."""
    triples = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return any(
        to.form in _TO and before.form not in _COMPARED and not behind.text[:1].isdigit()
        for before, to, behind in triples
    )


def _is_several(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _ends_what_is_left_out(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing follows that could be left out itself: `apart from Spain`, `not counting Spain`."""
    is_open = tokens[at - 1].form in ("counting", "aside", "apart")
    return not is_open or ends_clause(tokens, at) or tokens[at].form in _BEHIND_LEFT_OUT


def _begins_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether somebody follows who does something: `when they book` asks for no day."""
    return at < len(tokens) and tokens[at].form in _DOERS


def _may_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb such as `get` asks for rows: not in `guests who get the letter`, nor in `names of`."""
    is_noun = tokens[at].form in _NOUNS_TOO and tokens[at].text.lower() != tokens[at].form
    sentence = [each.form for each in tokens[:at]]
    sentence = sentence[max((place for place, each in enumerate(sentence) if each in _MARKS), default=0) :]
    is_noun |= not _HELPING.isdisjoint(sentence[:-1])  # what do guests show
    return not is_noun and not (at and tokens[at - 1].form in _DOING)


def _is_amount_of_time(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`hours played`: several of them, and not what is grouped or ranked by."""
    is_plural = stop - start == 1 and tokens[start].text.lower() != tokens[start].form
    return is_plural and (start == 0 or tokens[start - 1].form not in _BEFORE_PARTS)


def _is_told_of_number(category: str, tokens: Sequence[Token], at: int) -> bool:
    """A time in days is no row for each day, and a discount over 5 % asks for nothing in percent."""
    is_of = at + 1 < len(tokens) and tokens[at + 1].form == "of"
    if at and (category == "ASPERCENT" or (category == "SHARE" and not is_of)):
        return tokens[at].form in PERCENT_WORDS and number_of(tokens[at - 1]) is not None

    return category == "GRAIN" and _is_told_in(tokens, at)


def _is_told_in(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit of time says in what something is told: `resolution time in days`."""
    return at > 0 and tokens[at - 1].form == "in" and tokens[at].text.lower() in ("days", "weeks")


def _unit_of_plural(token: Token) -> str:
    """`over the years` asks for years, `over the year` for its course."""
    return dict(keywords().meanings.get((token.form,), ())).get("GRAIN", "") if _is_several(token) else ""


def _is_relative(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word such as `which` goes on from a noun: `students who signed up` asks for no one.

    Nor does `the average fare of those who stayed`.
    """
    before = tokens[at - 1]
    follows_noun = not before.is_mark and before.form not in keywords().function | keywords().light
    follows_noun |= at > 0 and before.form in _FOR_NOUNS and tokens[at].form == "who"
    return tokens[at].form in _RELATIVE or (tokens[at].form in _PRONOUNS and follows_noun)
