"""What people say of a flag in other words than its name: who died did not survive, and survivors did."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.adjectives import adjectives
from svcchat_magic.analyst.language.outcomes import done_by, said_of
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import is_dated
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Concept, IsIn

_ASKING = frozenset({"is", "was", "are", "has", "had", "did", "flag", "indicator"})
_DOERS = ("er", "or")
_BEING = (*_DOERS, "ic", "ist", "ian")  # smokers and diabetics are people
_CASES = frozenset({"case", "incident"})
_SHORTEST = 6  # letters of a noun for who does something
_SAID, _NAMED = 1.0, 1.3


def outcome_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`CONDITION` of a verb, and `SUBJECT` of a noun for those who did it, where one flag says so."""
    flags = [(word, each) for each in catalog.concepts for word in _verbs_of(each)]
    if not flags:
        return

    for at, token in enumerate(tokens):
        low = token.text.lower()
        if token.is_quoted or (token.form,) in values:
            continue

        said = {(flag, holds) for name, flag in flags for word, holds in said_of(name) if word == low}
        if len(said) == 1 and (low,) not in catalog.phrases and not is_dated(low, catalog):
            ((flag, holds),) = said
            yield Item("CONDITION", at, at + 1, IsIn(flag, (holds,)), _SAID)

        yield from _called_by_flags(tokens, at, catalog)
        is_known = (token.form,) in catalog.phrases
        doers = {flag for name, flag in flags if not is_known and _does(token.form, name)}
        if len(doers) == 1:
            (flag,) = doers
            yield Item("SUBJECT", at, at + 1, (catalog.entities[flag.cube], IsIn(flag, (True,))), _NAMED)


def _called_by_flags(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`SUBJECT`: smokers are the rows with the flag `smoker`, and non-smokers those without."""
    token = tokens[at]
    if token.form in _CASES and at:
        yield from _cases(tokens, at, catalog)

    is_one = token.text.lower() == token.form  # a smoker may be what a flag says, the oldest smoker is a row
    is_ranked = at > 0 and (tokens[at - 1].form,) in adjectives().superlatives
    if (is_one and not is_ranked) or not token.form.endswith(_BEING):
        return

    begin, stop = at, at + 1
    while begin and (tokens[begin - 1].form in ("non", "-")):
        begin -= 1

    for each in catalog.concepts:
        is_flag = each.type == "boolean" and each.kind == "dimension" and each.cube in catalog.entities
        if is_flag and phrase_of(each.title) == (token.form,):
            holds = begin == at
            score = _NAMED * (stop - begin)
            yield Item("SUBJECT", begin, stop, (catalog.entities[each.cube], IsIn(each, (holds,))), score)


def _cases(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`SUBJECT`: fraud cases are the rows with that flag."""
    for each in catalog.concepts:
        if tokens[at - 1].form in _verbs_of(each) and each.cube in catalog.entities:
            rows = catalog.entities[each.cube], IsIn(each, (True,))
            yield Item("SUBJECT", at - 1, at + 1, rows, _NAMED * 2)


def _verbs_of(concept: Concept) -> Iterator[str]:
    """The one word of a flag's name."""
    if concept.type != "boolean" or concept.kind != "dimension":
        return

    for name in {phrase_of(concept.title), phrase_of(concept.name.replace("_", " "))}:
        words = [each for each in name if each not in _ASKING]
        if len(words) == 1:
            yield words[0]


def _does(noun: str, flag: str) -> bool:
    """Whether a noun is of those who did it: survivors survived, and churners have churned."""
    is_doer = len(noun) >= _SHORTEST and noun.endswith(_DOERS) and singular(noun) == noun
    if not is_doer or noun == flag or flag.endswith(_DOERS):
        return False

    return any(akin(noun, each) for each in done_by(flag))
