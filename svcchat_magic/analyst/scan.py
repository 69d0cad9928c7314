"""The words of a question and the meanings recognised in them so far."""

from dataclasses import dataclass, field, replace
from datetime import date

from svcchat_magic.analyst.lexicon import Lexicon, Phrase
from svcchat_magic.analyst.time_phrases import TimeSpan
from svcchat_magic.analyst.vocabulary import Vocabulary
from svcchat_magic.analyst.words import Word
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Grain:
    """`by month`; the unit is "auto" for "over time"."""

    unit: str


@dataclass(frozen=True, slots=True)
class Limit:
    """`top 5` or `bottom 3`."""

    count: int
    order: str


@dataclass(frozen=True, slots=True)
class Growth:
    """`grew the most` (up) or `fell the most` (down)."""

    way: str


@dataclass(frozen=True, slots=True)
class Order:
    """`highest`, `lowest`, `sorted ascending`."""

    order: str


@dataclass(frozen=True, slots=True)
class Member:
    """A measure, or a dimension to group by; `released` for "all channels"."""

    field: Field
    grouping: bool
    released: bool = False
    sorting: bool = False  # behind `sorted by`


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a dimension, to keep or to leave out."""

    field: Field
    text: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A word of a follow-up: joiner, opener, same, instead, add, all_time, drop, flip."""

    kind: str


@dataclass(frozen=True, slots=True)
class Impossible:
    """Words for what cannot be computed yet: aggregate, share, running, cause, future, compare..."""

    kind: str


Meaning = TimeSpan | Grain | Limit | Growth | Order | Member | Value | Mark | Impossible


@dataclass(frozen=True, slots=True)
class Span:
    """Words `start` up to, not including, `stop`, and what they mean."""

    start: int
    stop: int
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Scan:
    """The words of a question and what has been recognised in them so far."""

    words: tuple[Word, ...]
    vocabulary: Vocabulary
    lexicon: Lexicon
    today: date
    spans: tuple[Span, ...] = ()
    taken: frozenset[int] = field(default_factory=frozenset)

    def form(self, at: int) -> str:
        """The compared form of a word, empty outside the question."""
        return self.words[at].form if 0 <= at < len(self.words) else ""

    def phrase(self, start: int, stop: int) -> Phrase:
        """The compared forms of a stretch of words."""
        return tuple(word.form for word in self.words[start:stop])

    def is_free(self, start: int, stop: int) -> bool:
        """Whether no word of the stretch has a meaning yet."""
        return stop <= len(self.words) and self.taken.isdisjoint(range(start, stop))

    def is_loose(self, at: int) -> bool:
        """Whether the word joins others without a meaning of its own."""
        return self.form(at) in self.lexicon.fillers or self.form(at) == ","

    def with_spans(self, found: tuple[Span, ...]) -> "Scan":
        """The scan with these recognised too; of overlapping ones the first stands."""
        taken, spans = set(self.taken), list(self.spans)
        for span in found:
            stretch = range(span.start, span.stop)
            if span.stop <= len(self.words) and taken.isdisjoint(stretch):
                taken.update(stretch)
                spans.append(span)

        return replace(self, spans=tuple(spans), taken=frozenset(taken))
