"""What part of persons or contracts left in a time, by the name of that rate; and who were lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from svcchat_magic.analyst.language.lives import life_words, told_as_turnover
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.lattice.spoken_lives import spans_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.ended import ended_by, endings_of
from svcchat_magic.analyst.linking.lives import Life, lives_of
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import meanings

_LEAST_LIKENESS = 0.5
_AMOUNT = "turnover"  # which may also be what is sold
_LOSING = frozenset({"lose", "lost"})
_SURE = 1.2


@dataclass(frozen=True, slots=True)
class Losing:
    """Whose coming and leaving is told by which dates, and how it is called."""

    who: Entity
    begin: Concept
    end: Concept
    gone: str  # what is said of those who left
    called: str = ""
    today: date | None = None


def turnover_items(tokens: Sequence[Token], catalog: Catalog, today: date) -> Iterator[Item]:
    """`LOSING`, `LOSINGTOLD`, and `ENDED` of persons whose leaving has rows of its own."""
    words = life_words()
    for start, stop in spans_of(tokens, words.turnover | words.churn):
        phrase = tuple(each.form for each in tokens[start:stop])
        found = _whose(tokens, phrase, catalog)
        if found is not None and not _is_measured(phrase, found, catalog):
            yield Item("LOSING", start, stop, replace(found, today=today), _SURE * (stop - start))

    if told := told_as_turnover(tokens):
        said = frozenset(each.form for each in tokens[slice(*told)])
        yield Item("LOSINGTOLD", *told, said, _SURE * (told[1] - told[0]))

    for at, token in enumerate(tokens):
        for who, rows, time in endings_of(catalog):
            if token.form in _LOSING or ended_by(token.text.lower(), rows, time, catalog):
                yield Item("ENDED", at, at + 1, (who, rows, time), 0.9)


def _is_measured(phrase: tuple[str, ...], found: Losing, catalog: Catalog) -> bool:
    """Whether a table of its own has such figures, by their own dates."""
    own = {found.who.cube, found.end.cube}
    known = (each.of for each in catalog.phrases.get(phrase, ()) if isinstance(each.of, Concept))
    return any(of.kind == "measure" and of.cube not in own for of in known)


def _whose(tokens: Sequence[Token], phrase: tuple[str, ...], catalog: Catalog) -> Losing | None:
    """Those that are named, or the only ones who come and go; staff alone have a turnover."""
    is_staff = phrase in life_words().turnover
    if phrase == (_AMOUNT,) and _sells(catalog):
        return None

    lives = [each for each in _all(catalog) if each[1] or not (is_staff and phrase not in life_words().churn)]
    named = rows_named(tokens, catalog)
    found = [each for each, _ in lives if each.who.cube in named] or [each for each, _ in lives]
    if len(found) != 1:
        return None

    return replace(found[0], called=" ".join(phrase))


def _all(catalog: Catalog) -> Iterator[tuple[Losing, bool]]:
    """Each with whether they are staff."""
    lives: tuple[Life, ...] = lives_of(catalog)
    for each in lives:
        if each.begin is not None and each.begin.cube == each.end.cube:
            gone = "who left" if each.is_of_persons else "that ended"
            yield Losing(each.entity, each.begin, each.end, gone), each.is_staff

    cubes = {each.entity.cube for each in lives}
    for who, _, time in endings_of(catalog):
        begin = next((each for each in catalog.times if each.cube == who.cube), None)
        if who.cube not in cubes and begin is not None:
            yield Losing(who, begin, time, "who left"), False


def _sells(catalog: Catalog) -> bool:
    """Whether something of the model may be meant by turnover as what is sold."""
    near = (each for each in meanings((_AMOUNT,)) if each.likeness >= _LEAST_LIKENESS)
    return any(
        isinstance(of, Concept) and of.kind == "measure"
        for each in near
        for of in catalog.by_stems.get(each.stems, ())
    )
