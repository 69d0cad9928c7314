"""A number of the rows before by an adjective or a verb: `and how old are they`, `and what do they earn`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.adjectives import Scale, adjectives
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.asked_sizes import noun_of, scales_of
from svcchat_magic.analyst.linking.catalog import Catalog

_JOINTS = frozenset({"and", ",", "&"})
_POINTING = frozenset({"they", "he", "she", "it", "these", "those", "each", "them"})
_BEING = frozenset({"is", "are", "was", "were"})
_DOING = frozenset({"do", "does", "doe", "did"})
_ENDS = "?.!;"


def with_asked_again(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `with the age` for what is asked once more of those that stand before."""
    for at in range(1, len(tokens) - 1):
        if tokens[at].form not in _JOINTS or tokens[at + 1].is_quoted:
            continue

        stop = next((one for one in range(at + 1, len(tokens)) if tokens[one].text in _ENDS), len(tokens))
        scales = _asked(tokens[at + 1 : stop])
        noun = noun_of(scales, frozenset(), catalog) if scales else ()
        if noun:
            return (*tokens[:at], *_words(("with", "the", *noun), tokens[at + 1]), *tokens[stop:])

    return tuple(tokens)


def _asked(words: Sequence[Token]) -> tuple[Scale, ...]:
    """What the words ask for, where they name nothing else."""
    forms = [each.form for each in words]
    if forms[:2] == ["how", "much"] or forms[:1] == ["what"]:
        rest = forms[1 + (forms[0] == "how") :]
        rest = rest[1:] if rest[:1] and rest[0] in _DOING else rest
        is_theirs = len(rest) == 2 and rest[0] in _POINTING
        return adjectives().comparatives.get((rest[1], "more", "than"), ()) if is_theirs else ()

    if len(forms) not in (2, 4) or forms[0] != "how":
        return ()

    is_pointing = len(forms) == 2 or (_BEING | _POINTING).issuperset(forms[2:])
    return scales_of(words[1]) if is_pointing else ()


def _words(phrase: Phrase, at: Token) -> list[Token]:
    return [replace(at, text=each, form=each, before=" ") for each in phrase]
