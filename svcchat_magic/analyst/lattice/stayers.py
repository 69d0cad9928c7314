"""Who is still there, where a flag says who left: `still with us`, `current customers`, `leavers`."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.standing import standing
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.lattice.spoken_lives import said, spans_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import lives_of
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity

_LEFT = frozenset(
    {"left", "attrition", "churn", "churned", "exited", "quit", "resigned", "departed", "leaver"}
)
_LEAVING = frozenset({"left", "leave", "quit", "resigned", "resign", "departed"})
_SAYING_LITTLE = frozenset(
    {"is", "has", "flag", "status", "customer", "client", "employee", "member", "user"}
)
_BEING = frozenset({"is", "are", "was", "were"})
_RELATIVE = frozenset({"who", "that", "which"})
_STAYED = ("have", "not", "left")
_GONE = ("who", "left")


def with_stayers(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words with who is there as who has not left; dates of leaving say more than a flag."""
    rows = _rows_left(catalog)
    if rows is None or lives_of(catalog):
        return tokens

    words, verbs = life_words(), standing().verbs
    still, gone = ({(*each, *verb) for verb in verbs} for each in (("still",), ("no", "longer")))
    staying = dict(spans_of(tokens, words.staying | frozenset(still)))
    left = dict(spans_of(tokens, frozenset(gone)))
    quit_it = dict(spans_of(tokens, frozenset(each for each in words.left if len(each) > 1)))
    current, leavers = dict(spans_of(tokens, words.current)), dict(spans_of(tokens, words.leavers))
    leaves = bool(quit_it or left) or any(each.text.lower() in _LEAVING for each in tokens)
    found, skipped = list[Token](), 0
    for at, token in enumerate(tokens):
        if at < skipped:
            continue

        if at in staying and not _is_named(tokens[at : staying[at]], catalog):
            found, skipped = [*_without_being(found), *said(token, _stayed(found))], staying[at]
        elif at in quit_it:
            found, skipped = [*found, *said(token, ("left",))], quit_it[at]
        elif leaves and _is_people(token, rows, catalog):
            found += said(token, plural(rows.noun).split())
        elif at in left:
            found, skipped = [*_without_being(found), *said(token, ("have", "left"))], left[at]
        elif at in current and _is_plain(tokens, at, current[at], rows, catalog):
            skipped = current[at] + 1
            found += [tokens[current[at]], *said(tokens[current[at]], ("who", *_STAYED))]
        elif at in leavers and not _is_named(tokens[at : leavers[at]], catalog):
            found, skipped = [*found, *said(token, (*plural(rows.noun).split(), *_GONE))], leavers[at]
        else:
            found.append(token)

    return tuple(found)


def _is_people(token: Token, rows: Entity, catalog: Catalog) -> bool:
    """`how many people left`: those of whom the flag is."""
    words = keywords()
    general = words.general - words.things - words.places
    is_own = token.form in phrase_of(rows.noun) or (token.form,) in catalog.phrases
    return token.form in general and not is_own and not token.is_quoted


def _stayed(before: Sequence[Token]) -> tuple[str, ...]:
    """Behind `who are` and `are` the verb alone; else with its pronoun: `customers still with us`."""
    kept = _without_being(before)
    last = kept[-1].form if kept else ""
    is_told = len(kept) < len(before) or last in _RELATIVE or (kept and kept[-1].is_mark) or last == "and"
    return _STAYED if is_told else ("who", *_STAYED)


def _without_being(before: Sequence[Token]) -> list[Token]:
    return list(before[:-1] if before and before[-1].form in _BEING else before)


def _is_plain(tokens: Sequence[Token], at: int, stop: int, rows: Entity, catalog: Catalog) -> bool:
    """Whether a word stands before their noun and is none of the model's; the longest serving is ranked."""
    names = tokens[stop : stop + 1]
    before = tokens[at - 1].form if at else ""
    is_ranked = before in ("most", "least") or before.endswith("est")
    is_theirs = bool(names) and rows.cube in rows_named(names, catalog)
    return is_theirs and not is_ranked and not _is_named(tokens[at:stop], catalog)


def _is_named(tokens: Sequence[Token], catalog: Catalog) -> bool:
    """Whether the model has a name of these words, or one of its flags says who is active."""
    forms = tuple(each.form for each in tokens)
    return forms in catalog.phrases or bool({"active"} & {*forms} & catalog.words)


def _rows_left(catalog: Catalog) -> Entity | None:
    """The persons of whom a flag says that they left; None where no or several tables have one."""
    return catalog.model.derived.get("flags of leaving", lambda: _found(catalog))


def _found(catalog: Catalog) -> Entity | None:
    found = {each.cube for each in catalog.concepts if _says_left(each)}
    rows = [catalog.entities[each] for each in found if each in catalog.entities]
    return rows[0] if len(rows) == 1 and is_person(ByEntity(rows[0])) else None


def _says_left(concept: Concept) -> bool:
    words = set(phrase_of(concept.name.replace("_", " "))) - _SAYING_LITTLE
    return concept.kind == "dimension" and concept.type == "boolean" and len(words) == 1 and words <= _LEFT
