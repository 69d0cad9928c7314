"""Every meaning that the words of a question can have, side by side: nothing is chosen here."""

from collections.abc import Iterator, Sequence, Set

from svcchat_magic.analyst.language.hours import hours_at
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.time_phrases import spans_at
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.time_words import Phrase as TimePhrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import descriptions_of
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.values import Values, root_of
from svcchat_magic.analyst.meaning.tree import Entity, IsIn, OnPart
from svcchat_magic.analyst.parsing.carriers import carriers
from svcchat_magic.analyst.parsing.chart import Chart, Item
from svcchat_magic.analyst.parsing.lattice_adjectives import aged_items
from svcchat_magic.analyst.parsing.lattice_dates import dated_items, year_items
from svcchat_magic.analyst.parsing.lattice_fields import (
    done_sums,
    field_items,
    part_items,
    row_sums,
    sized_items,
    text_parts,
)
from svcchat_magic.analyst.parsing.lattice_inside import for_constructions
from svcchat_magic.analyst.parsing.lattice_kinds import kind_items
from svcchat_magic.analyst.parsing.lattice_members import member_items, short_items, synonym_items
from svcchat_magic.analyst.parsing.lattice_names import (
    done_items,
    empty_items,
    flag_items,
    named_by_verb,
    said_items,
    scattered_items,
    unit_items,
    verbed_items,
)
from svcchat_magic.analyst.parsing.lattice_negated import negated_items
from svcchat_magic.analyst.parsing.lattice_numbers import (
    number_items,
    number_of,
)
from svcchat_magic.analyst.parsing.lattice_spans import WHOLE, score_of, spans
from svcchat_magic.analyst.parsing.named_cubes import named_cubes, nearest

_ROOTED = 0.7
ARTICLES = frozenset(
    {"the", "a", "an", "our", "my", "their", "its", "your", "all", "-", "–", "'s", "total", "overall"}
)
_OFTEN_EMPTY = frozenset(
    {"WHICH", "HAVE", "LIST", "EACH", "PER", "AND", "OR", "COMPARE", "EXIST", "WHEN", "BETWEEN", "WHATIS"}
)
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
_STRUCTURE = frozenset({"AGG", "SUPER", "SHARE", "GROWTH", "HOWMANY", "NOT", "BY", "PER"})
_QUESTIONS = frozenset({"how", "why"})  # what begins with one is no mere gap: `by how it came in`
_BEFORE_PARTS = frozenset(
    {
        "by",
        "per",
        "which",
        "what",
        "across",
        "each",
        "peak",
        "busiest",
        "quietest",
        "all",
        "over",
        "different",
    }
)
_PEOPLE = (("people",), ("person",))
_RELATIVE = frozenset({"where", "whose"})
_PRONOUNS = frozenset({"who", "which"})
_ORDERED = 2.0  # more than a verb that may be a noun is worth
_SORTING = frozenset({"order", "remove", "drop", "change", "set", "move", "raise", "lower", "reduce", "call"})
_ALL = frozenset({"all", "every", "the", "these", "those", "any", "our", "my", "this"})
_DENYING = frozenset({"not", "isn't", "aren't", "wasn't", "weren't", "no"})
_DOING = frozenset({"who", "that", "which", "they", "it", "not", "didn't", "don't", "doesn't", "did", "does"})
_NO_SEASONS = frozenset({"falls", "springs"})  # nouns of something else


def lattice(tokens: Sequence[Token], catalog: Catalog, values: Values, calendar: Calendar) -> Chart:
    """The chart with every meaning of single words and phrases."""
    forms = tuple(token.form for token in tokens)
    words = keywords()
    empty = {forms[at] for at in carriers(tokens)}
    chart = Chart(forms, ARTICLES, (words.function | words.light | empty) - _QUESTIONS)
    dated = list(dated_items(tokens, catalog))
    descriptions, taken = descriptions_of(catalog), set[int]()
    for found in (
        member_items(tokens, catalog),
        short_items(tokens, catalog),
        synonym_items(tokens, catalog, values),
        _keywords(tokens),
        number_items(tokens),
        aged_items(tokens, catalog, calendar.today.year),
        negated_items(tokens, catalog),
        _periods(tokens, calendar, {each.start for each in dated if each.category == "DATED"}),
        _values(tokens, values, catalog),
        dated,
        _quoted(tokens),
        scattered_items(tokens, descriptions),
        flag_items(tokens, catalog),
        unit_items(tokens, descriptions),
        named_by_verb(tokens, descriptions),
        empty_items(tokens, descriptions),
        done_items(tokens, catalog),
        verbed_items(tokens, catalog),
    ):
        for item in found:
            if item.category in ("VERBED", "DATED") and _is_state(chart, tokens, item.start):
                continue

            chart.add(item)
            if item.category != "TEXT":
                taken.update(range(item.start, item.stop))

    inside = for_constructions(tokens, catalog, values)
    for item in _seen_together(chart, tokens, catalog, (*said_items(tokens, taken, descriptions), *inside)):
        chart.add(item)
    return chart


def _seen_together(
    chart: Chart, tokens: Sequence[Token], catalog: Catalog, said: Sequence[Item]
) -> Iterator[Item]:
    """What words mean in view of what the others can mean."""
    yield from said
    yield from field_items(chart, tokens, catalog)
    yield from sized_items(chart, catalog)
    yield from year_items(chart, tokens, catalog)
    yield from part_items(chart, tokens, catalog)
    yield from done_sums(chart, tokens, catalog)
    yield from row_sums(chart, catalog)
    yield from text_parts(tokens, catalog)
    yield from kind_items(chart, tokens, catalog)


def _is_state(chart: Chart, tokens: Sequence[Token], at: int) -> bool:
    """`not cancelled` denies the flag or status of that name; `never cancelled` may tell what nobody did."""
    named = any(item for category in ("BDIM", "VALUE") for item in chart.starting(at, category))
    return named and at > 0 and tokens[at - 1].form in _DENYING


def _keywords(tokens: Sequence[Token]) -> Iterator[Item]:
    words, forms = keywords(), tuple(token.form for token in tokens)
    for start, stop in spans(len(forms), words.longest):
        for category, meaning in words.meanings.get(forms[start:stop], ()):
            if category == "PART" and start and number_of(tokens[start - 1]) is not None:
                continue  # eight hours are no hours of the day

            if (category, meaning) == ("PART", "hour") and _is_amount_of_time(tokens, start, stop):
                continue  # hours played are no hours of the day

            if category == "BY" and [each.form for each in tokens[stop : stop + 1]] in (["a"], ["an"]):
                continue  # what was seen by a doctor is not grouped by doctors

            if category in ("WHICH", "ASKSWHO") and start and _is_relative(tokens, start):
                continue  # "orders where the status is ..." asks for no status

            if category == "LIST" and not _may_list(tokens, start):
                continue

            if category == "GRAIN" and _is_told_in(tokens, start):
                continue  # a time in days is no row for each day

            if category in ("LASTED", "HOWLONG"):
                continue  # told with what is measured in time

            if category == "COMMAND" and stop - start == 1 and _is_several(tokens[start]):
                continue  # hires per year are no command

            if category == "COMMAND" and not _BEFORE_COMMANDS.issuperset(forms[:start]):
                continue

            if (category, meaning) == ("GRAIN", "auto"):
                meaning = _unit_of_plural(tokens[stop - 1]) or meaning

            each = 0.8 if category in ("PART", "EDIT", "SHIFT", "AGAINST") and stop - start > 1 else 0.5
            each = 1.0 if meaning == "alltime" else each  # it is no group by years
            score = 0.15 if category in _OFTEN_EMPTY else each * (stop - start)
            score += 0.05 * (stop - start - 1) + (_ORDERED if _is_order(category, tokens, start, stop) else 0)
            yield Item(category, start, stop, meaning, score)


def _is_order(category: str, tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`close all incidents`: what comes at once behind a verb at the begin is done to it."""
    behind = tokens[stop].form if stop < len(tokens) else ""
    return category == "COMMAND" and tokens[start].form not in _SORTING and behind in _ALL


def _is_several(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _may_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb such as `get` asks for rows: not in `guests who get the letter`, nor in `names of`."""
    is_noun = tokens[at].form == "name" and tokens[at].text.lower() != "name"
    return not is_noun and not (at and tokens[at - 1].form in _DOING)


def _is_amount_of_time(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`hours played`: several of them, and not what is grouped or ranked by."""
    is_plural = stop - start == 1 and tokens[start].text.lower() != tokens[start].form
    return is_plural and (start == 0 or tokens[start - 1].form not in _BEFORE_PARTS)


def _is_told_in(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit of time says in what something is told: `resolution time in days`."""
    return at > 0 and tokens[at - 1].form == "in" and tokens[at].text.lower() in ("days", "weeks")


def _unit_of_plural(token: Token) -> str:
    """`over the years` asks for years, `over the year` for its course."""
    return dict(keywords().meanings.get((token.form,), ())).get("GRAIN", "") if _is_several(token) else ""


def _is_relative(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word such as `which` goes on from a noun: `students who signed up` asks for no one."""
    before = tokens[at - 1]
    follows_noun = not before.is_mark and before.form not in keywords().function | keywords().light
    return tokens[at].form in _RELATIVE or (tokens[at].form in _PRONOUNS and follows_noun)


def _periods(tokens: Sequence[Token], calendar: Calendar, verbs: Set[int]) -> Iterator[Item]:
    """Stretches of time; `starting in 2025` is none where rows have a start that the verb names."""
    phrase = TimePhrase(
        tuple(token.text.lower() for token in tokens), tuple(token.form for token in tokens), calendar
    )
    for at in range(len(tokens)):
        is_season = tokens[at].text.lower() not in _NO_SEASONS
        for span in spans_at(phrase, at) if at not in verbs and is_season else ():
            yield Item("PERIOD", span.start, span.stop, span, score_of(span.stop - span.start, 0.9))

        if hours := hours_at(phrase, at):
            yield Item("CONDITION", at, hours[1], OnPart("hour", hours[0]), score_of(hours[1] - at, 0.9))


def _values(tokens: Sequence[Token], values: Values, catalog: Catalog) -> Iterator[Item]:
    longest = max(map(len, values), default=0)
    named = named_cubes(tuple(each.form for each in tokens), catalog) if values else frozenset()
    for start, stop in spans(len(tokens), longest):
        phrase = tuple(each.form for each in tokens[start:stop])
        structure = {category for category, _ in keywords().meanings.get(phrase, ())} & _STRUCTURE
        is_plain = start == 0 or not tokens[start].is_name  # Split is a town, split is a word
        is_small = is_plain and (structure or keywords().function.issuperset(phrase))
        is_marked = is_small or _is_noun(phrase, catalog)
        if phrase[-1] == "rate" and len(phrase) == 2:
            continue  # what a rate is of

        if phrase in _PEOPLE and tokens[start].text.islower():
            continue  # a department may be called People; people are not

        for concept, value in nearest(values.get(phrase, ()), lambda pair: pair[0].cube, named):
            score = score_of(stop - start, _sureness(phrase, value)) + WHOLE * (stop - start - 1)
            yield Item("MARKED" if is_marked else "VALUE", start, stop, IsIn(concept, (value,)), score)


def _sureness(phrase: tuple[str, ...], value: object) -> float:
    """`failures` may be what failed; a value's own word is surer."""
    words = phrase_of(str(value))
    is_root = len(phrase) == len(words) == 1 and phrase != words and root_of(phrase[0]) == root_of(words[0])
    return _ROOTED if is_root else 0.9


def _is_noun(phrase: tuple[str, ...], catalog: Catalog) -> bool:
    """Whether words are what the rows of a table are called, before they are a value: books, a format."""
    named = (each for each in catalog.phrases.get(phrase, ()) if isinstance(each.of, Entity))
    return any(each.weight >= OWN for each in named)


def _quoted(tokens: Sequence[Token]) -> Iterator[Item]:
    for at, token in enumerate(tokens):
        if token.is_quoted:
            yield Item("TEXT", at, at + 1, token.text, 0.8)
        elif not token.is_mark:
            yield Item("TEXT", at, at + 1, token.text, 0.1)
