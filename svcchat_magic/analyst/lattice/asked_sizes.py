"""Numbers that are asked for by an adjective or a verb: `how tall are goalkeepers`, `who earns the most`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from svcchat_magic.analyst.language.adjectives import Scale, adjectives
from svcchat_magic.analyst.language.both_ends import as_both, is_both
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import fits, is_named_by, likeliest
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_BEING = frozenset({"is", "are", "was", "were"})
_SEVERAL = frozenset({"are", "were"})
_DOING = frozenset({"do", "does", "doe", "did"})  # without its ending, does is doe
_MOVING = frozenset(
    {"go", "travel", "ride", "fly", "drive", "run", "walk", "cycle", "sail", "swim", "jump", "live"}
)
_USUAL = frozenset({"average", "typical", "mean", "usual"})
_ON_AVERAGE = (("on", "average"), ("in", "average"), ("typically",), ("usually",), ("normally",))
_ARTICLES = frozenset({"the", "a", "an", "our", "their", "all", "these", "those"})
_NOBODY = frozenset({"it", "they", "you", "one"})
_SELVES = frozenset({"we", "i", "us", "company", "firm"})  # what they earn is no pay
_ENDS = {"most": "highest", "least": "lowest"}
_AGED = "age"
_LONGEST = 3  # words of what rows are called


@dataclass(frozen=True, slots=True)
class _Subject:
    """Whose number is asked for, where it stands, and the tables that are called so."""

    start: int
    stop: int
    cubes: frozenset[str]


def with_sizes(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with the number that is meant: `what is the average height of goalkeepers`."""
    found = _with_how(list(tokens), catalog)
    return tuple(_with_most(found, catalog))


def _with_how(tokens: list[Token], catalog: Catalog) -> list[Token]:
    for at in range(len(tokens) - 2):
        if tokens[at].form != "how" or tokens[at].is_quoted:
            continue

        is_verb = tokens[at + 1].form == "much" and tokens[at + 2].form in _DOING
        scales = scales_of(tokens[at + 1])
        if is_verb:
            return _by_verb(tokens, at, catalog)

        if scales and tokens[at + 2].form in _BEING | _DOING:
            return _by_adjective(tokens, at, scales, catalog)

    return tokens


def _by_adjective(tokens: list[Token], at: int, scales: tuple[Scale, ...], catalog: Catalog) -> list[Token]:
    subject = _subject(tokens, at + 3, catalog)
    noun = noun_of(scales, subject.cubes, catalog)
    if not noun:
        return tokens

    rest = list(tokens[at + 3 :])
    if tokens[at + 2].form in _DOING:
        place = next((place for place, each in enumerate(rest) if each.form in _MOVING), None)
        if place is None:
            return tokens

        rest = [*rest[:place], *rest[place + 1 :]]

    end, rest = _end_of(rest, scales)
    is_all = tokens[at + 2].form in _SEVERAL or rest[:1] == [] or rest[0].form in _NOBODY
    told = end or ("average" if is_all else "")
    noun, rest = _joined(noun, rest, catalog)
    found = _told(tokens[:at], (*((told,) if told else ()), *noun), rest, tokens[at])
    is_of_both = bool(end) and any(is_both(each) for each in tokens[at + 3 :])
    return [as_both(each) if is_of_both and each.form == end else each for each in found]


def _joined(noun: Phrase, rest: list[Token], catalog: Catalog) -> tuple[Phrase, list[Token]]:
    """`how large are the systems`: by the system size, where there is such a name."""
    first = next((at for at, each in enumerate(rest) if each.form not in _ARTICLES), len(rest))
    own = (*(each.form for each in rest[first : first + 1]), *noun)
    return (own, rest[first + 1 :]) if len(own) > len(noun) and own in catalog.phrases else (noun, rest)


def _by_verb(tokens: list[Token], at: int, catalog: Catalog) -> list[Token]:
    """`how much do nurses earn on average`: where the pay or the weight of just those is known."""
    for place in range(at + 3, len(tokens)):
        scale = adjectives().verbs.get((tokens[place].form,))
        if scale is None:
            continue

        subject = _subject(tokens, at + 3, catalog)
        is_general = tokens[at + 3].form in keywords().general
        if place == at + 3 or not (subject.cubes or is_general) or tokens[at + 3].form in _SELVES:
            return tokens

        noun = noun_of((scale,), subject.cubes, catalog, only_theirs=not is_general)
        if not noun:
            return tokens

        rest = [*tokens[at + 3 : place], *tokens[place + 1 :]]
        end, rest = _end_of(rest, ())
        is_several = subject.stop > subject.start and _is_plural(tokens[subject.stop - 1])
        told = end or ("average" if is_general or is_several else "")
        return _told(tokens[:at], (*((told,) if told else ()), *noun), rest, tokens[at])

    return tokens


def _with_most(tokens: list[Token], catalog: Catalog) -> list[Token]:
    """`which player earns the most`: has the highest wage, where players have one."""
    for at in range(1, len(tokens) - 1):
        scale = adjectives().verbs.get((tokens[at].form,))
        behind = tokens[at + 1 : at + 3]
        most = next((each for each in behind if each.form in _ENDS), None)
        if scale is None or most is None or (behind[0].form not in ("the", most.form)):
            continue

        stop = at + 1 + behind.index(most) + 1
        if stop < len(tokens) and _begins_noun(tokens, stop, catalog):
            continue  # the most money

        cubes = frozenset(cube for start in range(at) for cube in _subject(tokens, start, catalog).cubes)
        is_who = any(each.form == "who" or each.form in keywords().general for each in tokens[:at])
        noun = noun_of((scale,), cubes, catalog, only_theirs=not is_who)
        if noun and (cubes or is_who):
            told = _words(("has", "the", _ENDS[most.form], *noun), tokens[at])
            return [*tokens[:at], *told, *tokens[stop:]]

    return tokens


def _begins_noun(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    word = tokens[at].form
    return (word,) in catalog.phrases and not tokens[at].is_mark


def _told(before: Sequence[Token], noun: Phrase, rest: Sequence[Token], at: Token) -> list[Token]:
    """`what is the average height of` whom the rest begins with; of nobody, where it says no more."""
    is_nobody = bool(rest) and (rest[0].form in _NOBODY or rest[0].form in keywords().general)
    whose = list(rest[1:] if is_nobody else rest)
    begins = bool(whose) and (whose[0].is_mark or whose[0].form in ("by", "in", "per", "for", "at", "on"))
    is_named = bool(whose) and not is_nobody and not begins
    words = ("what", "is", "the", *noun, *(("of",) if is_named else ()))
    return [*before, *_words(words, at), *whose]


def _end_of(rest: list[Token], scales: tuple[Scale, ...]) -> tuple[str, list[Token]]:
    """Which of several numbers is asked for, and the words that are left: the average, the highest."""
    for phrase in _ON_AVERAGE:
        for at in range(len(rest) - len(phrase) + 1):
            if tuple(each.form for each in rest[at : at + len(phrase)]) == phrase:
                return "average", [*rest[:at], *rest[at + len(phrase) :]]

    first = next((at for at, each in enumerate(rest) if each.form not in _ARTICLES), len(rest))
    if first < len(rest) and rest[first].form in _USUAL:
        return "average", rest[first + 1 :]

    for scale in adjectives().superlatives.get((rest[first].form,), ()) if first < len(rest) else ():
        if any(scale.nouns == each.nouns for each in scales):
            return "highest" if scale.is_high else "lowest", rest[first + 1 :]

    return "", rest


def _subject(tokens: Sequence[Token], at: int, catalog: Catalog) -> _Subject:
    """The rows that are named from a place on, behind articles and what is usual."""
    while at < len(tokens) and tokens[at].form in _ARTICLES | _USUAL:
        at += 1

    for stop in range(min(at + _LONGEST, len(tokens)), at, -1):
        phrase = tuple(each.form for each in tokens[at:stop])
        named = (each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= OWN)
        cubes = frozenset(each.cube for each in named if isinstance(each, Entity))
        if cubes:
            return _Subject(at, stop, cubes)

    return _Subject(at, at, frozenset())


def noun_of(
    scales: tuple[Scale, ...], cubes: frozenset[str], catalog: Catalog, *, only_theirs: bool = False
) -> Phrase:
    """What the model calls that number: of those rows if they have one; nothing where none has."""
    found = [each for scale in scales for each in _fitting(scale, catalog)]
    theirs = [each for each in found if each[1].cube in cubes]
    if only_theirs and not theirs:
        return ()

    for rank, _, noun in sorted(theirs or found, key=lambda each: each[0])[:1]:
        best = [each for place, each, _ in theirs or found if place == rank and each.kind == "dimension"]
        titles = {phrase_of(each.title) for each in likeliest(best, is_high=scales[0].is_high)}
        title = titles.pop() if len(titles) == 1 else noun
        return noun if "of" in title else title

    is_born = any(phrase[-1] == _AGED for scale in scales for phrase in scale.nouns)
    born = is_born and any(
        fits(each, scale.inverse) is not None for scale in scales for each in catalog.times
    )
    return (_AGED,) if born else ()


def _fitting(scale: Scale, catalog: Catalog) -> Iterator[tuple[int, Concept, Phrase]]:
    for each in catalog.concepts:
        is_number = each.type == "number" and each.kind in ("dimension", "measure") and not each.primary_key
        rank = fits(each, scale.nouns) if is_number else None
        if rank is not None and is_named_by(each, scale.nouns[rank]):
            yield rank, each, scale.nouns[rank]


def scales_of(token: Token) -> tuple[Scale, ...]:
    """What an adjective asks for behind `how`."""
    return _asked_by().get(token.text.lower(), ())


@cache
def _asked_by() -> Mapping[str, tuple[Scale, ...]]:
    """The scales of single adjectives: tall, cheap."""
    found = {form[1]: scales for form, scales in adjectives().superlatives.items() if _is_plain(form)}
    lasting = {each for (each, *rest), _ in _how_long() if not rest}
    return {word: scales for word, scales in found.items() if word not in lasting}


def _is_plain(form: Phrase) -> bool:
    return len(form) == 2 and form[0] == "most"


def _how_long() -> Iterator[tuple[Phrase, str]]:
    """What `how long` and `how fast` ask for is a length of time, which has rules of its own."""
    for phrase, meanings in keywords().meanings.items():
        yield from ((phrase[1:], each) for each, _ in meanings if each == "HOWLONG" and phrase[0] == "how")


def _is_plural(token: Token) -> bool:
    return token.text.lower() != token.form


def _words(words: Sequence[str], at: Token) -> list[Token]:
    return [replace(at, text=each, form=each, before=" ") for each in words]
