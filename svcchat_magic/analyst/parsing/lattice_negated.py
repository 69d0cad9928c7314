"""Words that deny a flag of the model: `unplanned`, `non-smart`, `inactive`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, IsIn
from svcchat_magic.analyst.parsing.chart import Item

_PREFIXES = ("un", "in", "non")
_ASKING = frozenset({"is", "was", "are", "has", "had"})
_SCORE = 0.9


def negated_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`unplanned` for the flag `Planned`, unless the model has a member of that name."""
    flags = {word: each for each in catalog.concepts if each.type == "boolean" for word in _words(each)}
    for at, token in enumerate(tokens):
        if (token.form,) in catalog.phrases or token.is_quoted:
            continue

        for denied in (token.form.removeprefix(each) for each in _PREFIXES if token.form.startswith(each)):
            if denied in flags:
                yield Item("CONDITION", at, at + 1, IsIn(flags[denied], (False,)), _SCORE)


def _words(flag: Concept) -> Iterator[str]:
    """The names of a flag that are a single word."""
    for name in (flag.title, flag.name):
        words = [each for each in phrase_of(name) if each not in _ASKING]
        if flag.kind == "dimension" and len(words) == 1:
            yield words[0]
