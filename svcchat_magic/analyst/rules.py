"""An agent's rules: text of the account's owner, which only a language model can keep to in full.

What they say of a measure belongs to every answer that shows it: "Revenue is without VAT." is repeated there.
"""

import re
from collections.abc import Sequence

from svcchat_magic.analyst.telling.results import Result

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def rules_about(results: Sequence[Result], rules: str) -> list[str]:
    """The sentences of the rules that name a measure of these results, in their order."""
    titles = {measure.title.lower() for result in results for measure in result.query.measures}
    named = [re.compile(rf"(?<!\w){re.escape(title)}(?!\w)") for title in titles if title]
    sentences = [each.strip() for each in _SENTENCE_END.split(rules)]
    return [each for each in sentences if any(name.search(each.lower()) for name in named)]
