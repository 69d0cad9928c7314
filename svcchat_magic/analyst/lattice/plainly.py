"""The words of a question with what people call otherwise said plainly: by the model's own amounts."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.promoters import without_restated
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.asked_again import with_asked_again
from svcchat_magic.analyst.lattice.asked_sizes import with_sizes
from svcchat_magic.analyst.lattice.balances import with_balances
from svcchat_magic.analyst.lattice.charged import without_charged
from svcchat_magic.analyst.lattice.done_by import with_agents
from svcchat_magic.analyst.lattice.each_once import without_different
from svcchat_magic.analyst.lattice.empty_verbs import with_had
from svcchat_magic.analyst.lattice.first_rows import with_first_rows
from svcchat_magic.analyst.lattice.grains_of import with_grains_first
from svcchat_magic.analyst.lattice.holding import with_capacity
from svcchat_magic.analyst.lattice.let_nouns import with_let_nouns
from svcchat_magic.analyst.lattice.living import without_stores
from svcchat_magic.analyst.lattice.losses import with_losses, with_signs
from svcchat_magic.analyst.lattice.lost_persons import with_lost_persons
from svcchat_magic.analyst.lattice.measured_days import with_days_as_rows
from svcchat_magic.analyst.lattice.measured_ends import with_ends_of_measures
from svcchat_magic.analyst.lattice.most_of import with_most_together
from svcchat_magic.analyst.lattice.newly import with_newly_apart
from svcchat_magic.analyst.lattice.numbers_of_each import with_numbers_of_each
from svcchat_magic.analyst.lattice.owing import with_owing
from svcchat_magic.analyst.lattice.places_of_measures import with_places_first
from svcchat_magic.analyst.lattice.quantity_words import with_quantities_named
from svcchat_magic.analyst.lattice.rated import with_ratings_told
from svcchat_magic.analyst.lattice.reporting import with_managers
from svcchat_magic.analyst.lattice.reversals import with_reversals
from svcchat_magic.analyst.lattice.said_again import without_said_again
from svcchat_magic.analyst.lattice.said_of_flags import with_denial_first, without_saying
from svcchat_magic.analyst.lattice.service_names import with_service_names
from svcchat_magic.analyst.lattice.shared import with_shared
from svcchat_magic.analyst.lattice.times_done import with_times_counted
from svcchat_magic.analyst.lattice.trading import with_trading
from svcchat_magic.analyst.lattice.ways_told import with_ways_told
from svcchat_magic.analyst.lattice.whole_data import without_whole_data
from svcchat_magic.analyst.lattice.whole_nouns import with_whole_nouns
from svcchat_magic.analyst.lattice.whose_rows import without_doers, without_rows_had
from svcchat_magic.analyst.lattice.windows import without_windows
from svcchat_magic.analyst.lattice.yearly_pay import with_yearly_pay
from svcchat_magic.analyst.linking.catalog import Catalog


def said_plainly(tokens: Sequence[Token], catalog: Catalog, *, follows: bool = False) -> tuple[Token, ...]:
    """The words as the lattice can find them."""
    knows_score = ("net", "promoter", "score") in catalog.phrases or ("nps",) in catalog.phrases
    tokens = without_restated(tokens) if knows_score else tokens
    tokens = with_had(without_doers(without_rows_had(tokens, catalog), catalog), catalog)
    tokens = with_agents(with_managers(tokens, catalog), catalog)
    tokens = with_first_rows(without_different(tokens, catalog), catalog)
    tokens = with_balances(with_places_first(without_windows(tokens, catalog), catalog), catalog)
    tokens = with_reversals(without_said_again(with_shared(tokens, catalog), catalog), catalog)
    tokens = with_grains_first(
        with_times_counted(without_whole_data(tokens, catalog, follows=follows), catalog), catalog
    )
    tokens = with_newly_apart(without_stores(tokens, catalog), catalog)
    tokens = with_denial_first(without_saying(tokens, catalog), catalog)
    tokens = with_whole_nouns(with_let_nouns(tokens, catalog), catalog)
    tokens = with_asked_again(with_capacity(with_most_together(tokens), catalog), catalog)
    tokens = with_owing(with_sizes(with_numbers_of_each(tokens, catalog), catalog), catalog)
    tokens = with_service_names(with_yearly_pay(with_ways_told(tokens, catalog), catalog), catalog)
    tokens = without_charged(with_ratings_told(tokens, catalog), catalog)
    tokens = with_ends_of_measures(with_quantities_named(tokens, catalog), catalog)
    tokens = with_lost_persons(with_days_as_rows(tokens, catalog), catalog)
    return with_signs(with_losses(with_trading(tokens, catalog), catalog), catalog)
