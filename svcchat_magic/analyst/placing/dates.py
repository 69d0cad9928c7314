"""Where verbs go that date what is asked, and what says more of the amounts that are asked for."""

from svcchat_magic.analyst.linking.done_amounts import Done
from svcchat_magic.analyst.linking.taxes import Taxed
from svcchat_magic.analyst.meaning.tree import Concept, Measured
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_dated(draft: Draft, value: Concept) -> None:
    """Of two verbs with dates of their own only one can date what is asked."""
    if draft.time not in (None, value) and "dated like" not in draft.marks:
        draft.penalty += BIG
        draft.dropped.append(draft.time.title if draft.time else "")

    draft.time = value


def place_dated_like(draft: Draft, value: Concept) -> None:
    """A verb for the same event dates what is asked where a period or a unit needs a date."""
    draft.time = draft.time or value
    draft.marks.add("dated like")


def place_taxed(draft: Draft, value: Taxed) -> None:
    """Whether the tax is in the amounts that are asked for."""
    draft.taxed.append(value)


def place_done(draft: Draft, value: Done) -> None:
    """`what did we invoice in Q2`: the sum of it, by the day on which it was done."""
    draft.quantities.append(Measured(value.measure))
    if value.time is not None:
        place_dated_like(draft, value.time)
        draft.marks.add("done")
