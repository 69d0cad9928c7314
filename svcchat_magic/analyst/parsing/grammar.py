"""The grammar of English questions over data: its constructions in the order in which they see each other."""

from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions_bounds import BOUNDS
from svcchat_magic.analyst.parsing.constructions_combined import COMBINED
from svcchat_magic.analyst.parsing.constructions_conditions import CONDITIONS
from svcchat_magic.analyst.parsing.constructions_derived import DERIVED
from svcchat_magic.analyst.parsing.constructions_groups import GROUPS
from svcchat_magic.analyst.parsing.constructions_lists import LISTS
from svcchat_magic.analyst.parsing.constructions_quantities import QUANTITIES
from svcchat_magic.analyst.parsing.constructions_ranks import RANKS
from svcchat_magic.analyst.parsing.constructions_records import RECORDS
from svcchat_magic.analyst.parsing.constructions_references import REFERENCES
from svcchat_magic.analyst.parsing.constructions_subjects import SUBJECTS

GRAMMAR = Grammar.of(
    QUANTITIES, RECORDS, CONDITIONS, COMBINED, SUBJECTS, GROUPS, RANKS, BOUNDS, DERIVED, LISTS, REFERENCES
)
TOP = (
    "QUANTITY",
    "COUNTED",
    "GROUPS",
    "ASKED",
    "CONDITION",
    "WHEN",
    "RANKED",
    "RANKEDROWS",
    "SHOWN",
    "LISTING",
    "FIRSTOF",
    "HIGHEST",
    "SORTED",
    "BOUND",
    "SUCH",
    "OWNSUCH",
    "OWNCOUNTED",
    "SUBJECT",
    "SHARED",
    "CHANGED",
    "RUN",
    "COMPARED",
    "DIFFERED",
    "BESIDE",
    "INSIDE",
    "EACHOF",
    "LISTED",
    "LISTEDSUCH",
    "VALUESOF",
    "ENTITY",
    "VERBED",
    "DIM",
    "GRAIN",
    "PART",
    "LASTOF",
    "DATED",
    "DATEDLIKE",
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
    "TALLY",
    "NEWONES",
    "CHATTER",
    "AND",
    "RUNNING",
    "ONAVERAGE",
    "BYQUANTITY",
    "BARERANK",
    "FUTURE",
    "COMMAND",
    "ANEW",
    "SAID",
)
FOLLOWING = (*TOP, "EDIT", "SHIFT", "RELEASE", "REFERRED", "TAKENOUT", "THOSEBY", "NEWLIMIT")
