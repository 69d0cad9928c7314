"""The grammar of English questions over data: its constructions in the order in which they see each other."""

from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions_conditions import CONDITIONS
from svcchat_magic.analyst.parsing.constructions_derived import DERIVED
from svcchat_magic.analyst.parsing.constructions_groups import GROUPS
from svcchat_magic.analyst.parsing.constructions_quantities import QUANTITIES
from svcchat_magic.analyst.parsing.constructions_ranks import RANKS
from svcchat_magic.analyst.parsing.constructions_references import REFERENCES

GRAMMAR = Grammar.of(QUANTITIES, CONDITIONS, GROUPS, RANKS, DERIVED, REFERENCES)
TOP = (
    "QUANTITY",
    "COUNTED",
    "GROUPS",
    "ASKED",
    "CONDITION",
    "WHEN",
    "RANKED",
    "HIGHEST",
    "SORTED",
    "BOUND",
    "SUCH",
    "SUBJECT",
    "SHARED",
    "CHANGED",
    "RUN",
    "COMPARED",
    "LISTED",
    "LISTEDSUCH",
    "VALUESOF",
    "ENTITY",
    "DIM",
    "GRAIN",
    "PART",
    "LASTOF",
    "DATED",
    "EXTENTOF",
    "GREW",
    "AGAINST",
    "GROWTH",
    "SHARE",
    "COMPARE",
    "CHART",
    "WHY",
    "ALSO",
    "ASPERCENT",
    "CHATTER",
    "ONAVERAGE",
    "BYQUANTITY",
    "BARERANK",
    "FUTURE",
    "COMMAND",
    "ANEW",
)
FOLLOWING = (*TOP, "EDIT", "SHIFT", "RELEASE", "REFERRED", "TAKENOUT")
