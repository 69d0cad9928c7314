"""What stands before a word, and says how it is meant: grouped by, sorted by, ranked, left out.

A question may be long, so that no answer walks back over more than a few words, or is found twice.
"""

from svcchat_magic.analyst.scan import Grain, Growth, Limit, Order, Scan

_FURTHEST = 12  # words such as "the" between a noun and what it belongs to
_PASSED = ("the", "a", "of", "our", "different", "single", "selling", "performing", "sold")
_JOINING = ("the", "and", "or", "any", "all", ",", "in", "from", "for")


class LookBack:
    """The words of one scan, looked at backwards."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._bys = [at for at, word in enumerate(scan.words) if scan.lexicon.is_by(word.form)]
        self._has_grain = any(isinstance(span.meaning, Grain) for span in scan.spans)
        limits = [span for span in scan.spans if isinstance(span.meaning, Limit)]
        self._ranked = {at for span in limits for at in range(span.start, span.stop)}
        ranks = (span.start for span in scan.spans if isinstance(span.meaning, (Limit, Growth, Order)))
        self._first_rank = min(ranks, default=len(scan.words))
        self._grouping: dict[int, bool] = {}
        self._negated: list[bool] = []

    def is_grouping(self, at: int) -> bool:
        """Whether by, per, which, top 5... stands before, directly or at the head of the list."""
        listed: list[int] = []
        found: bool | None = None
        place = at
        while found is None:
            listed.append(place)
            found, place = self._grouped_at(place)
            found = self._grouping.get(place) if found is None and place in self._grouping else found

        self._grouping.update(dict.fromkeys(listed, found))
        return found

    def is_sorting(self, at: int) -> bool:
        """Whether `sorted by` stands before; `orders by` does not sort."""
        scan = self._scan
        sorts = scan.form(at - 1) == "by" and scan.lexicon.direction.get((scan.form(at - 2),)) == "sort"
        return sorts and scan.form(at - 2) != "order"

    def is_negated(self, at: int) -> bool:
        """Whether not, without, excluding... stands before the word or the list it is in."""
        while len(self._negated) < at:
            self._negated.append(self._negates(len(self._negated)))

        return at > 0 and self._negated[at - 1]

    def _grouped_at(self, at: int) -> tuple[bool | None, int]:
        """Whether a word is grouped by; None, and the word before it in its list, when that one decides."""
        scan = self._scan
        for back in range(at - 1, max(at - 1 - _FURTHEST, -1), -1):
            form = scan.form(back)
            if scan.lexicon.is_by(form):
                return not (form == "by" and (self._first_rank < back or self.is_sorting(back + 1))), at

            if back in self._ranked or self._ranks_noun(back, at):
                return True, at

            if form in ("and", ",") and self._is_dimension(back - 1):
                return None, back - 1

            if form not in _PASSED:
                return False, at

        return False, at

    def _ranks_noun(self, back: int, at: int) -> bool:
        """`worst products`, `largest order`: a group, where none is asked for otherwise."""
        scan = self._scan
        form = scan.form(back)
        if form in ("most", "least", "fewest") or scan.lexicon.direction.get((form,), "sort") == "sort":
            return False

        asked = self._has_grain or len(self._bys) > 1 or (self._bys and self._bys[0] != back)
        return not asked and self._is_dimension(at)

    def _is_dimension(self, at: int) -> bool:
        return names_dimension(self._scan, self._scan.form(at))

    def _negates(self, at: int) -> bool:
        """Whether the words up to this one leave out what follows; those before it are known."""
        scan = self._scan
        form = scan.form(at)
        if scan.lexicon.is_not(form):
            return True

        goes_on = form in _JOINING or (form,) in scan.vocabulary.values or names_dimension(scan, form)
        return goes_on and at > 0 and self._negated[at - 1]


def names_dimension(scan: Scan, form: str) -> bool:
    """Whether a single word can mean a dimension."""
    return any(link.member.kind == "dimension" for link in scan.vocabulary.members.get((form,), ()))
