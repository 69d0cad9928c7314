"""Values that are used as nouns: `which vets` asks for the staff whose role is Vet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.language.exclusions import excluded_nouns
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.entity_names import ROLE
from svcchat_magic.analyst.linking.persons_of_rows import persons_of_rows
from svcchat_magic.analyst.linking.role_names import is_job_title
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_SORTS = tuple(  # the last words of dimensions that say what a row is, the surest first
    frozenset(phrase_of(words))
    for words in (
        "type kind role position job profession occupation species sort",
        "category class group genre",
    )
)
_LONGEST = 3  # words of such a value
_BEFORE_NOUNS = frozenset({"a", "an", "the", "our", "all", "many", "of", "every"})
_JOINTS = frozenset({",", "and", "or", "vs", "versus", "against"})
_SUREST = 0
_OF_LOOK_UP = 2  # columns of a table that only says what a number stands for


@dataclass(frozen=True, slots=True)
class Kind:
    """A value that stands as a noun, from `start` to `stop`, with what the rows of that kind are called."""

    start: int
    stop: int
    noun: tuple[str, ...]
    value: tuple[Concept, object]
    is_sure: bool  # its dimension says what a row is, and not only what goes with it
    is_grouped: bool  # by or per


def kinds_in(tokens: Sequence[Token], values: Values, catalog: Catalog) -> tuple[Kind, ...]:
    """The values of a question that stand as nouns, in their order."""
    found, at, excluded = list[Kind](), 0, excluded_nouns(tokens)
    while at < len(tokens):
        kind = next(_kinds_at(tokens, at, values, catalog), None)
        kind = None if kind and kind.stop - 1 in excluded else kind  # no repairs: what is left out
        at = kind.stop if kind else at + 1
        found += [kind] if kind else []

    return tuple(found)


def says_of_what_kind(of: Concept) -> bool:
    """Whether a column says what a row is, and not only what it is called."""
    return any(sorts.intersection(phrase_of(of.title)[-1:]) for sorts in _SORTS)


def cubes_of_kind(phrase: tuple[str, ...], values: Values) -> frozenset[str]:
    """The tables of which a word is a kind: consumers are no other word for all customers.

    A word that is only a part of one name is none: coaches are buses, be it that one model is called so.
    """
    return frozenset(
        of.cube
        for of, value in values.get(phrase, ())
        if says_of_what_kind(of) or not set(phrase) < set(phrase_of(str(value)))
    )


def put_as_nouns(tokens: Sequence[Token], kinds: Sequence[Kind]) -> Iterator[tuple[Token, ...]]:
    """The ways to say the same with the nouns of the rows, the likeliest first."""
    last = [with_values_last(tokens, kinds)] if len({each.value[0] for each in kinds}) == len(kinds) else []
    if any(each.is_grouped for each in kinds):
        yield from last
        return

    yield with_nouns(tokens, kinds)
    yield from last


def with_nouns(tokens: Sequence[Token], kinds: Sequence[Kind]) -> tuple[Token, ...]:
    """The words with `vet staff` for `vets`."""
    found, at = list[Token](), 0
    for kind in kinds:
        found += [*tokens[at : kind.stop], *_noun_of(kind, tokens)]
        at = kind.stop

    return (*found, *tokens[at:])


def with_values_last(tokens: Sequence[Token], kinds: Sequence[Kind]) -> tuple[Token, ...]:
    """The words with `staff` for `vets`, and `vet` at the end as what is kept: `visits per staff, vet`."""
    found, said, at = list[Token](), list[Token](), 0
    for kind in kinds:
        value = tokens[kind.start : kind.stop]
        found += [*tokens[at : kind.start], *_noun_of(kind, tokens)]
        said += [replace(value[0], text=",", form=",", before=""), *value]
        at = kind.stop

    return (*found, *tokens[at:], *said)


def with_value_moved(tokens: Sequence[Token], values: Values, catalog: Catalog) -> tuple[Token, ...] | None:
    """`top 5 breeds by pets, dog` for `top 5 dog breeds by pets`: what is ranked, and then what is kept."""
    for at in range(1, len(tokens) - 1):
        before = {category for category, _ in keywords().meanings.get((tokens[at - 1].form,), ())}
        is_value = any(phrase_of(str(value)) for _, value in values.get((tokens[at].form,), ()))
        is_ranked = "SUPER" in before or number_of(tokens[at - 1]) is not None
        behind = (tuple(each.form for each in tokens[at + 1 : stop]) for stop in range(at + 2, at + 5))
        if is_value and is_ranked and any(each in catalog.phrases for each in behind):
            comma = replace(tokens[at], text=",", form=",", before="")
            return (*tokens[:at], *tokens[at + 1 :], comma, tokens[at])

    return None


def as_kinds(tokens: Sequence[Token], kinds: Sequence[Kind], values: Values) -> Values:
    """The values, those of the kinds being of nothing else."""
    own = {tuple(each.form for each in tokens[kind.start : kind.stop]): (kind.value,) for kind in kinds}
    return {**values, **own}


def _noun_of(kind: Kind, tokens: Sequence[Token]) -> list[Token]:
    last = tokens[kind.stop - 1]
    is_plural = last.text.lower() != last.form
    words = [replace(last, text=each, form=each, before=" ") for each in kind.noun]
    return [*words[:-1], replace(words[-1], text=plural(kind.noun[-1]))] if is_plural else words


def _kinds_at(tokens: Sequence[Token], at: int, values: Values, catalog: Catalog) -> Iterator[Kind]:
    """The values that stand as nouns from a token on, the longest first."""
    for stop in range(min(at + _LONGEST, len(tokens)), at, -1):
        phrase = tuple(each.form for each in tokens[at:stop])
        whole = [each for each in values.get(phrase, ()) if phrase_of(str(each[1])) == phrase]
        rank, value = _surest(whole, catalog)
        if value is None or not _is_noun(tokens, at, stop):
            continue

        is_column = _is_grouped(tokens, at) and phrase in catalog.phrases  # by utility, which is a column
        is_means = at > 0 and tokens[at - 1].form == "by" and _is_one(tokens[stop - 1])
        if is_means and any(of != value[0] for of, _ in whole):
            continue  # what came in by phone did so by that channel, and is for no phone

        if not (
            is_column
            or _is_named(phrase, catalog)
            or _goes_on(tokens, _behind_list(tokens, stop, value[0], values), catalog)
        ):
            noun = _noun_in(tokens, value[0].cube, catalog)
            yield Kind(at, stop, noun, value, rank == _SUREST, _is_grouped(tokens, at))


def _noun_in(tokens: Sequence[Token], cube: str, catalog: Catalog) -> tuple[str, ...]:
    """What the rows are called; where the question calls them persons, that: which customers are members."""
    persons = persons_of_rows(catalog.model.cubes[cube])
    said = next((each.form for each in tokens if each.form in persons), "")
    return (said,) if said else phrase_of(catalog.entities[_told_by(cube, catalog)].noun)


def _told_by(cube: str, catalog: Catalog) -> str:
    """The rows that a table of kinds is there for, where they are of one: posts, and not their types."""
    columns = list(catalog.of_cube(cube, "dimension"))
    cubes = catalog.model.cubes
    of_it = [each for each in catalog.entities if any(one.target == cube for one in cubes[each].joins)]
    is_look_up = len(columns) <= _OF_LOOK_UP and not cubes[cube].joins
    return of_it[0] if is_look_up and len(of_it) == 1 else cube


def _is_one(token: Token) -> bool:
    return token.text.lower() == token.form


def _behind_list(tokens: Sequence[Token], at: int, of: Concept, values: Values) -> int:
    """Behind the values that stand beside one: `of silver and gold guests` is said of guests both times."""
    while at < len(tokens) and tokens[at].form in _JOINTS:
        behind = (
            stop
            for stop in range(min(at + 1 + _LONGEST, len(tokens)), at + 1, -1)
            if any(each[0] == of for each in values.get(tuple(one.form for one in tokens[at + 1 : stop]), ()))
        )
        stop = next(behind, 0)
        if not stop:
            break

        at = stop

    return at


def _surest(
    found: Sequence[tuple[Concept, object]], catalog: Catalog
) -> tuple[int, tuple[Concept, object] | None]:
    """The one value that says of what kind a row is, behind how surely; none where there are several."""
    for rank, sorts in enumerate(_SORTS):
        of = [each for each in found if sorts.intersection(phrase_of(each[0].title)[-1:])]
        of = of or [each for each in found if rank == _SUREST and is_job_title(each[0], catalog.entities)]
        if of:
            return rank, of[0] if len({each[0].cube for each in of}) == 1 else None

    return _SUREST, None


def _is_noun(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether words stand as a noun: several of something, or behind an article or `each`."""
    last = tokens[stop - 1]
    is_plural = last.text.lower() != last.form and last.text.lower().endswith("s")
    before = tokens[start - 1].form if start else ""
    if is_plural and before == "by":
        return False  # what was given by companies is not grouped by them

    said = {category for category, _ in keywords().meanings.get((before,), ())}
    return is_plural or before in _BEFORE_NOUNS or bool(said & {"EACH", "PER", "WHICH"})


def _is_grouped(tokens: Sequence[Token], at: int) -> bool:
    before = [(tokens[at - 1].form,), tuple(each.form for each in tokens[max(at - 2, 0) : at])] if at else []
    said = {category for each in before for category, _ in keywords().meanings.get(each, ())}
    return bool(said & {"EACH", "PER", "BY"})


def _is_named(phrase: tuple[str, ...], catalog: Catalog) -> bool:
    """Whether rows, or a column, are called so: `per utility` is no inspection of the kind utility.

    What rows are called by the column that refers to them is less sure than a value of theirs.
    """
    named = ((each.of, each.weight) for each in catalog.phrases.get(phrase, ()))
    return any(
        weight != ROLE if isinstance(of, Entity) else phrase_of(of.title) == phrase for of, weight in named
    )


def _goes_on(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether a noun follows that the value is said of: vet staff, dental visits, type of visit."""
    if at >= len(tokens):
        return False

    form = tokens[at].form
    is_sort = any(category == "CLASSIFIER" for category, _ in keywords().meanings.get((form,), ()))
    return is_sort or (form,) in catalog.phrases
