"""How the ratios were computed that have a name: nobody should have to guess what CTR is over what."""

from collections.abc import Iterable, Iterator

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import Ratio
from svcchat_magic.analyst.telling.query import Query


def formulas(queries: Iterable[Query], words: AnswerWords) -> Iterator[str]:
    """`CTR is total clicks over total impressions.`, once for each ratio that has a name."""
    asked = (of for query in queries for of in query.quantities)
    for ratio in dict.fromkeys(each for each in asked if isinstance(each, Ratio) and each.title):
        above, below = (quantity_title(each, words) for each in (ratio.above, ratio.below))
        is_left = isinstance(ratio.above, Ratio) and ratio.above.way != "/"
        yield plain_text(
            words.say(
                "made of" if ratio.per == 1 else "made per",
                title=ratio.title[:1].upper() + ratio.title[1:],
                above=f"({above})" if is_left else above,
                count=f"{ratio.per:,}",
                below=below,
            )
        )
