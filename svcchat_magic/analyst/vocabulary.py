"""Links words to the members and values of one table of the model."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from svcchat_magic.analyst.lexicon import Lexicon, Phrase
from svcchat_magic.analyst.words import phrase_of
from svcchat_magic.semantic.model.model import Field, Model

OWN, TABLE, LEXICON, PART = 1.0, 0.9, 0.8, 0.5  # how surely a phrase means a member


@dataclass(frozen=True, slots=True)
class Link:
    """A member that a phrase can mean; `weight` is in (0, 1]."""

    member: Field
    weight: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What can be said about one cube or view."""

    table: str
    fields: tuple[Field, ...]
    members: Mapping[Phrase, tuple[Link, ...]]
    values: Mapping[Phrase, tuple[tuple[Field, str], ...]] = field(default_factory=dict)

    @property
    def measures(self) -> tuple[Field, ...]:
        """The measures, in the order of the model files."""
        return tuple(each for each in self.fields if each.kind == "measure")

    @property
    def dimensions(self) -> tuple[Field, ...]:
        """The dimensions, in the order of the model files."""
        return tuple(each for each in self.fields if each.kind == "dimension")

    @property
    def time(self) -> Field | None:
        """The dimension that dates the rows unless a question names another: the first of type time."""
        return next((each for each in self.dimensions if each.type == "time"), None)

    def choose(self, phrase: Phrase, *, grouping: bool) -> Field | None:
        """The member that a phrase means; `grouping` when it follows by, per, each, top 5..."""
        wanted = "dimension" if grouping else "measure"
        links = self.members.get(phrase, ())
        owned = grouping and any(link.weight == OWN and link.member.kind == "measure" for link in links)
        best = max(links, key=lambda link: link.weight + _bonus(link, wanted, owned=owned), default=None)
        return best.member if best else None

    def with_values(self, values: Mapping[Field, tuple[str, ...]], lexicon: Lexicon) -> "Vocabulary":
        """The same vocabulary that also knows the values of some dimensions, by their other names too."""
        index: dict[Phrase, tuple[tuple[Field, str], ...]] = {}
        for member, texts in values.items():
            for text in texts:
                for phrase in (phrase_of(text), *lexicon.others(phrase_of(text))):
                    index[phrase] = (*index.get(phrase, ()), (member, text))

        index.pop((), None)
        return replace(self, values=index)

    def words(self) -> frozenset[str]:
        """Every single word that names a member: the targets of typo repair."""
        return frozenset(word for phrase in self.members for word in phrase)

    def value_words(self) -> frozenset[str]:
        """Every single word that stands in values only."""
        return frozenset(word for phrase in self.values for word in phrase) - self.words()


def vocabulary_of(model: Model, table: str, lexicon: Lexicon) -> Vocabulary:
    """The vocabulary of a cube or view, from names, titles, synonyms and the lexicon."""
    fields = model.fields(table)
    links: dict[Phrase, dict[Field, float]] = {}
    for member in fields:
        for phrase, weight in _phrases(model, member, lexicon):
            known = links.setdefault(phrase, {})
            known[member] = max(weight, known.get(member, 0))

    for member, word in _telling_words(fields, lexicon):
        links.setdefault((word,), {}).setdefault(member, PART)

    members = {
        phrase: tuple(Link(member, weight) for member, weight in found.items())
        for phrase, found in links.items()
    }
    return Vocabulary(table, fields, members)


def _bonus(link: Link, wanted: str, *, owned: bool) -> float:
    """`by units` means the measure of that name, not a dimension that a loose synonym leads to."""
    if link.member.kind != wanted:
        return 0.0

    loose = owned and (link.weight < OWN or link.member.type == "number")
    return 0.1 if loose else 0.6


def _phrases(model: Model, member: Field, lexicon: Lexicon) -> Iterator[tuple[Phrase, float]]:
    own = {phrase_of(text) for text in (member.name, member.title, *member.synonyms)} - {()}
    for phrase in own:
        yield phrase, OWN
        for other in lexicon.others(phrase):
            yield other, LEXICON

    if member.agg_type != "count" or member.member != "count" or member.name != "count":
        return

    cube = model.cubes[member.cube]
    for text in (cube.name, cube.title):
        if text:
            yield phrase_of(text), TABLE


def _telling_words(fields: tuple[Field, ...], lexicon: Lexicon) -> Iterator[tuple[Field, str]]:
    """Words that stand in the title of one dimension only: `segment` for "Customer segment"."""
    titles = {each: set(phrase_of(each.title)) for each in fields if each.kind == "dimension"}
    counts = Counter(word for words in titles.values() for word in words)
    for member, words in titles.items():
        for word in sorted(words):
            if counts[word] == 1 and len(word) > 2 and word not in lexicon.fillers:
                yield member, word
