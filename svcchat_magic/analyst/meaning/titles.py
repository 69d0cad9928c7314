"""What quantities, groups and conditions are called in words."""

from decimal import Decimal

from svcchat_magic.analyst.language.amounts import named_in
from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.language.participles import dated_text, done_title, time_title
from svcchat_magic.analyst.meaning.different import AllUnits, different
from svcchat_magic.analyst.meaning.functions import CORRELATION, FIRSTS, OF_UNITS, SECONDS, TIMES, of_groups
from svcchat_magic.analyst.meaning.numbers_of_things import is_yes_or_no
from svcchat_magic.analyst.meaning.numbers_told import form_of, told_value
from svcchat_magic.analyst.meaning.per_one import one_of
from svcchat_magic.analyst.meaning.states import flag_text, missing_text, owned_predicate
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Among,
    AnyOf,
    AverageOf,
    Bound,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Compared,
    Condition,
    Contains,
    Counted,
    CountedBy,
    DatedLast,
    Distinct,
    Exists,
    Group,
    Holds,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)

ENGLISH = answer_words()


def quantity_title(quantity: Quantity, words: AnswerWords = ENGLISH) -> str:
    """`revenue`, `customers`, `average age`, `orders per customer`: as inside a sentence."""
    match quantity:
        case Measured():
            what = _in_unit(words.lower(quantity.measure.title), quantity.told_in, words)
            return (words.say("grown", what=what) if quantity.grown else what) + _kept(quantity.where, words)
        case Counted():
            return words.plural(quantity.entity.noun) + _kept(quantity.where, words)
        case Distinct():
            return f"{different(quantity, words)}{_kept(quantity.where, words)}"
        case Aggregated():
            kind = "time " if quantity.of.type == "time" and quantity.since is None else ""
            function, _, number = quantity.function.partition(" ")
            what = _aggregated(quantity, words)
            is_told = function == "sum" and what == words.say("sum", what=what.partition(" ")[2])
            named = what if is_told else words.say(f"{kind}{function}", what=what, number=number)
            return f"{named}{_kept(quantity.where, words)}"
        case Ratio():
            return _ratio_title(quantity, words)
        case DatedLast():
            form = "last of" if quantity.function == "maximum" else "first of"
            return words.say(form, what=words.noun(quantity.entity.noun))
        case OverGroups(function=function, quantity=DatedLast() as first, group=who) if function in (
            FIRSTS,
            SECONDS,
        ):
            noun, whose = words.noun(first.entity.noun), group_title(who, words)
            return words.say(function, who=words.plural(whose), whose=whose, what=noun)
        case OverGroups(quantity=of, group=price) if quantity.function == TIMES:
            return f"{quantity_title(of, words)} × {group_title(price, words)}"
        case OverGroups(function=function, group=ByTime(grain=grain)) if function in OF_UNITS:
            return of_groups(function, words.unit(grain), words)
        case OverGroups():
            above, below = quantity_title(quantity.quantity, words), group_title(quantity.group, words)
            return of_groups(quantity.function, words.say("per", above=above, below=below), words)


def _aggregated(quantity: Aggregated, words: AnswerWords) -> str:
    """What is averaged: `price`, `days from order date to delivery date`."""
    of = words.lower(quantity.of.title)
    since = quantity.since
    if quantity.times is not None:
        sign = "/" if quantity.function == CORRELATION else "×"
        return f"{_in_unit(of, quantity.told_in, words)} {sign} {words.lower(quantity.times.title)}"

    key = f"{quantity.unit}s {'until' if quantity.until else 'from'}"
    if since is None:
        return _in_unit(of, quantity.told_in, words)

    return words.say(key, start=time_title(since.title, words), end=time_title(quantity.of.title, words))


def _in_unit(title: str, unit: str, words: AnswerWords) -> str:
    """`average talk time in minutes` of talk seconds."""
    return words.say("in unit", what=named_in(title, unit), unit=words.units(unit)) if unit else title


def group_title(group: Group, words: AnswerWords = ENGLISH) -> str:
    """`country`, `month`, `weekday`: as inside a sentence."""
    match group:
        case ByBucket(unit="age"):
            return words.say("age")
        case ByBucket(of=of, since=since, unit=unit) if since is not None:
            ends = {"start": time_title(since.title, words), "end": time_title(of.title, words)}
            return words.say(f"{unit}s from", **ends)
        case ByMember() | ByBucket():
            return words.lower(group.of.title)
        case ByEntity():
            return words.noun(group.entity.noun)
        case ByTime():
            return words.unit(group.grain)
        case ByPart():
            return words.unit(f"{group.part} of year" if group.part in ("month", "quarter") else group.part)
        case ByPeriods():
            return words.unit("period")


def condition_text(condition: Condition, words: AnswerWords = ENGLISH) -> str:
    """The condition as words that stand behind a noun: `with age over 30`, `for Germany`."""
    match condition:
        case IsIn():
            return _values_text(condition, words)
        case Compared():
            return _compared_text(condition, words)
        case Contains():
            verb = _negated(words, words.say(f"text {condition.where}"), negated=condition.negated)
            title = words.lower(condition.of.title)
            return words.say("with text", what=title, verb=verb, text=condition.text)
        case Missing():
            return missing_text(condition, words)
        case Holds():
            return flag_text(condition.of, words, negated=condition.negated)
        case CountedBy():
            return words.say("holds", what=words.lower(condition.of.title))
        case Within():
            when = _negated(words, condition.period.named(words.dates)[0], negated=condition.negated)
            time = condition.time
            return dated_text(time.title, when, words) if time else when
        case OnPart():
            names = words.listed([part_value(condition.part, each, words) for each in condition.values])
            return _negated(words, words.say(f"on {condition.part}", names=names), negated=condition.negated)
        case Exists():
            rows = f"{words.plural(condition.of.noun)}{_kept(condition.where, words)}"
            return words.say("without" if condition.negated else "with", what=rows)
        case Among():
            form, by = ("first" if condition.descending else "last"), quantity_title(condition.by, words)
            return words.say(f"among {form}", limit=condition.limit, noun=words.plural(condition.noun), by=by)
        case AnyOf():
            return f" {words.say('or')} ".join(condition_text(each, words) for each in condition.conditions)


def bound_text(bound: Bound, quantity: Quantity, words: AnswerWords = ENGLISH) -> str:
    """`with more than 5 orders`, `with revenue over 1,000,000`."""
    bounded = bound.quantity or quantity
    title = quantity_title(bounded, words)
    if isinstance(bound.value, Decimal | AverageOf):
        value = told_value(bound.value, words, _format(bounded))
    else:
        value = quantity_title(bound.value, words)

    if isinstance(bound.value, Decimal) and is_counted(bounded):
        what = title if bound.value != 1 else words.singular(title)
        form = "with none" if bound.operator == "=" and not bound.value else "with counted"
        way = "count all" if isinstance(bound.value, AllUnits) else f"count {bound.operator}"
        return words.say(form, operator=words.say(way), value=value, what=what)

    return words.say("with comparison", what=title, operator=words.say(bound.operator), value=value)


def is_counted(quantity: Quantity) -> bool:
    """Whether a quantity says how many of its title there are: 5 orders, 3 different products."""
    if isinstance(quantity, Measured):
        return quantity.measure.agg_type in ("count", "count_distinct")

    return isinstance(quantity, Counted | Distinct)


def part_value(part: str, value: int, words: AnswerWords = ENGLISH) -> str:
    """A part of the calendar by name: `Monday`, `14:00`, `November`, `Q3`."""
    match part:
        case "weekday":
            return words.dates.weekdays[(value - 1) % 7]
        case "month":
            return words.dates.months[(value - 1) % 12]
        case "hour":
            return words.dates.say("hour", hour=value)
        case _:
            return f"Q{value}"


def predicate_text(condition: Condition, be: str, words: AnswerWords = ENGLISH) -> str:
    """What the rows that fulfil a condition do: `were for Web`, `had no refunds`."""
    match condition:
        case Exists():
            rows = f"{words.plural(condition.of.noun)}{_kept(condition.where, words)}"
            return words.say("had none" if condition.negated else "had some", what=rows)
        case Missing():
            if condition.of.type == "time" and done_title(condition.of.title, words):
                return words.say("was such", be=be, what=missing_text(condition, words))

            form = "had a value" if condition.negated else "had no value"
            return words.say(form, what=words.lower(condition.of.title))
        case Compared() | Contains():
            text = condition_text(condition, words).removeprefix(words.phrases["behind with"])
            done = done_title(condition.of.title, words) if condition.of.type == "time" else ""
            is_done = bool(done) and text.startswith(f"{done} ")
            return words.say("was such", be=be, what=text) if is_done else words.say("had such", what=text)
        case _:
            text = condition_text(condition, words)
            return owned_predicate(condition, words) or words.say("was such", be=be, what=text.strip("()"))


def _compared_text(condition: Compared, words: AnswerWords) -> str:
    """`with age over 30`, `opened after 3 March 2024`."""
    parts = _comparison(condition, words)
    is_moment = condition.of.type == "time" and condition.since is None
    done = done_title(condition.of.title, words) if is_moment else ""
    return f"{done} {parts['operator']} {parts['value']}" if done else words.say("with comparison", **parts)


def _comparison(condition: Compared, words: AnswerWords) -> dict[str, str]:
    since, value = condition.since, condition.value
    kind = "time " if condition.of.type == "time" and since is None else ""
    of = words.lower(condition.of.title)
    elapsed = (
        words.say(
            f"{since[1]}s from",
            start=time_title(since[0].title, words),
            end=time_title(condition.of.title, words),
        )
        if since
        else of
    )
    return {
        "what": elapsed,
        "operator": words.say(f"{kind}{condition.operator}"),
        "value": told_value(value, words, form_of(condition.of)),
    }


def _negated(words: AnswerWords, text: str, *, negated: bool) -> str:
    return words.say("not", what=text) if negated else text


def _ratio_title(ratio: Ratio, words: AnswerWords) -> str:
    if ratio.title:
        return ratio.title

    above, below = quantity_title(ratio.above, words), quantity_title(ratio.below, words)
    if ratio.way != "/":
        return words.say("plus" if ratio.way == "+" else "less", above=above, below=below)

    if not ratio.is_share:
        many = f"{ratio.per:,} {below}" if ratio.per != 1 else one_of(ratio.below, below, words)
        return words.say("per", above=above, below=many)

    same = isinstance(ratio.above, Measured | Counted) and isinstance(ratio.below, type(ratio.above))
    if same and ratio.above.where and not ratio.below.where:  # type: ignore[union-attr]
        texts = (condition_text(each, words) for each in ratio.above.where)  # type: ignore[union-attr]
        return words.say("share of kept", below=below, kept=f" {words.say('and')} ".join(texts))

    if ratio.above == ratio.below:  # which of them are the part, a bound says
        return words.say("share of rows", below=below)

    return words.say("share of other", above=above, below=below)


def _kept(where: tuple[Condition, ...], words: AnswerWords) -> str:
    return "".join(f" {condition_text(each, words)}" for each in where)


def _values_text(condition: IsIn, words: AnswerWords) -> str:
    if len(condition.values) == 1 and isinstance(condition.values[0], bool):
        is_so = (condition.values == (True,)) is not condition.negated
        return flag_text(condition.of, words, negated=not is_so)

    values = words.listed([str(each) for each in condition.values])
    if condition.of.type == "number" or is_yes_or_no(condition):
        told = _negated(words, values, negated=condition.negated)
        return words.say("with values", what=words.lower(condition.of.title), values=told)

    return words.say("without values" if condition.negated else "for", values=values)


def _format(quantity: Quantity) -> str:
    match quantity:
        case Measured():
            return quantity.measure.format
        case Ratio():
            return "percent" if quantity.is_share else ""
        case _:
            return ""
