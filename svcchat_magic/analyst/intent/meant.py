"""What a reading means beyond its words: which amount, whose rows, in which unit, as they stand now."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.absent import with_absent
from svcchat_magic.analyst.intent.amounts import with_amount
from svcchat_magic.analyst.intent.averages import with_averages
from svcchat_magic.analyst.intent.averages_of_days import with_averages_of_days
from svcchat_magic.analyst.intent.averages_of_totals import with_averages_of_totals
from svcchat_magic.analyst.intent.bands_told import with_own_labels
from svcchat_magic.analyst.intent.begun_rows import with_begun_rows
from svcchat_magic.analyst.intent.both import with_both
from svcchat_magic.analyst.intent.both_ends import with_both_ends_told
from svcchat_magic.analyst.intent.bounded_each import with_bounded_each
from svcchat_magic.analyst.intent.closed import with_closed
from svcchat_magic.analyst.intent.counted_absent import with_absent_counted
from svcchat_magic.analyst.intent.counted_rows import with_counted
from svcchat_magic.analyst.intent.current import with_current
from svcchat_magic.analyst.intent.days_as_rows import with_days_told
from svcchat_magic.analyst.intent.deed_periods import with_deed_period
from svcchat_magic.analyst.intent.denied_again import with_denied_again
from svcchat_magic.analyst.intent.denied_verbs import with_denied_verbs
from svcchat_magic.analyst.intent.each_of_values import with_each_value
from svcchat_magic.analyst.intent.event_times import with_event_period, with_event_times
from svcchat_magic.analyst.intent.every_unit import with_every_unit
from svcchat_magic.analyst.intent.first_groups import with_first_groups
from svcchat_magic.analyst.intent.first_ones import with_first_ones
from svcchat_magic.analyst.intent.goods import in_pieces, with_goods
from svcchat_magic.analyst.intent.group_bounds import with_group_bounds
from svcchat_magic.analyst.intent.grown import with_grown
from svcchat_magic.analyst.intent.highest_spending import with_highest_spending
from svcchat_magic.analyst.intent.in_currency import with_currency
from svcchat_magic.analyst.intent.list_totals import with_totals_shown
from svcchat_magic.analyst.intent.lists import with_list
from svcchat_magic.analyst.intent.lives import with_lives_told
from svcchat_magic.analyst.intent.measured_rows import with_measured, with_on_hand
from svcchat_magic.analyst.intent.never import with_never
from svcchat_magic.analyst.intent.none_of_values import with_none_of_values
from svcchat_magic.analyst.intent.now_states import with_now_states
from svcchat_magic.analyst.intent.own_groups import with_own_groups
from svcchat_magic.analyst.intent.own_rows_ranked import with_kinds_ranked
from svcchat_magic.analyst.intent.payers import with_payers
from svcchat_magic.analyst.intent.percents import with_percents
from svcchat_magic.analyst.intent.persons_of_rows import with_persons_told
from svcchat_magic.analyst.intent.pieces import with_pieces
from svcchat_magic.analyst.intent.pieces_of_documents import with_pieces_of_documents
from svcchat_magic.analyst.intent.present import with_present
from svcchat_magic.analyst.intent.ranked_flags import with_flags_ranked
from svcchat_magic.analyst.intent.rates_of_each import with_rates_of_each
from svcchat_magic.analyst.intent.ratings import with_ratings
from svcchat_magic.analyst.intent.row_bounds import with_row_bounds
from svcchat_magic.analyst.intent.rows_had import with_rows_had
from svcchat_magic.analyst.intent.running import with_running
from svcchat_magic.analyst.intent.sales import with_sales
from svcchat_magic.analyst.intent.shares import with_shares
from svcchat_magic.analyst.intent.shares_inside import with_shares_inside
from svcchat_magic.analyst.intent.shares_of_income import with_shares_of_income
from svcchat_magic.analyst.intent.sides import with_sides
from svcchat_magic.analyst.intent.sold import with_sold
from svcchat_magic.analyst.intent.spending import with_spending
from svcchat_magic.analyst.intent.spendings_bounded import with_spendings_bounded
from svcchat_magic.analyst.intent.spent_by_buyers import with_spent_by_buyers
from svcchat_magic.analyst.intent.standing import with_standing
from svcchat_magic.analyst.intent.stated_dates import until_now, with_stated_dates
from svcchat_magic.analyst.intent.sums import with_sums
from svcchat_magic.analyst.intent.terms import with_terms_told
from svcchat_magic.analyst.intent.traded import with_traded
from svcchat_magic.analyst.intent.turned_groups import with_groups_turned
from svcchat_magic.analyst.intent.turnover import with_turnover
from svcchat_magic.analyst.intent.undated import with_said_dates
from svcchat_magic.analyst.intent.unfinished import with_unfinished
from svcchat_magic.analyst.intent.units import with_units
from svcchat_magic.analyst.intent.within_each import with_each
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.planning.sources import Sources


def as_meant(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with what its question as a whole says of its parts; each step leaves the others' alone."""
    catalog = sources.catalog
    read = with_deed_period(replace(read, analysis=with_said_dates(tokens, read, catalog)))
    read = with_first_groups(tokens, with_shares_inside(read), sources)
    read = with_sides(tokens, with_first_ones(tokens, with_running(tokens, read), sources))
    read = with_absent_counted(read, catalog)
    read = with_rows_had(with_absent(tokens, with_payers(tokens, read, catalog), sources), sources)
    read = with_closed(tokens, with_standing(tokens, read, sources), catalog)
    read = with_percents(tokens, with_each_value(tokens, with_shares(tokens, read)), catalog)
    read = with_pieces(tokens, with_sold(tokens, with_traded(tokens, read, sources), catalog), sources)
    read = with_begun_rows(tokens, read, catalog)
    read = with_pieces_of_documents(tokens, with_none_of_values(tokens, read, catalog), catalog)
    read = with_ratings(tokens, until_now(with_stated_dates(tokens, read, catalog)), catalog)
    read = with_sales(tokens, with_amount(tokens, read, catalog), catalog)
    read = with_spending(tokens, with_sums(tokens, in_pieces(tokens, read, catalog)), catalog)
    read = with_spent_by_buyers(tokens, read, sources)
    read = with_goods(tokens, with_units(tokens, read, catalog), catalog)
    read = with_own_groups(tokens, with_both(tokens, read, sources), sources)
    read = with_spendings_bounded(tokens, with_shares_of_income(tokens, read, catalog), catalog)
    read = with_row_bounds(tokens, with_highest_spending(tokens, read, catalog), catalog)
    read = with_group_bounds(tokens, read, catalog)
    read = with_averages_of_days(tokens, with_days_told(tokens, read, sources), catalog)
    read = with_averages_of_totals(tokens, read, catalog)
    read = with_event_times(with_bounded_each(tokens, read, sources), sources)
    read = with_groups_turned(tokens, with_event_period(read, sources), sources)
    read = with_present(tokens, with_own_labels(tokens, with_list(tokens, read, sources)))
    read = with_counted(tokens, with_never(tokens, read, sources), catalog)
    read = with_each(tokens, with_grown(tokens, with_flags_ranked(tokens, read)), catalog)
    read = with_current(tokens, with_on_hand(tokens, with_measured(read, catalog), catalog), catalog)
    read = with_averages(with_denied_again(with_lives_told(tokens, read, catalog)), sources)
    read = with_turnover(with_both_ends_told(tokens, read, catalog), catalog)
    read = with_persons_told(tokens, with_terms_told(tokens, read, catalog), catalog)
    read = with_unfinished(tokens, with_currency(tokens, read, catalog))
    read = with_denied_verbs(tokens, with_rates_of_each(tokens, read, sources))
    read = with_kinds_ranked(tokens, read, catalog)
    return with_now_states(tokens, with_every_unit(tokens, with_totals_shown(tokens, read)), catalog)
