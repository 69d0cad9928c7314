"""What a statement computes, in the words of the telling."""

from dataclasses import dataclass

from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.language.participles import done_title, time_title
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.semantic.model.model import Field

ENGLISH = answer_words()


@dataclass(frozen=True, slots=True)
class Filter:
    """A string dimension is, or is not, one of these values."""

    member: Field
    values: tuple[str, ...]
    negated: bool = False

    def describe(self, words: AnswerWords) -> str:
        """`channel web or store`, `channel not store`."""
        values = f" {words.say('or')} ".join(f"**{plain_text(value)}**" for value in self.values)
        told = words.say("not values", values=values) if self.negated else values
        return f"{words.lower(self.member.title)} {told}"


@dataclass(frozen=True, slots=True)
class Reading:
    """The measures, groups and conditions of one statement; columns are told by the names they have in it."""

    table: str
    measures: tuple[Field, ...]
    dimensions: tuple[Field, ...] = ()
    time: Field | None = None
    finest: str = ""  # the unit of its moments, such as year; empty for days
    grain: str = ""
    period: Period | None = None
    filters: tuple[Filter, ...] = ()
    conditions: tuple[str, ...] = ()  # others, in words: "with age over 30"
    order: str = ""  # "desc", "asc", "newest" (a trend backwards) or empty
    limit: int | None = None
    nth: int = 0  # the place in the order that is asked for alone
    both: bool = False  # whether the other end is asked for too
    growth: str = ""
    before: Period | None = None  # the period that a change is against
    since: str = ""  # the season that a change is against
    assumed: bool = False  # the measure was not named; the sentence says so
    dated: bool = False  # `time` is not the one that dates the rows unless a question names another
    derived: tuple[Field, ...] = ()  # what is asked for in place of the measures: their share, change ...
    having: tuple[str, ...] = ()  # conditions on the measures: "with more than 5 orders"
    within: tuple[str, ...] = ()  # groups that each have a ranking of their own
    words: AnswerWords = ENGLISH

    @property
    def shown(self) -> tuple[Field, ...]:
        """The numbers that were asked for."""
        return self.derived or self.measures

    def describe(self) -> str:
        """The reading in Markdown words: `**revenue** by **month**, order date in **2024**`."""
        words = self.words
        subject = words.listed([f"**{words.lower(each.title)}**" for each in self.shown])
        by = [f"**{words.lower(each.title)}**" for each in self.dimensions] + (
            [f"**{self.when}**"] if self.grain else []
        )
        parts = [
            self._headline(subject, words.listed(by)),
            *(each.describe(words) for each in self.filters),
            *self.conditions,
            *self.having,
        ]
        if self.period and self.time:
            parts.insert(1, self._dated(self.period, self.time))

        if self.assumed:
            parts.append(words.say("assumed", what=words.lower(self.measures[0].title)))

        return ", ".join(parts)

    @property
    def joined_values(self) -> list[str]:
        """The value of each filter, where each wants one: `Germany and Barcelona`; else none."""
        wanted = [each for each in self.filters if not each.negated]
        is_single = all(len(each.values) == 1 for each in wanted)
        return [each.values[0] for each in wanted] if is_single else []

    @property
    def when(self) -> str:
        """`month`; `month booked`, `month of sign-up date` where time is of another dimension than usual."""
        unit = self.words.unit(self.grain)
        if not (self.dated and self.time):
            return unit

        if done := done_title(self.time.title, self.words):
            return f"{unit} {done}"

        return self.words.say("of time", unit=unit, time=time_title(self.time.title, self.words))

    @property
    def groups(self) -> list[str]:
        """What the rows are, as in a sentence: `month`, `product`."""
        grain = [self.words.unit(self.grain)] if self.grain else []
        return [*grain, *(self.words.lower(each.title) for each in self.dimensions)]

    def _dated(self, period: Period, time: Field) -> str:
        """`order date in **2024** (last year) against **2023**`."""
        phrase, label = period.named(self.words.dates)
        said = f" ({period.said})" if period.said else ""
        before = self.before.named(self.words.dates)[1] if self.before else ""
        against = self.words.say("against", before=before) if before else ""
        return f"{time_title(time.title, self.words)} {phrase.replace(label, f'**{label}**')}{said}{against}"

    def _headline(self, subject: str, by: str) -> str:
        if self.limit is not None and not self.both:
            inner = [each for each in self.groups if each not in self.within]
            outer = self.words.listed(self.within)
            each = self.words.say("of each", groups=outer) if self.within else ""
            end = "the bottom" if self.order == "asc" else "the top"
            if self.nth:
                return self.words.nth(self.nth, subject, is_high=self.order != "asc")

            return self.words.say(end, count=counted(self.limit, inner, self.words), each=each, what=subject)

        forms = {"asc": "lowest first", "newest": "newest first"}
        ordered = self.words.say(forms[self.order]) if self.order in forms else ""
        return f"{self.words.say('by', what=subject, groups=by)}{ordered}" if by else subject


def counted(count: int, names: list[str], words: AnswerWords) -> str:
    """`5 products and categories`; a single one needs no number: `product`."""
    return (
        words.listed(names)
        if count == 1
        else f"{count} {words.listed([words.plural(name) for name in names])}"
    )
