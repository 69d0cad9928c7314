"""The grammar of English questions over data: its constructions in the order in which they see each other."""

from svcchat_magic.analyst.constructions.aggregates import AGGREGATES
from svcchat_magic.analyst.constructions.averages import AVERAGES
from svcchat_magic.analyst.constructions.bands import BANDS
from svcchat_magic.analyst.constructions.beside import BESIDE
from svcchat_magic.analyst.constructions.bounds import BOUNDS
from svcchat_magic.analyst.constructions.by_means import BY_MEANS
from svcchat_magic.analyst.constructions.came_back import CAME_BACK
from svcchat_magic.analyst.constructions.combined import COMBINED
from svcchat_magic.analyst.constructions.compared import COMPARED
from svcchat_magic.analyst.constructions.conditions import CONDITIONS
from svcchat_magic.analyst.constructions.correlations import CORRELATIONS
from svcchat_magic.analyst.constructions.derived import DERIVED
from svcchat_magic.analyst.constructions.doings import DOINGS
from svcchat_magic.analyst.constructions.either_number import EITHER_NUMBER
from svcchat_magic.analyst.constructions.groups import GROUPS
from svcchat_magic.analyst.constructions.having_some import HAVING_SOME
from svcchat_magic.analyst.constructions.judged import JUDGED
from svcchat_magic.analyst.constructions.kinds import KINDS
from svcchat_magic.analyst.constructions.last_figures import LAST_FIGURES
from svcchat_magic.analyst.constructions.lasting import LASTING
from svcchat_magic.analyst.constructions.lateness import LATENESS
from svcchat_magic.analyst.constructions.latest import LATEST_ONES
from svcchat_magic.analyst.constructions.left_out import LEFT_OUT
from svcchat_magic.analyst.constructions.lengths import LENGTHS
from svcchat_magic.analyst.constructions.lists import LISTS
from svcchat_magic.analyst.constructions.moments import MOMENTS
from svcchat_magic.analyst.constructions.nothing import NOTHING
from svcchat_magic.analyst.constructions.numbered import NUMBERED
from svcchat_magic.analyst.constructions.part_bounds import PART_BOUNDS
from svcchat_magic.analyst.constructions.per_active import PER_ACTIVE
from svcchat_magic.analyst.constructions.percents import PERCENTS
from svcchat_magic.analyst.constructions.places import PLACES
from svcchat_magic.analyst.constructions.priced import PRICED
from svcchat_magic.analyst.constructions.quantities import QUANTITIES
from svcchat_magic.analyst.constructions.ranked_by_such import RANKED_BY_SUCH
from svcchat_magic.analyst.constructions.ranks import RANKS
from svcchat_magic.analyst.constructions.ranks_per_one import RANKS_PER_ONE
from svcchat_magic.analyst.constructions.ratios import RATIOS
from svcchat_magic.analyst.constructions.records import RECORDS
from svcchat_magic.analyst.constructions.references import REFERENCES
from svcchat_magic.analyst.constructions.said_counts import SAID_COUNTS
from svcchat_magic.analyst.constructions.scaled import SCALED
from svcchat_magic.analyst.constructions.shares import SHARES
from svcchat_magic.analyst.constructions.subjects import SUBJECTS
from svcchat_magic.analyst.constructions.sums import SUMS
from svcchat_magic.analyst.constructions.timed import TIMED
from svcchat_magic.analyst.constructions.times import TIMES
from svcchat_magic.analyst.constructions.turnover import TURNOVER
from svcchat_magic.analyst.constructions.twice import TWICE
from svcchat_magic.analyst.constructions.units_had import UNITS_HAD
from svcchat_magic.analyst.constructions.until_first import UNTIL_FIRST
from svcchat_magic.analyst.constructions.value_shares import VALUE_SHARES
from svcchat_magic.analyst.constructions.working_days import WORKING_DAYS
from svcchat_magic.analyst.constructions.worth import WORTHS
from svcchat_magic.analyst.lattice.chart import Grammar

GRAMMAR = Grammar.of(
    *(
        AGGREGATES,
        LASTING,
        TIMED,
        UNTIL_FIRST,
        LENGTHS,
        LATENESS,
        CORRELATIONS,
        SUMS,
        WORTHS,
        QUANTITIES,
        RATIOS,
        PER_ACTIVE,
        WORKING_DAYS,
        RECORDS,
        PERCENTS,
        CONDITIONS,
        EITHER_NUMBER,
        HAVING_SOME,
        BY_MEANS,
        COMBINED,
        LEFT_OUT,
        TWICE,
        NOTHING,
        DOINGS,
        PRICED,
        SUBJECTS,
        LATEST_ONES,
        KINDS,
        LAST_FIGURES,
        MOMENTS,
        SHARES,
        VALUE_SHARES,
        CAME_BACK,
        SAID_COUNTS,
        BESIDE,
        BANDS,
        AVERAGES,
    ),
    *(
        GROUPS,
        TURNOVER,
        TIMES,
        UNITS_HAD,
        PLACES,
        SCALED,
        RANKS,
        RANKED_BY_SUCH,
        RANKS_PER_ONE,
        JUDGED,
        BOUNDS,
        PART_BOUNDS,
        DERIVED,
        COMPARED,
        NUMBERED,
        LISTS,
        REFERENCES,
    ),
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
    "ATLAST",
    "UNITCOUNT",
    "UNITSOFEACH",
    "SUCHINEACH",
    "REACHED",
    "WHENASKED",
    "HAPPENEDON",
    "NEWLY",
    "RANKED",
    "RANKEDROWS",
    "SHOWN",
    "LISTING",
    "FIRSTOF",
    "HIGHEST",
    "SORTED",
    "JUDGEDORDER",
    "NAMEORDER",
    "SCALEORDER",
    "BOUND",
    "SUCH",
    "OWNSUCH",
    "OWNCOUNTED",
    "SUBJECT",
    "DATEDROWS",
    "SHARED",
    "SHAREOFEACH",
    "MIXED",
    "CHANGED",
    "RUN",
    "COMPARED",
    "DIFFERED",
    "BESIDE",
    "MOREBESIDE",
    "SCALEDBESIDE",
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
    "BYFIRST",
    "LOSSES",
    "LOSINGTOLD",
    "CHATTER",
    "INCLUDED",
    "AND",
    "RUNNING",
    "MOVINGTOLD",
    "ONAVERAGE",
    "AVERAGED",
    "BYQUANTITY",
    "BARERANK",
    "FUTURE",
    "COMMAND",
    "ANEW",
    "SAID",
    "TAXED",
    "INUNIT",
)
FOLLOWING = (
    *TOP,
    "EDIT",
    "SHIFT",
    "RELEASE",
    "REFERRED",
    "ONEHAS",
    "TAKENOUT",
    "THOSEBY",
    "NEWLIMIT",
    "NEWFUNCTION",
    "PERCENTOF",
    "PERCENTOFEACH",
    "COMPAREDTO",
    "BAREBOUND",
)
