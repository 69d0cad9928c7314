"""Where a question speaks of persons who come and go, and whose life it is."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.standing import standing
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life, lives_of

HEADCOUNT = frozenset({"headcount"})
STAFF = frozenset({"workforce", "personnel", "staff"})
_OF_STAFF = HEADCOUNT | STAFF | {"hire", "hired", "resign", "resigned", "employed", "dismissed", "fired"}
_LONGEST = 5


def spans_of(tokens: Sequence[Token], phrases: frozenset[Phrase]) -> Iterator[tuple[int, int]]:
    """The places of these phrases, of each place the longest."""
    known = {" ".join(each) for each in phrases}  # a verb and its particle may be one token
    for at in range(len(tokens)):
        for stop in range(min(at + _LONGEST, len(tokens)), at, -1):
            if " ".join(each.form for each in tokens[at:stop]) in known:
                yield at, stop
                break


def life_meant(tokens: Sequence[Token], catalog: Catalog) -> Life | None:
    """Whose life is spoken of: that of the rows named, else of the only persons who have one."""
    lives = [each for each in lives_of(catalog) if each.is_of_persons]
    if not lives or not _speaks_of_lives(tokens):
        return None

    named = rows_named(tokens, catalog)
    found = [each for each in lives if each.entity.cube in named]
    if not found and not _OF_STAFF.isdisjoint(each.form for each in tokens):
        found = [each for each in lives if each.is_staff]

    found = found or lives
    return found[0] if len(found) == 1 else None


def _speaks_of_lives(tokens: Sequence[Token]) -> bool:
    words, still = life_words(), standing()
    phrases = words.current | words.staying | words.left | words.leave | words.joined | words.join
    phrases |= words.leavers | words.joiners | words.tenure | {(each,) for each in HEADCOUNT | STAFF}
    forms = {each.form for each in tokens} | {each.text.lower() for each in tokens}
    is_still = not forms.isdisjoint({"still", "longer"}) and any(spans_of(tokens, still.verbs))
    return is_still or forms >= HEADCOUNT or any(True for _ in spans_of(tokens, phrases))


def without_their_rows(items: Sequence[Item], tokens: Sequence[Token]) -> Iterator[Item]:
    """A headcount that the model measures is never the list of the persons."""
    measured = {each.start for each in items if each.category == "MEASURE"}
    for each in items:
        is_headcount = tokens[each.start].form in HEADCOUNT and each.stop == each.start + 1
        if not (is_headcount and each.category == "ENTITY" and each.start in measured):
            yield each


def said(token: Token, words: Sequence[str]) -> list[Token]:
    """These words in the place of a token."""
    return [
        replace(token, text=each, form=phrase_of(each)[0], before=token.before if not at else " ")
        for at, each in enumerate(words)
    ]
