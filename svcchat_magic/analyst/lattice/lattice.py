"""Every meaning that the words of a question can have, side by side: nothing is chosen here."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.exclusions import denies
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_done_state, is_participle
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import aged_items
from svcchat_magic.analyst.lattice.ages import lasting_items
from svcchat_magic.analyst.lattice.amounts import amount_items
from svcchat_magic.analyst.lattice.answers import answer_items
from svcchat_magic.analyst.lattice.asked_fields import shown_items
from svcchat_magic.analyst.lattice.averaged_rows import without_averaged_rows
from svcchat_magic.analyst.lattice.carriers import NO_TEXTS, attributes, carriers, is_done, lies_on
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.chart_words import is_drawn
from svcchat_magic.analyst.lattice.compounds import compound_items
from svcchat_magic.analyst.lattice.consents import consent_items
from svcchat_magic.analyst.lattice.dates import dated_items, year_items
from svcchat_magic.analyst.lattice.deeds import deed_items, later_deeds
from svcchat_magic.analyst.lattice.doers import of_doers
from svcchat_magic.analyst.lattice.doings import doing_items
from svcchat_magic.analyst.lattice.each_done import each_done_items
from svcchat_magic.analyst.lattice.elided import elided_items
from svcchat_magic.analyst.lattice.everyday import everyday_items
from svcchat_magic.analyst.lattice.fields import (
    done_sums,
    field_items,
    part_items,
    row_sums,
    sized_items,
    text_parts,
)
from svcchat_magic.analyst.lattice.happened import (
    far_dates,
    near_dates,
    newly_items,
    without_denials,
    without_happened,
    without_one_of,
)
from svcchat_magic.analyst.lattice.headed import headed_items
from svcchat_magic.analyst.lattice.inside import for_constructions
from svcchat_magic.analyst.lattice.keywords import keyword_items
from svcchat_magic.analyst.lattice.kinds import kind_items
from svcchat_magic.analyst.lattice.lengths import waiting_items
from svcchat_magic.analyst.lattice.lives import life_items
from svcchat_magic.analyst.lattice.living import living_items
from svcchat_magic.analyst.lattice.means import mean_items
from svcchat_magic.analyst.lattice.measured_nouns import is_bounded_by, is_measured
from svcchat_magic.analyst.lattice.members import member_items, short_items, synonym_items
from svcchat_magic.analyst.lattice.money import money_items
from svcchat_magic.analyst.lattice.most_of_flags import most_of_flags
from svcchat_magic.analyst.lattice.names import (
    done_items,
    empty_items,
    flag_items,
    named_by_verb,
    said_items,
    scattered_items,
    unit_items,
    verbed_items,
)
from svcchat_magic.analyst.lattice.negated import negated_items, out_items, said_states
from svcchat_magic.analyst.lattice.nobody import nobody_items
from svcchat_magic.analyst.lattice.numbers import number_items, ones
from svcchat_magic.analyst.lattice.outcomes import outcome_items
from svcchat_magic.analyst.lattice.own_dates import own_date_items
from svcchat_magic.analyst.lattice.owned import unnamed_items
from svcchat_magic.analyst.lattice.parts import part_of_items
from svcchat_magic.analyst.lattice.pending import is_to_come
from svcchat_magic.analyst.lattice.periods import period_items, without_terms
from svcchat_magic.analyst.lattice.plans import overdue_items, plan_items
from svcchat_magic.analyst.lattice.reached import reached_items
from svcchat_magic.analyst.lattice.relative import relative_items
from svcchat_magic.analyst.lattice.repeated import repeated_items
from svcchat_magic.analyst.lattice.scale_orders import scale_orders
from svcchat_magic.analyst.lattice.scaled import scaled_items
from svcchat_magic.analyst.lattice.sorts import sort_items
from svcchat_magic.analyst.lattice.spoken_lives import without_their_rows
from svcchat_magic.analyst.lattice.states import (
    comes_again,
    is_afterthought,
    is_value,
    let_places,
)
from svcchat_magic.analyst.lattice.steps import step_items
from svcchat_magic.analyst.lattice.stock_levels import stock_level_items
from svcchat_magic.analyst.lattice.stretches import stretch_items
from svcchat_magic.analyst.lattice.sums import all_of_items
from svcchat_magic.analyst.lattice.timed_columns import timed_items
from svcchat_magic.analyst.lattice.told import told_apart
from svcchat_magic.analyst.lattice.units import tells_length
from svcchat_magic.analyst.lattice.usual_ratios import unmade_ratios
from svcchat_magic.analyst.lattice.value_items import value_items, without_states_of_others
from svcchat_magic.analyst.lattice.verb_objects import without_deeds, without_verbs_of_objects
from svcchat_magic.analyst.lattice.verbs import akin_items
from svcchat_magic.analyst.lattice.worth import worth_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import descriptions_of
from svcchat_magic.analyst.linking.values import Values

ARTICLES = frozenset(
    {"the", "a", "an", "our", "my", "their", "its", "your", "all", "-", "–", "'s", "total", "overall"}
)
_NO_GAPS = frozenset({"how", "why", "per"})  # what begins with one says more: `by how it came in`
_DENYING = frozenset({"not", "isn't", "aren't", "wasn't", "weren't", "no"})
_ENDS, _HAVING = frozenset({"end", "start", "beginning"}), frozenset({"have", "has", "had", "having"})
_GUESSED = 0.75  # of a word that only a thesaurus knows for a member


def lattice(tokens: Sequence[Token], catalog: Catalog, values: Values, calendar: Calendar) -> Chart:
    """The chart with every meaning of single words and phrases."""
    alone = list(_without_guesses(_alone(tokens, catalog, values, calendar), tokens, values))
    alone = list(without_their_rows(without_states_of_others(alone), tokens))
    passed = _passed(tokens) - said_states(tokens, catalog)
    kept = attributes(tokens) | later_deeds(tokens, catalog) | let_places(tokens) | _flagged(alone, tokens)
    nouns = frozenset(unmade_ratios(tokens, catalog))
    chart = Chart(tuple(each.form for each in tokens), ARTICLES, passed, kept | ones(tokens) | nouns, nouns)
    descriptions, taken = descriptions_of(catalog), set[int]()
    for item in of_doers(list(without_averaged_rows(alone, tokens, catalog)), tokens, catalog):
        if _is_out_of_place(chart, tokens, item):
            continue

        chart.add(item)
        if item.category != "TEXT":
            taken.update(range(item.start, item.stop))

    inside = for_constructions(tokens, catalog, values)
    said = (*said_items(tokens, taken, descriptions), *inside)
    for item in without_verbs_of_objects(_seen_together(chart, tokens, catalog, said), tokens, alone):
        chart.add(item)

    for item in (
        *shown_items(chart, tokens, catalog),
        *waiting_items(chart, tokens, calendar.today),
        *overdue_items(chart, tokens, catalog, calendar.today),
        *own_date_items(chart, tokens, catalog),
    ):
        chart.add(item)

    return chart


def _flagged(items: Sequence[Item], tokens: Sequence[Token]) -> frozenset[int]:
    """`what percentage left in Sales`: the verb of a flag of these rows is never passed over."""
    light = keywords().light - keywords().function
    plain = (each for each in items if each.stop == each.start + 1 and each.category in ("BDIM", "CONDITION"))
    return frozenset(
        each.start
        for each in plain
        if tokens[each.start].form in light and is_participle(tokens[each.start].text.lower())
    )


def _alone(tokens: Sequence[Token], catalog: Catalog, values: Values, calendar: Calendar) -> Iterator[Item]:
    """What words mean whatever the others mean."""
    valued, descriptions = list(value_items(tokens, values, catalog)), descriptions_of(catalog)
    dated = without_denials(dated_items(tokens, catalog), tokens)
    far = far_dates(dated, valued, tokens, catalog)
    dated = list(near_dates(dated, far))
    yield from near_dates(without_one_of(without_deeds(member_items(tokens, catalog), tokens), dated), far)
    yield from (*short_items(tokens, catalog), *synonym_items(tokens, catalog, values))
    yield from (*everyday_items(tokens, catalog, values), *keyword_items(tokens, catalog))
    yield from (*aged_items(tokens, catalog, calendar.today), *negated_items(tokens, catalog))
    yield from (*scaled_items(tokens, catalog), *plan_items(tokens, catalog, values, calendar.today))
    verbs = frozenset(each.start for each in dated if each.category == "DATED")
    times = list(without_terms(period_items(tokens, calendar, verbs, catalog), values, tokens))
    yield from times
    yield from without_happened(valued, dated, times, tokens, catalog)
    yield from (*dated, *newly_items(dated, times, tokens))
    yield from _quoted(tokens)
    yield from (*scattered_items(tokens, descriptions), *flag_items(tokens, catalog))
    yield from (*unit_items(tokens, descriptions), *unnamed_items(tokens, catalog))
    yield from (*named_by_verb(tokens, descriptions), *empty_items(tokens, descriptions))
    yield from (*done_items(tokens, catalog), *verbed_items(tokens, catalog))
    yield from (*deed_items(tokens, catalog), *doing_items(tokens, catalog, values))
    yield from (
        *nobody_items(tokens, catalog, values),
        *living_items(tokens, catalog),
        *consent_items(tokens, catalog),
        *outcome_items(tokens, catalog, values),
        *answer_items(tokens, catalog, values),
        *step_items(tokens, catalog),
    )
    yield from (*part_of_items(tokens, catalog), *all_of_items(tokens, catalog))
    yield from (*amount_items(tokens, catalog), *scale_orders(tokens), *stock_level_items(tokens, catalog))
    yield from (*elided_items(tokens, catalog), *relative_items(tokens, catalog))
    yield from (*mean_items(tokens, catalog), *out_items(tokens), *number_items(tokens))
    yield from (*sort_items(tokens, catalog), *reached_items(tokens, catalog), *akin_items(tokens, catalog))
    yield from (*repeated_items(tokens, catalog), *each_done_items(tokens))
    yield from lasting_items(tokens, catalog, calendar.today)
    yield from life_items(tokens, catalog, values, times, calendar)


def _without_guesses(named: Iterator[Item], tokens: Sequence[Token], values: Values) -> Iterator[Item]:
    """`by phone`: a value of that very name is meant before a column that means about the same, the email."""
    found = most_of_flags(list(named), tokens)
    flags = {(each.start, each.stop, each.value.cube) for each in found if each.category == "BDIM"}
    for item in found:
        phrase = tuple(each.form for each in tokens[item.start : item.stop])
        is_had = item.start > 0 and tokens[item.start - 1].form in _HAVING
        if is_had and item.category == "ENTITY" and (item.start, item.stop, item.value.cube) in flags:
            continue  # who has a heart disease, in a table of them: the flag says more than the table's name

        is_guess = item.category.endswith("DIM") and item.score < _GUESSED * len(phrase)
        if not (is_guess and any(phrase_of(str(value)) == phrase for _, value in values.get(phrase, ()))):
            yield item


def _passed(tokens: Sequence[Token]) -> frozenset[str]:
    """The words that may stand in a gap."""
    empty = {tokens[at].form for at in carriers(tokens)}
    said = {each.form for each in tokens if _says(each, "GROWTH")}  # `what percent did orders grow`
    tells = (is_done_state, is_measured, is_bounded_by)
    nouns = (at for at in range(len(tokens)) if any(each(tokens, at) for each in tells))
    said.update(tokens[at].form for at in nouns)
    return (keywords().function | keywords().light | empty) - _NO_GAPS - said


def _says(token: Token, category: str) -> bool:
    return any(found == category for found, _ in keywords().meanings.get((token.form,), ()))


def _is_end_of_unit(tokens: Sequence[Token], item: Item) -> bool:
    """`at the end of each month` is a moment, and no date on which something of the rows ends."""
    behind = [each for each in tokens[item.stop : item.stop + 3] if each.form not in ARTICLES]
    is_end = item.stop == item.start + 1 and tokens[item.start].form in _ENDS
    is_of = len(behind) > 1 and behind[0].form == "of"
    return is_end and is_of and any(_says(each, "GRAIN") or _says(each, "EACH") for each in behind[1:])


def _is_out_of_place(chart: Chart, tokens: Sequence[Token], item: Item) -> bool:
    is_state = item.category in ("VERBED", "DATED") and _is_state(chart, tokens, item.start)
    is_verb = item.category in ("VALUE", "CONDITION", "BDIM") and is_done(tokens, item.stop - 1)
    before = tokens[item.start - 1].form if item.start else ""
    is_now = item.category == "GRAIN" and (before, tokens[item.start].form) == ("to", "date")
    is_single = tokens[item.start].text.lower() == tokens[item.start].form
    is_now |= item.category == "GRAIN" and before == "all" and is_single  # open all year: no year by year
    is_now |= item.category == "LEFTIN" and _goes_on(tokens, item.stop)  # too long is no afterthought
    is_now |= item.category == "AGG" and is_afterthought(tokens, item.start, item.stop)
    is_now |= item.category.endswith("DIM") and _is_end_of_unit(tokens, item)
    is_now |= item.category == "SUPER" and before == "at" and tokens[item.start].form in ("least", "most")
    is_now |= is_to_come(tokens, item) or comes_again(tokens, item) or tells_length(tokens, item)
    is_plain = item.stop == item.start + 1
    is_state |= item.category == "DATED" and is_value(chart, item)
    is_done_noun = item.category == "ENTITY" and _is_past(tokens[item.stop - 1])
    is_verb |= is_done_noun and _says(tokens[max(item.start - 1, 0)], "BY")
    is_state |= is_plain and denies(tokens, item.start) and item.category.endswith(("DIM", "MEASURE"))
    is_state |= is_drawn(tokens, item)
    return is_state or is_verb or is_now or (is_plain and lies_on(tokens, item.start))


def _seen_together(
    chart: Chart, tokens: Sequence[Token], catalog: Catalog, said: Sequence[Item]
) -> Iterator[Item]:
    """What words mean in view of what the others can mean."""
    yield from said
    yield from (*field_items(chart, tokens, catalog), *sized_items(chart, tokens, catalog))
    yield from money_items(chart, tokens, catalog)
    yield from (*worth_items(chart, tokens, catalog), *year_items(chart, tokens, catalog))
    yield from (*stretch_items(chart, tokens, catalog), *timed_items(chart, tokens, catalog))
    yield from part_items(chart, tokens, catalog)
    yield from done_sums(chart, tokens, catalog)
    yield from (*row_sums(chart, catalog), *text_parts(tokens, catalog))
    yield from kind_items(chart, tokens, catalog)
    yield from (*told_apart(chart, tokens), *compound_items(chart, tokens, catalog))
    yield from headed_items(chart, tokens, catalog)


def _is_past(token: Token) -> bool:
    """`by booked group`: what was done to something is no noun."""
    return token.text.lower().endswith("ed") and token.text.lower() == token.form


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word follows that says something, in the same breath."""
    if at >= len(tokens) or tokens[at].is_mark or tokens[at].before.strip():
        return False

    return tokens[at].form not in keywords().function


def _is_state(chart: Chart, tokens: Sequence[Token], at: int) -> bool:
    """`not cancelled` denies the flag or status of that name; `never cancelled` may tell what nobody did."""
    named = any(item for category in ("BDIM", "VALUE") for item in chart.starting(at, category))
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    waits = behind == "yet" or (at > 1 and tokens[at - 2].form == "still")  # it is to come, and has no date
    return named and at > 0 and tokens[at - 1].form in _DENYING and not waits


def _quoted(tokens: Sequence[Token]) -> Iterator[Item]:
    for at, token in enumerate(tokens):
        if token.is_quoted:
            yield Item("TEXT", at, at + 1, token.text, 0.8)
        elif not token.is_mark and token.form not in NO_TEXTS:
            yield Item("TEXT", at, at + 1, token.text, 0.1)
