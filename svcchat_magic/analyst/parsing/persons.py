"""`who` and `people` where they are asked for: the persons of a model, by the noun of their rows."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.parsing.carriers import carriers
from svcchat_magic.semantic.search.thesaurus import meanings

_LEAST_LIKENESS = 0.5
_BEING = frozenset({"is", "are", "was", "were", "'s", "am"})


def with_persons(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `people` as `donors` and `who gave` as `which donor gave`, where that can be told."""
    if not any(each.form in keywords().general or each.form == "who" for each in tokens):
        return tuple(tokens)

    empty, found = carriers(tokens), list[Token]()
    for at, token in enumerate(tokens):
        noun = _noun_at(tokens, at, catalog) if at not in empty else None
        if noun is None:
            found.append(token)
            continue

        is_who = token.form == "who"
        found += [replace(token, text="which", form="which")] if is_who else []
        found.append(replace(token, text=noun if is_who else plural(noun), form=noun))

    return tuple(found)


def _noun_at(tokens: Sequence[Token], at: int, catalog: Catalog) -> str | None:
    token, words = tokens[at], keywords()
    is_general = token.form in words.general - words.things - words.places and not _is_known(token, catalog)
    if not is_general and not (token.form == "who" and _asks(tokens, at)):
        return None

    forms = {each.form for each in tokens}
    if words.of_staff & forms:
        return _only(catalog, words.staff)

    is_served = token.form != "who" or words.by_staff.isdisjoint(forms)
    return _only(catalog, words.persons if is_served else words.staff)


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
    return (token.form,) in catalog.phrases or any(each.stems in catalog.by_stems for each in near)


def _only(catalog: Catalog, nouns: frozenset[str]) -> str | None:
    """The noun of the one entity that is called so; none where several are."""
    found = {
        phrase_of(each.noun)[-1]
        for each in catalog.entities.values()
        if nouns & set(phrase_of(each.noun)[-1:])
    }
    return found.pop() if len(found) == 1 else None
