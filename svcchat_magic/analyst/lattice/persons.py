"""`who` and `people` where they are asked for: the persons of a model, by the noun of their rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural, singular
from svcchat_magic.analyst.lattice.active_persons import with_active
from svcchat_magic.analyst.lattice.carriers import carriers
from svcchat_magic.analyst.lattice.earners import with_earners
from svcchat_magic.analyst.lattice.life_words import with_lives
from svcchat_magic.analyst.lattice.nearest_persons import nearest_persons
from svcchat_magic.analyst.lattice.persons_of_rows import with_contacted
from svcchat_magic.analyst.lattice.persons_over import with_ages
from svcchat_magic.analyst.lattice.stayers import with_stayers
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.date_names import is_dated
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Entity
from svcchat_magic.semantic.search.thesaurus import meanings

_LEAST_LIKENESS = 0.5
_DOING = ("er", "or", "ist", "ian")
_HAD = "had"
_ANYTHING = frozenset({"anything", "something"})
_WORKING = frozenset({"work", "works", "worked", "working", "shift", "overtime", "payroll"})
_BEING = frozenset({"is", "are", "was", "were", "'s", "am"})


def with_persons(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `people` as `donors` and `who gave` as `which donor gave`, where that can be told."""
    tokens = with_stayers(with_lives(with_earners(tuple(tokens), catalog), catalog), catalog)
    told = with_contacted(tokens, catalog)
    words, tokens = keywords(), with_ages(with_active(told, catalog), catalog)
    asked = words.general | words.spenders | words.colleagues | {"who"}
    if asked.isdisjoint(each.form for each in tokens):
        return tokens

    return tuple(_with_who(_named(tokens, catalog), catalog))


def _with_who(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Token]:
    """The words with `customers who bought something` for `customers bought something`."""
    for at, token in enumerate(tokens):
        yield token
        behind = tokens[at + 1 : at + 3]
        is_done = len(behind) == 2 and is_participle(behind[0].text.lower()) and behind[1].form in _ANYTHING
        if is_done and any(_rows_of(token, catalog)) and not is_dated(behind[0].text, catalog):
            yield replace(token, text="who", form="who", before=" ")


def _named(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    empty, found, skipped = carriers(tokens), list[Token](), set[int]()
    for at, token in enumerate(tokens):
        if at in skipped:
            continue

        if token.form == "who" and (doer := _doer_of(tokens, at, catalog)):
            found += [replace(token, text=each, form=each) for each in ("which", *doer)]
            skipped.add(at + 1)
            found.append(replace(tokens[at + 1], text=_HAD, form=_HAD))
            continue

        if other := _in_other_words(tokens, at, catalog):
            found += [replace(token, text=each, form=singular(each)) for each in other]
            continue

        noun = _noun_at(tokens, at, catalog) if at not in empty else None
        if noun is None or (token.form == "who" and any(each.form == noun for each in tokens)):
            # who admitted the most patients is no patient
            found.append(token)
            continue

        is_who = token.form == "who"
        found += [replace(token, text="which", form="which")] if is_who else []
        found.append(replace(token, text=noun if is_who else plural(noun), form=noun))

    return tuple(found)


def _in_other_words(tokens: Sequence[Token], at: int, catalog: Catalog) -> Phrase:
    """`our biggest spenders` are customers by revenue; a colleague is who does something with the rows."""
    token, words = tokens[at], keywords()
    if token.form in words.spenders and (token.form,) not in catalog.phrases:
        noun = _only(catalog, words.persons)
        is_several = token.text.lower() != token.form
        return (plural(noun) if is_several else noun, "by", "revenue") if noun else ()

    if token.form not in words.colleagues or _is_known(token, catalog):
        return ()

    rows = {cube for each in tokens for cube in _rows_of(each, catalog)}
    named = dict.fromkeys(phrase for cube, phrase in _doers(catalog) if cube in rows and _is_staff(phrase))
    return next(iter(named)) if len(named) == 1 else ()


def _is_staff(phrase: Phrase) -> bool:
    is_by = len(phrase) > 1 and phrase[-1] == "by" and is_participle(phrase[0])
    return is_by or bool(keywords().staff & set(phrase[-1:]))


def _noun_at(tokens: Sequence[Token], at: int, catalog: Catalog) -> str | None:
    token, words = tokens[at], keywords()
    is_general = token.form in words.general - words.things - words.places and not _is_known(token, catalog)
    is_general &= [each.form for each in tokens[at + 1 : at + 2]] != ["else"]  # those are the others
    if not is_general and not (token.form == "who" and _asks(tokens, at)):
        return None

    if token.form == "who" and (nearest := nearest_persons(tokens, at, catalog)):
        return nearest.noun

    forms = {each.form for each in tokens}
    if (words.of_staff | _WORKING) & forms:
        return _only(catalog, words.staff)

    if _asks_of_staff(tokens, catalog):
        return _only(catalog, words.staff)

    is_served = token.form != "who" or words.by_staff.isdisjoint(forms)
    served = _only(catalog, words.persons) if is_served else None
    is_nobody_else = token.form != "who" and not _called(catalog, words.persons) and not _did(tokens, at)
    return served or (_only(catalog, words.staff) if is_nobody_else or not is_served else None)


def _did(tokens: Sequence[Token], at: int) -> bool:
    """`how many people travelled`: of what staff did more than their work would be said."""
    behind = tokens[at + 1 : at + 3]
    return any(is_participle(each.text.lower()) and each.form not in keywords().by_staff for each in behind)


def _asks_of_staff(tokens: Sequence[Token], catalog: Catalog) -> bool:
    """`people in each department`, where the staff have departments and the customers have none."""
    words = keywords()
    cubes = {each.of.cube for token in tokens for each in catalog.phrases.get((token.form,), ())}
    staff, persons = (
        {each.cube for each in catalog.entities.values() if nouns & set(phrase_of(each.noun)[-1:])}
        for nouns in (words.staff, words.persons)
    )
    return bool(staff & cubes) and persons.isdisjoint(cubes)


def _doer_of(tokens: Sequence[Token], at: int, catalog: Catalog) -> Phrase:
    """Who did what a verb says, where something is called so: the drivers of `who drove`, `handled by`.

    Of several, such as managers of projects and of accounts, those of the rows that the question names.
    """
    if not _asks(tokens, at):
        return ()

    verb = tokens[at + 1].text.lower()
    named = {phrase: cube for cube, phrase in _doers(catalog) if _does(phrase, verb)}
    if len(named) > 1:
        rows = {cube for each in tokens for cube in _rows_of(each, catalog)}
        named = {phrase: cube for phrase, cube in named.items() if cube in rows}

    return next(iter(named)) if len(named) == 1 else ()


def _doers(catalog: Catalog) -> Iterator[tuple[str, Phrase]]:
    """What rows and text columns are called, with the table that they are in."""
    for entity in catalog.entities.values():
        yield entity.cube, phrase_of(entity.noun)

    for each in catalog.concepts:
        if each.kind == "dimension" and each.type == "string":
            yield each.cube, phrase_of(each.title)


def _does(phrase: Phrase, verb: str) -> bool:
    is_by = len(phrase) > 1 and phrase[-1] == "by"
    doer = phrase[0] if is_by else phrase[-1] if phrase else ""
    is_made = akin(doer, verb) or stem(doer) == stem(verb)
    return is_made and "of" not in phrase and (is_by or (doer.endswith(_DOING) and doer != verb))


def _rows_of(token: Token, catalog: Catalog) -> Iterator[str]:
    named = (each.of for each in catalog.phrases.get((token.form,), ()) if each.weight >= OWN)
    yield from (each.cube for each in named if isinstance(each, Entity))


def _asks(tokens: Sequence[Token], at: int) -> bool:
    """`who gave the most`, but not `donors who gave` or `who are our donors`."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    words = keywords()
    is_first = all(each.is_mark or each.form in words.function for each in tokens[:at])
    is_verb = behind is not None and (
        behind.form in words.light - words.function or is_participle(behind.text.lower())
    )
    return is_first and is_verb and behind is not None and behind.form not in _BEING


def _is_known(token: Token, catalog: Catalog) -> bool:
    """Whether the model, or a word for one of its members, has a meaning of its own for the noun."""
    near = (each for each in meanings((token.text.lower(),)) if each.likeness >= _LEAST_LIKENESS)
    meant = [of for each in near for of in catalog.by_stems.get(each.stems, ())]
    is_people = token.form == "people" and all(isinstance(each, Entity) for each in meant)  # the headcount
    return (token.form,) in catalog.phrases or (bool(meant) and not is_people)


def _only(catalog: Catalog, nouns: frozenset[str]) -> str | None:
    """The noun of the one entity that is called so; none where several are."""
    found = _called(catalog, nouns)
    return found.pop() if len(found) == 1 else None


def _called(catalog: Catalog, nouns: frozenset[str]) -> set[str]:
    lasts = {phrase_of(each.noun)[-1] for each in catalog.entities.values() if phrase_of(each.noun)}
    return set(lasts & nouns)
