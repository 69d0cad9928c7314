"""A question with what can be said in several ways said in the usual one, whatever the data are about."""

from svcchat_magic.analyst.language.all_but import with_all_but
from svcchat_magic.analyst.language.bounds_behind import with_bounds_behind
from svcchat_magic.analyst.language.carried_years import with_carried_years
from svcchat_magic.analyst.language.compared_sides import with_compared_sides
from svcchat_magic.analyst.language.costing_nothing import with_free
from svcchat_magic.analyst.language.day_ranges import with_day_ranges
from svcchat_magic.analyst.language.dependence import with_dependence
from svcchat_magic.analyst.language.differences import with_differences
from svcchat_magic.analyst.language.each_behind import with_each_behind
from svcchat_magic.analyst.language.each_of_both import with_each_of_both
from svcchat_magic.analyst.language.emphasis import without_emphasis
from svcchat_magic.analyst.language.exact_numbers import with_exact_numbers
from svcchat_magic.analyst.language.examples import without_examples
from svcchat_magic.analyst.language.moving import with_moves_over_time
from svcchat_magic.analyst.language.not_for_long import with_not_for_long
from svcchat_magic.analyst.language.one_unit import with_one_unit
from svcchat_magic.analyst.language.possessive_periods import with_periods_behind
from svcchat_magic.analyst.language.said_again import with_said_once
from svcchat_magic.analyst.language.same_periods import with_same_periods
from svcchat_magic.analyst.language.the_us import with_united_states
from svcchat_magic.analyst.language.to_date import with_to_date
from svcchat_magic.analyst.language.tokens import Token, tokens_of


def in_usual_form(question: str) -> tuple[Token, ...]:
    """The tokens of a question in that form."""
    said = without_examples(with_free(with_united_states(tokens_of(question))))
    said = with_not_for_long(with_to_date(with_day_ranges(without_emphasis(said))))
    said = with_dependence(with_carried_years(with_same_periods(said)))
    said = with_bounds_behind(with_moves_over_time(with_all_but(with_periods_behind(said))))
    said = with_each_behind(with_differences(with_compared_sides(with_said_once(with_one_unit(said)))))
    return with_exact_numbers(with_each_of_both(said))
