"""The grammar of English questions over data: its constructions in the order in which they see each other."""

from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions_aggregates import AGGREGATES
from svcchat_magic.analyst.parsing.constructions_bands import BANDS
from svcchat_magic.analyst.parsing.constructions_beside import BESIDE
from svcchat_magic.analyst.parsing.constructions_bounds import BOUNDS
from svcchat_magic.analyst.parsing.constructions_combined import COMBINED
from svcchat_magic.analyst.parsing.constructions_compared import COMPARED
from svcchat_magic.analyst.parsing.constructions_conditions import CONDITIONS
from svcchat_magic.analyst.parsing.constructions_derived import DERIVED
from svcchat_magic.analyst.parsing.constructions_groups import GROUPS
from svcchat_magic.analyst.parsing.constructions_kinds import KINDS
from svcchat_magic.analyst.parsing.constructions_latest import LATEST_ONES
from svcchat_magic.analyst.parsing.constructions_lengths import LENGTHS
from svcchat_magic.analyst.parsing.constructions_lists import LISTS
from svcchat_magic.analyst.parsing.constructions_numbered import NUMBERED
from svcchat_magic.analyst.parsing.constructions_percents import PERCENTS
from svcchat_magic.analyst.parsing.constructions_places import PLACES
from svcchat_magic.analyst.parsing.constructions_quantities import QUANTITIES
from svcchat_magic.analyst.parsing.constructions_ranks import RANKS
from svcchat_magic.analyst.parsing.constructions_ratios import RATIOS
from svcchat_magic.analyst.parsing.constructions_records import RECORDS
from svcchat_magic.analyst.parsing.constructions_references import REFERENCES
from svcchat_magic.analyst.parsing.constructions_shares import SHARES
from svcchat_magic.analyst.parsing.constructions_subjects import SUBJECTS
from svcchat_magic.analyst.parsing.constructions_sums import SUMS
from svcchat_magic.analyst.parsing.constructions_times import TIMES

GRAMMAR = Grammar.of(
    *(
        AGGREGATES,
        LENGTHS,
        SUMS,
        QUANTITIES,
        RATIOS,
        RECORDS,
        PERCENTS,
        CONDITIONS,
        COMBINED,
        SUBJECTS,
        LATEST_ONES,
        KINDS,
        SHARES,
        BESIDE,
        BANDS,
    ),
    *(GROUPS, TIMES, PLACES, RANKS, BOUNDS, DERIVED, COMPARED, NUMBERED, LISTS, REFERENCES),
)
TOP = (
    "QUANTITY",
    "COUNTED",
    "SEVERAL",
    "DURATION",
    "GROUPS",
    "GROUPEDSUCH",
    "SPLIT",
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
    "JUDGEDORDER",
    "BOUND",
    "SUCH",
    "OWNSUCH",
    "OWNCOUNTED",
    "SUBJECT",
    "DATEDROWS",
    "SHARED",
    "MIXED",
    "CHANGED",
    "RUN",
    "COMPARED",
    "DIFFERED",
    "BESIDE",
    "MOREBESIDE",
    "GREWBESIDE",
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
    "DONE",
    "EXTENTOF",
    "GREW",
    "AGAINST",
    "GROWTH",
    "MORE",
    "DISTRIBUTION",
    "SHARE",
    "COMPARE",
    "CHART",
    "WHY",
    "ALSO",
    "ASPERCENT",
    "TALLY",
    "TOLDCOUNT",
    "NUMBERANDSUM",
    "NUMBERED",
    "NEWONES",
    "CHATTER",
    "INCLUDED",
    "AND",
    "RUNNING",
    "ONAVERAGE",
    "BYQUANTITY",
    "BARERANK",
    "FUTURE",
    "COMMAND",
    "ANEW",
    "SAID",
    "INUNIT",
)
FOLLOWING = (
    *TOP,
    "EDIT",
    "SHIFT",
    "RELEASE",
    "REFERRED",
    "TAKENOUT",
    "THOSEBY",
    "NEWLIMIT",
    "NEWFUNCTION",
    "PERCENTOF",
    "COMPAREDTO",
    "BAREBOUND",
)
