"""`where it was going` and `where it came from`: the columns of the two ends of a way, said as a question."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_WHO = frozenset({"it", "they", "each", "that", "he", "she"})
_BEING = frozenset({"was", "were", "is", "are"})
_TO = frozenset({"going", "headed", "heading", "bound", "flying", "went", "goes"})
_GOING = frozenset({"leaving", "departing", "flying", "going", "heading", "travelling", "traveling"})
_FROM = (("came", "from"), ("come", "from"), ("coming", "from"), ("left", "from"), ("started", "from"))
_DESTINATIONS, _ORIGINS = frozenset({"dest", "destination"}), frozenset({"origin", "departure", "source"})


def with_ways_told(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words with the name of the one column of that end of the way."""
    tokens = _without_going(tokens, catalog)
    for at, token in enumerate(tokens[:-2]):
        is_asked = token.form == "where" and at > 0 and tokens[at + 1].form in _WHO
        for stop, names in _ends(tokens, at + 2) if is_asked else ():
            columns = [each for each in catalog.concepts if _is_end(each, names)]
            if len(columns) == 1:
                return (*tokens[:at], *said(token, columns[0].title.lower().split()), *tokens[stop:])

    return tokens


def _without_going(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """`leaving from Bath` is from there, where a column tells that end of the way."""
    found = []
    for at, token in enumerate(tokens):
        behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
        names = _ORIGINS if behind == "from" else _DESTINATIONS
        is_going = token.text.lower() in _GOING and behind in ("from", "to") and not token.is_quoted
        if not (
            is_going
            and (token.form,) not in catalog.phrases
            and any(_is_end(each, names) for each in catalog.concepts)
        ):
            found.append(token)

    return tuple(found)


def _ends(tokens: Sequence[Token], at: int) -> Iterator[tuple[int, frozenset[str]]]:
    """Behind which place it ends, and what the column is called."""
    at += at < len(tokens) and tokens[at].form in _BEING
    words = tuple(each.text.lower() for each in tokens[at : at + 2])
    if words[:1] and words[0] in _TO:
        yield at + 1 + (words[1:] == ("to",)), _DESTINATIONS

    if words in _FROM:
        yield at + 2, _ORIGINS


def _is_end(concept: Concept, names: frozenset[str]) -> bool:
    words = set(phrase_of(concept.name.replace("_", " "))) - keywords().function
    return concept.kind == "dimension" and concept.type == "string" and bool(words) and words <= names
