"""What each row ends with, where the column of yes or no has a name that says nothing: `y`, `target`.

`Said yes` and `ended in a yes` are those of the one such column; the rate of it is told as the share of yes.
Words that know what it means, such as subscribed, are not guessed.
"""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.flag_names import is_flagged, is_share_of_flag
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Concept, IsIn

_NAMELESS = frozenset({"y", "target", "label", "class", "outcome", "response", "result"})
_SAYING = frozenset({"said", "say", "says", "saying", "answered", "answer", "replied", "responded", "voted"})
_ENDING = frozenset({"ended", "end", "ends", "ending", "resulted", "finished", "closed"})
_BETWEEN = frozenset({"in", "with", "a", "an", "the", "still", "of"})
_HOLDS: Mapping[str, bool] = {"yes": True, "no": False}
_RATES: Mapping[Phrase, str] = {
    ("success", "rate"): "success",
    ("conversion", "rate"): "conversion",
    ("yes", "rate"): "yes",
    ("rate", "of", "yes"): "yes",
    ("share", "of", "yes"): "yes",
    ("percentage", "of", "yes"): "yes",
    ("positive", "rate"): "positive",
}
_ASKING = frozenset({"contact", "call", "campaign", "offer", "lead", "visit", "session", "channel"})
_SCORE, _RATED = 1.2, 1.1


def answer_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`CONDITION` of what was said, and `MEASURE` of how many of all said yes."""
    flag = _flag(catalog)
    if flag is None:
        return

    forms = tuple(each.text.lower() for each in tokens)
    for at, form in enumerate(forms):
        stop = _behind_saying(forms, at)
        holds = _HOLDS.get(forms[stop]) if form in _SAYING | _ENDING and stop < len(forms) else None
        if holds is not None and not tokens[at].is_quoted:
            yield Item("CONDITION", at, stop + 1, IsIn(flag, (holds,)), _SCORE * (stop + 1 - at))

    share = _share_of(flag, catalog)
    for phrase, word in _RATES.items() if share else ():
        is_value = any(not is_flagged(of) for of, _ in values.get((word,), ()))  # of now, and not before
        is_known = phrase in catalog.phrases or (word,) in catalog.phrases or is_value
        if is_known or not (word == "yes" or _tells(word, flag, catalog)):
            continue

        for at in range(len(forms) - len(phrase) + 1):
            if tuple(each.form for each in tokens[at : at + len(phrase)]) == phrase:
                yield Item("MEASURE", at, at + len(phrase), share, _RATED * len(phrase))


def _flag(catalog: Catalog) -> Concept | None:
    """The one column of yes or no that is called after nothing."""
    flags = (each for each in catalog.concepts if each.type == "boolean" and each.kind == "dimension")
    found = [each for each in flags if len(words := phrase_of(each.title)) == 1 and words[0] in _NAMELESS]
    return found[0] if len(found) == 1 else None


def _share_of(flag: Concept, catalog: Catalog) -> Concept | None:
    own = (each for each in catalog.of_cube(flag.cube, "measure") if is_share_of_flag(each))
    return next((each for each in own if each.name == f"share_{flag.name}"), None)


def _tells(word: str, flag: Concept, catalog: Catalog) -> bool:
    """Whether rows are of somebody who was asked, so that a yes is a success; a target may be anything."""
    if word == "positive":
        return phrase_of(flag.title) != ("y",)

    said = {each for own in catalog.of_cube(flag.cube, "dimension") for each in phrase_of(own.title)}
    return not _ASKING.isdisjoint({*said, *phrase_of(catalog.entities[flag.cube].noun)})


def _behind_saying(forms: Sequence[str], at: int) -> int:
    stop = at + 1
    while stop < len(forms) and forms[stop] in _BETWEEN:
        stop += 1

    return stop
