"""Members and rows by everyday words for what they are called: wages by department, gratuity per guest."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.member_kinds import categories_of, counts, is_text, is_told, value_of
from svcchat_magic.analyst.lattice.spans import score_of, spans
from svcchat_magic.analyst.lattice.value_nouns import cubes_of_kind
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.everyday_names import LONGEST, everyday_meanings
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.linking.verbs import is_participle

_BEFORE_NOUNS = frozenset({"of", "many", "number", "all", "our", "average", "total"})


def everyday_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """Only of words that say nothing else: no name of the model, no value and no word of the grammar."""
    for start, stop in spans(len(tokens), LONGEST):
        said = tokens[start:stop]
        if any(each.is_mark or each.is_quoted for each in said) or _says_else(said, catalog, values):
            continue

        if _is_verb(tokens, start, stop):
            continue

        if is_told(tokens, start, stop):
            continue

        words = tuple(each.text.lower() for each in said)
        kinds = cubes_of_kind(tuple(each.form for each in said), values)
        for of, weight in everyday_meanings(words, catalog):
            is_done = is_participle(words[-1]) and (counts(of) or is_text(of))
            if of.cube in kinds or is_done:
                continue

            for category in categories_of(of):
                yield Item(category, start, stop, value_of(of), score_of(stop - start, weight))


def _says_else(said: Sequence[Token], catalog: Catalog, values: Values) -> bool:
    forms = tuple(each.form for each in said)
    is_grammar = any(category != "CLASSIFIER" for category, _ in keywords().meanings.get(forms, ()))
    return forms in catalog.phrases or forms in values or is_grammar or keywords().function.issuperset(forms)


def _is_verb(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether all words are light verbs, and stand where no noun does: `rides by month` are some."""
    if not (keywords().function | keywords().light).issuperset(each.form for each in tokens[start:stop]):
        return False

    before = tokens[start - 1] if start else None
    is_most = before is not None and before.text.lower().endswith("est")
    is_behind_noun = before is not None and before.form not in _BEFORE_NOUNS and not is_most
    return is_behind_noun or (before is None and tokens[stop - 1].text.lower() == tokens[stop - 1].form)
